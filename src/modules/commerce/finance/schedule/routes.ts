import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Books } from '../books/books.ts'
import { KeptSums } from '../books/kept-sums.ts'
import { financeSchedule } from './contract.ts'
import { type ScheduleLine, scheduleLines } from './schedule.ts'

/** The deferred income; what was read from the log is kept until the log grows. */
export function mountScheduleRoutes(
  api: ApiRouter,
  { database, books }: { database: Database; books: Books },
): void {
  const kept = new KeptSums<ScheduleLine[]>(database.sql)
  api.serve(financeSchedule, async () => {
    const timeZone = await books.timeZone()
    return { timeZone, lines: await kept.of(timeZone, () => scheduleLines(database.sql, timeZone)) }
  })
}
