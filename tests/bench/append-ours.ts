import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { PostgresEventLog } from '#platform/event-log/postgres-event-log.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { PgBossJobs } from '#platform/jobs/pg-boss-jobs.ts'
import { prepareJobs } from '#platform/jobs/prepare-jobs.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { fold, loaded, payment, serve } from './append-child.ts'

const [, , url = '', adminUrl = ''] = process.argv
// Stepped: as in the site, no other process has to be woken for the jobs.
const jobs = new PgBossJobs({
  url,
  adminUrl,
  appRole: 'veralead_app',
  clock: new OffsetClock(),
  stepped: true,
})
const mail = defineJob({ queue: 'bench-mail', data: z.object({ orderId: z.string() }) })
jobs.handle(mail, async () => undefined)
await prepareJobs(adminUrl, 'veralead_app', jobs.queues())
const log = new PostgresEventLog({ url, jobs, connections: 16 })

const saveOrder = `insert into bench_order (id, buyer_id, status, received, currency, version, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do update set status = excluded.status,
  received = excluded.received, version = excluded.version, updated_at = excluded.updated_at`

const saveOrders = `insert into bench_order (id, buyer_id, status, received, currency, version, updated_at)
  select id, buyer_id, status, received, currency, version, updated_at
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::int[], $7::timestamptz[])
    as x(id, buyer_id, status, received, currency, version, updated_at)
  on conflict (id) do update set status = excluded.status, received = excluded.received, version = excluded.version,
  updated_at = excluded.updated_at`

function observed(sourceId: string) {
  return { type: 'PaymentIntentObserved', schemaVersion: 1, data: payment, source: 'stripe', sourceId }
}

async function append(): Promise<void> {
  const id = randomUUID()
  await log.append({
    stream: `order-${id}`,
    expectedVersion: 0,
    events: [observed(`${id}@succeeded`)],
    metadata: { actor: 'provider:stripe', requestId: id },
    writes: [
      {
        text: saveOrder,
        many: saveOrders,
        values: [id, randomUUID(), 'completed', payment.amount, 'usd', 1, new Date()],
      },
    ],
    jobs: [mail.request({ orderId: id }, { key: id })],
  })
}

await Promise.all(
  Array.from({ length: loaded.streams }, (_, stream) =>
    log.append({
      stream: `loaded-${stream}`,
      expectedVersion: 0,
      events: Array.from({ length: loaded.events }, (_, n) => observed(`${stream}-${n}`)),
      metadata: { actor: 'system:bench' },
    }),
  ),
)
let next = 0
await serve({ append, load: async () => fold(await log.factsOf(`loaded-${next++ % loaded.streams}`)) }, () =>
  log.close(),
)
