import type { QueryClient } from '@tanstack/react-query'
import { savesData } from './first-load/start-later.ts'
import { fetchOtherPages } from './lib/content.ts'
import { preparePage } from './page-stage.tsx'
import { routeOf, routes } from './routes.ts'

const rulesType = 'speculationrules'

/**
 * For the head of a rendered document: the browser prerenders the page of a link that the visitor is about to follow
 * (https://developer.chrome.com/docs/web-platform/prerender-pages). Until the visitor sees it, a prerendered page runs
 * only boot.ts, which waits: it counts no visit and sends no request for the session.
 */
export function speculationRules(): string {
  const pages = routes.filter(({ rendered }) => rendered).map(({ path }) => path)
  const rules = { prerender: [{ where: { href_matches: pages }, eagerness: 'moderate' }] }
  return `<script type="${rulesType}">${JSON.stringify(rules)}</script>`
}

/** The same for navigation within the client: fetches the code and the content of a link's page before it is followed. */
export function loadNextPages(client: QueryClient): void {
  document.querySelector(`script[type=${rulesType}]`)?.remove()
  const load = (target: EventTarget | null): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin || savesData()) return
    const route = routeOf(link.pathname)
    if (!route) return
    const parts = [route.page.preload(), route.content ? fetchOtherPages(client) : undefined]
    // Opening the page tries again, and shows the error.
    void Promise.all(parts).then(
      () => preparePage(route.content && route.rendered ? route : undefined),
      () => undefined,
    )
  }
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, ({ target }) => load(target), { passive: true })
  // A link may already have the pointer or the focus when this script starts.
  load(document.querySelector('a:hover, a:focus'))
}
