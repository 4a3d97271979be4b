import { describe, expect, test } from 'vitest'
import { readCountry, zonesOf } from '../../../src/modules/commerce/domain/eu-countries.ts'
import {
  type AskedOrder,
  type Decided,
  decideRefund,
  decideWithdrawal,
  type RefundCase,
  usedAmount,
  withdrawalEnd,
} from '../../../src/modules/commerce/domain/withdrawal.ts'
import { earlyStart } from '../../../src/modules/commerce/rules.ts'

/** $2,500.00, paid from Germany at noon of March 1, 2027; the cohort starts a week later. */
const plain: AskedOrder = {
  now: new Date('2027-03-05T12:00:00Z'),
  concludedAt: new Date('2027-03-01T12:00:00Z'),
  total: 250_000,
  received: 250_000,
  refunded: 0,
  currency: 'usd',
  isCompany: false,
  country: 'Germany',
  isDisputed: false,
  byTransfer: false,
  agreedEarly: false,
  cohort: {
    startsOn: '2027-03-08',
    endsOn: '2027-05-30',
    timeZone: 'Europe/Berlin',
    cancelled: false,
    hasPlace: true,
  },
  isWithdrawn: false,
}
const cohort = plain.cohort!
const at = (moment: string) => ({ now: new Date(moment) })
const paidAt = (moment: string) => ({ concludedAt: new Date(moment) })
const agreed = { agreedEarly: true }
const late = (day: string, zone: string) => `The 14 days ended on ${day} at 23:59:59 (${zone}).`
type Case = [string, Partial<AskedOrder>, Decided['by'], number, string]

