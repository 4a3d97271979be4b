import { Download } from 'lucide-react'
import type { settleTaxId, taxFigures } from '#modules/commerce/finance/register/contract-tax.ts'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Empty, Loaded } from '../parts/loading-states.tsx'
import { Part } from '../parts/record-list.tsx'
import { Table } from '../parts/table.tsx'
import { type Period, queryOf } from './book-words.ts'
import { exportAddress } from './exports-part.tsx'
import styles from './finance.module.css'
import { ledgerMoment, periodProblem } from './moments.ts'
import { OrderLink } from './order-link.tsx'
import { PeriodFields } from './period-fields.tsx'

type Figures = AnswerOf<typeof taxFigures>
type Line = Figures['lines'][number]

const treatments: Record<NonNullable<Line['treatment']>, string> = {
  none: 'None',
  taxed: 'Taxed',
  exempt: '0%',
  reverse: 'Reverse charge',
  'no-rule': 'No rate',
}
const names = new Intl.DisplayNames('en', { type: 'region' })
const form: AddressForm<Period> = {
  read: (query) => ({ from: query.get('from') ?? '', to: query.get('to') ?? '' }),
  write: ({ from, to }) => ({ from, to }),
}

/** What documents contain of tax, by month and country, and the tax ids that VIES does not know. */
export function TaxPart() {
  const [period, setPeriod] = useAddressState(form)
  const possible = periodProblem(period.from, period.to) === undefined
  const query = useAnswer<typeof taxFigures>(
    '/api/finance/tax',
    { query: queryOf(period) },
    { keep: true, enabled: possible },
  )
  return (
    <Part
      title="Tax"
      actions={
        possible ? (
          <a className={styles.file} href={exportAddress('tax.csv', period, 'stripe')} download="tax.csv">
            <Download aria-hidden="true" />
            Export as CSV
          </a>
        ) : null
      }
      intro="Issued documents by month (UTC), country of the buyer and rate. Credit notes are subtracted; the last columns show them, and how much of them was refunded. The sums equal the register."
    >
      <div className={styles.period}>
        <PeriodFields {...period} onChange={(part) => setPeriod({ ...period, ...part })} />
      </div>
      <Loaded query={query} what="The figures" lines={8}>
        {({ lines, invalidIds }) => (
          <>
            {invalidIds.length > 0 ? <InvalidIds ids={invalidIds} /> : null}
            <Table
              caption="Tax by month, country and rate"
              columns={columns}
              rows={lines}
              keyOf={(line) => JSON.stringify(line)}
              busy={query.isPlaceholderData}
              empty={<Empty title="No documents in this period.">Choose another period.</Empty>}
            />
          </>
        )}
      </Loaded>
    </Part>
  )
}

const amount = (id: 'net' | 'tax' | 'gross' | 'credited' | 'refunded', label: string): Column<Line> => ({
  ...{ id, label, numeric: true },
  cell: (line) => money(line[id], line.currency),
})
const columns: readonly Column<Line>[] = [
  { id: 'month', label: 'Month', nowrap: true, cell: ({ month }) => month },
  {
    id: 'country',
    label: 'Country',
    cell: ({ country }) => (country === null ? 'Not named' : (names.of(country) ?? country)),
  },
  {
    id: 'buyers',
    label: 'Buyers',
    cell: ({ buyers }) => ({ person: 'Persons', company: 'Companies', '': '' })[buyers ?? ''],
  },
  {
    id: 'treatment',
    label: 'Rate',
    cell: ({ treatment, percent }) =>
      treatment === 'taxed' ? (
        `${percent}%`
      ) : treatment === 'no-rule' ? (
        <Badge tone="bad">{treatments[treatment]}</Badge>
      ) : (
        treatment && treatments[treatment]
      ),
  },
  { id: 'documents', label: 'Documents', numeric: true, cell: ({ documents }) => documents },
  amount('net', 'Net'),
  amount('tax', 'Tax'),
  amount('gross', 'Gross'),
  amount('credited', 'Credited'),
  amount('refunded', 'Refunded'),
]

function InvalidIds({ ids }: { ids: Figures['invalidIds'] }) {
  const settling = useAction<typeof settleTaxId>('POST', '/api/finance/tax-ids/:id/settle', [
    '/api/finance/tax',
    '/api/admin/today',
  ])
  return (
    <Table
      caption="Tax ids that VIES does not know: the invoice says reverse charge. Ask the company, then issue the invoice again, or settle it."
      columns={[
        {
          id: 'order',
          label: 'Order',
          className: layout.code,
          cell: ({ orderId }) => <OrderLink id={orderId} />,
        },
        { id: 'company', label: 'Company', cell: ({ company }) => <bdi>{company}</bdi> },
        { id: 'taxId', label: 'Tax id', cell: ({ taxId }) => taxId },
        { id: 'asked', label: 'Asked', cell: ({ check }) => check.at && ledgerMoment(check.at) },
        {
          id: 'settle',
          label: 'Settle',
          labelHidden: true,
          cell: ({ orderId }) => (
            <Button
              size="small"
              variant="secondary"
              busy={settling.isPending && settling.variables?.params.id === orderId}
              onClick={() => settling.mutate({ params: { id: orderId } })}
            >
              Settle
            </Button>
          ),
        },
      ]}
      rows={ids}
      keyOf={({ orderId }) => orderId}
    />
  )
}
