import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { AppError } from '#platform/kernel/error.ts'
import {
  type Cohort,
  type CohortEvent,
  evolve,
  freePlaces,
  newCohort,
  occupied,
} from '../../../src/modules/leadership/cohorts/domain/cohort.ts'
import type { PlaceClaim } from '../../../src/modules/leadership/index.ts'
import { given } from '../../support/given.ts'
import { openProgram, plan, staff } from './program-log.ts'

const histories = process.env.LONG === '1' ? 10_000 : 60
const steps = 16
const seed = Number(process.env.SEED ?? 20_261_122)

/** A year of first days that are over: nothing is offered until the cohort is put off. */
const past = 2020

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

const program = given(openProgram, 'close')

/** Every refusal that a step may meet is one of these; anything else fails the test. */
const refusals = [
  'COHORT_HAS_PLACES',
  'COHORT_FULL',
  'COHORT_NOT_OPEN',
  'COHORT_CANCELLED',
  'PLACES_IN_USE',
  'PLACE_TAKEN',
]

async function history(number: number): Promise<void> {
  const random = randomOf(seed + number)
  const cohorts = [await program.opened(1 + random(3)), await program.opened(1 + random(3))]
  const orders = Array.from({ length: 6 }, () => ({ id: randomUUID(), claim: null as PlaceClaim | null }))
  const known = new Set<string>()
  const people = [1, 2, 3, 4].map((each) => `waits-${each}@example.com`)
  const waits: { id: string; cohortId: string }[] = []
  for (let step = 0; step < steps; step += 1) {
    const cohortId = cohorts[random(2)]!
    const order = orders[random(orders.length)]!
    const actor = { id: order.id, buyerId: 'b' }
    const deed = random(17)
    try {
      if (deed < 5) {
        if (order.claim === null) {
          await program.place(order.id, cohortId)
          order.claim = 'open'
          known.add(order.id)
        } else if (order.claim === 'open')
          await program.places.renew(actor, random(2) === 0 ? null : cohortId)
        else if (order.claim === 'paid') await program.places.take(actor, cohortId)
      } else if (deed < 9) {
        if (order.claim === null) continue
        const claims = ['under-way', 'paid', 'open', 'over', 'paid'] as const
        order.claim = claims[random(claims.length)]!
        await program.follow(order.id, order.claim)
      } else if (deed === 9) {
        program.clock.advance((1 + random(60)) * 60_000)
        if (random(2) === 0) await program.endHolds()
      } else if (deed === 12 || deed === 13) {
        // Under another tag of the same mailbox half of the time.
        const typed = people[random(people.length)]!.replace('@', random(2) === 0 ? '+again@' : '@')
        const id = await program.join(cohortId, typed)
        waits.push({ id, cohortId })
      } else if (deed === 14 || deed === 15) {
        const wait = waits[random(waits.length || 1)]
        if (wait === undefined) continue
        const offer = program.offer(wait.id)
        if (order.claim === null) {
          await program.place(order.id, wait.cohortId, offer)
          order.claim = 'open'
          known.add(order.id)
        } else if (order.claim === 'open') await program.places.renew(actor, wait.cohortId, offer)
        else if (order.claim === 'paid') await program.places.take(actor, wait.cohortId, offer)
      } else if (deed === 16) {
        const wait = waits[random(waits.length || 1)]
        if (wait !== undefined && random(2) === 0)
          await program.waits.leave(wait.id, 'left', 'system:program')
        else program.clock.advance(25 * 3_600_000)
      } else if (deed === 10) await program.cohorts.changeCapacity(cohortId, 1 + random(4), staff)
      else if (random(4) === 0) await program.cohorts.cancel(cohortId, staff)
      else
        await program.cohorts.move(
          cohortId,
          plan(`${random(3) === 0 ? past : 2033}-0${1 + random(9)}-01`),
          staff,
        )
    } catch (error) {
      if (!(error instanceof AppError && refusals.includes(error.code))) throw error
    }
  }
  const seated: string[] = []
  for (const id of cohorts) {
    const { cohort } = await program.cohorts.load(id)
    expect(await noneDisplaced(id)).toEqual(cohort)
    expect(await program.rows(id)).toEqual(cohort.places)
    expect(await program.waitRows(id)).toEqual({ waiting: cohort.waiting, offers: cohort.offers })
    expect(
      new Set([...cohort.waiting, ...Object.values(cohort.offers).map(({ waitId }) => waitId)]).size,
    ).toBe(cohort.waiting.length + Object.keys(cohort.offers).length)
    if (cohort.cancelled) expect(occupied(cohort)).toEqual([])
    seated.push(...occupied(cohort).map(({ occupant }) => occupant.orderId))
  }
  expect(new Set(seated).size).toBe(seated.length)
  const enrollments = await program.database.sql.query<{
    id: string
    claim: string
    unplaced: boolean
    taken: boolean
  }>(
    `select e.order_id as id, claim, unplaced_at is not null as unplaced, p.taken_at is not null as taken
     from program_enrollment e left join program_place p using (order_id) where e.order_id = any ($1)`,
    [[...known]],
  )
  expect(enrollments).toHaveLength(known.size)
  for (const { id, claim, unplaced, taken } of enrollments) {
    const now = orders.find((order) => order.id === id)!.claim
    expect(claim).toBe(now)
    // A buyer who has paid has a place for good, or is known to have none; an order that is over has nothing.
    if (claim === 'paid') expect(unplaced).toBe(!taken)
    else expect(unplaced).toBe(false)
    if (claim === 'over') expect(seated).not.toContain(id)
  }
}

