import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { runWrites } from '#platform/event-log/writes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { fold, type SeatEvent } from '../../../../src/modules/leadership/cohorts/domain/seat.ts'
import { claim, invite, revoke } from '../../../../src/modules/leadership/cohorts/domain/seat-decisions.ts'
import { type SeatAuthor, Seats } from '../../../../src/modules/leadership/cohorts/seats/seats.ts'
import { given } from '../../../support/given.ts'
import { openProgram, staff } from '../program-log.ts'

const program = given(openProgram, 'close')

const author: SeatAuthor = { actor: { kind: 'customer', userId: 'manager', sessionId: 's' }, requestId: 'r' }

/** Places an order of an organization, as the checkout does. */
async function bought(cohortId: string | null, quantity: number, until: Date | null = null): Promise<string> {
  const id = randomUUID()
  const lines = [{ line: 1, cohortId, quantity }]
  const writes = await program.places.holdSeats({ id, organizationId: randomUUID() }, lines, until)
  const placed = { type: 'OrderPlaced', schemaVersion: 1, data: {}, source: 'app', sourceId: 'placed' }
  const metadata = { actor: 'system:test' }
  await program.log
    .append({ stream: `order-${id}`, expectedVersion: 0, events: [placed], metadata, writes })
    .catch((error: unknown) => {
      throw program.places.refusalOf(error) ?? error
    })
  return id
}

interface SeatRow {
  id: string
  number: number
  state: string
  refund_id: string | null
  claim: string
  participant_id: string | null
}
const rowsOf = (orderId: string): Promise<SeatRow[]> =>
  program.database.sql.query('select * from program_seat where order_id = $1 order by number', [orderId])

/** The rows are what the events fold to. */
async function agree(orderId: string): Promise<SeatRow[]> {
  const rows = await rowsOf(orderId)
  for (const row of rows) {
    const facts = await program.log.factsOf(`seat-${row.id}`)
    const seat = fold(
      row.id,
      facts.map(({ type, data }) => ({ type, data }) as unknown as SeatEvent),
    )
    expect(seat).toMatchObject({
      state: row.state,
      refundId: row.refund_id,
      participantId: row.participant_id,
    })
    expect(seat.opened).toMatchObject({ orderId, number: row.number })
  }
  return rows
}

const taken = async (cohortId: string): Promise<number> =>
  Object.values((await program.cohorts.load(cohortId)).cohort.places).filter((place) => place?.taken).length
const held = async (cohortId: string): Promise<number> =>
  Object.values((await program.cohorts.load(cohortId)).cohort.places).filter((place) => place !== null).length

it('given an order of three seats, then three places are held with it, taken once it is paid and free when it is over', async () => {
  const cohortId = await program.opened(4)
  const orderId = await bought(cohortId, 3)
  expect(await held(cohortId)).toBe(3)
  // Without an end: the invoice is not due for weeks.
  program.clock.advance(40 * 86_400_000)
  await program.endHolds()
  expect(await held(cohortId)).toBe(3)
  await program.follow(orderId, 'paid', 3)
  expect(await taken(cohortId)).toBe(3)
  expect((await agree(orderId)).map(({ claim }) => claim)).toEqual(['paid', 'paid', 'paid'])
  // An earlier report that comes late changes nothing.
  await program.follow(orderId, 'open', 2)
  expect(await taken(cohortId)).toBe(3)
  await program.follow(orderId, 'over', 4)
  expect(await held(cohortId)).toBe(0)
  expect(await program.rows(cohortId)).toEqual((await program.cohorts.load(cohortId)).cohort.places)
})

it('given fewer places than seats, then nothing is bought, whether that is known before or by another order in between', async () => {
  const cohortId = await program.opened(2)
  await expect(bought(cohortId, 3)).rejects.toMatchObject({
    code: 'COHORT_FULL',
    detail: { extra: { placesLeft: 2 } },
  })
  const both = await Promise.allSettled([bought(cohortId, 2), bought(cohortId, 2)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'COHORT_FULL' } })
  expect(await held(cohortId)).toBe(2)
})

