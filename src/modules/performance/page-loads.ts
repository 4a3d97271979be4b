import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { reportPageLoad } from './contract.ts'

type Sample = z.output<NonNullable<typeof reportPageLoad.body>>

/** How long samples are kept, and the window of the figures. */
const keptDays = 30

/** In milliseconds, except the layout shift; null for a value that the browser did not measure. */
export const PageLoad = defineEntity({
  name: 'PageLoad',
  tableName: 'performance_page_load',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    route: p.text(),
    firstContentfulPaint: p.float().nullable(),
    largestContentfulPaint: p.float().nullable(),
    domContentLoaded: p.float().nullable(),
    load: p.float().nullable(),
    cumulativeLayoutShift: p.float().nullable(),
    measuredAt: p.datetime(),
  },
})

/** Page loads as browsers measured them. */
export class PageLoads {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  async record(sample: Sample): Promise<void> {
    await this.#tables
      .insertInto('performance_page_load')
      .values({
        route: sample.route,
        first_contentful_paint: sample.firstContentfulPaint ?? null,
        largest_contentful_paint: sample.largestContentfulPaint ?? null,
        dom_content_loaded: sample.domContentLoaded ?? null,
        load: sample.load ?? null,
        cumulative_layout_shift: sample.cumulativeLayoutShift ?? null,
        measured_at: this.#clock.now(),
      })
      .execute()
  }

  /** Figures per route over the last day in milliseconds, the route with most page loads first. */
  lastDay(): Promise<{ route: string; count: number; lcpP75: number | null; loadP75: number | null }[]> {
    return this.#tables
      .selectFrom('performance_page_load')
      .select(({ fn }) => [
        'route',
        fn.countAll<number>().as('count'),
        threeQuarters('largest_contentful_paint').as('lcpP75'),
        threeQuarters('load').as('loadP75'),
      ])
      .where('measured_at', '>', this.#daysAgo(1))
      .groupBy('route')
      .orderBy('count', 'desc')
      .limit(50)
      .execute()
  }

  async prune(): Promise<void> {
    await this.#tables
      .deleteFrom('performance_page_load')
      .where('measured_at', '<', this.#daysAgo(keptDays))
      .execute()
  }

  get #tables() {
    return kyselyOn<InferKyselyDB<typeof PageLoad>>(this.#database.sql)
  }

  #daysAgo(days: number): Date {
    return new Date(this.#clock.now().getTime() - days * 86_400_000)
  }
}

/** The 75th percentile of the column; null when no value was measured. */
const threeQuarters = (column: 'largest_contentful_paint' | 'load') =>
  sql<number | null>`percentile_cont(0.75) within group (order by ${sql.ref(column)})`
