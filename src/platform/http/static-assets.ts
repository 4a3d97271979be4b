import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { preferredEncoding } from './document-table.ts'

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp4: 'video/mp4',
  avif: 'image/avif',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  wasm: 'application/wasm',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}

/** Vite's names: `index-DkF3x9_a.js`. Their content never changes. */
const hashedName = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/

interface Asset {
  file: string
  type: string
  immutable: boolean
  encodings: { br: boolean; gzip: boolean }
}

/**
 * Serves the files below `root` (the built client) that exist when it is called: hashed names for ever, others for an
 * hour with ETag; `.br` and `.gz` siblings to whom they please; ranges for videos. Everything else goes on to `next`.
 * `headers` are added to every answer.
 */
export function staticAssets(root: string, headers: Record<string, string>): RequestHandler {
  const assets = indexOf(root)
  return (req: Request, res: Response, next: NextFunction): void => {
    const asset = assets.get(decodedPath(req.path))
    if (asset === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) {
      next()
      return
    }
    const encoding = preferredEncoding(req.get('accept-encoding') ?? '', asset.encodings)
    const compressed = encoding !== 'identity'
    res.set(headers)
    res.setHeader('Content-Type', asset.type)
    res.setHeader(
      'Cache-Control',
      asset.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    )
    if (asset.encodings.br || asset.encodings.gzip) res.setHeader('Vary', 'Accept-Encoding')
    if (compressed) res.setHeader('Content-Encoding', encoding)
    const suffix = compressed ? (encoding === 'br' ? '.br' : '.gz') : ''
    res.sendFile(
      asset.file + suffix,
      { root, cacheControl: false, acceptRanges: !compressed, dotfiles: 'allow' },
      (error?: Error & { status?: number }) => {
        // A visitor who leaves during a video is no error; what was half sent cannot be answered otherwise.
        if (!error || res.headersSent) return
        if (error.status === 416) res.status(416).end()
        else next(error)
      },
    )
  }
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function indexOf(root: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  if (!existsSync(root)) return assets
  const files = new Set<string>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) files.add(relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  }
  for (const file of files) {
    const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
    const type = types[extension]
    // The shell is a page, not an asset: `clientApp` answers it with the page's headers.
    if (type === undefined || file === 'index.html' || file.startsWith('.')) continue
    assets.set(`/${file}`, {
      file,
      type,
      immutable: file.startsWith('assets/') && hashedName.test(file),
      encodings: { br: files.has(`${file}.br`), gzip: files.has(`${file}.gz`) },
    })
  }
  return assets
}
