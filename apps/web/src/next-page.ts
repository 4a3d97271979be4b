import type { QueryClient } from '@tanstack/react-query'
import { fetchOtherPages } from './lib/content.ts'
import { savesData } from './lib/start-later.ts'
import { preparePage } from './page-stage.tsx'
import { routeOf, routes } from './routes.ts'

const rulesType = 'speculationrules'

/**
 * For the head of a rendered document: a browser prepares the page of a link while somebody is about to follow it
 * (https://developer.chrome.com/docs/web-platform/prerender-pages). Until it is seen, such a page runs no more than the
 * first script, which waits (boot.ts): no visit is counted and no session asked for.
 */
export function speculationRules(): string {
  const pages = routes.filter(({ rendered }) => rendered).map(({ path }) => path)
  const rules = { prerender: [{ where: { href_matches: pages }, eagerness: 'moderate' }] }
  return `<script type="${rulesType}">${JSON.stringify(rules)}</script>`
}

/** The same for a page whose script follows links itself: it fetches the code of the next one, and its content. */
export function loadNextPages(client: QueryClient): void {
  document.querySelector(`script[type=${rulesType}]`)?.remove()
  const load = (target: EventTarget | null): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin || savesData()) return
    const route = routeOf(link.pathname)
    if (!route) return
    const parts = [route.page.preload(), route.content ? fetchOtherPages(client) : undefined]
    // What fails now is said when the page is opened.
    void Promise.all(parts).then(
      () => preparePage(route.content && route.rendered ? route : undefined),
      () => undefined,
    )
  }
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(sign, ({ target }) => load(target), { passive: true })
  // The pointer or the key that started this script may rest on a link already.
  load(document.querySelector('a:hover, a:focus'))
}
