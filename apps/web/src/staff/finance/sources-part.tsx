import { Download } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { financeSources } from '#modules/commerce/finance/books/contract.ts'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import { type AnswerOf, addressOf } from '../../lib/call.ts'
import { money, wholeNumber } from '../../lib/format.ts'
import { Select } from '../../ui/field.tsx'
import { mayUse, useStaffMember } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Empty, Loaded } from '../parts/loading-states.tsx'
import { Part } from '../parts/record-list.tsx'
import { Table } from '../parts/table.tsx'
import { firstOfTwelveMonths, queryOf } from './book-words.ts'
import styles from './books.module.css'
import finance from './finance.module.css'
import { periodProblem } from './moments.ts'
import { PeriodFields } from './period-fields.tsx'

type Line = AnswerOf<typeof financeSources>['lines'][number]
interface SourcesView {
  from: string
  to: string
  touch: 'first' | 'last'
}

/** Without dates in the address: the last twelve months. */
const viewForm: AddressForm<SourcesView> = {
  read: (query) => ({
    from: query.get('from') ?? (query.has('to') ? '' : firstOfTwelveMonths()),
    to: query.get('to') ?? '',
    touch: query.get('touch') === 'last' ? 'last' : 'first',
  }),
  write: ({ from, to, touch }) => ({ from, to, touch: touch === 'first' ? '' : touch }),
}

const figures = { received: 'Received', refunded: 'Refunded', other: 'Other', net: 'Net' } as const
const names = Object.keys(figures) as (keyof typeof figures)[]

/** What each source brought: leads, orders, and the money of the books. */
export function SourcesPart() {
  const [view, setView] = useAddressState(viewForm)
  const asked = { ...queryOf(view), touch: view.touch }
  const enabled = periodProblem(view.from, view.to) === undefined
  const query = useAnswer<typeof financeSources>(
    '/api/finance/sources',
    { query: asked },
    { keep: true, enabled },
  )
  return (
    <Part
      title="Sources"
      actions={
        <a
          className={finance.file}
          href={addressOf('/api/finance/sources.csv', {}, asked)}
          download="sources.csv"
        >
          <Download aria-hidden="true" />
          Export as CSV
        </a>
      }
    >
      <div className={styles.controls}>
        <PeriodFields {...view} onChange={(part) => setView({ ...view, ...part }, 'later')} />
        <Select
          label="Source by"
          value={view.touch}
          onChange={({ target }) => setView({ ...view, touch: target.value === 'last' ? 'last' : 'first' })}
        >
          <option value="first">First touch</option>
          <option value="last">Last touch</option>
        </Select>
      </div>
      <Loaded query={query} what="The sources" lines={5}>
        {({ lines, sums, timeZone }) =>
          lines.length === 0 ? (
            <Empty title="No leads, orders or money in this period.">
              Choose other dates, or clear them.
            </Empty>
          ) : (
            <div className={layout.form} aria-busy={query.isPlaceholderData || undefined}>
              {sums.map((sum) => (
                <SourceTable key={sum.currency} lines={lines} sum={sum} view={view} />
              ))}
              <p className={layout.soft}>
                An order has the source of its buyer’s earliest lead and of the visit in which it was placed,
                if they agreed to measuring. Everything else is unknown, money without an order too. Visits
                without a lead are not counted.
              </p>
              <p className={layout.soft}>
                Leads and orders, paid or not, are those of the days (UTC). Money is that of the books on the
                day it moved ({timeZone}), and the totals are theirs. Other is unassigned, minus disputed and
                fees.
              </p>
            </div>
          )
        }
      </Loaded>
    </Part>
  )
}

/** The sources of one currency. Each figure opens its leads or orders, for those who may see them. */
function SourceTable({ lines, sum, view }: { lines: readonly Line[]; sum: Line; view: SourcesView }) {
  const { role } = useStaffMember()
  const { currency } = sum
  const days = queryOf(view)
  const search = ({ source }: Line) => `${view.touch}:${source}`
  const leads = mayUse(role, ['editor', 'viewer'])
    ? (line: Line) => addressOf('/admin/leads', {}, { ...days, search: search(line) })
    : undefined
  // Money may move long after the order was placed.
  const orders = (within: object) =>
    mayUse(role, ['finance', 'viewer'])
      ? (line: Line) => addressOf('/admin/orders', {}, { ...within, q: search(line) })
      : undefined
  const column = (
    id: Exclude<keyof Line, 'source' | 'currency'>,
    label: string,
    text: (line: Line) => string,
    to: ((line: Line) => string) | undefined,
  ): Column<Line> => ({
    ...{ id, label, numeric: true, value: (line: Line) => Number(line[id]) },
    cell: (line) =>
      to === undefined || Number(line[id]) === 0 ? (
        text(line)
      ) : (
        <Link className={styles.cell} to={to(line)} aria-label={`${label} of ${line.source}: ${text(line)}`}>
          {text(line)}
        </Link>
      ),
  })
  const columns = [
    column('leads', 'Leads', (line) => wholeNumber(line.leads), leads),
    column('orders', 'Orders', (line) => wholeNumber(line.orders), orders(days)),
    ...names.map((id) => column(id, figures[id], (line) => money(line[id], currency), orders({}))),
  ]
  return (
    <Table
      caption={`Sources in ${currency.toUpperCase()}`}
      columns={[
        { id: 'source', label: 'Source', namesRow: true, value: ({ source }: Line) => source },
        ...columns,
      ]}
      rows={lines.filter((line) => line.currency === currency)}
      keyOf={({ source }) => source}
      first={{ column: 'net', descending: true }}
      foot={[
        {
          id: currency,
          label: `Total ${currency.toUpperCase()}`,
          cells: {
            ...{ leads: wholeNumber(sum.leads), orders: wholeNumber(sum.orders) },
            ...Object.fromEntries(names.map((id) => [id, money(sum[id], currency)])),
          },
        },
      ]}
    />
  )
}
