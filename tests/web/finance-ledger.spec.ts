import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import {
  daysOf,
  eventTypeWords,
  periodLabel,
  unassignedHelp,
} from '../../apps/web/src/staff/finance/book-words.ts'
import { changesBetween } from '../../apps/web/src/staff/finance/changes.ts'
import { actorWords, doerWords, eventTextOf } from '../../apps/web/src/staff/finance/event-texts.ts'
import { ledgerMoment, periodProblem } from '../../apps/web/src/staff/finance/moments.ts'
import type { OrderState } from '../../apps/web/src/staff/finance/order-answers.ts'
import {
  amountProblem,
  readAmount,
  reasonProblem,
  refundablePayments,
  refundUnderWay,
} from '../../apps/web/src/staff/finance/refundable.ts'
import { StatusBadges } from '../../apps/web/src/staff/finance/status-badges.tsx'
import { isNothing, moneyOfMinor, withMoney } from '../../apps/web/src/staff/parts/amounts.ts'
import { schemaVersions } from '../../src/modules/commerce/domain/events.ts'
import { flagWords } from '../../src/modules/commerce/finance/search/contract-flags.ts'
import { placedData } from '../commerce/support/placed.ts'

const order = (change: Partial<OrderState> = {}): OrderState => ({
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  status: 'completed',
  totalAmount: '2500.00',
  receivedAmount: '2500.00',
  refundedAmount: '0.00',
  surplusReturnedAmount: '0.00',
  currency: 'usd',
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  programName: 'Authentic Leader Certification',
  items: [],
  disputed: false,
  organizationId: null,
  dispute: null,
  holdsPlace: true,
  invoiceNumber: null,
  buyerId: 'b',
  answers: {},
  answersInWords: [],
  termsVersion: null,
  intents: [
    {
      id: 'pi_1',
      amount: '2500.00',
      receivedAmount: '2500.00',
      currency: 'usd',
      state: 'succeeded',
      failureCode: null,
      page: null,
    },
  ],
  refunds: [],
  refundRequests: [],
  disputes: [],
  replacedInvoices: [],
  creditNotes: [],
  debitNotes: [],
  surplusReturns: [],
  flags: [],
  notes: [],
  ...change,
})
const refund = (amount: string, state: string) => ({
  id: `re_${state}`,
  intentId: 'pi_1',
  reason: null,
  amount,
  currency: 'usd',
  state,
})
const request = (amount: string, state: string) => ({
  key: `k_${state}`,
  intentId: 'pi_1',
  reason: 'goodwill',
  by: 's',
  amount,
  currency: 'usd',
  state,
  refusal: null,
})

describe('amounts', () => {
  test('given amounts in sentences, when they are written for people, then each has the places of its currency and nothing else is taken for one', () => {
    expect(withMoney('2500.00 USD received; refund of 1.50 EUR')).toBe('$2,500.00 received; refund of €1.50')
    expect(withMoney('250000 JPY received')).toBe('¥250,000 received')
    expect(withMoney('2.500 KWD received')).toBe('KWD\u00a02.500 received')
    for (const other of ['3 PDF files', '1.5 USD', '250000.00 JPY', '2500 USD'])
      expect(withMoney(other)).toBe(other)
    expect(moneyOfMinor(2_500, 'jpy')).toBe('¥2,500')
    for (const nothing of ['0', '0.00', '-0.000']) expect(isNothing(nothing)).toBe(true)
    expect(isNothing('0.010')).toBe(false)
  })
})

test('given a contested order, when staff see it in a list, then "Disputed" is beside its status, which stays (M-337)', () => {
  const drawn = (disputed: boolean) =>
    renderToStaticMarkup(createElement(StatusBadges, { status: 'completed', disputed, flags: [] }))
      .replace(/<[^>]*>/g, '|')
      .split(/\|+/)
      .filter(Boolean)
  expect(drawn(true)).toEqual(['Completed', 'Disputed'])
  expect(drawn(false)).toEqual(['Completed'])
})

