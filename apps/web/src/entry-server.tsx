import { isDeepStrictEqual } from 'node:util'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { baseTemplate } from '#modules/content/base-template/index.ts'
import { type Page, publicPageOf } from '#modules/content/contract.ts'
import { App } from './app.tsx'
import { facesLink, headOf } from './head.ts'
import { readNamesFrom } from './lib/colour.ts'
import { hexOfName } from './lib/colour-names.ts'
import { configFrom } from './lib/config.ts'
import { askedAtFirst, usedPurposes } from './lib/consent.ts'
import { contentFrom, contentKey, type PublicContent } from './lib/content.ts'
import { type RuleSheet, RuleSheetContext } from './lib/content-style.tsx'
import { offerOf } from './lib/offer.ts'
import { peopleOf, withoutCareers } from './lib/people.ts'
import { createQueryClient } from './lib/query-client.ts'
import { aliases, routeOf, routes } from './routes.ts'
import { guaranteeOf } from './shop/program/guarantee.tsx'
import { NoScriptBar, NoScriptPage } from './site/frame/no-script.tsx'
import { preloadSections } from './site/home/home.tsx'
import { Providers } from './ui/providers.tsx'

/**
 * The browser renders two more children here. `useId` counts child positions: without these placeholders every id of the
 * rendered page would differ from the id at hydration.
 */
const noTracking = null
const noToasts = null

const programPath = '/certification/program-details'

readNamesFrom(hexOfName)
await Promise.all(routes.filter((route) => route.rendered).map((route) => route.page.preload()))
await preloadSections()

/** Empties the fields of sections that equal the base template, which the client's code contains. */
function withoutBuiltIn(page: Page): Page {
  const builtInPage = baseTemplate.pages.find(({ route }) => route === page.route)
  const known = builtInPage && publicPageOf(builtInPage)
  const sections = page.sections.map((section) => {
    const builtIn = known?.sections.find(({ id }) => id === section.id)
    const same = builtIn !== undefined && isDeepStrictEqual(section.fields, builtIn.fields)
    return same ? ({ ...section, fields: {} } as typeof section) : section
  })
  return { ...page, sections }
}

/** Content of other pages that this page shows, too: the program's offer, the people, and the refund promise of the terms. */
function sharedContent(
  path: string | undefined,
  tree: PublicContent,
): Pick<PublicContent, 'offer' | 'people' | 'guarantee'> {
  const offer = path === '/' ? offerOf(tree) : undefined
  const people = path === '/' || path === programPath ? peopleOf(tree) : undefined
  return {
    ...(offer && { offer }),
    ...(path === programPath && { guarantee: guaranteeOf(tree) }),
    ...(people && { people: path === '/' ? withoutCareers(people) : people }),
  }
}

/** Whether the page has a carousel that advances by itself. */
function hasAutoplay(page: Page | undefined): boolean {
  const slides = page?.sections.find(({ id }) => id === 'carousel')
  return slides?.id === 'carousel' && (slides.fields.autoplaySeconds ?? 0) > 0
}

export interface RenderedDocument {
  /** Replaces `<!--app-html-->` of index.html. */
  html: string
  /** Replaces `<!--app-head-->` of index.html. */
  head: string
  /** 404 for unknown paths, which the client redirects to the home page. */
  status: 200 | 404
}

/** Every address of the site for the sitemap. */
export const addresses = routes.map(({ path, description, unindexed, rendered, content }) => ({
  path,
  rendered,
  indexed: description !== undefined && !unindexed,
  content,
}))

/** The path whose document is served at this path; undefined for unknown paths. Aliases are redirected before. */
export function documentOf(pathname: string): string | undefined {
  const route = routeOf(pathname)
  if (route?.below) return route.path
  return route !== undefined || pathname in aliases ? pathname : undefined
}

/** Other spellings of addresses, and the addresses that they redirect to. */
export { aliases } from './routes.ts'

/**
 * One page as HTML. `route` is a path (a query is allowed and ignored), `content` the public tree and
 * `config` the answer of GET /api/config; both are checked here, so a broken tree renders the built-in page.
 * Personal pages (account, payment, results) are rendered in the browser only. Their documents, and those of the account
 * forms, show a message to browsers without JavaScript.
 */
export function render(route: string, content: unknown, config: unknown): RenderedDocument {
  const pathname = route.split(/[?#]/, 1)[0] || '/'
  const site = routeOf(pathname)
  const settings = configFrom(config)
  const tree = contentFrom(content) ?? { pages: [] }
  const stored = tree.pages.find((page) => page.route === site?.content)
  // A page that the tree lacks is shown with its built-in content, not as one whose content is still loading.
  const missing = site?.content !== undefined && stored === undefined
  const pages = stored ? [withoutBuiltIn(stored)] : []
  const snapshot = {
    config: settings,
    content: { ...tree, pages, partial: !missing, ...sharedContent(site?.path, tree) },
  }
  if (!site?.rendered) {
    const known = documentOf(pathname) !== undefined
    const noScript = renderToStaticMarkup(<NoScriptPage config={settings} known={known} />)
    return {
      html: `<div id="root"${site ? ` data-route="${site.path}"` : ''}></div>${noScript}`,
      head: headOf({ pathname, site, config: settings, stored, snapshot, rules: [], html: '' }),
      status: known ? 200 : 404,
    }
  }
  const client = createQueryClient()
  client.setQueryData(contentKey, snapshot.content)
  const rules: RuleSheet = new Map()
  const html = renderToString(
    <StrictMode>
      <RuleSheetContext value={rules}>
        <Providers client={client} config={settings}>
          <StaticRouter location={pathname}>
            <App />
            {noTracking}
          </StaticRouter>
          {noToasts}
        </Providers>
      </RuleSheetContext>
    </StrictMode>,
  )
  client.clear()
  const start = site.reading && !hasAutoplay(stored) ? 'touch' : 'idle'
  const asked = usedPurposes(settings).filter((purpose) => askedAtFirst.includes(purpose))
  const asks = asked.length > 0 ? ` data-asks="${asked.join(' ')}"` : ''
  const noScript = renderToStaticMarkup(
    site.scripted ? <NoScriptPage config={settings} known /> : <NoScriptBar config={settings} />,
  )
  const body = `<div id="root" data-route="${site.path}" data-start="${start}"${asks}>${html}</div>${noScript}<noscript>${facesLink()}</noscript>`
  const head = headOf({
    pathname,
    site,
    config: settings,
    stored,
    snapshot,
    rules: [...rules.values()],
    html: body,
  })
  return { html: body, head, status: 200 }
}
