import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { contentType } from 'mime-types'
import { type Encoding, preferredEncoding } from './document-table.ts'

/** Vite's hashed file names, such as `index-DkF3x9_a.js`. Their content never changes. */
const hashedName = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/

interface Asset {
  file: string
  type: string
  immutable: boolean
  /** The encodings for which a compressed file lies beside the file. */
  encodings: Encoding[]
}

/**
 * Serves the files below `root` (the built client) that exist when it is called: hashed names with a cache lifetime of a
 * year, others of an hour with ETag; `.br` and `.gz` siblings to clients that accept them; ranges for videos. Other
 * requests go to `next`. `headers` are added to every answer.
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
    if (asset.encodings.length > 0) res.setHeader('Vary', 'Accept-Encoding')
    if (compressed) res.setHeader('Content-Encoding', encoding)
    const suffix = compressed ? (encoding === 'br' ? '.br' : '.gz') : ''
    res.sendFile(
      asset.file + suffix,
      { root, cacheControl: false, acceptRanges: !compressed, dotfiles: 'allow' },
      (error?: Error & { status?: number }) => {
        // A visitor who leaves during a video is no error, and an answer that is half sent cannot become another one.
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
    const type = contentType(basename(file))
    // index.html is a page, not an asset: `clientApp` answers it with the page's headers.
    if (type === false || file === 'index.html' || file.startsWith('.') || /\.(br|gz)$/.test(file)) continue
    const encodings: Encoding[] = []
    if (files.has(`${file}.br`)) encodings.push('br')
    if (files.has(`${file}.gz`)) encodings.push('gzip')
    assets.set(`/${file}`, {
      file,
      type,
      immutable: file.startsWith('assets/') && hashedName.test(file),
      encodings,
    })
  }
  return assets
}
