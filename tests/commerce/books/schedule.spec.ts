import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import {
  type OrderDeferral,
  readDeferrals,
  type ScheduleLine,
  scheduleLines,
} from '../../../src/modules/commerce/finance/schedule/schedule.ts'
import { addDays } from '../../../src/modules/leadership/cohorts/domain/cohort-plan.ts'
import '../../support/seed.ts'

interface Entry {
  stream: string
  type: string
  data: object
  day: string
}

/** A log of these events, as the database gives it. */
function logOf(entries: readonly Entry[]): Sql {
  const rows = entries.map(({ day, ...entry }, at) => ({
    ...entry,
    position: String(at + 1),
    schemaVersion: 1,
    at: new Date(`${day}T12:00:00Z`),
  }))
  return {
    query: async (_, [after, types] = []) =>
      rows.filter(
        ({ position, type }) => Number(position) > Number(after) && (types as string[]).includes(type),
      ) as never[],
  }
}

async function deferralsOf(entries: readonly Entry[]): Promise<OrderDeferral[]> {
  const found: OrderDeferral[] = []
  await readDeferrals(logOf(entries), 'UTC', (deferral) => found.push(deferral))
  return found
}

const first = '2026-01-05'
const placed = (order: string, day = first, { currency = 'usd', lines = [[1, 120_000]] } = {}): Entry => ({
  stream: `order-${order}`,
  type: 'OrderPlaced',
  data: {
    currency,
    lines: lines.map(([quantity, unitPrice], index) => ({
      line: index + 1,
      quantity,
      unitPrice,
      discounts: [],
    })),
  },
  day,
})
const invoiced = (order: string, day: string, net: number): Entry => ({
  stream: `order-${order}`,
  type: 'InvoiceIssued',
  data: { printed: { net } },
  day,
})
const note = (
  order: string,
  type: 'CreditNoteIssued' | 'DebitNoteIssued',
  day: string,
  net: number,
): Entry => ({
  stream: `order-${order}`,
  type,
  data: { printed: { net }, amount: net },
  day,
})
const credited = (order: string, day: string, net: number) => note(order, 'CreditNoteIssued', day, net)
const cohort = (id: string, day: string, startsOn: string, type = 'CohortOpened'): Entry => ({
  stream: `cohort-${id}`,
  type,
  data: { startsOn },
  day,
})
const moved = (id: string, day: string, startsOn: string) => cohort(id, day, startsOn, 'CohortMoved')
const place = (id: string, orderId: string, day: string, type = 'PlaceTaken'): Entry => ({
  stream: `cohort-${id}`,
  type,
  data: { orderId, place: 1 },
  day,
})
const seat = (id: string, orderId: string, number: number, line = 1): Entry => ({
  stream: `seat-${id}`,
  type: 'SeatOpened',
  data: { orderId, number, line, organizationId: 'o' },
  day: first,
})
const seatIs = (id: string, type: 'SeatClosed' | 'SeatKept', day: string): Entry => ({
  stream: `seat-${id}`,
  type,
  data: { refundId: 'r' },
  day,
})

const linesOf = (entries: readonly Entry[]) => scheduleLines(logOf(entries), 'UTC')
/** Month, invoiced, credited, recognized, closing, without a date. */
const shown = (lines: readonly ScheduleLine[]) =>
  lines.map(({ period, invoiced, credited, recognized, closing, undated }) =>
    [period, invoiced, credited, recognized, closing, undated].join(' '),
  )

/** The weeks end on January 11, 18, 25, then every seven days until March 29. */
const person = [
  cohort('c', '2026-01-01', first),
  placed('a', '2026-01-02'),
  place('c', 'a', '2026-01-02'),
  invoiced('a', '2026-01-02', 100_000),
]