it('given a payment that fails after it was under way, then places are held as long as was agreed', async () => {
  const cohortId = await program.opened(2)
  const until = new Date(program.clock.now().getTime() + 14 * 86_400_000)
  const orderId = await bought(cohortId, 1, until)
  await program.follow(orderId, 'under-way', 2)
  await program.follow(orderId, 'open', 3)
  program.clock.advance(13 * 86_400_000)
  await program.endHolds()
  expect(await held(cohortId)).toBe(1)
  program.clock.advance(2 * 86_400_000)
  await program.endHolds()
  expect(await held(cohortId)).toBe(0)
})

it('given a refund of two seats, then they are put aside when it is asked for, and end when it goes through', async () => {
  const cohortId = await program.opened(3)
  const orderId = await bought(cohortId, 3)
  await program.follow(orderId, 'paid', 2)
  const { toClose } = (await program.places.seatsOf(orderId))!
  expect(toClose.map(({ number }) => number)).toEqual([3, 2, 1])
  const ids = toClose.slice(0, 2).map(({ id }) => id)
  const run = (writes: { text: string; values: readonly unknown[] }[]) =>
    runWrites(program.database.sql, writes)
  await run(program.places.closeSeats(orderId, 'refund:1', ids))
  // The same request again, and one for seats that are not the next ones.
  await run(program.places.closeSeats(orderId, 'refund:1', ids))
  const other = await run(program.places.closeSeats(orderId, 'refund:2', ids)).catch(
    (error: unknown) => error,
  )
  expect(program.places.refusalOf(other)).toMatchObject({ code: 'SEATS_CHANGED' })
  expect(await program.places.seatsOf(orderId)).toMatchObject({ bought: 3, closing: 2, closed: 0 })
  expect(await taken(cohortId)).toBe(3)
  await run(program.places.settleSeats(orderId, 'refund:1', true).writes)
  await run(program.places.settleSeats(orderId, 'refund:1', true).writes)
  expect(await program.places.seatsOf(orderId)).toMatchObject({ bought: 3, open: 1, closing: 0, closed: 2 })
  expect(await taken(cohortId)).toBe(1)
  // A closed seat has no part in what becomes of its order.
  await program.follow(orderId, 'over', 5)
  await program.follow(orderId, 'paid', 6)
  expect(await taken(cohortId)).toBe(1)
  // Stripe says later that the refund has failed after all.
  await run(program.places.settleSeats(orderId, 'refund:1', false).writes)
  expect(await program.places.seatsOf(orderId)).toMatchObject({ open: 3, closing: 0, closed: 0 })
  expect(await taken(cohortId)).toBe(3)
  await agree(orderId)
  expect(await program.log.verify()).toMatchObject({ ok: true })
})

it('given a closed seat that comes back after its person has claimed another of the order, then the person keeps the other, and a new seat has the number and the place', async () => {
  const cohortId = await program.opened(2)
  const orderId = await bought(cohortId, 2)
  await program.follow(orderId, 'paid', 2)
  const seats = new Seats(program.streams)
  const give = async (id: string, participantId: string) => {
    await seats.change(id, author, (now) => invite(now, 'digest'))
    await seats.change(id, author, (now) => claim(now, { round: now.round, participantId }))
  }
  const [one, two] = await rowsOf(orderId)
  await give(two!.id, 'anna')
  const run = (writes: { text: string; values: readonly unknown[] }[]) =>
    runWrites(program.database.sql, writes)
  await give(one!.id, 'bob')
  await run(program.places.closeSeats(orderId, 'refund:1', [two!.id], [two!.id]))
  await run(program.places.settleSeats(orderId, 'refund:1', true).writes)
  await seats.change(one!.id, author, (now) => revoke(now, randomUUID()))
  const free = (await rowsOf(orderId)).find(({ number, state }) => number === 1 && state === 'open')
  await give(free!.id, 'anna')
  await run(program.places.settleSeats(orderId, 'refund:1', false).writes)
  const after = await agree(orderId)
  const live = after.filter(({ state }) => state !== 'revoked')
  expect(live.map(({ number, state, participant_id }) => [number, state, participant_id])).toEqual([
    [1, 'claimed', 'anna'],
    [2, 'open', null],
  ])
  // What Anna did in her first seat is not the next participant's.
  expect(live.map(({ id }) => id)).not.toContain(two!.id)
  expect(await taken(cohortId)).toBe(2)
  expect(await program.rows(cohortId)).toEqual((await program.cohorts.load(cohortId)).cohort.places)
})

