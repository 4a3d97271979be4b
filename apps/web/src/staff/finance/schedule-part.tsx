import type { financeSchedule } from '#modules/commerce/finance/schedule/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import type { Column } from '../parts/column.ts'
import { Loaded } from '../parts/loading-states.tsx'
import { Part } from '../parts/record-list.tsx'
import { Table } from '../parts/table.tsx'
import { Amount } from './amount.tsx'
import { monthIn, periodLabel } from './book-words.ts'
import styles from './books.module.css'

type Line = AnswerOf<typeof financeSchedule>['lines'][number]

const figures = ['Opening', 'Invoiced', 'Credited', 'Recognized', 'Closing', 'Undated'] as const

const columnsOf = (timeZone: string): Column<Line>[] => [
  {
    id: 'period',
    label: `Month, ${timeZone}`,
    nowrap: true,
    cell: ({ period, currency }) => (
      <>
        {periodLabel(period)} {currency.toUpperCase()}
        {period < monthIn(timeZone) ? null : <span className={styles.late}>Planned</span>}
      </>
    ),
  },
  ...figures.map((label) => ({
    id: label,
    label,
    numeric: true,
    cell: (line: Line) => (
      <Amount of={line[label.toLowerCase() as Lowercase<typeof label>]} currency={line.currency} />
    ),
  })),
]

/** Deferred income, one line per month and currency, newest first. */
export function SchedulePart() {
  const query = useAnswer<typeof financeSchedule>('/api/finance/schedule', {})
  return (
    <Part
      title="Deferred income"
      intro="Net of tax. Each week of a participant’s cohort earns its part when it ends; a new date changes only the weeks to come. What has no place in a cohort yet stays deferred and is undated. Planned months follow from the dates of today."
    >
      <Loaded query={query} what="The schedule" lines={5}>
        {({ lines, timeZone }) => (
          <Table
            caption={`Deferred income by month, newest first, ${timeZone}`}
            columns={columnsOf(timeZone)}
            rows={lines.toReversed()}
            keyOf={({ period, currency }) => `${period} ${currency}`}
          />
        )}
      </Loaded>
    </Part>
  )
}
