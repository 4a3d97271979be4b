import { Client } from 'pg'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Orders } from '../../src/modules/commerce/orders/orders.ts'
import { rebuildOrders } from '../../src/modules/commerce/orders/rebuild.ts'
import { Reconciler } from '../../src/modules/commerce/stripe/reconciler.ts'
import { makeWorld } from '../commerce/support/world.ts'
import { startApp, type TestApp } from '../support/app.ts'
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
      await benchVerify(large.house.container.get(EventLog)),
      ...(await benchRebuild(large)),
    ]
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function worldOf(orders: number): Promise<TestApp> {
  const app = await startApp({ env: { LOG_LEVEL: 'silent' } })
  const { container } = app.house
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
    { path: 'finance: verify the chain, events a second', against: '100,000 events in 5 s', bar: 1 },
    async () => {
      const started = performance.now()
      const { ok, events: verified } = await log.verify()
      if (!ok) throw new Error('The chain of the world is broken')
      return (verified * 1000) / (performance.now() - started)
    },
    async () => verifyPerSecond,
  )
}

/** What the rows are, as far as one statement can say it: no fold, no flags. */
const grouped = `insert into bench_yard
select substring(stream_id from 7)::uuid, max(version), 'pending', false, max(data->>'buyerId'), max(data->>'productId'),
  max(data->>'productName'), max((data->>'unitPrice')::bigint), coalesce(max((data->>'amountReceived')::bigint), 0),
  coalesce(sum((data->>'amount')::bigint) filter (where type = 'RefundObserved'), 0), max(data->>'currency'),
  array_agg(distinct data->>'intentId') filter (where data ? 'intentId'), '{}', bool_or(type = 'DisputeObserved'),
  max((data->>'number')::int) filter (where type = 'InvoiceIssued'), min(occurred_at), max(occurred_at)
from es.events where stream_id like 'order-%' group by stream_id`

async function benchRebuild(app: TestApp): Promise<BenchRow[]> {
  await multiply(app.database.superUrl)
  const owner = new Client({ connectionString: app.database.adminUrl })
  await owner.connect()
  const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    await work()
    return 1000 / (performance.now() - started)
  }
  const rebuild = () =>
    perSecond(async () => {
      const { swapped } = await rebuildOrders(app.database.adminUrl)
      if (!swapped) throw new Error('The rebuild did not swap')
    })
  const path = `rebuild ${events.toLocaleString('en-US')} events, rows written, indexed, compared`
  const statement = 'SQL GROUP BY + INSERT … SELECT of the same'
  try {
    return [
      await interleaved({ path, against: statement, bar: 1 }, rebuild, () => perSecond(() => group(owner))),
      await interleaved({ path, against: `${statement}, indexed and compared, too`, bar: 1 }, rebuild, () =>
        perSecond(async () => {
          await group(owner)
          await indexAndCompare(owner)
        }),
      ),
    ]
  } finally {
    await owner.end()
  }
}

async function group(owner: Client): Promise<void> {
  await owner.query('drop table if exists bench_yard')
  await owner.query('create table bench_yard (like commerce_order including defaults)')
  await owner.query(grouped)
}

/** What the rows of the statement need besides, to stand in for the table. */
async function indexAndCompare(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    `select regexp_replace(indexdef, 'INDEX (\\S+) ON public.commerce_order ', 'INDEX \\1_yard ON public.bench_yard ')
       as definition from pg_indexes where schemaname = 'public' and tablename = 'commerce_order'`,
  )
  for (const { definition } of rows) await owner.query(definition)
  await owner.query('analyze bench_yard')
  await owner.query(
    `select count(*) from commerce_order kept full join bench_yard told using (id)
     where (kept.*) is distinct from (told.*)`,
  )
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