describe('deferred income by month', () => {
  test('given an order in a cohort, when its schedule is made, then each week earns its part and the weeks add up to the net', async () => {
    const weeks = (await deferralsOf(person)).filter(({ kind }) => kind === 'recognized')
    expect(weeks.map(({ day }) => day)).toEqual(
      Array.from({ length: 12 }, (_, week) => addDays(first, week * 7 + 6)),
    )
    expect(new Set(weeks.map(({ amount }) => amount))).toEqual(new Set([8_333, 8_334]))
    expect(shown(await linesOf(person))).toEqual([
      '2026-01 100000 0 24999 75001 0',
      '2026-02 0 0 33334 41667 0',
      '2026-03 0 0 41667 0 0',
    ])
  })

  test.each<[string, Entry[], string[]]>([
    [
      'no cohort: nothing is earned',
      [placed('a'), invoiced('a', first, 100_000)],
      ['2026-01 100000 0 0 100000 100000'],
    ],
    [
      'a place that is only held earns nothing',
      [cohort('c', first, first), placed('a'), place('c', 'a', first, 'PlaceHeld'), invoiced('a', first, 12)],
      ['2026-01 12 0 0 12 12'],
    ],
    [
      'moved to a later date after three weeks: the rest over the new weeks',
      [...person, moved('c', '2026-01-26', '2026-02-02')],
      [
        '2026-01 100000 0 24999 75001 0',
        '2026-02 0 0 18750 56251 0',
        '2026-03 0 0 31250 25001 0',
        '2026-04 0 0 25001 0 0',
      ],
    ],
    [
      'moved to dates that are over: earned on the day of the move',
      [...person, moved('c', '2026-01-26', '2025-06-02')],
      ['2026-01 100000 0 100000 0 0'],
    ],
    [
      'a cancelled cohort: the rest waits for a date, and a new one earns it',
      [
        ...person,
        place('c', 'a', '2026-01-26', 'PlaceReleased'),
        cohort('d', '2026-02-20', '2026-03-02'),
        place('d', 'a', '2026-02-20'),
      ],
      [
        '2026-01 100000 0 24999 75001 75001',
        '2026-02 0 0 0 75001 0',
        '2026-03 0 0 25000 50001 0',
        '2026-04 0 0 25000 25001 0',
        '2026-05 0 0 25001 0 0',
      ],
    ],
    [
      'a part credited on the way: the weeks to come earn less',
      [...person, credited('a', '2026-02-02', 60_001)],
      ['2026-01 100000 0 24999 75001 0', '2026-02 0 60001 10833 4167 0', '2026-03 0 0 4167 0 0'],
    ],
    [
      'all credited after the end: what was earned goes back',
      [...person, credited('a', '2026-05-01', 100_000)],
      [
        '2026-01 100000 0 24999 75001 0',
        '2026-02 0 0 33334 41667 0',
        '2026-03 0 0 41667 0 0',
        '2026-04 0 0 0 0 0',
        '2026-05 0 100000 -100000 0 0',
      ],
    ],
    [
      'a credit note that is withdrawn after the end is earned at once',
      [...person, credited('a', '2026-04-01', 500), note('a', 'DebitNoteIssued', '2026-04-09', 500)],
      [
        '2026-01 100000 0 24999 75001 0',
        '2026-02 0 0 33334 41667 0',
        '2026-03 0 0 41667 0 0',
        '2026-04 0 0 0 0 0',
      ],
    ],
    [
      'an invoice replaced on one day moves nothing',
      [...person, credited('a', '2026-02-02', 100_000), invoiced('a', '2026-02-02', 100_000)],
      ['2026-01 100000 0 24999 75001 0', '2026-02 100000 100000 33334 41667 0', '2026-03 0 0 41667 0 0'],
    ],
    [
      'an invoice issued after the end is earned at once',
      [...person.slice(0, 3), invoiced('a', '2026-05-01', 700)],
      ['2026-05 700 0 700 0 0'],
    ],
  ])('%s', async (_, entries, expected) => {
    expect(shown(await linesOf(entries))).toEqual(expected)
  })

  const company = [
    cohort('c', first, first),
    placed('o', first, {
      lines: [
        [1, 40_000],
        [2, 40_000],
      ],
    }),
    seat('s1', 'o', 1),
    seat('s2', 'o', 2, 2),
    seat('s3', 'o', 3, 2),
    place('c', 's1', first),
    invoiced('o', first, 120_000),
  ]

  test('given seats with and without a date, when one without is refunded in part, then it gives first and what is kept of it is earned', async () => {
    const refunded = [
      ...company,
      seatIs('s3', 'SeatClosed', '2026-02-02'),
      credited('o', '2026-02-02', 30_000),
    ]
    expect(shown(await linesOf(refunded))).toEqual([
      '2026-01 120000 0 9999 110001 80000',
      '2026-02 0 30000 23334 56667 40000',
      '2026-03 0 0 16667 40000 40000',
    ])
  })

  test('given a seat that replaces another, when it has the place, then it earns what the other had left', async () => {
    const replaced = [
      ...company,
      { ...seat('s4', 'o', 1), day: '2026-01-20' },
      place('c', 's1', '2026-01-20', 'PlaceReleased'),
      place('c', 's4', '2026-01-20'),
    ]
    expect(shown(await linesOf(replaced))).toEqual(shown(await linesOf(company)))
  })

  test('given two currencies and a quiet month, when months are asked for, then each currency has its lines without a gap', async () => {
    const other = [placed('b', '2026-01-02', { currency: 'jpy' }), invoiced('b', '2026-01-02', 5)]
    const lines = await linesOf([...person, ...other, credited('b', '2026-03-01', 5)])
    expect(lines.map(({ period, currency, closing }) => `${period} ${currency} ${closing}`)).toEqual([
      ...['2026-01 jpy 5', '2026-01 usd 75001', '2026-02 jpy 5', '2026-02 usd 41667', '2026-03 jpy 0'],
      '2026-03 usd 0',
    ])
  })
})

