import express, { type Request, type Response } from 'express'
import type { Endpoint } from '../contract/endpoint.ts'
import { RefusedRequest } from './errors.ts'
import { parseJson } from './json-body.ts'

/** Bytes, unless the endpoint says otherwise. */
export const defaultBodyLimit = 100 * 1024

const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/**
 * A reader of the bodies of one endpoint: JSON only (415), within the limit after decompression (413), harmless
 * (see `parseJson`). An empty body is undefined. `raw` gives the bytes as they came, for signatures;
 * `file` does so for any type: whoever takes them looks at what they are.
 */
export function bodyReader(endpoint: Pick<Endpoint, 'bodyLimit' | 'bodyType'>) {
  const file = endpoint.bodyType === 'file'
  const raw = file || endpoint.bodyType === 'raw'
  const limit = endpoint.bodyLimit ?? defaultBodyLimit
  // Signed bytes are never decompressed: what was signed is what is read.
  const read = express.raw({ type: () => true, limit, inflate: !raw })
  return async (req: Request, res: Response): Promise<unknown> => {
    const length = req.headers['content-length']
    const empty = req.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
    if (empty) return raw ? Buffer.alloc(0) : undefined
    if (!file && !jsonType.test(req.headers['content-type'] ?? '')) {
      throw new RefusedRequest(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.')
    }
    await new Promise<void>((resolve, reject) => {
      read(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
    })
    const bytes: unknown = req.body
    if (!Buffer.isBuffer(bytes)) return raw ? Buffer.alloc(0) : undefined
    if (raw) return bytes
    return bytes.length === 0 ? undefined : parseJson(bytes)
  }
}
