import { money, shortOrderId } from '../../lib/format.ts'
import { ledgerDay } from '../finance/moments.ts'
import { isNothing } from '../parts/amounts.ts'
import type { Transfer, Unmatched } from './transfers-api.ts'

export interface Choice {
  what: 'apply' | 'return' | 'withdraw' | 'refund' | 'reverse'
  /** The entry of a statement by which the bank took it back. */
  key?: string
  /** The order that gives money; empty for what is unassigned. */
  orderId: string
  label: string
  explained: string
}

/** Money of a cash balance: Stripe moves it, and what an order has of it goes back by a refund of that order's payment. */
export const isAtStripe = ({ source }: Pick<Transfer, 'source'>): boolean => source === 'stripe'

/** What can be done with a transfer as it is. */
export function choicesOf(transfer: Transfer): Choice[] {
  const { unassigned, currency, orders } = transfer
  const left = money(unassigned, currency)
  if (isAtStripe(transfer))
    return isNothing(unassigned)
      ? []
      : [
          {
            what: 'apply',
            orderId: '',
            label: 'An order takes it',
            explained: `At most ${left}. Only an invoice of the same organization that waits for a transfer can take it.`,
          },
          {
            what: 'return',
            orderId: '',
            label: 'Send it back to its sender',
            explained: `Of the ${left} that no order has. Stripe asks the organization for the account to send it to.`,
          },
        ]
  const own: Choice[] = isNothing(unassigned)
    ? []
    : [
        {
          what: 'apply',
          orderId: '',
          label: 'An order takes it',
          explained: `At most ${left}, and never more than the order lacks.`,
        },
        {
          what: 'return',
          orderId: '',
          label: 'It went back to its sender',
          explained: `Of the ${left} that no order has.`,
        },
      ]
  return [
    ...own,
    ...orders.flatMap(({ orderId, amount }): Choice[] => [
      {
        what: 'withdraw',
        orderId,
        label: `Take it away from order ${shortOrderId(orderId)}`,
        explained: `All ${money(amount, currency)}: applied wrongly. The order is open again, without a credit note.`,
      },
      {
        what: 'refund',
        orderId,
        label: `Refunded to the payer of order ${shortOrderId(orderId)}`,
        explained: `At most ${money(amount, currency)}. The order gets a credit note.`,
      },
    ]),
  ]
}

/** What the bank took back without saying which transfer it was. */
export function reversalsOf(transfer: Transfer, unmatched: Unmatched[]): Choice[] {
  if (isAtStripe(transfer)) return []
  return unmatched
    .filter(
      ({ kind, amount, currency }) =>
        kind === 'reversal' && amount === transfer.amount && currency === transfer.currency,
    )
    .map(({ key, bookedOn }, at) => ({
      what: 'reverse',
      orderId: '',
      key,
      label: `The bank took it back on ${ledgerDay(bookedOn)}${at === 0 ? '' : ` (${at + 1})`}`,
      explained: 'Its orders are open again, without a credit note, and all of it is returned.',
    }))
}
