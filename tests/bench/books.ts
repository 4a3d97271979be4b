import { Client } from 'pg'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Reconciler } from '../../src/modules/commerce/finance/reconciliation/reconciler.ts'
import { Orders } from '../../src/modules/commerce/orders/orders.ts'
import { rebuildOrders } from '../../src/modules/commerce/orders/rebuild.ts'
import { makeWorld } from '../commerce/support/world.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { fillYardstick, projected, yardstickDifferences } from './books-yardstick.ts'
import { type BenchRow, interleaved, rate } from './rounds.ts'

const few = 200
const many = Number(process.env.BENCH_ORDERS ?? 20_000)
const events = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const milliseconds = Number(process.env.BENCH_SECONDS ?? 2) * 500
const verifyPerSecond = 100_000 / 5

/** What finance does with very many orders: the list, the proof, the rebuild. */
export async function benchBooks(): Promise<BenchRow[]> {
  const small = await worldOf(few)
  const large = await worldOf(many)
  try {
    return [
      await benchList(small, large),
      await benchVerify(large.site.container.get(EventLog)),
      ...(await benchRebuild(large)),
    ]
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function worldOf(orders: number): Promise<TestApp> {
  const app = await startApp({ env: { LOG_LEVEL: 'silent' } })
  const { container } = app.site
  await container.get(Reconciler).stop()
  await makeWorld({ orders: container.get(Orders), database: container.get(Database) }, orders)
  return app
}

async function benchList(small: TestApp, large: TestApp): Promise<BenchRow> {
  const [a, b] = [await large.staff(), await small.staff()]
  const page = async (staff: typeof a): Promise<void> => {
    const { status } = await staff.get('/api/finance/orders?pageSize=25')
    if (status !== 200) throw new Error(`The list answered ${status}`)
  }
  return interleaved(
    { path: `finance: first page of ${many} orders`, against: `of ${few} orders`, bar: 0.33 },
    () => rate(() => page(a), 1, milliseconds),
    () => rate(() => page(b), 1, milliseconds),
  )
}

async function benchVerify(log: EventLog): Promise<BenchRow> {
  return interleaved(
    { path: 'finance: verify the chain, events a second', against: '100,000 events in 5 s', bar: 5 },
    async () => {
      const started = performance.now()
      const { ok, events: verified } = await log.verify()
      if (!ok) throw new Error('The chain of the world is broken')
      return (verified * 1000) / (performance.now() - started)
    },
    async () => verifyPerSecond,
  )
}

async function benchRebuild(app: TestApp): Promise<BenchRow[]> {
  await multiply(app.database.superUrl)
  await rebuildOrders(app.database.adminUrl)
  const owner = new Client({ connectionString: app.database.adminUrl })
  await owner.connect()
  const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    await work()
    return 1000 / (performance.now() - started)
  }
  const rebuild = () => perSecond(() => rebuildOrders(app.database.adminUrl))
  const path = `rebuild ${events.toLocaleString('en-US')} events, rows written and compared`
  const compared = (
    row: { path: string; against: string },
    ours: () => Promise<number>,
    theirs: () => Promise<unknown>,
  ) => interleaved({ ...row, bar: 0.3 }, ours, () => perSecond(theirs), { warmUp: 1 })
  try {
    await fillYardstick(owner, projected)
    const differing = await yardstickDifferences(owner)
    if (differing > 0) throw new Error(`${differing} rows of the statement differ from the rebuild`)
    return [
      await compared({ path, against: 'SQL GROUP BY + INSERT … SELECT of the same rows' }, rebuild, () =>
        fillYardstick(owner, projected),
      ),
      await compared(
        { path: `${path}, indexed and swapped`, against: 'the same rows, indexed and compared' },
        () => perSecond(() => rebuildLyingTable(owner, app.database.adminUrl)),
        async () => {
          await fillYardstick(owner, projected)
          await indexAndCompare(owner)
        },
      ),
    ]
  } finally {
    await owner.end()
  }
}

/** @throws Error when the tables were not swapped */
async function rebuildLyingTable(owner: Client, adminUrl: string): Promise<void> {
  await owner.query(
    `update commerce_order set product_name = 'a lie' where id = (select id from commerce_order order by id limit 1)`,
  )
  const { swapped } = await rebuildOrders(adminUrl)
  if (!swapped) throw new Error('The rebuild did not swap')
}

/** What the rows of the statement need besides, to replace the table. */
async function indexAndCompare(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    `select regexp_replace(indexdef, 'INDEX (\\S+) ON public.commerce_order ', 'INDEX \\1_yard ON public.bench_yard ')
       as definition from pg_indexes where schemaname = 'public' and tablename = 'commerce_order'`,
  )
  for (const { definition } of rows) await owner.query(definition)
  await owner.query('analyze bench_yard')
  await yardstickDifferences(owner)
}

/**
 * Copies of the world under other ids: the rebuild reads no hash, so that none has to be computed for them. An id of
 * a copy says version 5 where the world's random ones say 4, so that no copy is another order.
 */
async function multiply(superUrl: string): Promise<void> {
  const client = new Client({ connectionString: superUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ last: number }>('select position::int as last from es.head')
    const last = rows[0]?.last ?? 0
    for (let copy = 1; copy * last < events; copy += 1) {
      await client.query(
        `insert into es.events select position + $1::bigint * $2::int, 
           overlay(left(stream_id, -4) placing '5' from 21 for 1) || lpad(to_hex($2::int), 4, '0'), version,
           gen_random_uuid(), type, schema_version, case when type = 'OrderPlaced'
             then jsonb_set(data, '{buyerId}', to_jsonb(data->>'buyerId' || '-' || $2::int)) else data end,
           data_digest, metadata, metadata_digest, correlation_id, source, source_id, occurred_at, recorded_at, prev_hash, hash
         from es.events where position <= least($1::bigint, $3::bigint - $1::bigint * $2::int)`,
        [last, copy, events],
      )
    }
    await client.query('update es.head set position = (select max(position) from es.events)')
    await client.query('analyze es.events')
  } finally {
    await client.end()
  }
}
