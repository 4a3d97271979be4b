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
  known: { label: 'Known already', tone: 'info' },
  returned: { label: 'Taken back', tone: 'warn' },
  unmatched: { label: 'Left to you', tone: 'warn' },
  failed: { label: 'Not recorded: import the file again later', tone: 'warn' },
}

const reasons: Record<NonNullable<StatementEntry['reason']>, string> = {
  'no-reference': 'no reference of an order',
  'unknown-reference': 'no order has this reference',
  'order-paid': 'the order is paid already',
  'order-cancelled': 'the order is cancelled',
  'other-currency': 'the order is of another currency',
  excess: 'more than the order lacks: the rest stays unassigned',
  'no-transfer': 'a payment taken back that is not in the list: find it and record its return',
  'several-transfers': 'a payment taken back that may be one of several: record its return yourself',
  'own-payment': 'a payment of yours that came back: look who is to have it',
}

/** What a statement would record, entry by entry. */
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
    label: 'What is recorded',
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
