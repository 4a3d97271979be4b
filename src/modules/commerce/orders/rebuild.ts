import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Sql } from '#platform/database/sql.ts'
import { AllOrders } from './all-orders.ts'
import { lineOf } from './copy-text.ts'
import { copyOf } from './event-source.ts'
import { orderColumns } from './order-row.ts'

export interface Rebuilt {
  orders: number
  events: number
  /** Rows of the old table that were not what the log says, in either direction. */
  differing: number
  swapped: boolean
}

const shadow = 'commerce_order_rebuilt'
const columns = orderColumns.map(([column]) => column).join(', ')
const columnsOf = (table: string): string => orderColumns.map(([column]) => `${table}.${column}`).join(', ')
/** Characters handed to COPY at a time. */
const copyChunk = 65_536

/**
 * Refills `commerce_order` from the log: a shadow table is filled while writes go on, the rest is caught up and
 * compared under the log's head lock, which stops appends for that moment only, and the tables are swapped.
 * @param client a connection of the owner's role, without a statement timeout.
 */
export async function rebuildOrders(
  client: Client,
  told: (done: number, total: number) => void = () => undefined,
): Promise<Rebuilt> {
  const owner = sqlOn(client)
  const source = copyOf(client)
  await owner.query(`drop table if exists ${shadow}`)
  await owner.query(`create table ${shadow} (like commerce_order including defaults including constraints)`)
  const folded = new AllOrders()
  const written = new Set<string>()
  const [{ last = 0 } = {}] = await owner.query<{ last: number }>(
    'select position::float8 as last from es.head',
  )
  await folded.catchUp(source, (done) => told(done, last))
  await write(client, folded, folded.ids(), written)
  const indexes = await indexShadow(owner)

  await owner.query('begin')
  try {
    await owner.query('select from es.head where id = 1 for update')
    const late = await folded.catchUp(source)
    await owner.query(`delete from ${shadow} where id = any($1::uuid[])`, [late])
    await write(client, folded, late, written)
    const [{ differing = 0 } = {}] = await owner.query<{ differing: number }>(
      `select count(*)::int as differing from commerce_order as kept full join ${shadow} as told using (id)
       where (${columnsOf('kept')}) is distinct from (${columnsOf('told')})`,
    )
    await owner.query('drop table commerce_order')
    await owner.query(`alter table ${shadow} rename to commerce_order`)
    for (const { made, name } of indexes) await owner.query(`alter index ${made} rename to ${name}`)
    await owner.query('alter table commerce_order add primary key using index commerce_order_pkey')
    await owner.query('commit')
    return { orders: written.size, events: folded.events, differing, swapped: true }
  } catch (error) {
    await owner.query('rollback')
    await owner.query(`drop table if exists ${shadow}`)
    throw error
  }
}

function sqlOn(client: Client): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, values as unknown[])).rows,
  }
}

/** Writes the rows of these orders through COPY; those that were never placed have none. */
async function write(
  client: Client,
  folded: AllOrders,
  ids: Iterable<string>,
  written: Set<string>,
): Promise<void> {
  function* lines(): Generator<string> {
    let text = ''
    for (const id of ids) {
      const row = folded.summary(id)
      if (row === null) continue
      written.add(id)
      text += lineOf(orderColumns.map(([, property]) => row[property]))
      if (text.length < copyChunk) continue
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(Readable.from(lines()), client.query(copyFrom(`copy ${shadow} (${columns}) from stdin`)))
}

/** The live table's indexes on the shadow, under other names until the swap. */
async function indexShadow(owner: Sql): Promise<{ made: string; name: string }[]> {
  const indexes = await owner.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = 'commerce_order' order by indexname`,
  )
  const made: { made: string; name: string }[] = []
  for (const { name, definition } of indexes) {
    const other = `${name}_rebuilt`
    const statement = definition.replace(
      `INDEX ${name} ON public.commerce_order `,
      `INDEX ${other} ON public.${shadow} `,
    )
    if (statement === definition)
      throw new Error(`The index ${name} is defined in a way the rebuild does not know`)
    await owner.query(statement)
    made.push({ made: other, name })
  }
  await owner.query(`analyze ${shadow}`)
  return made
}
