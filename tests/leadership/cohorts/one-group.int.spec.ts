import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { occupied } from '../../../src/modules/leadership/cohorts/domain/cohort.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { openProgram, staff } from './program-log.ts'

const program = given(openProgram, 'close')

const append = (
  stream: string,
  version: number,
  writes: { text: string; values: readonly unknown[] }[] = [],
) =>
  program.log.append({
    stream,
    expectedVersion: version,
    events: [{ type: 'Tested', schemaVersion: 1, data: {}, source: 'app', sourceId: `tested:${version}` }],
    metadata: { actor: 'system:test' },
    writes,
  })

/** The appends of these calls, in this order, share one transaction. */
async function inOneGroup(...calls: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
  const appends = vi.spyOn(program.log, 'append')
  const running: Promise<unknown>[] = []
  try {
    await program.database.rawTransaction(async (sql) => {
      await sql.query('select es.lock_head()')
      for (const call of [() => append(`other-${randomUUID()}`, 0), ...calls]) {
        const queued = appends.mock.calls.length
        running.push(call())
        await eventually(async () => appends.mock.calls.length > queued)
        // What has been queued starts in the next turn.
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    return (await Promise.allSettled(running)).slice(1)
  } finally {
    appends.mockRestore()
  }
}

async function agree(cohortId: string) {
  const { cohort } = await program.cohorts.load(cohortId)
  expect(await program.rows(cohortId)).toEqual(cohort.places)
  return cohort
}

it('given an order that takes a place in the transaction that cancels the cohort, then nobody has a place there', async () => {
  const cohortId = await program.opened(2)
  const [early, late] = [randomUUID(), randomUUID()]
  await program.place(early, cohortId)
  const [, cancelled] = await inOneGroup(
    () => program.place(late, cohortId),
    () => program.cohorts.cancel(cohortId, staff),
  )
  expect(cancelled).toMatchObject({ status: 'fulfilled' })
  expect(occupied(await agree(cohortId))).toEqual([])
  await program.follow(late, 'paid')
  expect(await program.places.ofOrder(late)).toMatchObject({ place: 'none', cohortCancelled: true })
  expect((await program.list.orders(cohortId)).map(({ standing }) => standing)).toEqual(['unplaced'])
})

it('given an order that takes a place in the transaction that removes the free ones, then the place stays or the order is refused', async () => {
  const cohortId = await program.opened(2)
  await program.place(randomUUID(), cohortId)
  const [placed, changed] = await inOneGroup(
    () => program.place(randomUUID(), cohortId),
    () => program.cohorts.changeCapacity(cohortId, 1, staff),
  )
  expect(placed).toMatchObject({ status: 'fulfilled' })
  expect(changed).toMatchObject({ status: 'rejected', reason: { code: 'PLACES_IN_USE' } })
  expect(occupied(await agree(cohortId))).toHaveLength(2)
})

it('given a payment in the transaction that cancels the cohort, then its buyer is told and has a choice', async () => {
  const cohortId = await program.opened(1)
  const orderId = randomUUID()
  await program.place(orderId, cohortId)
  program.jobs.length = 0
  await inOneGroup(
    () => append(`order-${orderId}`, 1, program.places.follow(orderId, 'paid', 2).writes),
    () => program.cohorts.cancel(cohortId, staff),
  )
  expect(occupied(await agree(cohortId))).toEqual([])
  expect((await program.list.orders(cohortId)).map(({ standing }) => standing)).toEqual(['unplaced'])
  expect(program.jobs.map(({ data }) => data)).toContainEqual({ kind: 'cancelled', orderId, cohortId })
  expect(await program.log.verify()).toMatchObject({ ok: true })
})
