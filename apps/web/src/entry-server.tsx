import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { homeQuotes } from '#modules/content/base-template/home-quotes.ts'
import type { Page } from '#modules/content/contract.ts'
import { App } from './app.tsx'
import { headOf } from './head.ts'
import { readNamesFrom } from './lib/colour.ts'
import { hexOfName } from './lib/colour-names.ts'
import { configFrom } from './lib/config.ts'
import { contentFrom, contentKey } from './lib/content.ts'
import { type RuleSheet, RuleSheetContext } from './lib/content-style.tsx'
import { offerOf } from './lib/offer.ts'
import { createQueryClient } from './lib/query-client.ts'
import { aliases, routeOf, routes } from './routes.ts'
import { NoScriptBar, NoScriptPage } from './site/frame/no-script.tsx'
import { preloadSections } from './site/home/home.tsx'
import { Providers } from './ui/providers.tsx'

/**
 * The browser has two more children here. Their places are kept, because `useId` counts places: without them every id
 * of the painted page would differ from the one that its script asks for.
 */
const noTracking = null
const noToasts = null

readNamesFrom(hexOfName)
await Promise.all(routes.filter((route) => route.rendered).map((route) => route.page.preload()))
await preloadSections()

const builtInQuotes = JSON.stringify(homeQuotes.fields)

/** The sayings of the loading overlay are painted nowhere, and the script has the built-in ones: only others are sent. */
function withoutQuotes(page: Page): Page {
  const sections = page.sections.filter(
    ({ id, fields }) => id !== 'quotes' || JSON.stringify(fields) !== builtInQuotes,
  )
  return { ...page, sections }
}

export interface RenderedDocument {
  /** Replaces `<!--app-html-->` of index.html. */
  html: string
  /** Replaces `<!--app-head-->` of index.html. */
  head: string
  /** 404 for paths that the browser redirects to the start. */
  status: 200 | 404
}

/** Every address of the site for the sitemap: path, and whether it is to be indexed. */
export const addresses = routes.map(({ path, description, rendered, content }) => ({
  path,
  rendered,
  indexed: description !== undefined,
  content,
}))

/** The path whose document answers at this one; undefined where there is nothing. Aliases are redirected before. */
export function documentOf(pathname: string): string | undefined {
  const route = routeOf(pathname)
  if (route?.below) return route.path
  return route !== undefined || pathname in aliases ? pathname : undefined
}

/** Other spellings of addresses and where they lead. */
export { aliases } from './routes.ts'

/**
 * One page as HTML. `route` is a path (a query is allowed and ignored), `content` the public tree and
 * `config` the answer of GET /api/config; both are checked here, so a broken tree renders the built-in page.
 * Pages of the account and the payment have no HTML of their own: the browser draws them, and without
 * JavaScript they say so.
 */
export function render(route: string, content: unknown, config: unknown): RenderedDocument {
  const pathname = route.split(/[?#]/, 1)[0] || '/'
  const site = routeOf(pathname)
  const settings = configFrom(config)
  const tree = contentFrom(content) ?? { pages: [] }
  const pages = tree.pages.filter((page) => page.route === site?.content).map(withoutQuotes)
  // A page that the tree does not have is shown with its built-in words, not as one that is still to come.
  const missing = site?.content !== undefined && pages.length === 0
  const offer = site?.path === '/' ? offerOf(tree) : undefined
  const snapshot = {
    config: settings,
    content: { ...tree, pages, partial: !missing, ...(offer && { offer }) },
  }
  if (!site?.rendered) {
    const known = documentOf(pathname) !== undefined
    const otherwise = renderToStaticMarkup(<NoScriptPage config={settings} known={known} />)
    return {
      html: `<div id="root"></div>${otherwise}`,
      head: headOf({ pathname, site, config: settings, snapshot, rules: [], html: '' }),
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
  const start = site.reading ? ' data-start="idle"' : ''
  const otherwise = renderToStaticMarkup(<NoScriptBar config={settings} />)
  const body = `<div id="root" data-rendered="true"${start}>${html}</div>${otherwise}`
  const head = headOf({ pathname, site, config: settings, snapshot, rules: [...rules.values()], html: body })
  return { html: body, head, status: 200 }
}