const orders = ['a', 'b', 'c', 'd']
/** The seats of each order that has some. */
const seats: Record<string, string[]> = { c: ['c1', 'c2', 'c3'], d: ['d1', 'd2'] }
const members = ['a', 'b', 'c1', 'c2', 'c3', 'd1', 'd2']
const currencies = ['usd', 'jpy', 'kwd', 'usd']
const cohorts = ['x', 'y']
const act = fc.record({
  wait: fc.integer({ min: 0, max: 40 }),
  what: fc.constantFrom(
    ...(['invoice', 'credit', 'debit', 'take', 'leave', 'move', 'close', 'keep'] as const),
  ),
  order: fc.integer({ min: 0, max: orders.length - 1 }),
  member: fc.constantFrom(...members),
  cohort: fc.constantFrom(...cohorts),
  shift: fc.integer({ min: -300, max: 300 }),
  part: fc.integer({ min: 1, max: 100 }),
})

/** A history that could be recorded: notes are of what an invoice has left, places are left before others are taken. */
function historyOf(acts: readonly (typeof act extends fc.Arbitrary<infer A> ? A : never)[]): Entry[] {
  let day = first
  const left = orders.map(() => ({ kept: 0, back: 0 }))
  const where = new Map<string, string>()
  const entries: Entry[] = [
    ...cohorts.map((id, index) => cohort(id, day, addDays(day, index * 30))),
    ...orders.map((order, index) =>
      placed(order, day, {
        currency: currencies[index] ?? 'usd',
        lines:
          order === 'c'
            ? [
                [2, 999],
                [1, 5_003],
              ]
            : [[1, 7]],
      }),
    ),
    ...Object.entries(seats).flatMap(([order, ids]) =>
      ids.map((id, at) => seat(id, order, at + 1, at === 2 ? 2 : 1)),
    ),
  ]
  for (const { wait, what, order, member, cohort: id, shift, part } of acts) {
    day = addDays(day, wait)
    const [name, money] = [orders[order] as string, left[order]!]
    const of = (amount: number): number => Math.ceil((amount * part) / 100)
    const leave = (): void => {
      const at = where.get(member)
      if (at !== undefined) entries.push(place(at, member, day, 'PlaceReleased'))
      where.delete(member)
    }
    if (what === 'invoice') {
      entries.push(invoiced(name, day, part * 1_001))
      money.kept += part * 1_001
    } else if (what === 'credit' && money.kept > 0) {
      entries.push(credited(name, day, of(money.kept)))
      money.back = of(money.kept)
      money.kept -= money.back
    } else if (what === 'debit' && money.back > 0) {
      entries.push(note(name, 'DebitNoteIssued', day, money.back))
      money.kept += money.back
      money.back = 0
    } else if (what === 'take') {
      leave()
      entries.push(place(id, member, day))
      where.set(member, id)
    } else if (what === 'leave') leave()
    else if (what === 'move') entries.push(moved(id, day, addDays(day, shift)))
    else if (member.length === 2)
      entries.push(seatIs(member, what === 'close' ? 'SeatClosed' : 'SeatKept', day))
  }
  return entries
}

/** By order, the sums of each kind up to the end of a day. */
function standing(deferrals: readonly OrderDeferral[], order: string, day: string) {
  const sums = { invoiced: 0, credited: 0, recognized: 0, undated: 0 }
  for (const each of deferrals) if (each.orderId === order && each.day <= day) sums[each.kind] += each.amount
  return sums
}

const histories = fc.array(act, { maxLength: 40 }).map(historyOf)

describe('generated histories', () => {
  test('on every date deferred + recognized + credited = invoiced, nothing is deferred below zero, and in the end all that has a date is earned', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (entries) => {
        const deferrals = await deferralsOf(entries)
        for (const order of orders) {
          for (const day of new Set(deferrals.map((each) => each.day))) {
            const { invoiced, credited, recognized, undated } = standing(deferrals, order, day)
            const deferred = invoiced - credited - recognized
            expect(deferred).toBeGreaterThanOrEqual(0)
            expect(undated).toBeGreaterThanOrEqual(0)
            expect(undated).toBeLessThanOrEqual(deferred)
          }
          const { invoiced, credited, recognized, undated } = standing(deferrals, order, '9999-12-31')
          expect(undated).toBe(invoiced - credited - recognized)
        }
      }),
    )
  })

  test('what a day says never changes by what happens after it', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), async (entries, at) => {
        const cut = entries[at % entries.length]!.day
        const all = await deferralsOf(entries)
        const before = await deferralsOf(entries.filter(({ day }) => day < cut))
        const past = (deferrals: readonly OrderDeferral[]) =>
          deferrals
            .filter(({ day }) => day < cut)
            .map((each) => JSON.stringify(each))
            .sort()
        expect(past(before)).toEqual(past(all))
      }),
    )
  })

  test('the lines of each currency follow each other, and add up to the movements', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (entries) => {
        const lines = await linesOf(entries)
        for (const currency of new Set(currencies)) {
          let opening = 0
          for (const line of lines.filter((each) => each.currency === currency)) {
            expect(line.opening).toBe(opening)
            opening = line.closing
          }
        }
      }),
    )
  })
})
