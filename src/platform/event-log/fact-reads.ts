import type { Fact } from './event-log.ts'

/** Reads facts with a statement whose rows have one column, `facts`. */
type Run = (text: string, values: readonly unknown[]) => Promise<{ facts: string | null }[]>

type FactTuple = [number, string, number, string, number, number, Record<string, unknown>]

/** The facts as one text: sending a row for each event costs several times as much. */
const aggregated = `select json_agg(json_build_array(e.position, e.stream_id, e.version, e.type, e.schema_version,
  (date_part('epoch', e.occurred_at) * 1000)::bigint, e.data) order by e.position)::text as facts from es.events e`
const ofStreams = `select (${aggregated} where e.stream_id = wanted.stream and e.version <= wanted.version) as facts
  from unnest($1::text[], $2::int[]) with ordinality as wanted(stream, version, n) order by wanted.n`
const ofRange = `${aggregated} where e.position > $1 and e.position <= $2`

interface Wanted {
  stream: string
  upToVersion: number
  resolve(facts: Fact[]): void
  reject(error: unknown): void
}

/** Streams of one statement: few, so that some of many readers are answered while the database reads for the others. */
const mostStreams = 8

/** Reads of streams that are requested in one turn of the event loop share a statement. */
export class FactReads {
  readonly #run: Run
  #wanted: Wanted[] = []

  constructor(run: Run) {
    this.#run = run
  }

  ofStream(stream: string, upToVersion: number): Promise<Fact[]> {
    return new Promise((resolve, reject) => {
      if (this.#wanted.length === 0) setImmediate(() => this.#start())
      this.#wanted.push({ stream, upToVersion, resolve, reject })
    })
  }

  /** The facts at positions after `after` up to `last`. */
  async ofRange(after: number, last: number): Promise<Fact[]> {
    const [row] = await this.#run(ofRange, [after, last])
    return factsIn(row?.facts)
  }

  #start(): void {
    const wanted = this.#wanted
    this.#wanted = []
    for (let from = 0; from < wanted.length; from += mostStreams)
      void this.#readTogether(wanted.slice(from, from + mostStreams))
  }

  async #readTogether(wanted: readonly Wanted[]): Promise<void> {
    try {
      const streams = wanted.map(({ stream }) => stream)
      const versions = wanted.map(({ upToVersion }) => upToVersion)
      const rows = await this.#run(ofStreams, [streams, versions])
      for (const [index, { resolve }] of wanted.entries()) resolve(factsIn(rows[index]?.facts))
    } catch (error) {
      for (const { reject } of wanted) reject(error)
    }
  }
}

function factsIn(text: string | null | undefined): Fact[] {
  const tuples = JSON.parse(text ?? '[]') as FactTuple[]
  return tuples.map(([position, stream, version, type, schemaVersion, occurredAt, data]) => {
    return { position, stream, version, type, schemaVersion, data, occurredAt: new Date(occurredAt) }
  })
}
