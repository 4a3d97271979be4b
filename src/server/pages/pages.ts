import type { Server } from 'node:http'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import type { Config } from '#platform/config/config.ts'
import { clientApp } from '#platform/http/client-app.ts'
import type { DocumentTable } from '#platform/http/document-table.ts'
import { type SecurityHeaders, securityHeaders } from '#platform/http/headers.ts'
import { staticAssets } from '#platform/http/static-assets.ts'
import { viteDev } from '#platform/http/vite-dev.ts'
import type { PublicConfig } from './contract.ts'
import { robots, webManifest } from './crawler-documents.ts'
import {
  loadRenderEntry,
  pageInto,
  type RenderEntry,
  readPageShell,
  SiteDocuments,
} from './site-documents.ts'

/** The source of the client: built (`dist`), live through Vite (`vite`), or none (API tests). */
export type ClientSource = { kind: 'built'; dist: string } | { kind: 'vite'; root: string } | { kind: 'none' }

interface Content {
  pages: unknown[]
  version: number
}

export interface Pages {
  assets: RequestHandler
  pages: RequestHandler
  /** Renders the changed content; without an argument after changed settings. */
  refill(content?: Content): Promise<void>
  /** Renders the public pages for the first time; earlier requests for pages wait for it. */
  prerender(): Promise<void>
  close(): Promise<void>
}

export interface PagesOptions {
  source: ClientSource
  config: Config
  headers: SecurityHeaders
  table: DocumentTable
  publicConfig: () => Promise<PublicConfig>
  /** Node's server, for Vite's socket. */
  server: Server
}

/** Opens the pages and assets of the client, from its source. */
export async function openPages(options: PagesOptions): Promise<Pages> {
  switch (options.source.kind) {
    case 'none':
      return { assets: pass, pages: pass, refill: nothing, prerender: nothing, close: nothing }
    case 'built':
      return builtPages(options, options.source.dist)
    case 'vite':
      return vitePages(options, options.source.root)
  }
}

const pass: RequestHandler = (_req, _res, next) => next()
const nothing = async (): Promise<void> => {}

async function builtPages({ headers, table, publicConfig }: PagesOptions, dist: string): Promise<Pages> {
  const shell = await readPageShell(dist)
  const documents = new SiteDocuments(table, headers, () => loadRenderEntry(dist), shell, publicConfig)
  return {
    assets: staticAssets(join(dist, 'client'), headers.plain),
    pages: prerenderedFirst(
      documents,
      table,
      redirecting(
        documents,
        clientApp({ shell, headers, routes: ['/*'], render: (path) => documents.page(path) }),
      ),
    ),
    refill: (content) => documents.refill(content),
    prerender: () => documents.prerender(),
    close: nothing,
  }
}

/** Holds requests until the pages are prerendered, then answers them as usual. */
function prerenderedFirst(
  documents: SiteDocuments,
  table: DocumentTable,
  pages: RequestHandler,
): RequestHandler {
  return async (req, res, next) => {
    if (!documents.isPrerendered) {
      // The caller that began the prerendering gets its error; here the requested page is tried by itself.
      await documents.prerender().catch(() => undefined)
      if (table.handler(req, res)) return
    }
    await pages(req, res, next)
  }
}

/** Redirects alternative spellings of an address to its canonical one, with their query; other requests pass. */
function redirecting(documents: SiteDocuments, pages: RequestHandler): RequestHandler {
  return async (req, res, next) => {
    const { aliases } = await documents.entry()
    const path = req.path.replace(/\/$/, '')
    const target = Object.hasOwn(aliases, path) ? aliases[path] : undefined
    if (target === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) {
      await pages(req, res, next)
      return
    }
    const query = req.url.indexOf('?')
    res.redirect(302, query < 0 ? target : target + req.url.slice(query))
  }
}

async function vitePages(
  { config, table, publicConfig, server }: PagesOptions,
  root: string,
): Promise<Pages> {
  let content: Content = { pages: [], version: 0 }
  const entryPath = join(root, 'src/entry-server.tsx')
  const vite = await viteDev({
    root,
    server,
    headers: securityHeaders(config, true),
    isKnown: () => true,
    render: async (path, shell) => {
      const entry = (await vite.load(entryPath)) as unknown as RenderEntry
      const page = entry.render(path, content, await publicConfig())
      return { status: page.status, html: pageInto(shell, page) }
    },
  })
  return {
    assets: vite.middleware,
    pages: vite.pages,
    refill: async (changed) => {
      if (changed !== undefined) content = changed
      const settings = await publicConfig()
      await table.set('/robots.txt', { contentType: 'text/plain; charset=utf-8', body: robots(settings) })
      await table.set('/site.webmanifest', {
        contentType: 'application/manifest+json',
        body: webManifest(settings),
      })
    },
    prerender: nothing,
    close: () => vite.close(),
  }
}