describe('what can be refunded', () => {
  test('given the words of a comparison, when they are shown, then their amounts read as everywhere else', () => {
    expect(withMoney('2500.00 USD received; refund of 42.00 USD succeeded')).toBe(
      '$2,500.00 received; refund of $42.00 succeeded',
    )
    expect(withMoney('the log says "-7.00 USD", Stripe says "1250000.50 EUR".')).toBe(
      'the log says "-$7.00", Stripe says "€1,250,000.50".',
    )
    expect(withMoney('No such order, 12 USD, version 1.2.10 USD')).toBe(
      'No such order, 12 USD, version 1.2.10 USD',
    )
  })

  test('given money that no order asked for, when its figure is shown, then it is said what it is and what to do', () => {
    expect(unassignedHelp).toMatch(/do not match their order.*refund the payment there/)
  })

  test('given flags as lists of orders carry them, when they are shown, then in words and without the payment', () => {
    expect(['wrong-amount:pi_3uHrImrT92HreeSw', 'surplus', 'new-kind:x'].map(flagWords)).toEqual([
      'Wrong amount',
      'Paid too much',
      'new-kind',
    ])
  })

  test('given a payment that its order did not ask for, when refunds are offered, then it is distinguished', () => {
    const wrong = { id: 'pi_2', amount: '1000.00', receivedAmount: '1000.00', state: 'succeeded' }
    const state = order({
      intents: [...order().intents, { ...wrong, currency: 'usd', failureCode: null, page: null }],
      flags: [
        { reason: 'wrong-amount', subject: 'pi_2', amount: '1000.00', currency: 'usd', surplus: '0.00' },
      ],
    })
    expect(refundablePayments(state).map(({ intentId, flag }) => [intentId, flag])).toEqual([
      ['pi_1', undefined],
      ['pi_2', 'wrong-amount'],
    ])
  })

  test('given refunds that live, failed and were asked for, when the rest is counted, then only live ones and open wishes reduce it', () => {
    const state = order({
      refunds: [refund('500.00', 'succeeded'), refund('900.00', 'failed'), refund('1.00', 'pending')],
      refundRequests: [request('100.00', 'open'), request('500.00', 'succeeded')],
    })
    expect(refundablePayments(state)).toEqual([{ intentId: 'pi_1', currency: 'usd', left: 189_900 }])
    expect(refundUnderWay(state)).toBe(true)
  })

  test('given everything went back, when the rest is counted, then nothing is left', () => {
    const state = order({ refunds: [refund('2500.00', 'succeeded')] })
    expect(refundablePayments(state)).toEqual([])
    expect(refundUnderWay(state)).toBe(false)
  })

  test('given a typed amount, when it is read, then what people type is understood and the rest refused by name', () => {
    expect(readAmount(' $1,250 ', 'usd')).toBe('1250.00')
    expect(readAmount('0.5', 'usd')).toBe('0.50')
    for (const wrong of ['1,25', '1.250', '12e3', '-5', 'all'])
      expect(readAmount(wrong, 'usd')).toBeUndefined()
    const payment = { intentId: 'pi_1', currency: 'usd', left: 50_000 }
    expect(amountProblem('500', payment)).toBeUndefined()
    expect(amountProblem('500.01', payment)).toBe('Amount: at most $500.00 is left of this payment.')
    expect(amountProblem('0', payment)).toMatch(/^Amount: .*zero/)
    expect(amountProblem('', payment)).toMatch(/^Amount: /)

    expect(readAmount('¥5', 'jpy')).toBe('5')
    expect(readAmount('5.00', 'jpy')).toBeUndefined()
    expect(readAmount('1.25', 'kwd')).toBe('1.250')
    const yen = { intentId: 'pi_1', currency: 'jpy', left: 2_500 }
    expect(amountProblem('2500', yen)).toBeUndefined()
    expect(amountProblem('2501', yen)).toBe('Amount: at most ¥2,500 is left of this payment.')
    expect(amountProblem('5.5', yen)).toBe('Amount: use digits, such as 250.')
    const dinar = { intentId: 'pi_1', currency: 'kwd', left: 2_500 }
    expect(amountProblem('1.250', dinar)).toBeUndefined()
    expect(amountProblem('1.255', dinar)).toBe('Amount: KWD is refunded in steps of 0.010.')
  })

  test('given a reason that is empty or names an address, when it is checked, then the field says why', () => {
    expect(reasonProblem('goodwill')).toBeUndefined()
    expect(reasonProblem('  x ')).toMatch(/^Reason: /)
    expect(reasonProblem('for ada@example.com')).toMatch(/kept permanently/)
  })
})

