import { FileUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom'
import { useAddressState } from '../../lib/address-state.ts'
import { money } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import finance from '../finance/finance.module.css'
import ledger from '../finance/ledger.module.css'
import { ledgerDay, periodProblem } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import { useMayAudit, useNoAddressWords } from '../frame/staff-member.ts'
import { isNothing } from '../parts/amounts.ts'
import type { Column } from '../parts/column.ts'
import detailsStyles from '../parts/details.module.css'
import { IconButton } from '../parts/icon-button.tsx'
import { Empty, Loaded } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Table } from '../parts/table.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import { TransferDetails } from './transfer-details.tsx'
import { isFiltered, TransferFilters, transferForm } from './transfer-filters.tsx'
import { allTransfers, type Transfer, useTransfers } from './transfers-api.ts'
import { UnmatchedEntries } from './unmatched-entries.tsx'

/** The view "Bank transfers": received transfers, their orders, and the entries that need review. */
export function TransfersPart() {
  return (
    <Routes>
      <Route path=":id?" element={<Transfers />} />
    </Routes>
  )
}

function Transfers() {
  const { id: chosen } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const mayChange = useMayAudit()
  const [filter, setFilter] = useAddressState(transferForm)
  const possible = periodProblem(filter.from, filter.to) === undefined
  const query = useTransfers(filter, possible)
  const [importing, setImporting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const address = (id = ''): string => `/admin/finance/transfers${id && `/${id}`}${search}`
  const listed = query.data?.transfers.find(({ id }) => id === chosen)
  // One that a link names may be on another page of the list, or in none.
  const isElsewhere = chosen !== undefined && query.isSuccess && listed === undefined
  const named = useTransfers({ ...allTransfers, q: chosen ?? '' }, isElsewhere)
  const transfer = listed ?? (isElsewhere ? named.data?.transfers.find(({ id }) => id === chosen) : undefined)
  const shown = transfer?.id
  useEffect(() => {
    if (shown === undefined) return
    heading.current?.focus({ preventScroll: true })
    // After the router, which restores the list's own position.
    const frame = requestAnimationFrame(() => heading.current?.scrollIntoView({ block: 'center' }))
    return () => cancelAnimationFrame(frame)
  }, [shown])
  return (
    <section className={finance.part} aria-labelledby="transfers-heading">
      <div className={finance.partHead}>
        <h3 id="transfers-heading" className={ledger.subheading}>
          Bank transfers
        </h3>
        {mayChange ? (
          <Button
            size="small"
            variant="secondary"
            icon={<FileUp aria-hidden="true" />}
            onClick={() => setImporting(true)}
          >
            Import a statement
          </Button>
        ) : null}
      </div>
      <UnmatchedEntries entries={query.data?.unmatched ?? []} mayChange={mayChange} />
      <TransferFilters
        filter={filter}
        busy={query.isFetching && query.isPlaceholderData}
        seesPeople={mayChange}
        onFilter={setFilter}
      />
      <Loaded query={query} what="The transfers">
        {(found) =>
          found.transfers.length === 0 ? (
            <Empty title={isFiltered(filter) ? 'No transfers match.' : 'No transfers yet.'}>
              {isFiltered(filter)
                ? 'Change or clear the filters to see others.'
                : 'Enter the bank account in the settings, then import its statements (camt.053 or CSV) here.'}
            </Empty>
          ) : (
            <>
              <Table
                caption="Bank transfers, newest first"
                columns={columns}
                rows={found.transfers}
                keyOf={({ id }) => id}
                to={({ id }) => address(id)}
                chosen={chosen}
                busy={query.isPlaceholderData}
                whole
                foot={found.sums.map((sum) => ({
                  id: sum.currency,
                  label: `Total of all matches${found.sums.length > 1 ? ` ${sum.currency.toUpperCase()}` : ''}`,
                  cells: {
                    amount: money(sum.amount, sum.currency),
                    applied: money(sum.applied, sum.currency),
                    unassigned: money(sum.unassigned, sum.currency),
                    returned: money(sum.returned, sum.currency),
                  },
                }))}
              />
              <Pager
                page={found.page}
                pageSize={found.pageSize}
                total={found.total}
                what={found.total === 1 ? 'transfer' : 'transfers'}
                onPage={(next) => setFilter({ ...filter, page: next }, 'push')}
              />
            </>
          )
        }
      </Loaded>
      {transfer ? (
        <aside className={detailsStyles.details} aria-label="Transfer">
          <header>
            <h3 ref={heading} tabIndex={-1}>
              {money(transfer.amount, transfer.currency)} of {ledgerDay(transfer.bookedOn)}
            </h3>
            <IconButton label="Close" onClick={() => navigate(address())}>
              <X />
            </IconButton>
          </header>
          <TransferDetails
            key={transfer.id}
            transfer={transfer}
            unmatched={query.data?.unmatched ?? []}
            mayChange={mayChange}
            today={query.data?.today ?? transfer.bookedOn}
          />
        </aside>
      ) : null}
      <StatementDialog open={importing} onClose={() => setImporting(false)} />
    </section>
  )
}

const columns: Column<Transfer>[] = [
  {
    id: 'booked',
    label: 'Booked',
    nowrap: true,
    namesRow: true,
    cell: ({ bookedOn }) => ledgerDay(bookedOn),
  },
  { id: 'sender', label: 'Sender', cell: (transfer) => <Sender transfer={transfer} /> },
  { id: 'amount', label: 'Amount', numeric: true, cell: ({ amount, currency }) => money(amount, currency) },
  {
    id: 'applied',
    label: 'Applied',
    numeric: true,
    cell: ({ applied, currency }) => (isNothing(applied) ? '' : money(applied, currency)),
  },
  {
    id: 'unassigned',
    label: 'Unassigned',
    numeric: true,
    cell: ({ unassigned, currency }) =>
      isNothing(unassigned) ? '' : <Badge tone="warn">{money(unassigned, currency)}</Badge>,
  },
  {
    id: 'returned',
    label: 'Returned',
    numeric: true,
    cell: ({ returned, currency }) => (isNothing(returned) ? '' : money(returned, currency)),
  },
  {
    id: 'orders',
    label: 'Orders',
    className: ledger.code,
    cell: ({ orders }) =>
      orders.map(({ orderId }) => (
        <div key={orderId}>
          <OrderLink id={orderId} />
        </div>
      )),
  },
]

function Sender({ transfer: { senderName, remittance } }: { transfer: Transfer }) {
  const noAddress = useNoAddressWords()
  return senderName === null && remittance === null ? (
    <span className={ledger.faint}>{noAddress}</span>
  ) : (
    <>
      <bdi>{senderName ?? 'no name'}</bdi>
      <div className={ledger.faint}>
        <bdi>{remittance === '' ? 'no reference' : remittance}</bdi>
      </div>
    </>
  )
}