it('given a refund that is refused, then no seat was closed', async () => {
  const cohortId = await program.opened(2)
  const orderId = await bought(cohortId, 2)
  await program.follow(orderId, 'paid', 2)
  const ids = (await program.places.seatsOf(orderId))!.toClose.slice(0, 1).map(({ id }) => id)
  await runWrites(program.database.sql, program.places.closeSeats(orderId, 'refund:9', ids))
  await runWrites(program.database.sql, program.places.settleSeats(orderId, 'refund:9', false).writes)
  expect(await program.places.seatsOf(orderId)).toMatchObject({ open: 2, closing: 0, closed: 0 })
  expect(await taken(cohortId)).toBe(2)
  expect((await agree(orderId)).map(({ state }) => state)).toEqual(['open', 'open'])
})

it('given a cohort that is cancelled with seats in it, then the seats stay and have no place', async () => {
  const cohortId = await program.opened(2)
  const orderId = await bought(cohortId, 2)
  await program.follow(orderId, 'paid', 2)
  await program.cohorts.cancel(cohortId, staff)
  expect(await held(cohortId)).toBe(0)
  expect((await agree(orderId)).map(({ state }) => state)).toEqual(['open', 'open'])
})

it('given fifty people who claim one seat at the same moment, then one of them has it and a place', async () => {
  const cohortId = await program.opened(1)
  const orderId = await bought(cohortId, 1)
  await program.follow(orderId, 'paid', 2)
  const [seat] = await rowsOf(orderId)
  const seats = new Seats(program.streams)
  await seats.change(seat!.id, author, (now) => invite(now, 'digest'))
  const people = Array.from({ length: 50 }, (_, at) => `person-${at}`)
  const tries = await Promise.allSettled(
    people.map((participantId) =>
      seats.change(seat!.id, author, (now) => claim(now, { round: 1, participantId })),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'SEAT_CLAIMED' })
  const winner = people[tries.findIndex(({ status }) => status === 'fulfilled')]
  expect(await agree(orderId)).toMatchObject([{ state: 'claimed', participant_id: winner }])
  const [enrollment] = await program.database.sql.query<{ buyer_id: string }>(
    'select buyer_id from program_enrollment where order_id = $1',
    [seat!.id],
  )
  expect(enrollment!.buyer_id).toBe(winner)
})

