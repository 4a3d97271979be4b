import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { SecurityHeaders } from './headers.ts'
import { type InlineHashes, inlineHashes } from './inline-hashes.ts'

export interface RenderedPage {
  status: number
  html: string
}

export interface ClientAppOptions {
  /** The client's page, `dist/client/index.html`, read once. */
  shell: string
  headers: SecurityHeaders
  /** The client's routes: exact paths, `/account/:id` for one segment, `/admin/*` for any. */
  routes: readonly string[]
  /** A page's own HTML when the server can render it; null answers with the shell. */
  render?: (path: string) => Promise<RenderedPage | null>
}

/** The parts that all answers with the same page share, made once. */
interface KeptPage {
  hashes: InlineHashes
  body: Buffer
  etag: string
}

/** Reads the built client's page. @throws Error that says how to build it when it is missing */
export async function readShell(clientRoot: string): Promise<string> {
  try {
    return await readFile(join(clientRoot, 'index.html'), 'utf8')
  } catch (cause) {
    throw new Error('The client is not built: run npm run build', { cause })
  }
}

/**
 * Answers navigations: a known route with 200, anything else with 404 and `noindex`, always with a page of the client,
 * which has the navigation. A form posted to a page is redirected to that page. Not for `/api`, which is answered
 * before.
 */
export function clientApp({ shell, headers, routes, render }: ClientAppOptions): RequestHandler {
  const patterns = routes.map(patternOf)
  const shellPage: RenderedPage = { status: 404, html: shell }
  const kept = new WeakMap<RenderedPage, KeptPage>()
  const keptOf = (page: RenderedPage): KeptPage => {
    const known = kept.get(page) ?? keep(page.html)
    kept.set(page, known)
    return known
  }
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const reads = req.method === 'GET' || req.method === 'HEAD'
    if (!reads && req.method !== 'POST') {
      next()
      return
    }
    const known = patterns.some((pattern) => pattern.test(req.path))
    const page = known && render ? await render(req.path) : null
    const status = page?.status ?? (known ? 200 : 404)
    if (!reads) {
      // The page's script should have sent this form and did not run: redirect to the page instead of an error.
      if (status === 200) res.redirect(303, req.originalUrl)
      else next()
      return
    }
    const { hashes, body, etag } = keptOf(page ?? shellPage)
    res.set(headers.document({ route: req.path, ...hashes }))
    res.set('Cache-Control', 'no-cache')
    if (status === 404) res.set('X-Robots-Tag', 'noindex')
    res.set('ETag', etag)
    res.status(status).type('html').send(body)
  }
}

function keep(html: string): KeptPage {
  const body = Buffer.from(html)
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { hashes: inlineHashes(html), body, etag: `"${digest}"` }
}

function patternOf(route: string): RegExp {
  const source = route
    .split('/')
    .map((part) =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/')
  return new RegExp(`^${source === '/' ? '' : source.replace(/\/\.\*$/, '(?:/.*)?')}/?$`)
}
