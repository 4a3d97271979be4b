import { AnswerCounts } from './answer-counts.ts'
import { currentWork, newWork, runWork } from './current-work.ts'
import { bucketOf, histogramBuckets, upperBound } from './duration-histogram.ts'
import { type OperationCategory, type OperationStats, operationCategories, Telemetry } from './telemetry.ts'
import type { Tracing } from './tracing.ts'
import { WorkTraces } from './work-traces.ts'

/** The parts of an append that are recorded. */
interface Append {
  metadata: { requestId?: string | undefined }
  writes?: readonly { text: string }[]
}

/** With more names than this, names contain values by mistake; further ones are counted together, per category. */
const maxOperations = 500
const overflowName = '(other operations)'

interface Ring {
  name: string
  count: number
  /** Seconds of all calls. */
  total: number
  samples: Float64Array
  /** Calls per bucket of `duration-histogram.ts`, since the process started. */
  buckets: Float64Array
}

/** Durations in the format of Prometheus. */
export interface Histogram {
  count: number
  /** Of all calls. */
  seconds: number
  /** Calls that took `upTo` seconds or less; the last bucket counts all. */
  buckets: { upTo: number; value: number }[]
}

/** Every second bucket from 0.3 ms to 10 s, each twice as long as the one before: for quantiles within a factor of 2. */
const exposedBounds = Array.from({ length: 16 }, (_, i) => 10 + 2 * i)

/** The figures of one category since they were last taken. */
export interface CategoryFigures {
  category: OperationCategory
  count: number
  /** Of all calls together. */
  seconds: number
  max: number
  /** See `duration-histogram.ts`. */
  buckets: number[]
}

/** The last 100 samples per operation, at most 500 operations: memory is bounded. */
export class RingTelemetry extends Telemetry {
  override recording = true
  /** The statements of each request. */
  readonly traces = new WorkTraces()
  /** The counts of answered requests. */
  readonly answers = new AnswerCounts()
  /** Set where traces of requests and jobs are sent to a collector. */
  tracing: Tracing | undefined
  readonly #rings = byCategory(() => new Map<string, Ring>())
  readonly #since = byCategory(emptyFigures)
  #operations = 0

  override record(category: OperationCategory, name: string, seconds: number): void {
    if (!this.recording || !Number.isFinite(seconds) || seconds < 0) return
    const ring = this.#rings[category].get(name) ?? this.#newRing(category, name)
    ring.samples[ring.count % Telemetry.maxSamples] = seconds
    ring.count++
    ring.total += seconds
    const bucket = bucketOf(seconds)
    ring.buckets[bucket] = (ring.buckets[bucket] ?? 0) + 1
    const since = this.#since[category]
    since.count++
    since.seconds += seconds
    if (seconds > since.max) since.max = seconds
    since.buckets[bucket] = (since.buckets[bucket] ?? 0) + 1
  }

  override async time<T>(category: OperationCategory, name: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    let failure: unknown
    try {
      return await work()
    } catch (error) {
      failure = error
      throw error
    } finally {
      const seconds = (performance.now() - started) / 1000
      this.record(category, name, seconds)
      currentWork()?.trace?.call(name, seconds, failure)
    }
  }

  /**
   * Runs a job: records its time as `job <queue>`, and its statements as those of the job.
   * @param traceparent of the request that enqueued it
   */
  async job(
    queue: string,
    id: string,
    traceparent: string | undefined,
    run: () => Promise<void>,
  ): Promise<void> {
    const work = newWork(id, `job ${queue}`)
    work.trace = this.tracing?.job(queue, id, traceparent)
    try {
      await runWork(work, run)
    } catch (error) {
      work.error = error
      throw error
    } finally {
      work.trace?.end({ route: work.route, requestId: id, status: null, error: work.error })
      const seconds = (performance.now() - work.started) / 1000
      this.record('other', `job ${queue}`, seconds)
      if (this.recording) this.traces.ended(work, seconds, null)
    }
  }

  /** Records a statement that ended now: its time under the short name, its text with the request that ran it. */
  statement(name: string, seconds: number, text: string): void {
    currentWork()?.trace?.statement(name, seconds, text)
    if (!this.recording) return
    this.record('database', name, seconds)
    this.traces.statement(text, seconds)
  }

  /** Records an append to the event log with its writes. */
  appended({ metadata, writes = [] }: Append, seconds: number): void {
    const texts = ['select … from es.append($1, …)', ...writes.map(({ text }) => text)]
    currentWork()?.trace?.statement('select es.append', seconds, texts.join(';\n'))
    if (!this.recording) return
    this.record('database', 'select es.append', seconds)
    this.traces.wrote(metadata.requestId, texts, seconds)
  }

  /** Counts an answered request; see `AnswerCounts.count`. */
  answered(method: string, route: string, status: number | 'aborted'): void {
    if (this.recording) this.answers.count(method, route, status)
  }

  override stats(): OperationStats[] {
    return operationCategories.flatMap((category) =>
      [...this.#rings[category].values()].map((ring) => {
        const sorted = sortedSamples(ring)
        return {
          category,
          name: ring.name,
          count: ring.count,
          average: sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length,
          min: sorted[0] ?? 0,
          max: sorted.at(-1) ?? 0,
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
          p99: percentile(sorted, 0.99),
        }
      }),
    )
  }

  /** The calls of every operation since the process started. */
  histograms(): (Histogram & { category: OperationCategory; name: string })[] {
    return operationCategories.flatMap((category) =>
      [...this.#rings[category].values()].map(({ name, count, total, buckets }) => ({
        category,
        name,
        count,
        seconds: total,
        buckets: cumulative(buckets, count),
      })),
    )
  }

  /** The figures since the last call; categories without a call are left out. */
  takeFigures(): CategoryFigures[] {
    const taken = operationCategories.map((category) => ({ category, ...this.#since[category] }))
    for (const category of operationCategories) this.#since[category] = emptyFigures()
    return taken.filter(({ count }) => count > 0)
  }

  #newRing(category: OperationCategory, name: string): Ring {
    if (this.#operations >= maxOperations && name !== overflowName) {
      return this.#rings[category].get(overflowName) ?? this.#newRing(category, overflowName)
    }
    const samples = new Float64Array(Telemetry.maxSamples)
    const created: Ring = { name, count: 0, total: 0, samples, buckets: new Float64Array(histogramBuckets) }
    this.#rings[category].set(name, created)
    this.#operations++
    return created
  }
}

function byCategory<T>(value: () => T): Record<OperationCategory, T> {
  return { api: value(), database: value(), external: value(), other: value() }
}

function emptyFigures(): Omit<CategoryFigures, 'category'> {
  return { count: 0, seconds: 0, max: 0, buckets: new Array<number>(histogramBuckets).fill(0) }
}

function cumulative(buckets: Float64Array, count: number): Histogram['buckets'] {
  let [value, next] = [0, 0]
  const bounded = exposedBounds.map((bound) => {
    for (; next <= bound; next++) value += buckets[next] ?? 0
    return { upTo: Number(upperBound(bound).toPrecision(6)), value }
  })
  return [...bounded, { upTo: Number.POSITIVE_INFINITY, value: count }]
}

function sortedSamples(ring: Ring): Float64Array {
  return ring.samples.slice(0, Math.min(ring.count, Telemetry.maxSamples)).sort()
}

/** Nearest rank: the result is a measured time. */
function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
