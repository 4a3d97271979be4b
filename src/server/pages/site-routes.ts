import type { ApiRouter } from '#platform/http/routes.ts'
import type { OffsetClock } from '#platform/kernel/clock.ts'
import { moveClock, type PublicConfig, passwordPage, readPublicConfig, securityContact } from './contract.ts'
import { securityText } from './crawler-documents.ts'

export interface SiteRoutes {
  publicConfig: () => Promise<PublicConfig>
  clock: OffsetClock
  /** Moves everything else with the clock by so many milliseconds: waiting jobs, the payment lab. */
  moved: (ms: number) => Promise<void>
}

/** The calls that belong to no module: the browser's configuration, well-known addresses, and the development clock. */
export function mountSiteRoutes(api: ApiRouter, { publicConfig, clock, moved }: SiteRoutes): void {
  api.serve(readPublicConfig, () => publicConfig())
  api.serve(securityContact, async (_input, { res }) => {
    res.set('Cache-Control', 'public, max-age=86400').type('text/plain; charset=utf-8')
    res.send(securityText(await publicConfig(), clock.now()))
    return undefined
  })
  api.serve(passwordPage, async (_input, { res }) => {
    res.redirect(302, '/profile?tab=security')
    return undefined
  })
  api.serve(moveClock, async ({ body }) => {
    clock.advance(body.advanceMs)
    await moved(body.advanceMs)
    return { now: clock.now() }
  })
}
