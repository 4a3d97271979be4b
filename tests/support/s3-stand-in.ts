import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that speaks as much of S3 as the product uses; it refuses what is not signed (AWS Signature 4) by its key. */
export class S3StandIn {
  /** By path: `/bucket/prefix/key`. */
  readonly objects = new Map<string, { type: string; bytes: Buffer }>()
  readonly #server: Server
  readonly #accessKey: string

  private constructor(accessKey: string) {
    this.#accessKey = accessKey
    this.#server = createServer((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk))
      req.once('end', () => this.#answer(req, Buffer.concat(chunks), res))
    })
  }

  static async open(accessKey: string): Promise<S3StandIn> {
    const service = new S3StandIn(accessKey)
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve))
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(req: IncomingMessage, sent: Buffer, res: ServerResponse): void {
    const path = new URL(req.url ?? '/', this.url).pathname
    const refuse = (status: number, code: string, message: string): void => {
      res.writeHead(status, { 'content-type': 'application/xml' })
      res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
    }
    const problem = this.#signatureProblem(req, sent)
    const found = this.objects.get(path)
    if (problem !== undefined) {
      refuse(403, 'AccessDenied', `not signed: ${problem}`)
    } else if (req.method === 'PUT') {
      this.objects.set(path, { type: req.headers['content-type'] ?? '', bytes: sent })
      res.writeHead(200).end()
    } else if (req.method === 'DELETE') {
      this.objects.delete(path)
      res.writeHead(204).end()
    } else if (found) {
      res.writeHead(200, { 'content-type': found.type }).end(found.bytes)
    } else {
      refuse(404, 'NoSuchKey', 'The specified key does not exist.')
    }
  }

  /** What is missing of a signature by this service's key over these bytes. */
  #signatureProblem({ headers }: IncomingMessage, sent: Buffer): string | undefined {
    const given = headers.authorization ?? ''
    if (!given.startsWith(`AWS4-HMAC-SHA256 Credential=${this.#accessKey}/`)) return 'not by this key'
    const signed = /SignedHeaders=([^,]+),/.exec(given)?.[1]?.split(';') ?? []
    for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256'])
      if (!signed.includes(name)) return `${name} is not covered`
    if (!/Signature=[0-9a-f]{64}$/.test(given)) return 'no signature'
    const digest = headers['x-amz-content-sha256']
    return digest === createHash('sha256').update(sent).digest('hex') ? undefined : 'other bytes than signed'
  }
}
