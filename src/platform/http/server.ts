import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../config/config-error.ts'
import { Rush } from './rush.ts'

export interface HttpServerOptions {
  host: string
  /** 0 takes a free port. */
  port: number
  /** Answers first; true when it did. The document table. */
  first: (req: IncomingMessage, res: ServerResponse) => boolean
  /** Everything else: the express application. */
  app: RequestListener
}

/** Milliseconds for requests in flight when the process is told to stop. */
const graceMs = 13_000
/** Milliseconds in which busy keep-alive clients are told to close, before idle connections are closed on them. */
const farewellMs = 300

/** The one HTTP server of the process: prebuilt documents first, then express. */
export class HttpServer {
  readonly #server: Server
  readonly #options: HttpServerOptions
  #stopping = false
  readonly #inFlight = new Set<ServerResponse>()
  readonly #rush = new Rush()

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#server = createServer(
      { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
      (req, res) => this.#answer(req, res),
    )
    this.#server.on('clientError', refuseMalformed)
  }

  /** Node's server, for Vite's hot-reload socket. */
  get node(): Server {
    return this.#server
  }

  get stopping(): boolean {
    return this.#stopping
  }

  /** Requests that are being answered now. */
  get inFlight(): number {
    return this.#inFlight.size
  }

  /** Whether many requests come in at a time. */
  get rush(): boolean {
    return this.#rush.on
  }

  /** The port that is listened on. @throws ConfigError naming PORT when the address is taken or not ours */
  async listen(): Promise<number> {
    const { host, port } = this.#options
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)))
      this.#server.listen({ host, port }, resolve)
    })
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }

  /**
   * Refuses new connections at once and new requests with 503, lets what is in flight finish, closes idle connections.
   * Resolves within 15 seconds; what is still running then is cut.
   */
  async stop(): Promise<void> {
    if (this.#stopping || !this.#server.listening) return
    this.#stopping = true
    for (const res of this.#inFlight) if (!res.headersSent) res.setHeader('Connection', 'close')
    const closed = new Promise<void>((resolve) => this.#server.once('close', resolve))
    // http.Server's own close would cut idle keep-alive connections on clients that are just about to send.
    NetServer.prototype.close.call(this.#server)
    const deadline = performance.now() + graceMs
    await Promise.race([closed, pause(farewellMs)])
    while (this.#inFlight.size > 0 && performance.now() < deadline) {
      this.#server.closeIdleConnections()
      await Promise.race([closed, pause(25)])
    }
    this.#server.closeIdleConnections()
    await Promise.race([closed, pause(200)])
    this.#server.closeAllConnections()
    this.#server.close()
    await closed
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    if (this.#stopping) {
      refuseStopping(res)
      return
    }
    if (this.#options.first(req, res)) return
    this.#inFlight.add(res)
    this.#rush.request(this.#inFlight.size)
    res.once('close', () => this.#inFlight.delete(res))
    this.#options.app(req, res)
  }
}

function refuseStopping(res: ServerResponse): void {
  const message = 'The service is restarting. Please try again in a moment.'
  const body = JSON.stringify({
    success: false,
    error: message,
    code: 'UNAVAILABLE',
    message,
    requestId: 'none',
  })
  res.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Retry-After': '5',
    Connection: 'close',
  })
  res.end(body)
}

/** What is not HTTP gets the plainest answer and no echo of what was sent. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: import('node:stream').Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigError([
      { variable: 'PORT', reason: `${port} is taken by another process: stop it or set another PORT` },
    ])
  }
  if (error.code === 'EACCES') {
    return new ConfigError([
      { variable: 'PORT', reason: `${port} may not be used by this user: set another PORT` },
    ])
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ConfigError([{ variable: 'HOST', reason: `${host} is not an address of this machine` }])
  }
  return error
}
