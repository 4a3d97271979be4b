import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { Lifecycle } from '../kernel/lifecycle.ts'
import { forgetOld, writeCategories, writeLoad, writeSlowStatements, writeTraces } from './history-writes.ts'
import { LoadMeter } from './process-load.ts'
import type { RingTelemetry } from './ring-telemetry.ts'
import { forgetProblems, writeProblems, writeRelease } from './stored-problems.ts'

const everyMs = 10_000
/** Old rows are looked for once in this many writes: hourly. */
const forgetEvery = 360

/**
 * Writes to PostgreSQL, six times a minute and beside all requests, what this process recorded: its figures per
 * category, its load, its slow statements, and the requests worth looking at. Forgets what is old.
 */
export class HistoryRecorder extends Lifecycle {
  readonly #telemetry: RingTelemetry
  readonly #database: Database
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #release: string
  readonly #process: string
  #load: LoadMeter | undefined
  #observedFrom = performance.now()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #rounds = 0

  constructor(
    telemetry: RingTelemetry,
    database: Database,
    clock: Clock,
    logger: Logger,
    release: string,
    processName = `${hostname()}-${process.pid}`,
  ) {
    super()
    this.#telemetry = telemetry
    this.#database = database
    this.#clock = clock
    this.#logger = logger
    this.#release = release
    this.#process = processName
  }

  override async start(stepped = false): Promise<void> {
    this.#load = new LoadMeter()
    this.#observedFrom = performance.now()
    if (stepped) return
    this.#timer = setInterval(() => {
      this.write().catch((err: unknown) => {
        // Ten seconds of timings are not worth more than this line.
        this.#logger.warn({ err }, 'timings were not written')
      })
    }, everyMs)
    this.#timer.unref()
  }

  override async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing.catch(() => undefined)
    this.#load?.stop()
  }

  /** Writes what was recorded since the last write. Writes of one process follow each other. */
  write(): Promise<void> {
    const after = this.#writing.catch(() => undefined)
    this.#writing = after.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const now = this.#clock.now()
    const { sql } = this.#database
    const figures = this.#telemetry.takeFigures()
    const { traces } = this.#telemetry
    const { works, slow } = traces.take()
    // The first round, not the start: a database that is away keeps no site from starting.
    if (this.#rounds === 0) await writeRelease(sql, this.#release, now)
    const problems = traces.problems.take()
    try {
      await writeProblems(sql, this.#release, now, problems)
    } catch (error) {
      // What a lost database breaks is told when it is back.
      for (const problem of problems) traces.problems.add(problem)
      throw error
    }
    await writeTraces(sql, now, works)
    await writeSlowStatements(sql, now, slow)
    await writeCategories(sql, this.#process, now, figures)
    if (this.#load) {
      const until = performance.now()
      const observed = (until - this.#observedFrom) / 1000
      this.#observedFrom = until
      await writeLoad(sql, this.#process, now, observed, this.#load.snapshot())
    }
    if (this.#rounds++ % forgetEvery === 0) {
      await forgetOld(sql, now)
      await forgetProblems(sql, now)
    }
  }
}
