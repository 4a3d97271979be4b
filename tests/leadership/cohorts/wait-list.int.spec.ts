import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { freePlaces } from '../../../src/modules/leadership/cohorts/domain/cohort.ts'
import { WaitPersonalData } from '../../../src/modules/leadership/cohorts/wait-list.ts'
import { given } from '../../support/given.ts'
import { openProgram, plan, staff } from './program-log.ts'

const program = given(openProgram, 'close')

const hour = 3_600_000

/** A full cohort of one place, with the order that has taken it. */
async function full(): Promise<{ cohortId: string; payer: string }> {
  const cohortId = await program.opened(1)
  const payer = randomUUID()
  await program.place(payer, cohortId)
  await program.follow(payer, 'paid')
  return { cohortId, payer }
}
const folded = async (cohortId: string) => (await program.cohorts.load(cohortId)).cohort
const standings = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await program.waits.get(id)).standing))

/** The fold of the events and the rows say the same, and the chain holds. */
async function agree(cohortId: string): Promise<void> {
  const { places, waiting, offers } = await folded(cohortId)
  expect(await program.rows(cohortId)).toEqual(places)
  expect(await program.waitRows(cohortId)).toEqual({ waiting, offers })
  expect(await program.log.verify()).toMatchObject({ ok: true })
}

