import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'
import type { RingTelemetry } from './ring-telemetry.ts'
import { type MinuteRow, TelemetryHistory } from './telemetry-history.ts'

const everyMs = 60_000
const keptDays = 14

/** Writes this process's figures to PostgreSQL once a minute and forgets those older than two weeks. */
export class MinuteRows extends TelemetryHistory implements Lifecycle {
  readonly #telemetry: RingTelemetry
  readonly #database: Database
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #process = `${hostname()}-${process.pid}`
  #timer: NodeJS.Timeout | undefined
  #written: Promise<void> = Promise.resolve()
  #rounds = 0

  constructor(telemetry: RingTelemetry, database: Database, clock: Clock, logger: Logger) {
    super()
    this.#telemetry = telemetry
    this.#database = database
    this.#clock = clock
    this.#logger = logger
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => {
      this.#written = this.write().catch((err: unknown) => {
        // Timings of one minute are not worth more than this line.
        this.#logger.warn({ err }, 'minute rows were not written')
      })
    }, everyMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#written
  }

  /** One row per operation that was called since the last write. */
  async write(): Promise<void> {
    const figures = this.#telemetry.takeMinute()
    const minute = new Date(Math.floor(this.#clock.now().getTime() / everyMs) * everyMs)
    if (figures.length > 0) {
      // A second write within the same minute (a stop, a moved clock) adds to the first.
      await this.#database.sql.query(
        `insert into platform_telemetry_minute as kept (minute, process, category, name, count, average, max, p95)
         select $1, $2, * from unnest($3::text[], $4::text[], $5::int[], $6::float8[], $7::float8[], $8::float8[])
         on conflict (minute, process, category, name) do update set
           count = kept.count + excluded.count,
           average = (kept.average * kept.count + excluded.average * excluded.count) / (kept.count + excluded.count),
           max = greatest(kept.max, excluded.max),
           p95 = excluded.p95`,
        [
          minute,
          this.#process,
          figures.map((each) => each.category),
          figures.map((each) => each.name.slice(0, 300)),
          figures.map((each) => each.count),
          figures.map((each) => each.average),
          figures.map((each) => each.max),
          figures.map((each) => each.p95),
        ],
      )
    }
    if (this.#rounds++ % 60 === 0) {
      const oldest = new Date(minute.getTime() - keptDays * 86_400_000)
      await this.#database.sql.query('delete from platform_telemetry_minute where minute < $1', [oldest])
    }
  }

  override async minutes(since: Date, limit = 10_000): Promise<MinuteRow[]> {
    const rows = await this.#database.sql.query<MinuteRow>(
      `select minute, process, category, name, count, average, max, p95 from platform_telemetry_minute
       where minute >= $1 order by minute, process, category, name limit $2`,
      [since, limit],
    )
    return rows.map((row) => ({ ...row, minute: new Date(row.minute) }))
  }
}
