import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { listTransfers } from '#modules/commerce/finance/bank-transfers/contract.ts'
import { useAddressState } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import { money } from '../../lib/format.ts'
import { useSettled } from '../../lib/settled.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { ledgerDay, periodProblem } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import { isNarrowed } from '../finance/search-filters.tsx'
import { useMayAudit, useNoAddressWords } from '../frame/staff-member.ts'
import { isNothing } from '../parts/amounts.ts'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Addressed, RecordList } from '../parts/record-list.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import type { Transfer } from './transfer-choices.ts'
import { TransferDetails } from './transfer-details.tsx'
import { allTransfers, TransferFilters, transferForm } from './transfer-filters.tsx'
import { UnmatchedEntries } from './unmatched-entries.tsx'

/** The view "Bank transfers": received transfers, their orders, and the entries that need review. */
export const TransfersPart = () => <Addressed view={Transfers} />

function Transfers() {
  const { id } = useParams()
  const mayChange = useMayAudit()
  const [filter, setFilter] = useAddressState(transferForm)
  const [importing, setImporting] = useState(false)
  const { state, from, to, page } = filter
  const q = useSettled(filter.q.trim())
  const query = useAnswer<typeof listTransfers>(
    '/api/finance/transfers',
    {
      query: {
        page,
        ...(q !== '' && { q }),
        ...(state !== '' && { state }),
        ...(from !== '' && { from }),
        ...(to !== '' && { to }),
      },
    },
    { keep: true, enabled: periodProblem(from, to) === undefined },
  )
  // One that a link names may be on another page of the list, or in none.
  const isElsewhere =
    id !== undefined && query.isSuccess && !query.data.transfers.some((one) => one.id === id)
  const named = useAnswer<typeof listTransfers>(
    '/api/finance/transfers',
    { query: { q: id ?? '' } },
    { enabled: isElsewhere },
  )
  return (
    <RecordList
      base="/admin/finance/transfers"
      heading={{
        title: 'Bank transfers',
        actions: mayChange ? (
          <Button
            size="small"
            variant="secondary"
            icon={<FileUp aria-hidden="true" />}
            onClick={() => setImporting(true)}
          >
            Import a statement
          </Button>
        ) : null,
      }}
      filters={
        <>
          <UnmatchedEntries entries={query.data?.unmatched ?? []} mayChange={mayChange} />
          <TransferFilters filter={filter} seesPeople={mayChange} onFilter={setFilter} />
        </>
      }
      query={query}
      what="The transfers"
      rowsOf={({ transfers }) => transfers}
      keyOf={(transfer) => transfer.id}
      columns={columns}
      caption={() => 'Bank transfers, newest first'}
      empty={
        isNarrowed(filter, allTransfers)
          ? { title: 'No transfers match.', text: 'Change or clear the filters to see others.' }
          : {
              title: 'No transfers yet.',
              text: 'Enter the bank account in the settings, then import its statements (camt.053 or CSV) here.',
            }
      }
      foot={({ sums }) =>
        sums.map((sum) => ({
          id: sum.currency,
          label: `Total of all matches${sums.length > 1 ? ` ${sum.currency.toUpperCase()}` : ''}`,
          cells: {
            amount: money(sum.amount, sum.currency),
            applied: money(sum.applied, sum.currency),
            unassigned: money(sum.unassigned, sum.currency),
            returned: money(sum.returned, sum.currency),
          },
        }))
      }
      pages={{
        of: (data) => data,
        what: query.data?.total === 1 ? 'transfer' : 'transfers',
        onPage: (next) => setFilter({ ...filter, page: next }, 'push'),
      }}
      elsewhere={{
        row: isElsewhere ? named.data?.transfers.find((one) => one.id === id) : undefined,
        busy: isElsewhere && named.isPending,
      }}
      aside={(transfer) => ({
        label: 'Transfer',
        title: `${money(transfer.amount, transfer.currency)} of ${ledgerDay(transfer.bookedOn)}`,
        body: (
          <TransferDetails
            transfer={transfer}
            unmatched={query.data?.unmatched ?? []}
            mayChange={mayChange}
            today={query.data?.today ?? transfer.bookedOn}
          />
        ),
      })}
    >
      <StatementDialog open={importing} onClose={() => setImporting(false)} />
    </RecordList>
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
    folds: true,
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
    folds: true,
    cell: ({ returned, currency }) => (isNothing(returned) ? '' : money(returned, currency)),
  },
  {
    id: 'orders',
    label: 'Orders',
    folds: true,
    className: layout.code,
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
    <span className={layout.soft}>{noAddress}</span>
  ) : (
    <>
      <bdi>{senderName ?? 'no name'}</bdi>
      <div className={layout.soft}>
        <bdi>{remittance === '' ? 'no reference' : remittance}</bdi>
      </div>
    </>
  )
}
