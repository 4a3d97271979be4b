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

/** The texts and states of an order in a list; the same as on the order's own page. */
export interface ListedOrder {
  label: string
  tone: StatusTone
  /** The payment is in flight. */
  waiting: boolean
  /** The buyer can pay. */
  payable: boolean
  /** The order gives access to the program. */
  active: boolean
  /** Sentences about payment, refunds and disputes, without the last full stop. */
  notes: string[]
}

/** Badge, access and notes of an order in a list. */
export function listedOrder(order: Standing): ListedOrder {
  const status = readStatus(order.status)
  const active = order.holdsPlace
  const { label, tone } =
    status === 'completed' && !active
      ? order.dispute === 'lost'
        ? { label: statusWords('cancelled').title, tone: 'bad' as const }
        : { label: 'Withdrawn', tone: 'info' as const }
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
    `An overpayment of ${money(surplusReturnedAmount, currency)} went back to the payment method you used`,
  ]
}
