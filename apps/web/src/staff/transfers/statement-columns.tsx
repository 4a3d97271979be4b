import { Link } from 'react-router-dom'
import { money } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import ledger from '../finance/ledger.module.css'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import type { Column } from '../parts/column.ts'
import type { StatementEntry } from './transfers-api.ts'

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

/** An order that money is perhaps for: `INV-000078, Northbeck Energy, $11,875.00 open`. */
export const proposed = (
  { invoiceNumber, company, open }: StatementEntry['proposals'][number],
  currency: string,
): string => [invoiceNumber, company, `${money(open, currency)} open`].filter(Boolean).join(', ')

const TransferLink = ({ id, children }: { id: string; children: string }) => (
  <Link to={`/admin/finance/transfers/${id}`} target="_blank" rel="noopener">
    {children}
  </Link>
)

/** The columns of a statement's preview: one row per entry. */
export const columns: Column<StatementEntry & { at: number }>[] = [
  { id: 'booked', label: 'Booked', nowrap: true, cell: ({ bookedOn }) => ledgerDay(bookedOn) },
  {
    id: 'sender',
    label: 'Sender',
    namesRow: true,
    cell: ({ senderName, remittance }) => (
      <>
        <bdi>{senderName ?? 'no name'}</bdi>
        <div className={ledger.faint}>
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
            <span className={ledger.code}>
              <OrderLink id={orderId} />
            </span>
          </div>
        ))}
        {reason === null ? null : <div className={ledger.faint}>{reasons[reason]}</div>}
        {outcome === 'read-otherwise' ? (
          <div className={ledger.faint}>
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
          <div key={proposal.orderId}>Perhaps for {proposed(proposal, currency)}.</div>
        ))}
      </>
    ),
  },
]