describe('events in words', () => {
  test('given every type the log knows, when it is shown, then the sentence is its own and not the fallback', () => {
    for (const type of [...Object.keys(schemaVersions), 'ProviderFeeObserved'])
      expect(eventTypeWords(type), type).not.toBe(type)
    const sentences = Object.keys(schemaVersions).map((type) => eventTextOf({ type, data: {} }).sentence)
    expect(sentences.filter((sentence) => sentence.endsWith('was recorded.'))).toEqual([])
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('given a type or a state of tomorrow, when it is shown, then it is named and not hidden', () => {
    const [line] = placedData().lines
    const many = { ...line, quantity: 25, discounts: [{ kind: 'volume', id: 'from-10', amount: 625_000 }] }
    const company = { lines: [many], organizationId: 'o1', currency: 'usd' }
    for (const [data, sentence] of [
      [{ productName: 'P', unitPrice: 250_000, currency: 'usd' }, 'The buyer ordered P for $2,500.00.'],
      [placedData({ productName: 'P' }), 'The buyer ordered P for $2,500.00.'],
      [company, 'A company ordered 25 seats of Authentic Leader Certification for $56,250.00.'],
    ] as const)
      expect(eventTextOf({ type: 'OrderPlaced', data: { ...data } }).sentence).toBe(sentence)
    expect(eventTextOf({ type: 'OrderBlessed', data: {} }).sentence).toContain('OrderBlessed')
    expect(eventTextOf({ type: 'RefundObserved', data: { state: 'in_limbo' } }).sentence).toContain(
      'in limbo',
    )
  })

  test('given a decline, when it is shown, then the code is in plain words and amounts are money', () => {
    const declined = { state: 'requires_payment_method', failureCode: 'insufficient_funds' }
    expect(eventTextOf({ type: 'PaymentIntentObserved', data: declined }).sentence).toContain(
      'insufficient funds',
    )
    const paid = { state: 'succeeded', amountReceived: 250_000, currency: 'usd' }
    expect(eventTextOf({ type: 'PaymentIntentObserved', data: paid })).toMatchObject({
      sentence: 'Stripe received $2,500.00.',
      tone: 'good',
    })
    const byCard = { ...paid, card: { brand: 'amex', last4: '0005' } }
    expect(eventTextOf({ type: 'PaymentIntentObserved', data: byCard }).sentence).toBe(
      'Stripe received $2,500.00. Paid with American Express •••• 0005.',
    )
    const refused = { amount: 5_000, currency: 'usd', message: 'Charge ch_1 has been charged back.' }
    expect(eventTextOf({ type: 'RefundRefused', data: refused }).sentence).toBe(
      'Stripe refused a refund of $50.00; no money was returned. Stripe says: Charge ch_1 has been charged back.',
    )
    expect(eventTextOf({ type: 'InvoiceIssued', data: { number: 7, year: 2026 } }).sentence).toBe(
      'Invoice INV-2026-000007 was issued.',
    )
    expect(eventTextOf({ type: 'InvoiceIssued', data: { number: 7 } }).sentence).toBe(
      'Invoice INV-000007 was issued.',
    )
  })

  test('given an actor of the log, when it is shown, then it is a kind and a short id', () => {
    expect(actorWords('staff:5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af')).toBe('Staff 2e90d6af')
    const staff = new Map([['5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af', 'ines']])
    expect(actorWords('staff:5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af', staff)).toBe('ines')
    const buyer = 'customer:08828d33-5561-434b-9a80-f2df74b05ab6'
    expect(actorWords(buyer, new Map([['08828d33-5561-434b-9a80-f2df74b05ab6', 'Buyer']]))).toBe('Buyer')
    expect(actorWords(buyer)).toBe('Customer 74b05ab6')
    const names = new Map([['08828d33-5561-434b-9a80-f2df74b05ab6', 'Buyer']])
    expect(doerWords({ type: 'OrderPlaced', actor: buyer }, names)).toBe('Buyer')
    expect(doerWords({ type: 'InvoiceIssued', actor: buyer }, names), 'the site did it').toBe('System, site')
    expect(doerWords({ type: 'InvoiceIssued', actor: 'system:worker' }, names)).toBe('System, worker')
    expect(
      eventTextOf({
        type: 'DueSet',
        data: { amount: 100, currency: 'usd', dueAt: '2026-10-21T00:00:00.000Z' },
      }).sentence,
    ).toContain('is due on Oct 21, 2026.')
    expect(actorWords('provider:stripe')).toBe('Stripe')
    expect(actorWords('system:reconciler')).toBe('System, reconciler')
  })
})

describe('what changed', () => {
  test('given two versions, when they are compared, then only what differs is listed with both values', () => {
    const before = order({ status: 'pending', receivedAmount: '0.00' })
    expect(changesBetween(before, order({ invoiceNumber: 'INV-000001' }))).toEqual([
      { key: 'status', label: 'Status', before: 'Pending', after: 'Completed' },
      { key: 'received', label: 'Received', amount: true, before: '$0.00', after: '$2,500.00' },
      { key: 'invoice', label: 'Invoice', code: true, before: 'none yet', after: 'INV-000001' },
    ])
    expect(changesBetween(order(), order())).toEqual([])
  })

  test('given something that is gone, when it is compared, then it is listed as gone', () => {
    const before = order({ notes: [{ text: 'called back', by: 's' }] })
    expect(changesBetween(before, order())).toEqual([
      { key: 'note-0', label: 'Remark', before: 'called back', after: null },
    ])
  })
})

describe('moments', () => {
  test('given a moment, when it is written, then it is UTC whatever the place', () => {
    expect(ledgerMoment('2026-11-21T23:05:09.000Z')).toBe('Nov 21, 2026, 23:05:09 UTC')
  })

  test('given a period that ends before it begins, when it is checked, then the field is named', () => {
    expect(periodProblem('2026-11-22', '2026-11-21')).toMatch(/^To: /)
    expect(periodProblem('2026-11-21', '2026-11-21')).toBeUndefined()
    expect(periodProblem('', '2026-11-21')).toBeUndefined()
  })
})

describe('the days of a figure', () => {
  test('given a day or a month of the books, when its figure is opened, then exactly its days are asked for, held within the chosen ones', () => {
    const open = { from: '', to: '' }
    expect(daysOf({ period: '2026-11-21' }, open)).toEqual({ from: '2026-11-21', to: '2026-11-21' })
    expect(daysOf({ period: '2028-02' }, open)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(daysOf({ period: '2026-12' }, { from: '2026-12-10', to: '2027-01-05' })).toEqual({
      from: '2026-12-10',
      to: '2026-12-31',
    })
    expect(periodLabel('2026-11')).toBe('November 2026')
  })
})
