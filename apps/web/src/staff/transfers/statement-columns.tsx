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
  'own-payment': 'an outgoing payment that was returned: check who should receive it',
}

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
    cell: ({ outcome, reason, applied, currency }) => (
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
      </>
    ),
  },
]