const inTime = 'Within the 14 days.'
const withdrawals: Case[] = [
  ['four days after', {}, 'pay', 250_000, inTime],
  ['the last second of day 14', at('2027-03-15T22:59:59.999Z'), 'pay', 250_000, inTime],
  ['the second after it', at('2027-03-15T23:00:00Z'), 'person', 0, late('2027-03-15', 'Europe/Berlin')],
  [
    'the order a second before midnight: that day is not counted',
    { ...paidAt('2027-03-01T22:59:59Z'), ...at('2027-03-15T23:00:00Z') },
    'person',
    0,
    late('2027-03-15', 'Europe/Berlin'),
  ],
  [
    'the order at midnight: one day more',
    { ...paidAt('2027-03-01T23:00:00Z'), ...at('2027-03-16T22:59:59Z') },
    'pay',
    250_000,
    inTime,
  ],
  [
    'east: Finland ends first',
    { country: 'FI', ...at('2027-03-15T22:00:00Z') },
    'person',
    0,
    late('2027-03-15', 'Europe/Helsinki'),
  ],
  [
    'west: Ireland ends an hour later than Germany',
    { country: 'Ireland', ...at('2027-03-15T23:59:59Z') },
    'pay',
    250_000,
    inTime,
  ],
  ['Spain: the Canary Islands', { country: 'Spain', ...at('2027-03-15T23:59:59Z') }, 'pay', 250_000, inTime],
  ['Portugal: the Azores', { country: 'pt', ...at('2027-03-16T00:59:59Z') }, 'pay', 250_000, inTime],
  [
    'no country: the place in the EU where the term ends last',
    { country: null, ...at('2027-03-16T03:59:59Z') },
    'pay',
    250_000,
    inTime,
  ],
  [
    'no country: the second after it',
    { country: '', ...at('2027-03-16T04:00:00Z') },
    'person',
    0,
    late('2027-03-15', 'America/Martinique'),
  ],
  [
    'no country, paid at 21:00 UTC, which is the next day on Réunion: that term ends last of all only if it is later',
    { country: null, ...paidAt('2027-03-01T21:00:00Z'), ...at('2027-03-16T19:59:59Z') },
    'pay',
    250_000,
    inTime,
  ],
  ['a country that is not understood is one in the EU', { country: 'Deutschland' }, 'pay', 250_000, inTime],
  [
    'summer time begins within the 14 days',
    { ...paidAt('2027-03-20T12:00:00Z'), ...at('2027-04-03T21:59:59Z') },
    'pay',
    250_000,
    inTime,
  ],
  [
    'and the second after, an hour earlier than in winter',
    { ...paidAt('2027-03-20T12:00:00Z'), ...at('2027-04-03T22:00:00Z') },
    'person',
    0,
    late('2027-04-03', 'Europe/Berlin'),
  ],
  [
    'summer time ends within them',
    { ...paidAt('2027-10-25T12:00:00Z'), ...at('2027-11-08T22:59:59Z') },
    'pay',
    250_000,
    inTime,
  ],
  [
    'outside the EU',
    { country: 'United States' },
    'person',
    0,
    'The billing address is outside the EU, so there is no right to withdraw.',
  ],
  [
    'a company',
    { isCompany: true },
    'person',
    0,
    'An organization bought this. The right to withdraw is for consumers only.',
  ],
  ['not paid', { concludedAt: null, received: 0 }, 'person', 0, 'Nothing has been paid for this order.'],
  ['begun, without the agreement: all of it', at('2027-03-15T12:00:00Z'), 'pay', 250_000, inTime],
  ['agreed, not begun', { ...agreed, ...at('2027-03-07T22:59:59Z') }, 'pay', 250_000, inTime],
  [
    'agreed, the first minute of week 1',
    { ...agreed, ...at('2027-03-07T23:00:00Z') },
    'pay',
    229_167,
    'Within the 14 days. $208.33 pays for the week that has begun.',
  ],
  [
    'agreed, the first minute of week 2',
    { ...agreed, ...at('2027-03-14T23:00:00Z') },
    'pay',
    208_334,
    'Within the 14 days. $416.66 pays for the 2 weeks that have begun.',
  ],
  [
    'agreed, but without a place',
    { ...agreed, cohort: { ...cohort, hasPlace: false }, ...at('2027-03-15T12:00:00Z') },
    'pay',
    250_000,
    inTime,
  ],
  ['agreed, but without a cohort', { ...agreed, cohort: null }, 'pay', 250_000, inTime],
  [
    'agreed, begun and partly refunded',
    { ...agreed, refunded: 100_000, ...at('2027-03-08T12:00:00Z') },
    'pay',
    129_167,
    'Within the 14 days. $208.33 pays for the week that has begun.',
  ],
  ['partly refunded', { refunded: 100_000 }, 'pay', 150_000, inTime],
  ['refunded', { refunded: 250_000 }, 'nothing', 0, 'Nothing is left to refund.'],
  ['more was paid than the price', { received: 260_000 }, 'pay', 260_000, inTime],
  [
    'withdrawn from before',
    { isWithdrawn: true },
    'nothing',
    0,
    'This order has been withdrawn from before.',
  ],
  ['disputed', { isDisputed: true }, 'person', 250_000, `${inTime} The bank is deciding about a dispute.`],
  ['paid by transfer', { byTransfer: true }, 'person', 250_000, `${inTime} Finance returns a bank transfer.`],
  [
    'yen have no cents: the share is rounded down to one yen',
    { ...agreed, currency: 'jpy', total: 100_001, received: 100_001, ...at('2027-03-08T12:00:00Z') },
    'pay',
    91_668,
    'Within the 14 days. ¥8,333 pays for the week that has begun.',
  ],
]

