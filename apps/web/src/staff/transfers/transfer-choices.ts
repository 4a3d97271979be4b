import { money, shortOrderId } from '../../lib/format.ts'
import { isNothing } from '../parts/amounts.ts'
import type { Transfer } from './transfers-api.ts'

export interface Choice {
  what: 'apply' | 'return' | 'withdraw' | 'refund'
  /** The order that gives money; empty for what is unassigned. */
  orderId: string
  label: string
  explained: string
}

/** What can be recorded of a transfer as it is. */
export function choicesOf({ unassigned, currency, orders }: Transfer): Choice[] {
  const left = money(unassigned, currency)
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
