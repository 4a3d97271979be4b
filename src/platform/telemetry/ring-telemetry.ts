import { type OperationCategory, type OperationStats, Telemetry } from './telemetry.ts'

/** More names than this and something puts values into them; the rest is counted together. */
const maxOperations = 500
const overflowName = '(other operations)'

interface Ring {
  category: OperationCategory
  name: string
  count: number
  samples: Float64Array
  /** Since the last minute row. */
  minute: { count: number; sum: number; max: number }
}

export interface MinuteFigures {
  category: OperationCategory
  name: string
  count: number
  /** Seconds. */
  average: number
  max: number
  /** Of the last 100 samples. */
  p95: number
}

/** The last 100 samples per operation in a ring of their own, at most 500 operations: bounded memory, whatever happens. */
export class RingTelemetry extends Telemetry {
  readonly #rings = new Map<string, Ring>()

  override record(category: OperationCategory, name: string, seconds: number): void {
    if (!Number.isFinite(seconds) || seconds < 0) return
    const ring = this.#ring(category, name)
    ring.samples[ring.count % Telemetry.maxSamples] = seconds
    ring.count++
    ring.minute.count++
    ring.minute.sum += seconds
    if (seconds > ring.minute.max) ring.minute.max = seconds
  }

  override async time<T>(category: OperationCategory, name: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      return await work()
    } finally {
      this.record(category, name, (performance.now() - started) / 1000)
    }
  }

  override stats(): OperationStats[] {
    return [...this.#rings.values()].map((ring) => {
      const sorted = sortedSamples(ring)
      return {
        category: ring.category,
        name: ring.name,
        count: ring.count,
        average: sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length,
        min: sorted[0] ?? 0,
        max: sorted.at(-1) ?? 0,
        p50: percentile(sorted, 0.5),
        p95: percentile(sorted, 0.95),
        p99: percentile(sorted, 0.99),
      }
    })
  }

  /** What happened since the last call; operations that were not called are left out. */
  takeMinute(): MinuteFigures[] {
    const figures: MinuteFigures[] = []
    for (const ring of this.#rings.values()) {
      const { count, sum, max } = ring.minute
      if (count === 0) continue
      const { category, name } = ring
      figures.push({
        category,
        name,
        count,
        average: sum / count,
        max,
        p95: percentile(sortedSamples(ring), 0.95),
      })
      ring.minute = { count: 0, sum: 0, max: 0 }
    }
    return figures
  }

  #ring(category: OperationCategory, name: string): Ring {
    const key = `${category} ${name}`
    const ring = this.#rings.get(key)
    if (ring) return ring
    if (this.#rings.size >= maxOperations && name !== overflowName) return this.#ring('other', overflowName)
    const created: Ring = {
      category,
      name,
      count: 0,
      samples: new Float64Array(Telemetry.maxSamples),
      minute: { count: 0, sum: 0, max: 0 },
    }
    this.#rings.set(key, created)
    return created
  }
}

function sortedSamples(ring: Ring): Float64Array {
  return ring.samples.slice(0, Math.min(ring.count, Telemetry.maxSamples)).sort()
}

/** Nearest rank: a time that was really measured. */
function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
