import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import type { RenderedPage } from './client-app.ts'
import type { SecurityHeaders } from './headers.ts'

export interface ViteDevOptions {
  /** `apps/web`, absolute. */
  root: string
  /** The server whose port the hot-reload socket uses. */
  server: Server
  /** `securityHeaders(config, true)`. */
  headers: SecurityHeaders
  isKnown: (path: string) => boolean
  /** The page rendered into Vite's transformed shell; null leaves the shell as it is. */
  render?: (path: string, shell: string) => Promise<RenderedPage | null>
}

export interface ViteDev {
  /** Serves Vite's own files and modules; mounted before the API's fallback. */
  middleware: RequestHandler
  /** Answers navigations; mounted last. */
  pages: RequestHandler
  /** Loads a server module through Vite, so that changes apply without a restart. */
  load(path: string): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** `npm run dev`: Vite inside this process, on this port, with hot reload. Vite is loaded here and nowhere else. */
export async function viteDev(options: ViteDevOptions): Promise<ViteDev> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: options.root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: options.server } },
  })
  return {
    middleware: vite.middlewares,
    pages: async (req, res, next) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        next()
        return
      }
      const file = await readFile(join(options.root, 'index.html'), 'utf8')
      const shell = await vite.transformIndexHtml(req.originalUrl, file)
      const page = options.render ? await options.render(req.path, shell) : null
      res.set(options.headers.document({ route: req.path }))
      res.set('Cache-Control', 'no-store')
      res.status(page?.status ?? (options.isKnown(req.path) ? 200 : 404))
      res.type('html').send(page?.html ?? shell)
    },
    load: (path) => vite.ssrLoadModule(path),
    close: () => vite.close(),
  }
}
