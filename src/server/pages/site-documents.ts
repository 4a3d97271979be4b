import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { RenderedPage } from '#platform/http/client-app.ts'
import type { DocumentTable } from '#platform/http/document-table.ts'
import type { SecurityHeaders } from '#platform/http/headers.ts'
import { inlineHashes } from '#platform/http/inline-hashes.ts'
import type { PublicConfig } from './contract.ts'
import { robots, type SiteAddress, sitemap, webManifest } from './crawler-documents.ts'

/** The exports of the client's server-render entry (`apps/web/src/entry-server.tsx`). */
export interface RenderEntry {
  render(route: string, content: unknown, config: unknown): { html: string; head: string; status: 200 | 404 }
  documentOf(path: string): string | undefined
  addresses: readonly SiteAddress[]
  /** Alternative spellings of addresses, with their canonical address. */
  aliases: Readonly<Record<string, string>>
}

/** Loads the built render entry. @throws Error that says how to build it when it is missing */
export async function loadRenderEntry(dist: string): Promise<RenderEntry> {
  const path = join(dist, 'server/entry-server.js')
  try {
    return (await import(pathToFileURL(path).href)) as RenderEntry
  } catch (cause) {
    throw new Error('The client is not built: run npm run build', { cause })
  }
}

export async function readPageShell(dist: string): Promise<string> {
  return readFile(join(dist, 'client/index.html'), 'utf8')
}

/** All unknown addresses show this page. */
const unknownPath = '/not-found'
/** The most pages that are cached besides the table's. */
const maxKept = 200

const headMark = '<!--app-head-->'
const htmlMark = '<!--app-html-->'

/** The shell with one page rendered into it. A function as replacement, so that `$` in the page is not a pattern. */
export function pageInto(shell: string, page: { html: string; head: string }): string {
  return shell.replace(headMark, () => page.head).replace(htmlMark, () => page.html)
}

/**
 * Renders every public page once per content version into the document table, from `prerender` on; other pages on request.
 * The render entry is loaded with the first page, so that a start does not wait for it.
 */
export class SiteDocuments {
  readonly #table: DocumentTable
  readonly #headers: SecurityHeaders
  readonly #load: () => Promise<RenderEntry>
  #entry: Promise<RenderEntry> | undefined
  readonly #shell: string
  readonly #config: () => Promise<PublicConfig>
  #content: { pages: unknown[]; version: number } = { pages: [], version: 0 }
  #served: PublicConfig | undefined
  #filling: Promise<void> = Promise.resolve()
  #prerendered: Promise<void> | undefined
  #isPrerendered = false
  /** Pages rendered on request, with the current content and settings. */
  readonly #pages = new Map<string, RenderedPage>()

  constructor(
    table: DocumentTable,
    headers: SecurityHeaders,
    entry: () => Promise<RenderEntry>,
    shell: string,
    config: () => Promise<PublicConfig>,
  ) {
    this.#table = table
    this.#headers = headers
    this.#load = entry
    this.#shell = shell
    this.#config = config
  }

  /** Whether every page is in the table. */
  get isPrerendered(): boolean {
    return this.#isPrerendered
  }

  entry(): Promise<RenderEntry> {
    this.#entry ??= this.#load()
    return this.#entry
  }

  /** Renders the pages for the first time; from then on each `refill` renders them, too. */
  prerender(): Promise<void> {
    this.#prerendered ??= this.refill().then(() => {
      this.#isPrerendered = true
    })
    return this.#prerendered
  }

  /**
   * Renders everything again: `/api/cms`, `/api/config`, robots and manifest, and once they are prerendered the pages and the
   * sitemap. Refills run one after the other, so that the last call's result is the one that remains.
   */
  refill(content?: { pages: unknown[]; version: number }): Promise<void> {
    if (content !== undefined) this.#content = content
    const filled = this.#filling.then(() => this.#fill())
    this.#filling = filled.catch(() => undefined)
    return filled
  }

  async #fill(): Promise<void> {
    const config = await this.#config()
    this.#served = config
    this.#pages.clear()
    const json = 'application/json; charset=utf-8'
    const plain = this.#headers.plain
    await this.#table.set('/api/cms', {
      contentType: json,
      body: JSON.stringify(this.#content),
      headers: plain,
    })
    await this.#table.set('/api/config', {
      contentType: json,
      body: JSON.stringify(config),
      headers: plain,
    })
    await this.#table.set('/robots.txt', {
      contentType: 'text/plain; charset=utf-8',
      body: robots(config),
      headers: plain,
    })
    await this.#table.set('/site.webmanifest', {
      contentType: 'application/manifest+json',
      body: webManifest(config),
      headers: plain,
    })
    if (this.#prerendered === undefined) return
    const entry = await this.entry()
    await this.#table.set('/sitemap.xml', {
      contentType: 'application/xml; charset=utf-8',
      body: sitemap(config, entry.addresses),
      headers: plain,
    })
    for (const { path, rendered } of entry.addresses) {
      if (!rendered) continue
      // A change of content, and each hold of a place, renders all pages: requests are answered in between.
      await nextTurn()
      const { html } = this.#render(entry, path)
      const headers = this.#headers.document({ route: path, ...inlineHashes(html) })
      await this.#table.set(path, { contentType: 'text/html; charset=utf-8', body: html, headers })
    }
  }

  /**
   * A page that is not in the table: an alternative with a trailing slash, one with parameters, an unknown one. Cached,
   * because a visitor may request it as often as they like.
   */
  async page(path: string): Promise<RenderedPage> {
    const entry = await this.entry()
    const route = entry.documentOf(path) ?? unknownPath
    const kept = this.#pages.get(route)
    if (kept !== undefined) return kept
    const page = this.#render(entry, route)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size >= maxKept && oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(route, page)
    return page
  }

  #render(entry: RenderEntry, path: string): RenderedPage {
    if (this.#served === undefined) throw new Error('Pages are rendered after refill()')
    const page = entry.render(path, this.#content, this.#served)
    return { status: page.status, html: pageInto(this.#shell, page) }
  }
}
