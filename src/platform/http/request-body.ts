import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Request } from 'express'
import type { Endpoint } from '../contract/endpoint.ts'
import { RefusedRequest, tooLarge, unreadable, unsupportedEncoding } from './errors.ts'
import { demandHarmless, parseJson } from './json-body.ts'

/** Bytes; the default of endpoints. */
export const defaultBodyLimit = 100 * 1024

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i
const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/**
 * A reader of the bodies of one endpoint: JSON only (415), within the limit after decompression (413), harmless (see
 * `parseJson`). An empty body is undefined. `raw` returns the received bytes, for signatures; `file` does so for any
 * type, and its caller checks the content. `form` accepts the fields of an HTML form only.
 */
export function bodyReader(endpoint: Pick<Endpoint, 'bodyLimit' | 'bodyType'>) {
  const file = endpoint.bodyType === 'file'
  const raw = file || endpoint.bodyType === 'raw'
  const form = endpoint.bodyType === 'form'
  const [type, typeName] = form
    ? [formType, 'application/x-www-form-urlencoded']
    : [jsonType, 'application/json']
  const limit = endpoint.bodyLimit ?? defaultBodyLimit
  return async (req: Request): Promise<unknown> => {
    const length = req.headers['content-length']
    const empty = req.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
    if (empty) return raw ? Buffer.alloc(0) : undefined
    if (!file && !type.test(req.headers['content-type'] ?? '')) {
      throw new RefusedRequest(415, 'UNSUPPORTED_MEDIA_TYPE', `Send the body as ${typeName}.`)
    }
    // Signed bytes are never decompressed: the signature is of the bytes that were sent.
    const bytes = await bytesOf(req, limit, !raw)
    if (raw) return bytes
    if (form) return parseForm(bytes)
    return bytes.length === 0 ? undefined : parseJson(bytes)
  }
}

/** The fields of a form; when a field is sent twice, the last value counts. Bytes that are not UTF-8 become U+FFFD. */
function parseForm(bytes: Buffer): Record<string, string> {
  const fields = Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
  demandHarmless(fields)
  return fields
}

/** Reads up to `limit` bytes and stops there; the server disconnects a client that continues to send. */
async function bytesOf(req: Request, limit: number, inflate: boolean): Promise<Buffer> {
  const content = contentOf(req, inflate)
  if (content === req && Number(req.headers['content-length']) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Leaving the loop early must not destroy the request: its answer uses the same socket.
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) throw tooLarge()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks, length)
  } catch (error) {
    throw error instanceof RefusedRequest ? error : unreadable()
  } finally {
    if (content !== req) {
      req.unpipe()
      content.destroy()
    }
  }
}

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
}

function contentOf(req: Request, inflate: boolean): Readable {
  const coding = (req.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (coding === 'identity') return req
  const decoder = inflate && Object.hasOwn(decoders, coding) ? decoders[coding]?.() : undefined
  if (decoder === undefined) throw unsupportedEncoding()
  // When the client disconnects, pipe alone would wait for the rest for ever.
  req.once('error', (error) => decoder.destroy(error))
  return req.pipe(decoder)
}
