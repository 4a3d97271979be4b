import { money } from '../../lib/format.ts'
import type { Order } from '../api.ts'
import { failureWords } from '../payment/failure-words.ts'
import { disputeWords } from './dispute-words.ts'
import { isInFlight, type OrderStatus, readStatus, type StatusTone, statusWords } from './order-status.ts'

type Standing = Pick<
  Order,
  | 'totalAmount'
  | 'refundedAmount'
  | 'surplusReturnedAmount'
  | 'currency'
  | 'dispute'
  | 'holdsPlace'
  | 'payable'
  | 'failureCode'
> & {
  status: OrderStatus
}

/** What a list says about an order, in the words of the order's own page. */
export interface ListedOrder {
  label: string
  tone: StatusTone
  /** The money is still on its way. */
  waiting: boolean
  /** The buyer may go on paying. */
  payable: boolean
  /** The order opens the programme. */
  active: boolean
  /** What else became of the money, in words without the last full stop. */
  notes: string[]
}

/** Badge, access and notes of an order in a list. */
export function listedOrder(order: Standing): ListedOrder {
  const status = readStatus(order.status)
  const active = order.holdsPlace
  const { label, tone } =
    status === 'completed' && !active
      ? { label: statusWords('cancelled').title, tone: 'bad' as const }
      : statusWords(status)
  const dispute = disputeWords(order)
  const payable = status === 'pending' && order.payable === true
  const failed = payable && Boolean(order.failureCode)
  return {
    label,
    tone: failed ? 'bad' : tone,
    waiting: isInFlight(status) && !failed,
    payable,
    active,
    notes: [
      ...(payable ? [unpaidNote(order)] : []),
      ...refundNote(order),
      ...surplusNote(order),
      ...(dispute ? [dispute.title] : []),
    ],
  }
}

function unpaidNote({ failureCode }: Standing): string {
  return failureCode
    ? `Your last payment did not go through. ${failureWords(failureCode)} Nothing has been charged`
    : 'We have not seen your payment yet'
}

function refundNote({ status, refundedAmount, totalAmount, currency }: Standing): string[] {
  if (!(Number(refundedAmount ?? 0) > 0)) return []
  const back = money(refundedAmount, currency)
  return status === 'refunded'
    ? [`${back} goes back to the payment method you used`]
    : [`${back} of ${money(totalAmount, currency)} went back to the payment method you used`]
}

function surplusNote({ surplusReturnedAmount, currency }: Standing): string[] {
  if (!(Number(surplusReturnedAmount ?? 0) > 0)) return []
  return [
    `${money(surplusReturnedAmount, currency)} that was paid too much went back to the payment method you used`,
  ]
}
