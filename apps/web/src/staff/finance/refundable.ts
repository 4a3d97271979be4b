import { decimalsOf, fromDecimal, stepOf, toDecimal } from '#platform/kernel/money.ts'
import { moneyOfMinor } from '../parts/amounts.ts'
import type { OrderState } from './order-answers.ts'

/** A payment with an amount that can still be refunded. */
export interface Refundable {
  intentId: string
  currency: string
  /** Minor units. */
  left: number
  /** What is wrong with the payment, such as `wrong-amount`. */
  flag?: string
}

type Paid = Pick<OrderState, 'intents' | 'refunds' | 'refundRequests'> & Partial<Pick<OrderState, 'flags'>>

/** The refundable payments of an order, the largest first; the server decides finally. */
export function refundablePayments({ intents, refunds, refundRequests, flags = [] }: Paid): Refundable[] {
  return intents
    .filter((intent) => intent.state === 'succeeded')
    .map((intent) => {
      const minorOf = (amount: string): number => fromDecimal(amount, intent.currency)
      const back = refunds
        .filter(({ intentId, state }) => intentId === intent.id && state !== 'failed' && state !== 'canceled')
        .reduce((sum, refund) => sum + minorOf(refund.amount), 0)
      const requestedAmount = refundRequests
        .filter(({ intentId, state }) => intentId === intent.id && state === 'open')
        .reduce((sum, request) => sum + minorOf(request.amount), 0)
      const left = minorOf(intent.receivedAmount) - back - requestedAmount
      const flag = flags.find(({ subject }) => subject === intent.id)?.reason
      return { intentId: intent.id, currency: intent.currency, left, ...(flag && { flag }) }
    })
    .filter(({ left }) => left > 0)
    .sort((a, b) => b.left - a.left)
}

/** True while a refund is in progress: requested and not yet observed, or observed and not final. */
export function refundUnderWay({ refunds, refundRequests }: Paid): boolean {
  return (
    refundRequests.some(({ state }) => state === 'open') ||
    refunds.some(({ state }) => state === 'pending' || state === 'requires_action')
  )
}

/** A typed amount in the format of the API: "$1,250" becomes "1250.00". Undefined if it is not an amount of the currency. */
export function readAmount(typed: string, currency: string): string | undefined {
  const bare = typed.trim().replace(/^[$€£¥₩]\s*/, '')
  const [, whole, , places = ''] = /^(\d{1,10}|\d{1,3}(,\d{3}){1,3})(?:\.(\d{1,3}))?$/.exec(bare) ?? []
  if (whole === undefined || places.length > decimalsOf(currency)) return undefined
  return toDecimal(fromDecimal(bare.replaceAll(',', ''), currency), currency)
}

/** What is wrong with an amount to refund, or undefined. */
export function amountProblem(typed: string, { left, currency }: Refundable): string | undefined {
  const example = toDecimal(250 * 10 ** decimalsOf(currency), currency)
  if (typed.trim() === '') return `Amount: enter how much to refund, such as ${example}.`
  const amount = readAmount(typed, currency)
  if (amount === undefined)
    return `Amount: use digits${decimalsOf(currency) === 0 ? '' : ' and a point'}, such as ${example}.`
  const minor = fromDecimal(amount, currency)
  if (minor < 1) return 'Amount: must be more than zero.'
  if (minor % stepOf(currency) !== 0)
    return `Amount: ${currency.toUpperCase()} is refunded in steps of ${toDecimal(stepOf(currency), currency)}.`
  if (minor > left) return `Amount: at most ${moneyOfMinor(left, currency)} is left of this payment.`
  return undefined
}

/** What is wrong with a reason, or undefined. The log keeps it permanently, so it must not name a person. */
export function reasonProblem(reason: string): string | undefined {
  if (reason.trim().length < 3) return 'Reason: explain the refund in a few words.'
  if (reason.trim().length > 200) return 'Reason: at most 200 characters.'
  if (reason.includes('@')) return 'Reason: leave out email addresses and names; it is kept permanently.'
  return undefined
}
