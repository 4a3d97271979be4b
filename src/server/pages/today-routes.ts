import { readToday } from '#platform/contract/today-contract.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { type WaitingWork, workAreas } from '#platform/kernel/waiting-work.ts'

/** What waits for a member of staff, gathered from all modules. */
export function mountTodayRoutes(api: ApiRouter, sources: readonly WaitingWork[]): void {
  api.serve(readToday, async (_, { actor }) => {
    const found = (await Promise.all(sources.map((source) => source.of(actor)))).flat()
    const areas = workAreas.map((area) => ({
      area,
      items: found.flatMap((item) =>
        item.area === area ? [{ title: item.title, count: item.count, address: item.address }] : [],
      ),
    }))
    return { areas: areas.filter(({ items }) => items.length > 0) }
  })
}
