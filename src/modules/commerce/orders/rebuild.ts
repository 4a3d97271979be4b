import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectTo } from '#platform/database/connect-to.ts'
import { copiedRows, lineOf } from '#platform/database/copy-text.ts'
import type { Fact } from '#platform/event-log/event-log.ts'
import { type OrderSummary, orderColumns, rowOf } from './order-row.ts'
import { advance, type FoldedOrder, orderPrefix } from './order-stream.ts'

export interface Rebuilt {
  orders: number
  events: number
  /** Rows of the old table that were not what the log says, in either direction. */
  differing: number
  /** Whether the table was replaced; one without a difference stays. */
  swapped: boolean
}

const shadow = 'commerce_order_rebuilt'
const columns = orderColumns.map(([column]) => column).join(', ')
const columnsOf = (table: string): string => orderColumns.map(([column]) => `${table}.${column}`).join(', ')

/**
 * Refills `commerce_order` from the log: a shadow table is filled while writes go on, the rest is caught up and
 * compared under the log's head lock, which stops appends for that moment only. Where a row differs the shadow gets its
 * indexes, is caught up again, and the tables are swapped. One connection reads the log while the other one writes rows,
 * and each makes half of the indexes.
 * @param url the database's address as the owner's role
 */
export async function rebuildOrders(
  url: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Rebuilt> {
  const [reader, writer] = [new Client(optionsOf(url)), new Client(optionsOf(url))]
  await Promise.all([reader.connect(), writer.connect()])
  try {
    return await rebuild(reader, writer, onProgress)
  } finally {
    await Promise.all([reader.end(), writer.end()])
  }
}

// Room for the indexes; no compiling of plans, which would take longer than they run.
const optionsOf = (url: string) => ({
  application_name: 'veralead-orders-rebuild',
  ...connectTo(url, { options: '-c maintenance_work_mem=256MB -c jit=off' }),
})

async function rebuild(
  reader: Client,
  writer: Client,
  onProgress: (done: number, total: number) => void,
): Promise<Rebuilt> {
  await writer.query(`drop table if exists ${shadow}`)
  await writer.query(`create table ${shadow} (like commerce_order including defaults including constraints)`)
  try {
    const start = await headOf(writer)
    let events = 0
    await write(reader, writer, 0, (read) => {
      events += read
      onProgress(events, start)
    })
    const first = await underLock(writer, () => caughtUp(reader, writer, start))
    if (first.differing === 0) return { ...first, swapped: false }
    const indexes = await indexShadow(reader, writer)
    const last = await underLock(writer, async () => {
      const found = await caughtUp(reader, writer, first.events)
      await swap(writer, indexes)
      return found
    })
    return { ...last, swapped: true }
  } finally {
    // On a connection that broke it stays until the next rebuild.
    await writer.query(`drop table if exists ${shadow}`).catch(() => undefined)
  }
}

/** Runs `work` in a transaction during which nothing is appended. */
async function underLock<T>(writer: Client, work: () => Promise<T>): Promise<T> {
  await writer.query('begin')
  try {
    await writer.query('select from es.head where id = 1 for update')
    const result = await work()
    await writer.query('commit')
    return result
  } catch (error) {
    await writer.query('rollback')
    throw error
  }
}

/** Brings the shadow from an earlier head of the log to this one, and compares it with the table. */
async function caughtUp(reader: Client, writer: Client, start: number): Promise<Omit<Rebuilt, 'swapped'>> {
  const end = await headOf(writer)
  if (end > start) {
    await writer.query(
      `delete from ${shadow} where id in
         (select substring(stream_id from ${orderPrefix.length + 1})::uuid from es.events
          where position > $1 and stream_id like '${orderPrefix}%')`,
      [start],
    )
    await write(reader, writer, start)
  }
  const { rows } = await writer.query<{ orders: number; differing: number }>(
    `select count(derived.id)::int as orders,
       count(*) filter (where (${columnsOf('kept')}) is distinct from (${columnsOf('derived')}))::int as differing
     from commerce_order as kept full join ${shadow} as derived using (id)`,
  )
  return { orders: 0, differing: 0, ...rows[0], events: end }
}

async function swap(writer: Client, indexes: readonly Index[]): Promise<void> {
  const { rows: triggers } = await writer.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger
     where tgrelid = 'commerce_order'::regclass and not tgisinternal`,
  )
  await writer.query('drop table commerce_order')
  await writer.query(`alter table ${shadow} rename to commerce_order`)
  for (const { made, name } of indexes) await writer.query(`alter index ${made} rename to ${name}`)
  await writer.query('alter table commerce_order add primary key using index commerce_order_pkey')
  for (const { definition } of triggers) await writer.query(definition)
}

/** The last position of the log. */
async function headOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    'select position::float8 as last from es.head where id = 1',
  )
  return rows[0]?.last ?? 0
}

/** Writes the rows of orders with an event after a position through COPY. */
async function write(
  reader: Client,
  writer: Client,
  after: number,
  onProgress: (events: number) => void = () => undefined,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for await (const { rows, events } of rowsOfLog(reader, after)) {
      onProgress(events)
      if (rows.length > 0)
        yield rows.map((row) => lineOf(orderColumns.map(([, property]) => row[property]))).join('')
    }
  }
  await pipeline(Readable.from(lines()), writer.query(copyFrom(`copy ${shadow} (${columns}) from stdin`)))
}

interface Index {
  made: string
  name: string
  statement: string
}

/** The live table's indexes on the shadow, under other names until the swap. */
async function indexShadow(...clients: Client[]): Promise<Index[]> {
  const { rows } = await clients[0]!.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = 'commerce_order' order by indexname`,
  )
  const indexes = rows.map(({ name, definition }) => {
    const made = `${name}_rebuilt`
    const statement = definition.replace(
      `INDEX ${name} ON public.commerce_order `,
      `INDEX ${made} ON public.${shadow} `,
    )
    if (statement === definition)
      throw new Error(`The index ${name} is defined in a way the rebuild does not know`)
    return { made, name, statement }
  })
  const statements = [...indexes.map(({ statement }) => statement), `analyze ${shadow}`].values()
  // Each connection takes the next one when it is done with its last.
  const run = async (client: Client): Promise<void> => {
    for (const statement of statements) await client.query(statement)
  }
  await Promise.all(clients.map(run))
  return indexes
}

