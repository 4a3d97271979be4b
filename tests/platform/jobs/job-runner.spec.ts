import type { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { inTransaction } from '#platform/jobs/job-attempts.ts'
import { JobRunner } from '#platform/jobs/job-runner.ts'

const lost = Object.assign(new Error('terminating connection due to administrator command'), {
  code: '57P01',
})

/** pg-boss on a database that refuses every statement of a transaction. */
function bossThatFails(ended: string[] = []): PgBoss {
  const db = { executeSql: () => Promise.reject(lost) }
  const commit = async () => void ended.push('commit')
  const rollback = async () => void ended.push('rollback')
  const beginTransaction = async () => ({ db, commit, rollback })
  return {
    getDb: () => ({ beginTransaction, executeSql: async () => ({ rows: [{ ms: null }] }) }),
    supervise: async () => undefined,
  } as unknown as PgBoss
}

test('given a statement whose failure is swallowed, then its transaction is rolled back and fails, as its COMMIT would store nothing', async () => {
  const ended: string[] = []
  const work = inTransaction(bossThatFails(ended), async (db) => {
    await db.executeSql('select 1').catch(() => undefined)
    return 'stored'
  })
  await expect(work).rejects.toBe(lost)
  expect(ended).toEqual(['rollback'])
})

test('given a database that is lost while schedules are stored, then the pass is logged as one failure', async () => {
  const logged: unknown[] = []
  const runner = new JobRunner({
    boss: bossThatFails(),
    queues: new Map(),
    keepSchedules: () => Promise.reject(lost),
    share: async () => undefined,
    lookEvery: 60_000,
    log: (_, error) => logged.push(error),
    failed: () => undefined,
  })
  runner.start()
  await expect.poll(() => logged.length).toBeGreaterThan(0)
  await runner.stop(1_000)
  expect(logged).toEqual([lost])
})
