import { decimalOf, minorOf, moneyOfMinor } from './amounts.ts'
import type { OrderState } from './api.ts'

/** A payment that still holds money which can go back. */
export interface Refundable {
  intentId: string
  currency: string
  /** Minor units. */
  left: number
  /** What is wrong with the payment, such as `wrong-amount`. */
  flag?: string
}

type Paid = Pick<OrderState, 'intents' | 'refunds' | 'refundRequests'> & Partial<Pick<OrderState, 'flags'>>

/** The payments of an order with something left, the largest first; the server has the last word. */
export function refundablePayments({ intents, refunds, refundRequests, flags = [] }: Paid): Refundable[] {
  return intents
    .filter((intent) => intent.state === 'succeeded')
    .map((intent) => {
      const back = refunds
        .filter(({ intentId, state }) => intentId === intent.id && state !== 'failed' && state !== 'canceled')
        .reduce((sum, refund) => sum + minorOf(refund.amount), 0)
      const asked = refundRequests
        .filter(({ intentId, state }) => intentId === intent.id && state === 'open')
        .reduce((sum, request) => sum + minorOf(request.amount), 0)
      const left = minorOf(intent.receivedAmount) - back - asked
      const flag = flags.find(({ subject }) => subject === intent.id)?.reason
      return { intentId: intent.id, currency: intent.currency, left, ...(flag && { flag }) }
    })
    .filter(({ left }) => left > 0)
    .sort((a, b) => b.left - a.left)
}

/** True while a refund is under way: asked for and not seen, or seen and not settled. */
export function refundUnderWay({ refunds, refundRequests }: Paid): boolean {
  return (
    refundRequests.some(({ state }) => state === 'open') ||
    refunds.some(({ state }) => state === 'pending' || state === 'requires_action')
  )
}

/** A typed amount as the API wants it: "$1,250" becomes "1250.00". Undefined when it is not an amount. */
export function readAmount(typed: string): string | undefined {
  const bare = typed.trim().replace(/^[$€£]\s*/, '')
  if (!/^(\d{1,10}|\d{1,3}(,\d{3}){1,3})(\.\d{1,2})?$/.test(bare)) return undefined
  return decimalOf(minorOf(bare.replaceAll(',', '')))
}

/** What is wrong with an amount to refund, or undefined. */
export function amountProblem(typed: string, { left, currency }: Refundable): string | undefined {
  if (typed.trim() === '') return 'Amount: type how much goes back, such as 250.00.'
  const amount = readAmount(typed)
  if (amount === undefined) return 'Amount: use digits and a point, such as 250.00.'
  if (minorOf(amount) < 1) return 'Amount: must be more than zero.'
  if (minorOf(amount) > left)
    return `Amount: at most ${moneyOfMinor(left, currency)} is left of this payment.`
  return undefined
}

/** What is wrong with a reason, or undefined. The log keeps it for good, so it must not name anybody. */
export function reasonProblem(reason: string): string | undefined {
  if (reason.trim().length < 3) return 'Reason: say in a few words why the money goes back.'
  if (reason.trim().length > 200) return 'Reason: at most 200 characters.'
  if (reason.includes('@')) return 'Reason: leave out email addresses and names; it is kept for good.'
  return undefined
}
