import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { prepareJobs } from '#platform/jobs/prepare-jobs.ts'
import { deadLetterOf, defineQueue } from '#platform/jobs/queue-definition.ts'
import { allMigrations } from '../../../src/server/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const name = '20261122-60-commerce-order-mails'
let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createTestDatabase({ migrations: allMigrations.filter((each) => each.name < name) })
  client = new Client({ connectionString: database.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const confirmation = defineQueue('commerce-order-confirmation', { retryLimit: 12 })
const schedule = defineQueue('commerce-schedule-mail', { retryLimit: 12 })

const job = (queue: string, data: object) =>
  client.query(
    `insert into pgboss.job (id, name, data, state, start_after, retry_limit) values ($1, $2, $3, 'retry', now(), 12)`,
    [randomUUID(), queue, JSON.stringify(data)],
  )
const paper = (kind: string, number: number, orderId: string, refundId: string | null = null) =>
  client.query(
    'insert into commerce_invoice (kind, number, order_id, refund_id, issued_at) values ($1, $2, $3, $4, $5)',
    [kind, number, orderId, refundId, '2026-11-01T00:00:00Z'],
  )

describe('an installation from before the ledger', () => {
  test('given papers, a job that waits, one in the outbox and one that was given up, when it is migrated, then each mail has its line, and what waits is tried for days', async () => {
    await prepareJobs(database.adminUrl, 'veralead_app', [
      deadLetterOf(confirmation),
      confirmation,
      deadLetterOf(schedule),
      schedule,
    ])
    const [done, waiting, dead, outbox] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    await paper('invoice', 1, done)
    await paper('credit-note', 1, done, 're_1')
    await paper('invoice', 2, waiting)
    await paper('invoice', 3, dead)
    await paper('invoice', 4, outbox)
    await job('commerce-order-confirmation', { orderId: waiting })
    await job('commerce-order-confirmation-dead', { orderId: dead })
    await client.query('insert into platform_job_outbox (queue, jobs) values ($1, $2)', [
      'commerce-schedule-mail',
      JSON.stringify([{ id: randomUUID(), key: outbox, data: { orderId: outbox }, delay: 3_600_000 }]),
    ])

    await migrate(database.adminUrl, allMigrations, { appRole: 'veralead_app' })

    const { rows } = await client.query<{ key: string; state: string }>(
      'select key, state from commerce_order_mail',
    )
    expect(Object.fromEntries(rows.map(({ key, state }) => [key, state]))).toEqual({
      [`order-confirmation-${done}`]: 'sent',
      [`order-schedule-${done}`]: 'sent',
      'order-refund-re_1': 'sent',
      [`order-confirmation-${waiting}`]: 'owed',
      [`order-schedule-${waiting}`]: 'sent',
      [`order-confirmation-${dead}`]: 'failed',
      [`order-schedule-${dead}`]: 'sent',
      [`order-confirmation-${outbox}`]: 'sent',
      [`order-schedule-${outbox}`]: 'owed',
    })
    const { rows: limits } = await client.query(
      `select retry_limit from pgboss.job where name = 'commerce-order-confirmation'`,
    )
    expect(limits).toEqual([{ retry_limit: 130 }])
  })
})
