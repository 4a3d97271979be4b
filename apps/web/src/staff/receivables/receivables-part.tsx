import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { Age } from '#modules/commerce/finance/receivables/contract.ts'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { money, shortOrderId } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import finance from '../finance/finance.module.css'
import ledger from '../finance/ledger.module.css'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import { useMayAudit, useNoAddressWords } from '../frame/staff-member.ts'
import { ChoiceFilter } from '../parts/choice-filter.tsx'
import type { Column } from '../parts/column.ts'
import detailsStyles from '../parts/details.module.css'
import { IconButton } from '../parts/icon-button.tsx'
import { Empty, Loaded } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import { ReceivableForm } from './receivable-form.tsx'
import {
  ageHeadings,
  ages,
  ageWords,
  type Receivable,
  type Receivables,
  useReceivables,
} from './receivables-api.ts'

const viewForm: AddressForm<{ age: Age | '' }> = {
  read: (query) => ({ age: ages.find((each) => each === query.get('age')) ?? '' }),
  write: ({ age }) => ({ age }),
}

/** The view "Receivables": unpaid invoices of companies by age, and the decisions about them. */
export function ReceivablesPart() {
  return (
    <Routes>
      <Route path=":id?" element={<List />} />
    </Routes>
  )
}

function List() {
  const { id: chosen } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const mayDecide = useMayAudit()
  const [{ age }, setView] = useAddressState(viewForm)
  const query = useReceivables(age)
  const heading = useRef<HTMLHeadingElement>(null)
  const address = (id = ''): string => `/admin/finance/receivables${id && `/${id}`}${search}`
  const receivable = query.data?.receivables.find(({ orderId }) => orderId === chosen)
  const shown = receivable?.orderId
  useEffect(() => {
    if (shown !== undefined) heading.current?.focus()
  }, [shown])
  return (
    <section className={finance.part} aria-labelledby="receivables-heading">
      <h3 id="receivables-heading" className={ledger.subheading}>
        Receivables
      </h3>
      <p className={ledger.faint}>
        Invoices that companies have not paid in full. Reminders are sent one day, 14 days and 30 days after
        the due date.
      </p>
      <div className={finance.inboxFilter}>
        <ChoiceFilter
          label="Show"
          value={age}
          values={ages}
          wordOf={(each) => ageWords[each]}
          onChange={(chosen) => setView({ age: chosen })}
        />
      </div>
      <Loaded query={query} what="The receivables">
        {(found) => (
          <>
            <Sums sums={found.sums} />
            {found.receivables.length === 0 ? (
              <Empty title={age === '' ? 'No open receivables.' : 'No receivables of this age.'}>
                {age === ''
                  ? 'Company orders that are paid by invoice are listed here until the payment arrives.'
                  : 'Choose another age to see the others.'}
              </Empty>
            ) : (
              <Table
                caption={
                  found.total > found.receivables.length
                    ? `The first ${found.receivables.length} of ${found.total}, longest overdue first`
                    : 'Unpaid invoices, longest overdue first'
                }
                columns={columns}
                rows={found.receivables}
                keyOf={({ orderId }) => orderId}
                to={({ orderId }) => address(orderId)}
                chosen={chosen}
                busy={query.isPlaceholderData}
                whole
              />
            )}
          </>
        )}
      </Loaded>
      {receivable ? (
        <aside className={detailsStyles.details} aria-label="Receivable">
          <header>
            <h3 ref={heading} tabIndex={-1}>
              {money(receivable.openAmount, receivable.currency)} of order {shortOrderId(receivable.orderId)}
            </h3>
            <IconButton label="Close" onClick={() => navigate(address())}>
              <X />
            </IconButton>
          </header>
          <p>
            <OrderLink id={receivable.orderId} />: {receivable.seats}{' '}
            {receivable.seats === 1 ? 'seat' : 'seats'}, {money(receivable.totalAmount, receivable.currency)}{' '}
            in all.
          </p>
          {mayDecide ? (
            <ReceivableForm
              key={receivable.orderId}
              receivable={receivable}
              onDone={() => navigate(address())}
            />
          ) : null}
        </aside>
      ) : null}
    </section>
  )
}

/** The open amounts by age, a row per currency; the ages add up to the last column. */
function Sums({ sums }: { sums: Receivables['sums'] }) {
  if (sums.length === 0) return null
  const sumColumns: Column<Receivables['sums'][number]>[] = [
    { id: 'currency', label: 'Currency', namesRow: true, cell: ({ currency }) => currency.toUpperCase() },
    ...ages.map((each) => ({
      id: each,
      label: ageHeadings[each],
      numeric: true as const,
      cell: ({ ages: open, currency }: Receivables['sums'][number]) => money(open[each] ?? '0', currency),
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
    className: ledger.code,
    cell: ({ invoiceNumber }) => invoiceNumber ?? '',
  },
  { id: 'order', label: 'Order', className: ledger.code, cell: ({ orderId }) => <OrderLink id={orderId} /> },
  {
    id: 'total',
    label: 'Total',
    numeric: true,
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
    label: 'Access',
    cell: ({ released }) => (released ? <Badge tone="warn">Granted</Badge> : 'After payment'),
  },
]

function Company({ receivable: { company, reference } }: { receivable: Receivable }) {
  const noAddress = useNoAddressWords()
  if (company === null) return <span className={ledger.faint}>{noAddress}</span>
  return (
    <>
      <bdi>{company}</bdi>
      {reference === null ? null : (
        <div className={ledger.faint}>
          <bdi>{reference}</bdi>
        </div>
      )}
    </>
  )
}
