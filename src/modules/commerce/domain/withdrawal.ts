import { price, stepOf } from '#platform/kernel/money.ts'
import { dayIn, startOfDay } from '#platform/kernel/time-zone.ts'
import { readCountry, zonesOf } from './eu-countries.ts'

/** Days after the day on which the contract was concluded. */
const withdrawalDays = 14
const programWeeks = 12
/** 90 days of the promise, and 30 in which to write. */
const promiseDays = 120

/** A case of the terms in which money goes back, or `other`. */
export type RefundCase = 'cohort' | 'twice' | 'illness' | 'promise' | 'law' | 'other'

/** What decides about a withdrawal or a refund that a buyer asks for. Amounts are minor units. */
export interface AskedOrder {
  now: Date
  /** When the payment completed the order; null before. */
  concludedAt: Date | null
  total: number
  received: number
  /** Went back, is on its way, or was asked for. */
  refunded: number
  currency: string
  isCompany: boolean
  /** Of the billing address, as typed; null for none. */
  country: string | null
  isDisputed: boolean
  byTransfer: boolean
  /** The buyer asked for an early start (`rules.ts`). */
  agreedEarly: boolean
  /** The order's cohort; null without one. */
  cohort: { startsOn: string; endsOn: string; timeZone: string; cancelled: boolean; hasPlace: boolean } | null
  /** A withdrawal of the order was paid before. */
  isWithdrawn: boolean
}

/** `pay`: at once, by the rule. `person`: finance answers. `nothing`: the rule's answer, without money. */
export interface Decided {
  by: 'pay' | 'person' | 'nothing'
  amount: number
  sentence: string
}

/** The sum of days; no time zone is involved. */
const after = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * The last day on which a consumer can withdraw, and the moment at which it ends. Where the buyer may be in several zones,
 * it is the zone in which the term ends last. Null: the right does not exist.
 */
export function withdrawalEnd({ isCompany, concludedAt, country }: AskedOrder) {
  if (isCompany || concludedAt === null) return null
  const ends = zonesOf(readCountry(country)).map((zone) => {
    const day = after(dayIn(zone, concludedAt), withdrawalDays)
    return { day, zone, end: startOfDay(after(day, 1), zone) }
  })
  return ends.sort((one, other) => other.end.getTime() - one.end.getTime())[0] ?? null
}

/** Weeks of the program that have begun. */
export function weeksBegun({ now, cohort }: Pick<AskedOrder, 'now' | 'cohort'>): number {
  if (cohort === null || !cohort.hasPlace) return 0
  const days = (Date.parse(dayIn(cohort.timeZone, now)) - Date.parse(cohort.startsOn)) / 86_400_000
  return Math.min(programWeeks, Math.max(0, Math.floor(days / 7) + 1))
}

/** What has been used: a twelfth of the price for each week that has begun, rounded down. Nothing without the buyer's agreement. */
export function usedAmount(order: AskedOrder): number {
  if (!order.agreedEarly) return 0
  const step = stepOf(order.currency)
  return Math.floor((order.total * weeksBegun(order)) / programWeeks / step) * step
}

/** What the law gives to a consumer who withdraws. */
export function decideWithdrawal(order: AskedOrder): Decided {
  const none = (by: Decided['by'], sentence: string): Decided => ({ by, amount: 0, sentence })
  if (order.isCompany)
    return none('person', 'An organization bought this. The right to withdraw is for consumers only.')
  if (order.concludedAt === null || order.received === 0)
    return none('person', 'Nothing has been paid for this order.')
  const end = withdrawalEnd(order)
  if (end === null)
    return none('person', 'The billing address is outside the EU, so there is no right to withdraw.')
  if (order.isWithdrawn) return none('nothing', 'This order has been withdrawn from before.')
  if (order.now >= end.end)
    return none('person', `The 14 days ended on ${end.day} at 23:59:59 (${end.zone}).`)
  const used = usedAmount(order)
  const amount = Math.max(0, order.received - order.refunded - used)
  if (amount === 0) return none('nothing', 'Nothing is left to refund.')
  const weeks = weeksBegun(order)
  const charge = `${price(used, order.currency)} pays for ${weeks === 1 ? 'the week that has' : `the ${weeks} weeks that have`} begun`
  return paid(order, amount, `Within the 14 days.${used > 0 ? ` ${charge}.` : ''}`)
}

/** What the terms give to a buyer who asks for a refund; see the clauses `refunds` and `refund-promise` of the terms. */
export function decideRefund(order: AskedOrder, of: RefundCase): Decided {
  const left = Math.max(0, order.received - order.refunded)
  const surplus = Math.min(left, Math.max(0, order.received - order.total))
  const today = dayIn(order.cohort?.timeZone ?? 'UTC', order.now)
  const person = (sentence: string, amount = left): Decided => ({ by: 'person', amount, sentence })
  if (left === 0) return { by: 'nothing', amount: 0, sentence: 'Nothing is left to refund.' }
  switch (of) {
    case 'cohort':
      return order.cohort?.cancelled && !order.cohort.hasPlace
        ? paid(order, left, 'The cohort was canceled.')
        : person('The terms give all of it when you cannot make the new dates.')
    case 'twice':
      return surplus > 0
        ? paid(order, surplus, 'More than the price was paid.')
        : person('The terms give back what was charged by mistake.')
    case 'illness':
      return order.cohort !== null && today > order.cohort.endsOn
        ? person('The 12 weeks are over; the terms give nothing after them.', 0)
        : person('The terms give all of it when you tell us within the 12 weeks.')
    case 'promise':
      return order.cohort !== null && today > after(order.cohort.startsOn, promiseDays)
        ? person('The 90 days, and the 30 days to write to us, are over.', 0)
        : person('The terms give all of it when the conditions of the promise are met.')
    case 'law':
      return person('The law decides. At most all of it goes back.')
    default:
      return person('The terms give nothing for other reasons.', 0)
  }
}

/** By the rule, unless the money cannot go back the way it came without a person. */
function paid(order: AskedOrder, amount: number, sentence: string): Decided {
  if (order.isDisputed)
    return { by: 'person', amount, sentence: `${sentence} The bank is deciding about a dispute.` }
  if (order.byTransfer)
    return { by: 'person', amount, sentence: `${sentence} Finance returns a bank transfer.` }
  return { by: 'pay', amount, sentence }
}
