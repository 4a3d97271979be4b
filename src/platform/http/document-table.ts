import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import Negotiator from 'negotiator'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Bodies below this many bytes become no smaller by compression. */
const smallestCompressed = 600
/** Above this many bytes the best compression would take seconds. */
const largestForBest = 400_000

export interface PublicDocument {
  contentType: string
  body: string | Buffer
  /** Sent with 200 and 304. `Cache-Control` is `no-cache` (store, but revalidate) by default. */
  headers?: Record<string, string>
}

type Effort = 'quick' | 'best'

export type Encoding = 'identity' | 'gzip' | 'br'

interface Variant {
  body: Buffer
  etag: string
  /** Flat name-value list, the fastest form for writeHead. */
  found: string[]
  unchanged: string[]
}

type Variants = Record<Encoding, Variant>

/** A document that is rendered once and kept as bytes: identity, gzip and brotli, each with its ETag. */
export class KeptDocument {
  readonly #variants: Variants

  private constructor(variants: Variants) {
    this.#variants = variants
  }

  /** Resolves once all encodings exist. @param effort of the compression; `quick` takes a twentieth of the time for 8 % more bytes */
  static async of(document: PublicDocument, effort: Effort = 'best'): Promise<KeptDocument> {
    return new KeptDocument(await encoded(document, effort))
  }

  /** Answers GET and HEAD, with 304 when the caller has the current version. */
  answer(req: IncomingMessage, res: ServerResponse, encoding = encodingFor(req)): void {
    const variant = this.#variants[encoding]
    const known = req.headers['if-none-match']
    // The request's Cache-Control is not passed: "no-cache" asks for a comparison with the origin, which this server is.
    if (known !== undefined && fresh({ 'if-none-match': known }, { etag: variant.etag })) {
      res.writeHead(304, variant.unchanged)
      res.end()
    } else {
      res.writeHead(200, variant.found)
      if (req.method === 'HEAD') res.end()
      else res.end(variant.body)
    }
  }
}

function encodingFor(req: IncomingMessage): Encoding {
  return preferredEncoding(String(req.headers['accept-encoding'] ?? ''))
}

/**
 * Documents that are the same for every visitor, rendered once and kept as bytes. `handler` answers before express, in
 * the same server.
 */
export class DocumentTable {
  readonly #documents = new Map<string, KeptDocument>()
  /** The digest of the last `set` for each path, whether or not its encodings exist yet. */
  readonly #latest = new Map<string, { digest: string; there: Promise<void> }>()
  #improved = Promise.resolve()
  readonly #choices = new Map<string, Encoding>()
  readonly #served: (path: string, seconds: number, res: ServerResponse) => void

  /** `served` is called after every answer, for the timings. */
  constructor(served: (path: string, seconds: number, res: ServerResponse) => void = () => {}) {
    this.#served = served
  }

  /**
   * Replaces the document at `path` in one step, once all its encodings exist. Of two calls the later one wins, and a call
   * that changes nothing costs nothing. The document is first compressed quickly; its best compression follows, one path
   * after the other, so that neither a start nor a change waits for it.
   */
  async set(path: string, document: PublicDocument): Promise<void> {
    const digest = digestOf(document)
    const known = this.#latest.get(path)
    if (known?.digest === digest) return known.there
    const put = async (effort: Effort): Promise<void> => {
      if (this.#latest.get(path) !== latest) return
      const kept = await KeptDocument.of(document, effort)
      if (this.#latest.get(path) === latest) this.#documents.set(path, kept)
    }
    const latest = { digest, there: Promise.resolve() }
    this.#latest.set(path, latest)
    latest.there = put('quick')
    try {
      await latest.there
    } catch (error) {
      if (this.#latest.get(path) === latest) this.#latest.delete(path)
      throw error
    }
    // A document whose best compression fails stays as it is, and the next one is compressed all the same.
    this.#improved = this.#improved.then(() => put('best')).catch(() => undefined)
  }

  delete(path: string): void {
    this.#latest.delete(path)
    this.#documents.delete(path)
  }

  get paths(): string[] {
    return [...this.#documents.keys()]
  }

  /** Answers GET and HEAD of a path in the table; returns false, without effect, for every other request. */
  readonly handler = (req: IncomingMessage, res: ServerResponse): boolean => {
    const url = req.url ?? ''
    const query = url.indexOf('?')
    const path = query === -1 ? url : url.slice(0, query)
    const document = this.#documents.get(path)
    if (document === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    const started = performance.now()
    document.answer(req, res, this.#choose(req.headers['accept-encoding']))
    this.#served(path, (performance.now() - started) / 1000, res)
    return true
  }

  #choose(header: string | string[] | undefined): Encoding {
    if (typeof header !== 'string') return 'identity'
    let choice = this.#choices.get(header)
    if (choice === undefined) {
      choice = preferredEncoding(header)
      // Browsers send a handful of different headers; the cache is bounded against attackers that send thousands.
      if (this.#choices.size < 256 && header.length < 200) this.#choices.set(header, choice)
    }
    return choice
  }
}

/** The first encoding of `offered` (best compressed first) that the header accepts; `q=0` is a refusal. */
export function preferredEncoding(header: string, offered: readonly Encoding[] = ['br', 'gzip']): Encoding {
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(offered)
  return offered.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

function digestOf({ contentType, body, headers = {} }: PublicDocument): string {
  return createHash('sha256')
    .update(JSON.stringify([contentType, headers]))
    .update(body)
    .digest('base64url')
}

/**
 * The window of brotli, as a power of two: 64 kB, or less for a smaller document. Its default of 4 MB makes no document of
 * a site smaller, and the memory that four threads allocate for it is not given back.
 */
const windowFor = (bytes: number): number => Math.min(16, Math.max(10, Math.ceil(Math.log2(bytes + 16))))

async function encoded(
  { contentType, body, headers = {} }: PublicDocument,
  effort: Effort,
): Promise<Variants> {
  const identity = Buffer.isBuffer(body) ? body : Buffer.from(body)
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const own = { 'Cache-Control': 'no-cache', ...headers }
  const variant = (encoding: Encoding, bytes: Buffer): Variant => {
    // The digest is of the text, not of the compression: a caller that has the text does not need it again.
    const etag = encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`
    const both = [...Object.entries(own).flat(), 'Vary', 'Accept-Encoding', 'ETag', etag]
    const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    const found = [...both, 'Content-Type', contentType, ...coding, 'Content-Length', String(bytes.length)]
    return { body: bytes, etag, found, unchanged: both }
  }
  const plain = variant('identity', identity)
  if (identity.length < smallestCompressed) return { identity: plain, gzip: plain, br: plain }
  const best = effort === 'best' && identity.length <= largestForBest
  const [br, gz] = await Promise.all([
    toBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: best ? 11 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        [constants.BROTLI_PARAM_LGWIN]: windowFor(identity.length),
      },
    }),
    toGzip(identity, { level: best ? 9 : 6 }),
  ])
  return { identity: plain, gzip: variant('gzip', gz), br: variant('br', br) }
}