describe('the wait list of a cohort', () => {
  it('given one person under many spellings, then the list has them once; with a free place nobody has to wait', async () => {
    const { cohortId, payer } = await full()
    const spellings = [
      'Ada.Lovelace@gmail.com',
      'adalovelace+again@googlemail.com',
      'a.d.a.lovelace@gmail.com',
    ]
    for (const email of spellings) await program.waits.join({ cohortId, email, name: '', consent: 'yes' })
    await program.join(cohortId, 'other@example.com')
    // Whether an address waits cannot be seen from an answer: a free place is named to everybody.
    const record = (type: string, rest = '') =>
      program.database.sql.query("select es.append_fact($1, $2, $3, 'system:test', $4, now())", [
        ...[`cohort-${cohortId}`, type, `{"orderId":"${payer}","place":1${rest}}`, payer],
      ])
    await record('PlaceReleased', ',"reason":"order-over"')
    await expect(program.join(cohortId, 'other@example.com')).rejects.toMatchObject({
      code: 'COHORT_HAS_PLACES',
    })
    await record('PlaceTaken')
    expect((await program.waits.ofCohort(cohortId)).map(({ email }) => email)).toEqual([
      'ada.lovelace@gmail.com',
      'other@example.com',
    ])
    await expect(program.join(await program.opened(1), 'ada@example.com')).rejects.toMatchObject({
      code: 'COHORT_HAS_PLACES',
    })
    await expect(program.join(randomUUID(), 'ada@example.com')).rejects.toMatchObject({
      code: 'COHORT_NOT_OPEN',
    })
    await agree(cohortId)
  })

  it('given fifty calls of one person at once, then one waits', async () => {
    const { cohortId } = await full()
    const calls = Array.from({ length: 50 }, (_, at) => `eve+${at}@example.com`)
    await Promise.all(calls.map((email) => program.waits.join({ cohortId, email, name: '', consent: 'yes' })))
    expect(await program.waits.ofCohort(cohortId)).toHaveLength(1)
  })

  it('given a hundred people at once, then all wait', async () => {
    const cohortId = await program.opened(10)
    for (let place = 0; place < 10; place += 1) await program.place(randomUUID(), cohortId)
    const calls = Array.from({ length: 100 }, (_, at) => `person-${at}@example.com`)
    await Promise.all(calls.map((email) => program.waits.join({ cohortId, email, name: '', consent: 'yes' })))
    expect(await program.waits.ofCohort(cohortId)).toHaveLength(100)
    await agree(cohortId)
  })

  it('given a place that is given back, then it is kept for who waited longest, nobody else gets it, and the order takes it over', async () => {
    const { cohortId, payer } = await full()
    const [first, second] = [
      await program.join(cohortId, 'first@example.com'),
      await program.join(cohortId, 'second@example.com'),
    ]
    await program.follow(payer, 'over', 2)
    expect(await standings(first, second)).toEqual(['offered', 'waiting'])
    const listed = (await program.list.all()).find(({ id }) => id === cohortId)
    expect(listed).toMatchObject({ placesLeft: 0, offered: 1, waiting: 1, taken: 0 })
    await expect(program.place(randomUUID(), cohortId)).rejects.toMatchObject({ code: 'COHORT_FULL' })
    // Who waits, and a link that we did not make, open nothing.
    const stranger = randomUUID()
    await expect(program.place(stranger, cohortId, program.offer(second))).rejects.toMatchObject({
      code: 'COHORT_FULL',
    })
    const forged = program.offer(second).replace(second, first)
    await expect(program.place(stranger, cohortId, forged)).rejects.toMatchObject({ code: 'COHORT_FULL' })

    const order = randomUUID()
    await program.place(order, cohortId, program.offer(first))
    expect(await program.places.ofOrder(order)).toMatchObject({ place: 'held' })
    // An offer is taken once.
    await expect(program.place(randomUUID(), cohortId, program.offer(first))).rejects.toMatchObject({
      code: 'COHORT_FULL',
    })
    await program.follow(order, 'paid')
    expect(await standings(first, second)).toEqual(['taken', 'waiting'])
    await agree(cohortId)
  })

  it('given an offer that nobody takes, or a hold that ends, then the next has the place; whoever let it pass has lost it', async () => {
    const { cohortId, payer } = await full()
    const ids: string[] = []
    for (const name of ['one', 'two', 'three']) ids.push(await program.join(cohortId, `${name}@example.com`))
    const [one, two, three] = ids as [string, string, string]
    await program.follow(payer, 'over', 2)
    program.clock.advance(24 * hour + 1_000)
    await program.endHolds()
    expect(await standings(one, two, three)).toEqual(['expired', 'offered', 'waiting'])
    await expect(program.place(randomUUID(), cohortId, program.offer(one))).rejects.toMatchObject({
      code: 'COHORT_FULL',
    })
    const closedTab = randomUUID()
    const { offeredUntil } = await program.waits.get(two)
    program.clock.advance(hour)
    await program.place(closedTab, cohortId, program.offer(two))
    // Opening the payment does not shorten what was promised.
    expect(await program.places.ofOrder(closedTab)).toMatchObject({ place: 'held', heldUntil: offeredUntil })
    program.clock.advance(22 * hour)
    await program.endHolds()
    expect(await standings(one, two, three)).toEqual(['expired', 'taken', 'waiting'])
    await agree(cohortId)
    program.clock.advance(hour + 1_000)
    await program.endHolds()
    expect(await standings(one, two, three)).toEqual(['expired', 'taken', 'offered'])
    // A buyer who pays now has a choice, not the place that is kept.
    await program.follow(closedTab, 'paid')
    expect(await program.places.ofOrder(closedTab)).toMatchObject({ place: 'none' })
    await program.waits.leave(three, 'left', 'system:program')
    expect(freePlaces(await folded(cohortId))).toEqual([1])
    await agree(cohortId)
  })

  it('given an open order elsewhere, then its place there goes back when it takes the offer', async () => {
    const { cohortId, payer } = await full()
    const wait = await program.join(cohortId, 'mover@example.com')
    await program.follow(payer, 'over', 2)
    const other = await program.opened(1)
    const order = randomUUID()
    await program.place(order, other)
    await program.places.renew({ id: order, buyerId: 'b' }, cohortId, program.offer(wait))
    expect(await program.places.ofOrder(order)).toMatchObject({ cohortId, place: 'held' })
    expect(freePlaces(await folded(other))).toEqual([1])
    await agree(cohortId)
  })

  it('given an offer that is taken in its last minutes, then the payment has the usual time', async () => {
    const { cohortId, payer } = await full()
    const wait = await program.join(cohortId, 'late@example.com')
    await program.follow(payer, 'over', 2)
    program.clock.advance(24 * hour - 60_000)
    const order = randomUUID()
    const at = program.clock.now().getTime()
    await program.place(order, cohortId, program.offer(wait))
    const held = (await program.places.ofOrder(order))?.heldUntil?.getTime() ?? 0
    expect(held - at).toBeGreaterThanOrEqual(hour / 2)
    await agree(cohortId)
  })

  it('given a place that became free once the first day was over, when the cohort is put off, then it is offered', async () => {
    const { cohortId, payer } = await full()
    const wait = await program.join(cohortId, 'patient@example.com')
    await program.cohorts.move(cohortId, plan('2020-03-02'), staff)
    await program.follow(payer, 'over', 2)
    expect(await standings(wait)).toEqual(['waiting'])
    await program.cohorts.move(cohortId, plan('2033-03-08'), staff)
    expect(await standings(wait)).toEqual(['offered'])
    await agree(cohortId)
  })

  it('given somebody who joins again, then the mail is queued again to the address of the list, once in an hour', async () => {
    const { cohortId, payer } = await full()
    const id = await program.join(cohortId, 'asks@example.com')
    program.clock.advance(hour)
    await program.join(cohortId, 'asks+again@example.com')
    expect(await program.waits.ofCohort(cohortId)).toMatchObject([{ id, email: 'asks@example.com' }])
    const owed = () => program.jobs.filter(({ data }) => (data as { waitId?: string }).waitId === id)
    const kinds = () => owed().map(({ data }) => (data as { kind: string }).kind)
    expect(kinds()).toEqual(['joined', 'joined'])
    // The hour is in the keys of the job and of the mail: within it the same mail is queued once.
    expect(new Set(owed().map(({ key }) => key)).size).toBe(2)
    await program.join(cohortId, 'asks@example.com')
    expect(new Set(owed().map(({ key }) => key)).size).toBe(2)
    await program.follow(payer, 'over', 2)
    program.clock.advance(hour)
    await program.join(cohortId, 'asks@example.com')
    expect(kinds().at(-1)).toBe('offered')
  })

  it('given ten people for each place, then the list is full for everybody; the cohort is looked at before the log is locked', async () => {
    const { cohortId } = await full()
    for (let at = 0; at < 10; at += 1) await program.join(cohortId, `many-${at}@example.com`)
    for (const email of ['one-more@example.com', 'many-3@example.com'])
      await expect(program.join(cohortId, email)).rejects.toMatchObject({ code: 'WAIT_LIST_FULL' })
    await agree(cohortId)
    await program.database.rawTransaction(async (sql) => {
      await sql.query('select es.lock_head()')
      // With the lock first, this call would wait for its own end.
      await expect(program.join(randomUUID(), 'ada@example.com')).rejects.toMatchObject({
        code: 'COHORT_NOT_OPEN',
      })
    })
  })

  it('given an offer of a place that is gone, then the offer ends', async () => {
    const { cohortId, payer } = await full()
    const wait = await program.join(cohortId, 'kept@example.com')
    await program.follow(payer, 'over', 2)
    const { sql } = program.database
    await sql.query('update program_place set wait_id = null where cohort_id = $1', [cohortId])
    await sql.query('delete from program_place where cohort_id = $1', [cohortId])
    program.clock.advance(25 * hour)
    await program.endHolds()
    expect(await standings(wait)).toEqual(['expired'])
    const facts = await program.log.factsOf(`cohort-${cohortId}`)
    expect(facts.at(-1)).toMatchObject({ type: 'OfferExpired', data: { waitId: wait, place: null } })
    expect((await folded(cohortId)).offers).toEqual({})
  })

  it('given a cohort that has begun, then staff counts nobody who waits for it', async () => {
    const { cohortId } = await full()
    await program.join(cohortId, 'in-vain@example.com')
    const listed = async () => (await program.list.all()).find(({ id }) => id === cohortId)?.waiting
    expect(await listed()).toBe(1)
    await program.cohorts.move(cohortId, plan('2020-03-02'), staff)
    expect(await listed()).toBe(0)
  })

  it('given more places, then they are offered in order; given a cancelled cohort, then nobody waits any more', async () => {
    const { cohortId } = await full()
    const [one, two, three] = [
      await program.join(cohortId, 'a@example.com'),
      await program.join(cohortId, 'b@example.com'),
      await program.join(cohortId, 'c@example.com'),
    ]
    await program.cohorts.changeCapacity(cohortId, 3, staff)
    expect(await standings(one, two, three)).toEqual(['offered', 'offered', 'waiting'])
    // Places that are kept are in use.
    await expect(program.cohorts.changeCapacity(cohortId, 2, staff)).rejects.toMatchObject({
      code: 'PLACES_IN_USE',
    })
    await agree(cohortId)
    await program.cohorts.cancel(cohortId, staff)
    expect(await standings(one, two, three)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    await agree(cohortId)
  })

  it('given an erased person, then the log still holds, the place goes to the next, and nothing names them', async () => {
    const { cohortId, payer } = await full()
    const gone = await program.join(cohortId, 'gone@example.com')
    const next = await program.join(cohortId, 'next@example.com')
    await program.follow(payer, 'over', 2)
    const data = new WaitPersonalData(program.database, program.waits)
    const person = { userId: 'u', email: 'gone@example.com' }
    expect(await data.export(person)).toMatchObject([{ email: 'gone@example.com', standing: 'offered' }])
    // Another address of the same mailbox is not this person's to read or to erase.
    const other = { userId: 'o', email: 'gone+other@example.com' }
    expect(await data.export(other)).toEqual([])
    await data.erase(other)
    expect(await standings(gone)).toEqual(['offered'])
    await data.erase(person)
    await data.erase(person)
    expect(await data.export(person)).toEqual([])
    expect(await standings(gone, next)).toEqual(['left', 'offered'])
    expect(await program.waits.get(gone)).toMatchObject({ email: null, name: null })
    const told = JSON.stringify(await program.log.factsOf(`cohort-${cohortId}`))
    expect(told).not.toContain('example.com')
    await agree(cohortId)
  })
})
