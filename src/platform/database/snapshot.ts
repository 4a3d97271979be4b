import { Client } from 'pg'
import { connectTo } from './connect-to.ts'
import { failureOf } from './failures.ts'
import type { Sql } from './sql.ts'

/** One unchanging, read-only view of the whole database: later commits are not seen. */
export interface Snapshot extends Sql {
  /** The connection itself, for COPY. */
  readonly client: Client
  /** The rows of a statement, `size` at a time, so that memory stays flat however many there are. */
  pages<Row extends object>(text: string, values?: readonly unknown[], size?: number): AsyncGenerator<Row[]>
}

const rowsAtOnce = 2_000

/**
 * No time limits, whatever the role or the pooler sets. A cursor is read to its end, so plans with a quick start and a slow
 * end are switched off.
 */
const begin = `begin isolation level repeatable read read only;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local cursor_tuple_fraction = 1; set local jit = off`

/** Runs `work` in a snapshot on its own connection, which has no time limits: for checks and exports. */
export async function inSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await connectForSnapshots(url)
  try {
    return await inSnapshotOn(client, work)
  } finally {
    await client.end()
  }
}

/** Runs `work` in a snapshot on a connection that has no transaction. After a failure the transaction is left open. */
export async function inSnapshotOn<T>(client: Client, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  await client.query(begin)
  const result = await work(snapshotOn(client))
  await client.query('commit')
  return result
}

export async function connectForSnapshots(url: string): Promise<Client> {
  const client = new Client({
    application_name: 'veralead-snapshot',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...connectTo(url),
  })
  client.on('error', () => undefined) // a lost connection fails the statement, which is awaited
  await client.connect().catch((error: unknown) => {
    throw failureOf(error)
  })
  return client
}

function snapshotOn(client: Client): Snapshot {
  let cursors = 0
  let turn: Promise<unknown> = Promise.resolve()
  /** Concurrent calls run one after the other on the one connection. */
  const run = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const mine = turn.then(async () => (await client.query<Row>(text, [...values])).rows)
    turn = mine.catch(() => undefined)
    return mine
  }
  return {
    client,
    query: run,
    async *pages<Row extends object>(text: string, values: readonly unknown[] = [], size = rowsAtOnce) {
      cursors += 1
      const cursor = `pages_${cursors}`
      await run(`declare ${cursor} no scroll cursor for ${text}`, values)
      for (;;) {
        const rows = await run<Row>(`fetch ${Math.trunc(size)} from ${cursor}`)
        if (rows.length > 0) yield rows
        if (rows.length < size) break
      }
      await run(`close ${cursor}`)
    },
  }
}
