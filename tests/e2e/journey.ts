import { test as base, type Frame, type Request } from '@playwright/test'

/** The names under which a third party asks, and what for. Any other origin counts as the calendar's. */
const purposes: readonly (readonly [host: RegExp, purpose: string])[] = [
  [/(?:^|\.)(?:googletagmanager|google-analytics|analytics\.google)\.com$/, 'measuring'],
  [/(?:^|\.)(?:licdn|linkedin)\.com$/, 'advertising'],
]
const declined = { name: 'veralead_consent', value: JSON.stringify({ measuring: false, advertising: false }) }

interface Watched {
  /** Origins that a journey is about and that need no consent: the provider of payments, of the bot check, of storage. */
  admitted: readonly string[]
  /** Fails the journey for a request to a third party that the visitor has not allowed. */
  noThirdParty: undefined
}

/**
 * A journey of somebody who pressed "Decline" before. The site that all journeys share has a third party configured
 * (`setup.ts`); whichever page, window or context asks one of them for anything without its own consent fails the journey.
 */
export const test = base.extend<Watched>({
  admitted: [[], { option: true }],
  storageState: async ({ storageState }, use) => {
    const origin = process.env.E2E_URL
    const stored = { cookies: [], origins: origin ? [{ origin, localStorage: [declined] }] : [] }
    await use(storageState ?? stored)
  },
  noThirdParty: [
    async ({ browser, admitted }, use) => {
      const asked: Promise<string | undefined>[] = []
      const watch = (context: ReturnType<typeof browser.contexts>[number]) =>
        context.on('request', (request) => asked.push(refused(request, admitted)))
      browser.contexts().forEach(watch)
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      base.expect((await Promise.all(asked)).filter(Boolean), 'requests that nobody consented to').toEqual([])
    },
    { auto: true },
  ],
})

/** What is wrong with the request; undefined when it is ours, admitted, consented to, or a page that the visitor opened. */
async function refused(request: Request, admitted: readonly string[]): Promise<string | undefined> {
  const { protocol, origin, hostname } = new URL(request.url())
  if (!/^(?:http|ws)s?:$/.test(protocol) || admitted.includes(origin) || request.serviceWorker()) return
  const frame = frameOf(request)
  // A whole page, in this window or in a new one: the visitor went there.
  if (!frame || (request.isNavigationRequest() && !frame.parentFrame())) return
  const own = new URL(frame.page().url())
  if (origin === own.origin || !isHere(own)) return
  // What their frame asks for was allowed with the frame itself.
  if (
    !request.isNavigationRequest() &&
    /^http/.test(frame.url()) &&
    new URL(frame.url()).origin !== own.origin
  )
    return
  const purpose = purposes.find(([host]) => host.test(hostname))?.[1] ?? 'calendar'
  const kept = await frame
    .page()
    .evaluate<string | null>(`localStorage.getItem('${declined.name}')`)
    .catch(() => null)
  if (kept?.includes(`"${purpose}":true`)) return
  return `${origin} (${purpose}) from ${own.pathname}, consent: ${kept}`
}

const isHere = ({ hostname }: URL): boolean => /^(?:localhost|127\.0\.0\.1)$/.test(hostname)

/** The frame that asks; undefined for a window that is only being opened. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}