/**
 * At every moment a place was given to nobody while somebody else had it or it was kept for somebody else; offers were made
 * in the order of joining; and no place was free for sale while somebody waited. Answers the cohort, event after event.
 */
async function noneDisplaced(cohortId: string): Promise<Cohort> {
  let cohort = newCohort(cohortId)
  const facts = await program.log.factsOf(`cohort-${cohortId}`)
  for (const [at, { type, data }] of facts.entries()) {
    const event = { type, data } as unknown as CohortEvent
    if (event.type === 'PlaceHeld' || event.type === 'PlaceTaken' || event.type === 'PlaceReleased') {
      const had = cohort.places[event.data.place]
      const own = had?.orderId === event.data.orderId
      const right = own || (event.type !== 'PlaceReleased' && had === null)
      expect(right, `${type} of ${event.data.place}`).toBe(true)
      expect(cohort.offers[event.data.place], `${type} of a place that is kept`).toBeUndefined()
      // A place that was given back is the next one's in the same moment: nobody can come between.
      const wasGivenBack = event.type === 'PlaceReleased' && event.data.reason !== 'cohort-cancelled'
      if (wasGivenBack && cohort.waiting.length > 0 && !cohort.cancelled && isAhead(cohort))
        expect(facts[at + 1]).toMatchObject({ type: 'OfferMade', data: { place: event.data.place } })
    }
    if (event.type === 'OfferMade') {
      expect(cohort.waiting[0]).toBe(event.data.waitId)
      expect(freePlaces(cohort)).toContain(event.data.place)
    }
    if (event.type === 'OfferTaken' || event.type === 'OfferExpired')
      expect(cohort.offers[event.data.place ?? 0]?.waitId).toBe(event.data.waitId)
    cohort = evolve(cohort, event)
  }
  if (cohort.waiting.length > 0 && isAhead(cohort)) expect(freePlaces(cohort)).toEqual([])
  return cohort
}

const isAhead = ({ plan: planned }: Cohort): boolean => !planned?.startsOn.startsWith(String(past))

it(
  `given ${histories} random histories of holds, waits, offers, payments, refunds, moves and cancellations, then the rows are what the events fold to and every payer has a place or a choice`,
  async () => {
    for (let number = 0; number < histories; number += 1) {
      await history(number).catch((error: unknown) => {
        throw new Error(`History ${number} of seed ${seed}`, { cause: error })
      })
    }
    expect(await program.log.verify()).toMatchObject({ ok: true })
  },
  histories * 1_000,
)
