import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalZone } from '#platform/kernel/time-zone.ts'
import { freePlaces } from '../../../src/modules/leadership/cohorts/domain/cohort.ts'
import { given } from '../../support/given.ts'
import { openProgram, plan, staff, takers } from './program-log.ts'

const program = given(openProgram, 'close')

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID())
const folded = async (cohortId: string) => (await program.cohorts.load(cohortId)).cohort
const codeOf = ({ reason }: PromiseRejectedResult): unknown => (reason as { code?: unknown }).code

/** The fold of the events, the rows, and the list say the same. */
async function agree(cohortId: string): Promise<void> {
  const cohort = await folded(cohortId)
  expect(await program.rows(cohortId)).toEqual(cohort.places)
  const listed = (await program.list.all()).find(({ id }) => id === cohortId)!
  expect(listed.capacity).toBe(Object.keys(cohort.places).length)
  expect(listed.taken).toBe(takers(cohort).length)
}

describe('places of a cohort', () => {
  it('given 200 buyers at once for 20 places, then 20 hold one, the others are told that it is full, and 20 are taken', async () => {
    const cohortId = await program.opened(20)
    const buyers = ids(200)
    const placed = await Promise.allSettled(buyers.map((id) => program.place(id, cohortId)))
    const refused = placed.filter((each) => each.status === 'rejected')
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['COHORT_FULL']))
    expect(refused).toHaveLength(180)
    expect(freePlaces(await folded(cohortId))).toEqual([])

    const holders = buyers.filter((_, at) => placed[at]!.status === 'fulfilled')
    await Promise.all([...holders, ...holders].map((id) => program.follow(id, 'paid')))
    expect(takers(await folded(cohortId)).sort()).toEqual(holders.sort())
    await agree(cohortId)
    expect(await program.log.verify()).toMatchObject({ ok: true })
  })

  it('given a hold that ended, when its order is paid, then it has the same cohort if a place is free, else none and is told', async () => {
    const cohortId = await program.opened(1)
    const [late, quick] = ids(2) as [string, string]
    await program.place(late, cohortId)
    program.clock.advance(31 * 60_000)
    await program.place(quick, cohortId)
    await program.follow(late, 'paid')
    expect(await program.places.ofOrder(late)).toMatchObject({ place: 'none' })
    expect(await program.list.orders(cohortId)).toMatchObject([
      { orderId: quick, standing: 'held' },
      { orderId: late, standing: 'unplaced' },
    ])

    await program.follow(quick, 'over')
    await program.follow(late, 'paid')
    expect(await program.places.ofOrder(late)).toMatchObject({ place: 'taken', heldUntil: null })
    expect(await program.list.orders(cohortId)).toMatchObject([{ orderId: late, standing: 'taken' }])
    await agree(cohortId)
  })

  it('given an older state of an order after its present one, then nothing changes', async () => {
    const cohortId = await program.opened(1)
    const id = randomUUID()
    await program.place(id, cohortId)
    await program.follow(id, 'paid', 4)
    await program.follow(id, 'over', 3)
    expect(await program.places.ofOrder(id)).toMatchObject({ place: 'taken' })
    await program.follow(id, 'over', 5)
    await program.follow(id, 'under-way', 3)
    expect(await program.places.ofOrder(id)).toMatchObject({ place: 'none' })
  })

  it('given an order whose cohorts are cancelled one after the other, then each mail has a key of its own', async () => {
    const [one, two] = [await program.opened(1), await program.opened(1)]
    const id = randomUUID()
    await program.place(id, one)
    await program.follow(id, 'paid')
    program.jobs.length = 0
    await program.cohorts.cancel(one, staff)
    // So that both are cancelled at the same version.
    await program.cohorts.changeCapacity(two, 2, staff)
    await program.places.take({ id, buyerId: 'b' }, two)
    await program.cohorts.cancel(two, staff)
    const mails = program.jobs.filter(({ queue }) => queue === 'program.mail')
    const keys = mails.map(({ key }) => key)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(2)
  })

  it('given a payment under way, then the place is held however long it takes; once it failed, for another day', async () => {
    const cohortId = await program.opened(1)
    const [slow, other] = ids(2) as [string, string]
    await program.place(slow, cohortId)
    await program.follow(slow, 'under-way')
    program.clock.advance(10 * 24 * 3_600_000)
    await program.endHolds()
    await expect(program.place(other, cohortId)).rejects.toMatchObject({ code: 'COHORT_FULL' })
    await program.follow(slow, 'open')
    const { heldUntil } = (await program.places.ofOrder(slow))!
    expect(heldUntil!.getTime() - program.clock.now().getTime()).toBeGreaterThan(23 * 3_600_000)
    program.clock.advance(25 * 3_600_000)
    await program.place(other, cohortId)
    expect(await program.places.ofOrder(slow)).toMatchObject({ place: 'none' })
    await agree(cohortId)
  })

  it('given a payment that was taken back, then the place is held for another day, then free; paid again it is taken again', async () => {
    const cohortId = await program.opened(1)
    const [first, second] = ids(2) as [string, string]
    await program.place(first, cohortId)
    await program.follow(first, 'paid', 1)
    await program.follow(first, 'open', 2)
    expect(await program.places.ofOrder(first)).toMatchObject({ place: 'held' })
    await agree(cohortId)
    await program.follow(first, 'paid', 3)
    expect(await program.places.ofOrder(first)).toMatchObject({ place: 'taken', heldUntil: null })
    await program.follow(first, 'under-way', 4)
    expect(await program.places.ofOrder(first)).toMatchObject({ place: 'held', heldUntil: null })
    await program.follow(first, 'open', 5)
    program.clock.advance(25 * 3_600_000)
    await program.endHolds()
    expect(await program.places.ofOrder(first)).toMatchObject({ place: 'none' })
    await program.place(second, cohortId)
    await program.follow(second, 'paid')
    await program.follow(first, 'paid', 6)
    expect(await program.places.ofOrder(first)).toMatchObject({ place: 'none' })
    expect(takers(await folded(cohortId))).toEqual([second])
    await agree(cohortId)
  })

  it('given a cohort whose wait list fails, then places of others are released, and an order that ends there is recorded and followed later', async () => {
    const [bad, good] = [await program.opened(2), await program.opened(1)]
    const [held, paid, other] = ids(3) as [string, string, string]
    for (const id of [held, paid]) await program.place(id, bad)
    await program.follow(paid, 'paid')
    await program.join(bad, 'first@example.com')
    await program.place(other, good)
    await program.asOwner(`create function bad_offer() returns trigger language plpgsql as
      $$ begin raise exception 'time zone "CAT" not recognized'; end $$;
      create trigger bad_offer before update on program_wait for each row execute function bad_offer()`)
    try {
      await program.follow(paid, 'over', 2)
      expect(await program.places.ofOrder(paid)).toMatchObject({ place: 'taken' })
      program.clock.advance(31 * 60_000)
      await expect(program.endHolds()).rejects.toMatchObject({
        errors: [{ message: expect.stringContaining('CAT') }, { message: expect.stringContaining(paid) }],
      })
      expect(await program.places.ofOrder(other)).toMatchObject({ place: 'none' })
      expect(await program.places.ofOrder(held)).toMatchObject({ place: 'held' })
    } finally {
      await program.asOwner('drop function bad_offer cascade')
    }
    await program.endHolds()
    expect(await program.places.ofOrder(paid)).toMatchObject({ place: 'none' })
    expect(await program.places.ofOrder(held)).toMatchObject({ place: 'none' })
    expect((await program.waitRows(bad)).waiting).toEqual([])
    await agree(bad)
    expect(await program.database.sql.query('select order_id from program_unfinished')).toEqual([])
  })

  it('given every zone that PostgreSQL or Node knows, then PostgreSQL knows its current name', async () => {
    const rows = await program.database.sql.query<{ name: string }>('select name from pg_timezone_names')
    const known = new Set(rows.map(({ name }) => name))
    expect(known.size).toBeGreaterThan(400)
    const names = [...known, ...Intl.supportedValuesOf('timeZone')].flatMap(
      (name) => canonicalZone(name) ?? [],
    )
    // The two have zones of their own release of the IANA list.
    const missing = [...new Set(names)].filter((name) => !known.has(name))
    expect(missing.filter((name) => name !== 'America/Coyhaique')).toEqual([])
  })

  it('given a buyer who comes back, then a running hold is not made longer, an ended one is made again, and another date can be chosen', async () => {
    const [one, two] = [await program.opened(1), await program.opened(1)]
    const id = randomUUID()
    await program.place(id, one)
    const first = (await program.places.ofOrder(id))!.heldUntil!
    program.clock.advance(60_000)
    await program.places.renew({ id, buyerId: 'b' }, one)
    expect((await program.places.ofOrder(id))!.heldUntil).toEqual(first)
    program.clock.advance(30 * 60_000)
    await program.places.renew({ id, buyerId: 'b' }, null)
    expect((await program.places.ofOrder(id))!.heldUntil!.getTime()).toBeGreaterThan(first.getTime())
    await program.places.renew({ id, buyerId: 'b' }, two)
    expect(freePlaces(await folded(one))).toEqual([1])
    expect(freePlaces(await folded(two))).toEqual([])
    await expect(program.places.renew({ id, buyerId: 'b' }, randomUUID())).rejects.toMatchObject({
      code: 'COHORT_NOT_OPEN',
    })
  })

  it('given places that are used, then fewer can be offered down to those, and a cancelled cohort gives every payer a choice', async () => {
    const [cohortId, next] = [await program.opened(4), await program.opened(1)]
    const [payer, holder] = ids(2) as [string, string]
    await program.place(payer, cohortId)
    await program.place(holder, cohortId)
    await program.follow(payer, 'paid')
    await expect(program.cohorts.changeCapacity(cohortId, 1, staff)).rejects.toMatchObject({
      code: 'PLACES_IN_USE',
    })
    await program.cohorts.changeCapacity(cohortId, 2, staff)
    await expect(program.place(randomUUID(), cohortId)).rejects.toMatchObject({ code: 'COHORT_FULL' })
    await program.cohorts.changeCapacity(cohortId, 3, staff)
    // The numbers 3 and 4 are gone for good.
    expect(freePlaces(await folded(cohortId))).toEqual([5])
    await program.cohorts.move(cohortId, plan('2033-04-01'), staff)
    await agree(cohortId)

    program.jobs.length = 0
    await program.cohorts.cancel(cohortId, staff)
    await program.cohorts.cancel(cohortId, staff)
    expect(program.jobs.map(({ data }) => data)).toEqual([{ kind: 'cancelled', orderId: payer, cohortId }])
    await agree(cohortId)
    expect(await program.list.orders(cohortId)).toMatchObject([
      { orderId: payer, standing: 'unplaced', place: null },
    ])
    await program.follow(payer, 'paid')
    expect(await program.places.ofOrder(payer)).toMatchObject({ place: 'none', cohortCancelled: true })

    await program.places.take({ id: payer, buyerId: 'b' }, next)
    expect(await program.places.ofOrder(payer)).toMatchObject({ place: 'taken', cohortId: next })
    expect(await program.list.orders(cohortId)).toEqual([])
    await expect(program.places.take({ id: payer, buyerId: 'b' }, cohortId)).rejects.toMatchObject({
      code: 'PLACE_TAKEN',
    })
  })

  it('given an order without a cohort, then nothing is held, taken or recorded', async () => {
    const before = await program.log.head()
    const id = randomUUID()
    for (const claim of ['open', 'under-way', 'paid', 'over'] as const) await program.follow(id, claim)
    expect(await program.places.ofOrder(id)).toBeNull()
    expect(await program.log.head()).toEqual(before)
  })
})
