import type { Age, AgeFilter, financeReceivables } from '#modules/commerce/finance/receivables/contract.ts'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { money, shortOrderId } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import { Amount } from '../finance/amount.tsx'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import { useMayAudit, useNoAddressWords } from '../frame/staff-member.ts'
import { isNothing } from '../parts/amounts.ts'
import { ChoiceFilter } from '../parts/choice-filter.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Addressed, RecordList } from '../parts/record-list.tsx'
import { Table } from '../parts/table.tsx'
import { type Receivable, ReceivableForm } from './receivable-form.tsx'

type Sum = AnswerOf<typeof financeReceivables>['sums'][number]

const filterWords: Record<AgeFilter, string> = {
  overdue: 'All overdue',
  'not-due': 'Not due yet',
  'to-30': '1 to 30 days overdue',
  'to-60': '31 to 60 days overdue',
  'to-90': '61 to 90 days overdue',
  'over-90': 'More than 90 days overdue',
}
/** Shorter labels for columns of a table about overdue days. */
const ageHeadings: Record<Age, string> = {
  'not-due': 'Not due',
  'to-30': '1 to 30 days',
  'to-60': '31 to 60 days',
  'to-90': '61 to 90 days',
  'over-90': 'Over 90 days',
}
const ages = Object.keys(ageHeadings) as Age[]
const filters = Object.keys(filterWords) as AgeFilter[]

const viewForm: AddressForm<{ age: AgeFilter | '' }> = {
  read: (query) => ({ age: filters.find((each) => each === query.get('age')) ?? '' }),
  write: ({ age }) => ({ age }),
}

/** The view "Receivables": unpaid invoices of companies by age, and the decisions about them. */
export const ReceivablesPart = () => <Addressed view={Receivables} />

function Receivables() {
  const mayDecide = useMayAudit()
  const [{ age }, setView] = useAddressState(viewForm)
  const query = useAnswer<typeof financeReceivables>(
    '/api/finance/receivables',
    { query: age === '' ? {} : { age } },
    { keep: true },
  )
  return (
    <RecordList
      base="/admin/finance/receivables"
      heading={{
        title: 'Receivables',
        intro:
          'Invoices that companies have not paid in full. Reminders are sent one day, 14 days and 30 days after the due date.',
      }}
      filters={
        <div className={layout.filter}>
          <ChoiceFilter
            label="Show"
            value={age}
            values={filters}
            wordOf={(each) => filterWords[each]}
            onChange={(chosen) => setView({ age: chosen })}
          />
        </div>
      }
      query={query}
      what="The receivables"
      before={({ sums }) => <Sums sums={sums} />}
      rowsOf={({ receivables }) => receivables}
      keyOf={({ orderId }) => orderId}
      columns={columns}
      caption={({ receivables, total }) =>
        total > receivables.length
          ? `The first ${receivables.length} of ${total}, longest overdue first`
          : 'Unpaid invoices, longest overdue first'
      }
      empty={
        age === ''
          ? {
              title: 'No open receivables.',
              text: 'Company orders that are paid by invoice are listed here until the payment arrives.',
            }
          : {
              title: 'No receivables of this age.',
              text: 'Choose another age to see the others.',
            }
      }
      aside={(receivable, close) => ({
        label: 'Receivable',
        title: `${money(receivable.openAmount, receivable.currency)} of order ${shortOrderId(receivable.orderId)}`,
        body: (
          <>
            <p>
              <OrderLink id={receivable.orderId} />: {receivable.seats}{' '}
              {receivable.seats === 1 ? 'seat' : 'seats'},{' '}
              {money(receivable.totalAmount, receivable.currency)} in all.
            </p>
            {mayDecide ? (
              <ReceivableForm key={receivable.orderId} receivable={receivable} onDone={close} />
            ) : null}
          </>
        ),
      })}
    />
  )
}

/** The open amounts, a row per currency, and how they are divided by age. Ages without open amounts are left out. */
function Sums({ sums }: { sums: readonly Sum[] }) {
  if (sums.length === 0) return null
  const shown = ages.filter((age) => sums.some((sum) => !isNothing(sum.ages[age] ?? '0')))
  const sumColumns: Column<Sum>[] = [
    { id: 'currency', label: 'Currency', namesRow: true, cell: ({ currency }) => currency.toUpperCase() },
    ...shown.map((age) => ({
      id: age,
      label: ageHeadings[age],
      numeric: true as const,
      cell: (sum: Sum) => <Amount of={sum.ages[age] ?? '0'} currency={sum.currency} />,
    })),
    { id: 'open', label: 'Open', numeric: true, cell: ({ open, currency }) => money(open, currency) },
  ]
  return (
    <Table
      caption="Open amounts by age"
      columns={sumColumns}
      rows={sums}
      keyOf={({ currency }) => currency}
    />
  )
}

const columns: Column<Receivable>[] = [
  { id: 'due', label: 'Due', nowrap: true, namesRow: true, cell: ({ dueAt }) => ledgerDay(dueAt) },
  {
    id: 'age',
    label: 'Days overdue',
    numeric: true,
    cell: ({ daysOverdue, age }) =>
      daysOverdue === 0 ? '' : <Badge tone={age === 'to-30' ? 'warn' : 'bad'}>{String(daysOverdue)}</Badge>,
  },
  { id: 'company', label: 'Company', cell: (receivable) => <Company receivable={receivable} /> },
  {
    id: 'invoice',
    label: 'Invoice',
    nowrap: true,
    className: layout.code,
    cell: ({ invoiceNumber }) => invoiceNumber ?? '',
  },
  {
    id: 'order',
    label: 'Order',
    folds: true,
    className: layout.code,
    cell: ({ orderId }) => <OrderLink id={orderId} />,
  },
  {
    id: 'total',
    label: 'Total',
    numeric: true,
    folds: true,
    cell: ({ totalAmount, currency }) => money(totalAmount, currency),
  },
  {
    id: 'open',
    label: 'Open',
    numeric: true,
    cell: ({ openAmount, currency }) => money(openAmount, currency),
  },
  {
    id: 'access',
    label: 'Access to seats',
    folds: true,
    cell: ({ released }) => (released ? <Badge tone="warn">Granted</Badge> : 'Blocked until paid'),
  },
]

function Company({ receivable: { company, reference } }: { receivable: Receivable }) {
  const noAddress = useNoAddressWords()
  if (company === null) return <span className={layout.soft}>{noAddress}</span>
  return (
    <>
      <bdi>{company}</bdi>
      {reference === null ? null : (
        <div className={layout.soft}>
          <bdi>{reference}</bdi>
        </div>
      )}
    </>
  )
}
