import type { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { reportPageLoad } from './contract.ts'

type Sample = z.output<NonNullable<typeof reportPageLoad.body>>

/** How long samples are kept, and the window of the figures. */
const keptDays = 30

/** Page loads as browsers measured them. */
export class PageLoads {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  async record(sample: Sample): Promise<void> {
    await this.#database.sql.query(
      `insert into performance_page_load
         (route, first_contentful_paint, largest_contentful_paint, dom_content_loaded, load, cumulative_layout_shift, measured_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        sample.route,
        sample.firstContentfulPaint ?? null,
        sample.largestContentfulPaint ?? null,
        sample.domContentLoaded ?? null,
        sample.load ?? null,
        sample.cumulativeLayoutShift ?? null,
        this.#clock.now(),
      ],
    )
  }

  /** Per route over the last day, milliseconds, the busiest first. */
  lastDay(): Promise<{ route: string; count: number; lcpP75: number | null; loadP75: number | null }[]> {
    return this.#database.sql.query(
      `select route, count(*)::int as count,
         percentile_cont(0.75) within group (order by largest_contentful_paint) as "lcpP75",
         percentile_cont(0.75) within group (order by load) as "loadP75"
       from performance_page_load where measured_at > $1::timestamptz - interval '1 day'
       group by route order by 2 desc limit 50`,
      [this.#clock.now()],
    )
  }

  async prune(): Promise<void> {
    await this.#database.sql.query(
      `delete from performance_page_load where measured_at < $1::timestamptz - make_interval(days => $2)`,
      [this.#clock.now(), keptDays],
    )
  }
}
