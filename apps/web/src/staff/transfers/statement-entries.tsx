import { Link } from 'react-router-dom'
import { money, wholeNumber } from '../../lib/format.ts'
import { Badge, Notice } from '../../ui/surface.tsx'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Table } from '../parts/table.tsx'
import { ProposedOrder } from './proposed-order.tsx'
import type { RecordedStatement, StatementEntry } from './send-statement.ts'

const outcomes: Record<StatementEntry['outcome'], { label: string; tone: 'good' | 'warn' | 'info' }> = {
  applied: { label: 'Applied', tone: 'good' },
  unassigned: { label: 'Unassigned', tone: 'warn' },
  known: { label: 'Already recorded', tone: 'info' },
  'read-otherwise': { label: 'Not recorded: the same line, read otherwise', tone: 'warn' },
  returned: { label: 'Reversed', tone: 'warn' },
  unmatched: { label: 'Needs review', tone: 'warn' },
  failed: { label: 'Not recorded: import the file again later', tone: 'warn' },
}

const reasons: Record<NonNullable<StatementEntry['reason']>, string> = {
  'no-reference': 'no order reference',
  'unknown-reference': 'no order has this reference',
  'order-paid': 'the order is already paid',
  'order-cancelled': 'the order is cancelled',
  'other-currency': 'the order is in another currency',
  excess: 'more than the order’s open amount: the rest stays unassigned',
  'no-transfer': 'a reversed payment that is not in the list: find it and record its return',
  'several-transfers': 'a reversed payment that matches several transfers: record its return yourself',
  'perhaps-reversal': 'money out, perhaps of a recorded transfer that the bank took back',
  'recorded-by-mistake': 'it was taken out as recorded by mistake',
  'own-payment': 'an outgoing payment that was returned: check who should receive it',
}

const TransferLink = ({ id, children }: { id: string; children: string }) => (
  <Link to={`/admin/finance/transfers/${id}`} target="_blank" rel="noopener">
    {children}
  </Link>
)

/** The columns of a statement's preview: one row per entry. */
const columns: Column<StatementEntry & { at: number }>[] = [
  { id: 'booked', label: 'Booked', nowrap: true, cell: ({ bookedOn }) => ledgerDay(bookedOn) },
  {
    id: 'sender',
    label: 'Sender',
    namesRow: true,
    cell: ({ senderName, remittance }) => (
      <>
        <bdi>{senderName ?? 'no name'}</bdi>
        <div className={layout.soft}>
          <bdi>{remittance}</bdi>
        </div>
      </>
    ),
  },
  {
    id: 'amount',
    label: 'Amount',
    numeric: true,
    cell: ({ kind, amount, currency }) => `${kind === 'reversal' ? '−' : ''}${money(amount, currency)}`,
  },
  {
    id: 'outcome',
    label: 'Recorded as',
    cell: ({ outcome, reason, applied, currency, transferId, looksLike, proposals }) => (
      <>
        <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
        {applied.map(({ orderId, amount }) => (
          <div key={orderId}>
            {money(amount, currency)} to order{' '}
            <span className={layout.code}>
              <OrderLink id={orderId} />
            </span>
          </div>
        ))}
        {reason === null ? null : <div className={layout.soft}>{reasons[reason]}</div>}
        {outcome === 'read-otherwise' ? (
          <div className={layout.soft}>
            An earlier import read it with another currency, amount or columns. If that was wrong, record it
            there as a mistake, then import the file again.
          </div>
        ) : null}
        {transferId === null ? null : <TransferLink id={transferId}>Open the transfer</TransferLink>}
        {looksLike === null ? null : (
          <div>
            Looks like <TransferLink id={looksLike}>a transfer that is recorded</TransferLink>. It is recorded
            all the same.
          </div>
        )}
        {proposals.map((proposal) => (
          <ProposedOrder key={proposal.orderId} {...{ proposal, currency, transferId }} />
        ))}
      </>
    ),
  },
]

/** What a file records, or has recorded, and what of it is left out. */
export function StatementEntries(props: { statement: RecordedStatement; of: string; isResult: boolean }) {
  const { entries, others, unread, unreadTotal } = props.statement
  return (
    <>
      {props.isResult ? <p>This is what was recorded.</p> : null}
      <Table
        caption={`Entries of ${props.of}`}
        columns={columns}
        rows={entries.map((entry, at) => ({ ...entry, at }))}
        keyOf={({ at }) => String(at)}
        empty={<p>No incoming and no reversed payments.</p>}
      />
      {others > 0 ? (
        <p className={layout.soft}>
          {others === 1
            ? '1 more entry is an outgoing payment, a charge, or not booked yet. It is not recorded.'
            : `${wholeNumber(others)} more entries are outgoing payments, charges, or not booked yet. They are not recorded.`}
        </p>
      ) : null}
      {unreadTotal > 0 ? (
        <Notice
          tone="warn"
          title={
            unreadTotal === 1
              ? '1 part of the file is not recorded'
              : `${wholeNumber(unreadTotal)} parts of the file are not recorded`
          }
        >
          <ul>
            {unread.map(({ place, message }) => (
              <li key={`${place} ${message}`}>
                {place}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  )
}