it('given claims, and a refund that closes seats at the same moment, then a claimed seat is closed only where no other was left', async () => {
  const cohortId = await program.opened(4)
  const orderId = await bought(cohortId, 4)
  await program.follow(orderId, 'paid', 2)
  const seats = new Seats(program.streams)
  const rows = await rowsOf(orderId)
  await Promise.all(rows.map(({ id }) => seats.change(id, author, (now) => invite(now, 'digest'))))
  const named = (await program.places.seatsOf(orderId))!.toClose.slice(0, 2).map(({ id }) => id)
  const raced = await Promise.allSettled([
    ...rows.map(({ id }, at) =>
      seats.change(id, author, (now) => claim(now, { round: 1, participantId: `one-${at}` })),
    ),
    program.log.append({
      stream: `refund-${orderId}`,
      expectedVersion: 0,
      events: [{ type: 'Tested', schemaVersion: 1, data: {}, source: 'app', sourceId: 'refund' }],
      metadata: { actor: 'system:test' },
      writes: program.places.closeSeats(orderId, 'refund:race', named),
    }),
  ])
  const refused = raced.at(-1)!.status === 'rejected'
  await runWrites(program.database.sql, program.places.settleSeats(orderId, 'refund:race', true).writes)
  const after = await agree(orderId)
  const live = after.filter(({ state }) => state !== 'closed')
  expect(live).toHaveLength(refused ? 4 : 2)
  // A claim that was answered is one that holds, or the refund had named its seat.
  for (const [at, { id }] of rows.entries())
    if (raced[at]!.status === 'fulfilled')
      expect(after.find((row) => row.id === id)!.participant_id).toBe(`one-${at}`)
  expect(await taken(cohortId)).toBe(live.length)
})

/** mulberry32: the same numbers for the same seed. */
function randomOf(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const histories = process.env.LONG === '1' ? 2_000 : 25

it(
  `given ${histories} random histories of seats in the database, then in every step no more are claimed than bought and not refunded, and rows, places and events agree`,
  async () => {
    const seats = new Seats(program.streams)
    const run = (writes: { text: string; values: readonly unknown[] }[]) =>
      runWrites(program.database.sql, writes)
    for (let number = 0; number < histories; number += 1) {
      const random = randomOf(20_261_124 + number)
      const quantity = 1 + random(4)
      const cohortId = await program.opened(quantity)
      const orderId = await bought(cohortId, quantity)
      let [version, over, refunded] = [1, false, 0]
      await program.follow(orderId, 'paid', version)
      const asked = new Map<string, number>()
      for (let step = 0; step < 12; step += 1) {
        const rows = await rowsOf(orderId)
        const { id } = rows[random(rows.length)]!
        const deed = random(8)
        try {
          if (deed < 2) await seats.change(id, author, (now) => invite(now, 'digest'))
          else if (deed < 4) {
            const participantId = `person-${random(9)}`
            await seats.change(id, author, (now) => claim(now, { round: now.round, participantId }))
          } else if (deed === 4) await seats.change(id, author, (now) => revoke(now, randomUUID()))
          else if (deed === 5) {
            const { toClose } = (await program.places.seatsOf(orderId))!
            const closing = toClose.slice(0, 1 + random(2)).map((seat) => seat.id)
            await run(program.places.closeSeats(orderId, `refund:${step}`, closing, closing))
            if (closing.length > 0) asked.set(`refund:${step}`, closing.length)
          } else if (deed === 6) {
            const [refundId, count] = [...asked][0] ?? []
            if (refundId === undefined || count === undefined) continue
            asked.delete(refundId)
            const isDone = random(3) > 0
            if (isDone) refunded += count
            await run(program.places.settleSeats(orderId, refundId, isDone).writes)
          } else if (random(3) === 0) {
            over = !over
            version += 1
            await program.follow(orderId, over ? 'over' : 'paid', version)
          }
        } catch (error) {
          const code = error instanceof AppError ? error.code : ''
          if (!/^SEAT|^INVITATION/.test(code)) throw error
        }
        const now = await rowsOf(orderId)
        const live = now.filter(({ state }) => state !== 'revoked' && state !== 'closed')
        expect(live).toHaveLength(quantity - refunded)
        expect(live.filter(({ state }) => state === 'claimed').length).toBeLessThanOrEqual(
          quantity - refunded,
        )
        expect(await taken(cohortId)).toBe(over ? 0 : quantity - refunded)
      }
      await agree(orderId)
      expect(await program.rows(cohortId)).toEqual((await program.cohorts.load(cohortId)).cohort.places)
    }
  },
  60_000 + histories * 1_000,
)