/** Some rows, and how many events were read for them. */
interface RowsRead {
  rows: OrderSummary[]
  events: number
}

/**
 * The rows of orders derived from the log, in one snapshot. PostgreSQL sorts the events by order, so that each is
 * folded at a stretch and forgotten: it takes no more memory for a million orders than for one. Orders that were never
 * placed have no row. Nothing else may use the connection meanwhile.
 *
 * @param after only orders with an event behind this position, whole
 */
async function* rowsOfLog(client: Client, after = 0): AsyncGenerator<RowsRead> {
  const position = Math.trunc(after)
  const chosen =
    position === 0 ? '' : `and stream_id in (select stream_id from es.events where position > ${position})`
  const sorted = `select stream_id, version, type, schema_version, (extract(epoch from occurred_at) * 1000)::bigint, data
    from es.events where stream_id like '${orderPrefix}%' ${chosen} order by stream_id collate "C", version`
  let current = ''
  let folded: FoldedOrder | undefined
  for await (const events of copiedRows(client, sorted)) {
    const rows: OrderSummary[] = []
    for (const event of events) {
      const fact = factOf(event)
      if (fact.stream !== current) {
        rows.push(...rowsOf(folded))
        folded = undefined
        current = fact.stream
      }
      folded = advance(folded, current.slice(orderPrefix.length), fact)
    }
    yield { rows, events: events.length }
  }
  yield { rows: rowsOf(folded), events: 0 }
}

/** None before the first order, and none of one that was never placed. */
function rowsOf(folded: FoldedOrder | undefined): OrderSummary[] {
  const row = folded ? rowOf(folded.order, folded.version, folded) : null
  return row === null ? [] : [row]
}

function factOf(fields: readonly string[]): Omit<Fact, 'position'> {
  const [stream = '', version = '', type = '', schemaVersion = '', at = '', data = ''] = fields
  return {
    stream,
    version: Number(version),
    type,
    schemaVersion: Number(schemaVersion),
    data: JSON.parse(data) as Record<string, unknown>,
    occurredAt: new Date(Number(at)),
  }
}
