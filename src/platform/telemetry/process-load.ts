import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface ProcessLoad {
  /** Bytes. */
  memory: { rss: number; heapUsed: number; heapTotal: number; external: number }
  /** Seconds of processor time per second since the last snapshot; 1 is a whole core. */
  cpu: { user: number; system: number }
  /** Milliseconds of event loop delay since the last snapshot. */
  eventLoopDelay: { mean: number; p99: number; max: number }
  /** Seconds since the process started. */
  uptime: number
}

/** Each look at the event loop wakes the process; so much of a delay may be missed. */
const resolutionMs = 50

/**
 * Snapshots of this process. Each begins a new interval, so two readers need an instance each. The event loop is watched from the
 * first snapshot on: an unread meter does not wake the process twenty times a second.
 */
export class LoadMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs })
  #cpu = process.cpuUsage()
  #at = performance.now()

  snapshot(): ProcessLoad {
    this.#delay.enable()
    const now = performance.now()
    const used = process.cpuUsage(this.#cpu)
    const micros = Math.max(1, (now - this.#at) * 1000)
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const delay = this.#delay
    const ms = (nanoseconds: number) =>
      delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e6 - resolutionMs)
    const load: ProcessLoad = {
      memory: { rss, heapUsed, heapTotal, external },
      cpu: { user: used.user / micros, system: used.system / micros },
      eventLoopDelay: { mean: ms(delay.mean), p99: ms(delay.percentile(99)), max: ms(delay.max) },
      uptime: process.uptime(),
    }
    this.#cpu = process.cpuUsage()
    this.#at = now
    delay.reset()
    return load
  }

  stop(): void {
    this.#delay.disable()
  }
}
