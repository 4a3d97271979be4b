import { hash } from 'node:crypto'
import { canonical } from './chain.ts'

/** The columns of a link in the order in which they are hashed, each with the type in PostgreSQL's binary row. */
const hashed = [
  ['position', 20],
  ['stream_id', 17],
  ['version', 23],
  ['event_id', 2950],
  ['type', 17],
  ['schema_version', 21],
  ['data_digest', 17],
  ['metadata_digest', 17],
  ['correlation_id', 2950],
  ['source', 17],
  ['source_id', 17],
  ['occurred_at', 1184],
  ['recorded_at', 1184],
] as const
const besides = ['prev_hash', 'hash', 'data', 'metadata'] as const
type Column = (typeof hashed)[number][0] | (typeof besides)[number]

const columns: Column[] = [...hashed.map(([column]) => column), ...besides]
const at = Object.fromEntries(columns.map((column, index) => [column, index])) as Record<Column, number>
/** Bytes before the columns: length and bytes of the previous hash, and the number of columns. */
const lead = 4 + 32 + 4

/** The query for the links of at most `limit` events at positions after `after`, for COPY in binary format. */
export function linksAfter(after: number, limit: number): string {
  return `select ${columns.join(', ')} from es.events where position > ${after} order by position limit ${limit}`
}

/**
 * One row of `linksAfter` as PostgreSQL sends it. The hash is computed from its bytes, the binary format that `es.append`
 * hashed, so that no value is parsed, rounded and serialised on its way into the hash.
 */
export class LinkRow {
  #bytes: Buffer = Buffer.alloc(0)
  /** The offset of each column, at its four bytes of length; one more for the end. */
  readonly #starts = new Array<number>(columns.length + 1).fill(0)
  #scratch = Buffer.allocUnsafe(4_096)
  #metadata = ''
  #metadataDigest = ''

  /** Sets the row to look at; the previous row is forgotten. */
  read(bytes: Buffer): this {
    this.#bytes = bytes
    let here = 2
    for (let column = 0; column < columns.length; column += 1) {
      this.#starts[column] = here
      here += 4 + Math.max(0, bytes.readInt32BE(here))
    }
    this.#starts[columns.length] = here
    return this
  }

  get position(): number {
    return Number(this.#bytes.readBigInt64BE(this.#valueAt('position')))
  }

  get stream(): string {
    return this.#text('stream_id')
  }

  get version(): number {
    return this.#bytes.readInt32BE(this.#valueAt('version'))
  }

  get prevHash(): string {
    return this.#hex('prev_hash')
  }

  get hash(): string {
    return this.#hex('hash')
  }

  get dataFits(): boolean {
    return digestOf(this.#json('data')) === this.#hex('data_digest')
  }

  /** Events of one append have the same metadata and follow each other, so its digest is computed once. */
  get metadataFits(): boolean {
    const json = this.#json('metadata')
    if (json !== this.#metadata) {
      this.#metadata = json
      this.#metadataDigest = digestOf(json)
    }
    return this.#metadataDigest === this.#hex('metadata_digest')
  }

  /** The hash of the stored values, hex. */
  get recomputed(): string {
    const needed = lead + this.#starts[hashed.length]! + hashed.length * 4
    if (this.#scratch.length < needed) this.#scratch = Buffer.allocUnsafe(needed * 2)
    const scratch = this.#scratch
    let here = this.#copy(at.prev_hash, 0)
    here = scratch.writeInt32BE(hashed.length, here)
    for (let column = 0; column < hashed.length; column += 1) {
      here = this.#copy(column, scratch.writeInt32BE(hashed[column]![1], here))
    }
    return hash('sha256', scratch.subarray(0, here), 'hex')
  }

  /** Copies the length and the bytes of a column unchanged. */
  #copy(column: number, to: number): number {
    return to + this.#bytes.copy(this.#scratch, to, this.#starts[column]!, this.#starts[column + 1]!)
  }

  #valueAt(column: Column): number {
    return this.#starts[at[column]]! + 4
  }

  #end(column: Column): number {
    return this.#starts[at[column] + 1]!
  }

  #hex(column: Column): string {
    return this.#bytes.toString('hex', this.#valueAt(column), this.#end(column))
  }

  #text(column: Column): string {
    return this.#bytes.toString('utf8', this.#valueAt(column), this.#end(column))
  }

  /** The JSON text, after the byte of jsonb's version. */
  #json(column: 'data' | 'metadata'): string {
    return this.#bytes.toString('utf8', this.#valueAt(column) + 1, this.#end(column))
  }
}

/** '' for JSON without a canonical form, such as a number out of range: the log never wrote it. */
function digestOf(json: string): string {
  try {
    return canonical(JSON.parse(json)).digest
  } catch {
    return ''
  }
}