const refunds: [string, RefundCase, Partial<AskedOrder>, Decided['by'], number, string][] = [
  [
    'a cohort that was cancelled',
    'cohort',
    { cohort: { ...cohort, cancelled: true, hasPlace: false } },
    'pay',
    250_000,
    'The cohort was canceled.',
  ],
  [
    'a cohort that was moved',
    'cohort',
    {},
    'person',
    250_000,
    'The terms give all of it when you cannot make the new dates.',
  ],
  ['paid too much', 'twice', { received: 300_000 }, 'pay', 50_000, 'More than the price was paid.'],
  [
    'paid too much, returned',
    'twice',
    { received: 300_000, refunded: 300_000 },
    'nothing',
    0,
    'Nothing is left to refund.',
  ],
  ['by mistake', 'twice', {}, 'person', 250_000, 'The terms give back what was charged by mistake.'],
  [
    'ill in the last week',
    'illness',
    at('2027-05-30T21:59:59Z'),
    'person',
    250_000,
    'The terms give all of it when you tell us within the 12 weeks.',
  ],
  [
    'ill after it',
    'illness',
    at('2027-05-30T22:00:00Z'),
    'person',
    0,
    'The 12 weeks are over; the terms give nothing after them.',
  ],
  [
    'the promise, on its last day',
    'promise',
    at('2027-07-06T21:59:59Z'),
    'person',
    250_000,
    'The terms give all of it when the conditions of the promise are met.',
  ],
  [
    'the promise, too late',
    'promise',
    at('2027-07-06T22:00:00Z'),
    'person',
    0,
    'The 90 days, and the 30 days to write to us, are over.',
  ],
  ['the law', 'law', { refunded: 1 }, 'person', 249_999, 'The law decides. At most all of it goes back.'],
  ['a change of mind', 'other', {}, 'person', 0, 'The terms give nothing for other reasons.'],
  ['not paid', 'illness', { received: 0 }, 'nothing', 0, 'Nothing is left to refund.'],
  [
    'cancelled, but disputed',
    'cohort',
    { isDisputed: true, cohort: { ...cohort, cancelled: true, hasPlace: false } },
    'person',
    250_000,
    'The cohort was canceled. The bank is deciding about a dispute.',
  ],
]

describe('what the law gives to a consumer who withdraws', () => {
  test.each(withdrawals)(
    'given %s, then by, amount and sentence are exact',
    (_, change, by, amount, sentence) => {
      expect(decideWithdrawal({ ...plain, ...change })).toEqual({ by, amount, sentence })
    },
  )

  test('given any price and week, then what is used and what goes back add up to what was received', () => {
    for (let total = 1; total < 500_000; total += 777)
      for (const day of ['07', '08', '14', '15']) {
        const order = { ...plain, ...agreed, total, received: total, ...at(`2027-03-${day}T12:00:00Z`) }
        const { amount } = decideWithdrawal(order)
        expect(usedAmount(order) + amount).toBe(total)
        expect(usedAmount(order) * 12).toBeLessThanOrEqual(total * 2)
      }
  })

  test('given every EU country, then its zone exists, and the term of an unknown country ends at none earlier', () => {
    const unknown = withdrawalEnd({ ...plain, country: null })!.end.getTime()
    for (const code of 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(
      ' ',
    )) {
      expect(zonesOf(code).length, code).toBeGreaterThan(0)
      expect(withdrawalEnd({ ...plain, country: code })!.end.getTime()).toBeLessThanOrEqual(unknown)
    }
    expect(['usa', ' UK ', 'norway', 'Czechia', 'xx', 'zz9', ''].map(readCountry)).toEqual([
      'US',
      'UK',
      'NO',
      'CZ',
      'XX',
      null,
      null,
    ])
    expect(zonesOf('US')).toEqual([])
  })
})

describe('what the terms give to a buyer who asks for a refund', () => {
  test.each(refunds)(
    'given %s, then by, amount and sentence are exact',
    (_, of, change, by, amount, sentence) => {
      expect(decideRefund({ ...plain, ...change }, of)).toEqual({ by, amount, sentence })
    },
  )
})

test('the text to which buyers agree has the version of its words', () => {
  expect(earlyStart).toEqual({
    version: '2026-11-27',
    text: 'I ask you to begin before my 14 days to withdraw are over. If I withdraw after the program has begun, I pay for the weeks that have begun.',
  })
})
