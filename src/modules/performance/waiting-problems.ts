import type { Clock } from '#platform/kernel/clock.ts'
import { type WaitingItem, WaitingWork } from '#platform/kernel/waiting-work.ts'
import type { TelemetryHistory } from '#platform/telemetry/telemetry-history.ts'

const dayMs = 24 * 3_600_000

/** Errors of the last day, which every role may read. */
export class WaitingProblems extends WaitingWork {
  readonly #history: TelemetryHistory
  readonly #clock: Clock

  constructor(history: TelemetryHistory, clock: Clock) {
    super()
    this.#history = history
    this.#clock = clock
  }

  override async of(): Promise<WaitingItem[]> {
    const since = new Date(this.#clock.now().getTime() - dayMs)
    const errors = (await this.#history.problems()).filter(
      ({ kind, lastSeen }) => kind === 'error' && lastSeen >= since,
    )
    return [
      {
        area: 'Operations',
        title: 'Errors of the last 24 hours',
        count: errors.length,
        address: '/operations/performance',
      },
    ]
  }
}
