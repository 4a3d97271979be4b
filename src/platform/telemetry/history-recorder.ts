import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { kindOf } from '../database/failures.ts'
import type { Sql } from '../database/sql.ts'
import type { Clock } from '../kernel/clock.ts'
import { Lifecycle } from '../kernel/lifecycle.ts'
import type { Work } from './current-work.ts'
import { forgetOld, writeCategories, writeLoad, writeSlowStatements, writeTraces } from './history-writes.ts'
import type { Problem } from './problem.ts'
import { LoadMeter, type ProcessLoad } from './process-load.ts'
import type { CategoryFigures, RingTelemetry } from './ring-telemetry.ts'
import { forgetProblems, writeProblems, writeRelease } from './stored-problems.ts'
import type { SlowStatement } from './work-traces.ts'

const everyMs = 10_000
/** Old rows are deleted once in this many writes: hourly. */
const forgetEvery = 360

/** The figures that were recorded between two writes. */
interface Round {
  at: Date
  figures: CategoryFigures[]
  works: Work[]
  slow: SlowStatement[]
  problems: Problem[]
  load: { observed: number; figures: ProcessLoad } | undefined
}

/**
 * Writes the figures of this process to PostgreSQL six times a minute, outside of requests: its figures per category, its
 * load, its slow statements, and the requests worth looking at. Deletes old rows.
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
  /** Figures that could not be stored because the database was away: they are written before any new ones. */
  #unwritten: Round | undefined

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
    this.#load.snapshot()
    this.#observedFrom = performance.now()
    if (stepped) return
    this.#timer = setInterval(() => {
      this.write().catch((err: unknown) => {
        // Ten seconds of timings are not worth more than one line of the log.
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

  /** Writes the figures since the last write. Writes of one process run one after the other. */
  write(): Promise<void> {
    const after = this.#writing.catch(() => undefined)
    this.#writing = after.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const round = this.#unwritten ?? this.#take()
    this.#unwritten = undefined
    try {
      await this.#database.rawTransaction((sql) => this.#writeRound(sql, round))
    } catch (error) {
      // Nothing of it was stored. A round that a statement refuses is dropped: it would be refused again and block later rounds.
      if (kindOf(error) !== 'other') this.#unwritten = round
      throw error
    }
    if (this.#rounds++ % forgetEvery === 0) {
      const { sql } = this.#database
      await forgetOld(sql, round.at)
      await forgetProblems(sql, round.at)
    }
  }

  #take(): Round {
    const { traces } = this.#telemetry
    const until = performance.now()
    const observed = (until - this.#observedFrom) / 1000
    this.#observedFrom = until
    return {
      at: this.#clock.now(),
      figures: this.#telemetry.takeFigures(),
      ...traces.take(),
      problems: traces.problems.take(),
      load: this.#load && { observed, figures: this.#load.snapshot() },
    }
  }

  async #writeRound(sql: Sql, { at, figures, works, slow, problems, load }: Round): Promise<void> {
    // At the first round and not at the start: a database that is away must not prevent the start.
    if (this.#rounds === 0) await writeRelease(sql, this.#release, at)
    // With the current time, from which their age is counted.
    await writeTraces(sql, this.#clock.now(), works)
    await writeProblems(sql, this.#release, at, problems)
    await writeSlowStatements(sql, at, slow)
    await writeCategories(sql, this.#process, at, figures)
    if (load) await writeLoad(sql, this.#process, at, load.observed, load.figures)
  }
}
