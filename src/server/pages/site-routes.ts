import type { ApiRouter } from '#platform/http/routes.ts'
import type { OffsetClock } from '#platform/kernel/clock.ts'
import { moveClock, type PublicConfig, readPublicConfig } from './contract.ts'

export interface SiteRoutes {
  publicConfig: () => Promise<PublicConfig>
  clock: OffsetClock
  /** Moves everything else with the clock by so many milliseconds: waiting jobs, the payment lab. */
  moved: (ms: number) => Promise<void>
}

/** The calls that belong to no module: the browser's configuration, and the development clock. */
export function mountSiteRoutes(api: ApiRouter, { publicConfig, clock, moved }: SiteRoutes): void {
  api.serve(readPublicConfig, () => publicConfig())
  api.serve(moveClock, async ({ body }) => {
    clock.advance(body.advanceMs)
    await moved(body.advanceMs)
    return { success: true as const, now: clock.now().toISOString() }
  })
}
