import pg from 'pg'
import { failureOf } from './failures.ts'
import type { Sql } from './sql.ts'
import { type WireValue, wireValue } from './wire-values.ts'

/** The part of `pg`'s connection that a query object drives; pg-cursor uses the same. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(portal: { portal: string; statement: string; values: WireValue[] }): void
  describe(portal: { type: 'P'; name: string }): void
  execute(portal: { portal: string; rows: number }): void
  sync(): void
}

interface Field {
  name: string
  dataTypeID: number
  format: string
}

/** Makes a row from its columns in PostgreSQL's text format, in their order. */
export type RowReader<Row> = (columns: (string | null)[]) => Row

interface Column {
  name: string
  parse: (raw: string) => unknown
}

/** A statement text prepared on a connection; its columns are known once it has been described there. */
interface Prepared {
  name: string
  columns?: Column[]
}

interface Statement {
  text: string
  values: WireValue[]
  prepared: Prepared
  read: RowReader<unknown> | undefined
  rows: unknown[]
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

const preparedOn = new WeakMap<pg.ClientBase, Map<string, Prepared>>()
const unnamedOn = new WeakSet<pg.ClientBase>()
const mostPrepared = 400
let lastName = 0

/** From now on texts are not prepared on this connection: behind a pooler the next transaction may run on another one. */
export function prepareNothingOn(client: pg.ClientBase): void {
  unnamedOn.add(client)
}

/**
 * Statements that are sent in one write, run in order, and answered in one read. The first error stops the rest, as in any
 * transaction. Texts are prepared once per connection (see `prepareNothingOn`). `pg` itself waits for each answer, or with
 * its pipeline option sends a Sync message after each; hundreds of row writes per transaction then cost more in messages
 * than in work.
 */
export class Batches implements Sql, pg.Submittable {
  /** `pg` stores the callback that ends its own timeout here. */
  callback: (() => void) | undefined
  #known = new Map<string, Prepared>()
  #mostPrepared = mostPrepared
  #fresh: string[] = []
  #statements: Statement[] = []
  #current = 0
  #sent = false
  #settle: { resolve(): void; reject(error: unknown): void } | undefined

  get size(): number {
    return this.#statements.length
  }

  /** How many statements have been answered; after a failure, the index of the one that failed. */
  get done(): number {
    return this.#current
  }

  /** Adds a statement; its promise settles while the batch runs. With `read`, rows are not built by column name. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
    read?: RowReader<Row>,
  ): Promise<Row[]> {
    if (this.#sent) return Promise.reject(new Error('The batch has been sent: add its statements before'))
    const wire = values.map(wireValue)
    const answer = new Promise<unknown[]>((resolve, reject) => {
      this.#statements.push({ text, values: wire, prepared: { name: '' }, read, rows: [], resolve, reject })
    })
    // The caller of `run` gets the failure there; a statement that is not awaited must not end the process.
    answer.catch(() => undefined)
    return answer as Promise<Row[]>
  }

  /** Sends all statements; rejects with the first failure, `ConnectionLost` when no server answered. */
  run(client: pg.ClientBase): Promise<void> {
    const known = preparedOn.get(client) ?? this.#known
    preparedOn.set(client, known)
    this.#known = known
    this.#mostPrepared = unnamedOn.has(client) ? 0 : mostPrepared
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      client.query(this)
    })
  }

  submit(connection: unknown): void {
    this.#sent = true
    const wire = connection as Wire
    wire.stream.cork()
    for (const statement of this.#statements) {
      statement.prepared = this.#prepare(wire, statement.text)
      wire.bind({ portal: '', statement: statement.prepared.name, values: statement.values })
      if (!statement.prepared.columns) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '', rows: 0 })
    }
    wire.sync()
    wire.stream.uncork()
  }

  #prepare(wire: Wire, text: string): Prepared {
    const known = this.#known.get(text)
    if (known) return known
    const prepared: Prepared = { name: this.#known.size < this.#mostPrepared ? `batch_${++lastName}` : '' }
    wire.parse({ name: prepared.name, text })
    if (prepared.name !== '') {
      this.#known.set(text, prepared)
      this.#fresh.push(text)
    }
    return prepared
  }

  handleRowDescription(message: { fields: Field[] }): void {
    this.#statements[this.#current]!.prepared.columns = message.fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as (raw: string) => unknown,
    }))
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    const { prepared, read, rows } = this.#statements[this.#current]!
    if (read) {
      rows.push(read(message.fields))
      return
    }
    const row: Record<string, unknown> = {}
    for (const [index, { name, parse }] of (prepared.columns ?? []).entries()) {
      const raw = message.fields[index]
      row[name] = raw === null || raw === undefined ? null : parse(raw)
    }
    rows.push(row)
  }

  handleCommandComplete(): void {
    const { prepared, rows, resolve } = this.#statements[this.#current++]!
    // No description came: the statement returns no rows, and need not be described again.
    prepared.columns ??= []
    resolve(rows)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handlePortalSuspended(): void {
    throw new Error('A batch never limits rows')
  }

  handleError(error: unknown): void {
    const failure = failureOf(error)
    // A text whose preparation was skipped or undone must be prepared again, under a new name.
    for (const text of this.#fresh) this.#known.delete(text)
    for (const statement of this.#statements.slice(this.#current)) statement.reject(failure)
    this.callback?.()
    this.#settle?.reject(failure)
  }

  handleReadyForQuery(): void {
    this.callback?.()
    this.#settle?.resolve()
  }
}
