import { createHash } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import type { Clock } from '../kernel/clock.ts'

/** Milliseconds by which the clocks of this machine and of the database may differ. */
const clocksDiffer = 1_000

/**
 * Queues that also run by a cron expression (UTC). The next run of each is always stored in pg-boss, as a job that is due at its
 * moment: so it runs on time, and once after an outage that lasted over several moments. Its id follows from queue, expression
 * and moment: of several processes that store it, one succeeds.
 */
export class Schedules {
  readonly #clock: Clock
  readonly #crons = new Map<string, string>()
  /** The run of each queue that is stored: its job, its moment, and when it was stored. */
  readonly #stored = new Map<string, { id: string; next: Date; at: Date }>()
  /** The first moment of each expression after `since`. It is calculated once: a world asks for the same one at each of its steps. */
  readonly #moments = new Map<string, { since: Date; next: Date }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  set(queue: string, cron: string): void {
    this.#crons.set(queue, cron)
  }

  /** Whether a job was stored for an expression that its queue does not have in this version. */
  isOutdated(queue: string, data: unknown): boolean {
    const { cron } = (data ?? {}) as { cron?: unknown }
    return typeof cron === 'string' && cron !== this.#crons.get(queue)
  }

  /**
   * Stores the next run of each queue whose last stored one is due. Returns the milliseconds until the earliest moment.
   * @param again also the runs that this process has stored before
   */
  async keep(boss: PgBoss, again: boolean): Promise<number> {
    if (again) this.#stored.clear()
    const now = this.#clock.now()
    let earliest = Number.POSITIVE_INFINITY
    for (const [queue, cron] of this.#crons) {
      let next = this.#stored.get(queue)?.next
      if (next === undefined || next.getTime() <= now.getTime() + clocksDiffer) {
        next = boss.previewSchedule(cron, {
          from: next !== undefined && next > now ? next : now,
          count: 1,
        })[0]!
        const id = createHash('sha256')
          .update(`${queue} ${cron} ${next.toISOString()}`)
          .digest('hex')
          .slice(0, 32)
        const startAfter = (next.getTime() - now.getTime()) / 1_000
        await boss.insert(queue, [{ id, data: { cron }, startAfter }])
        this.#stored.set(queue, { id, next, at: now })
      }
      earliest = Math.min(earliest, next.getTime() - now.getTime())
    }
    return earliest
  }

  /** The jobs of runs that this process has stored since a moment of the product's clock. */
  storedSince(moment: Date): string[] {
    return [...this.#stored.values()].filter(({ at }) => at > moment).map(({ id }) => id)
  }

  /** The queues whose expression has a moment after `since` that is not later than now. */
  passedSince(since: Date, boss: PgBoss): string[] {
    const now = this.#clock.now()
    return [...this.#crons].flatMap(([queue, cron]) => {
      const next = this.#momentAfter(since, cron, boss)
      return next !== undefined && next <= now ? [queue] : []
    })
  }

  #momentAfter(since: Date, cron: string, boss: PgBoss): Date | undefined {
    const known = this.#moments.get(cron)
    if (known && known.since <= since && since < known.next) return known.next
    const [next] = boss.previewSchedule(cron, { from: since, count: 1 })
    if (next) this.#moments.set(cron, { since, next })
    return next
  }
}
