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
import { Burst } from './burst.ts'
import { type ConnectionLimits, Connections, defaultLimits } from './connections.ts'
import { answerWhileStarting } from './starting.ts'

/** What answers the requests of a server. */
export interface Answers {
  /** Answers first; true when it did. The document table. */
  first: (req: IncomingMessage, res: ServerResponse) => boolean
  /** Everything else: the express application. */
  app: RequestListener
}

export interface HttpServerOptions extends Partial<Answers> {
  host: string
  /** 0 takes a free port. */
  port: number
  /** Whether the name in a Host header is one of this site's; every name when absent. */
  knowsHost?: (host: string | undefined) => boolean
  limits?: Partial<ConnectionLimits>
  /** No connection is closed because it was silent: neither idle nor within a request. */
  unlimited?: boolean
}

/** Milliseconds for requests in flight when the process is told to stop. */
const graceMs = 13_000
/** Milliseconds without a request after which a kept connection is closed while the server stops, unless told. */
const shortIdleMs = 400
/** Milliseconds for the rest of a request that was answered before it had arrived, such as a body that is too large. */
const restMs = 500

/** The one HTTP server of the process: prebuilt documents first, then express. Until it has both, it says that it starts. */
export class HttpServer {
  readonly #server: Server
  readonly #connections: Connections
  readonly #options: HttpServerOptions
  #first: Answers['first']
  #app: Answers['app']
  #draining = false
  #stopping = false
  readonly #inFlight = new Set<ServerResponse>()
  readonly #burst = new Burst()

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#first = options.first ?? (() => false)
    this.#app = options.app ?? answerWhileStarting
    // A request that is not there whole ends within 30 seconds: its time, the interval of the checks, the refusal.
    const limit = (ms: number): number => (options.unlimited ? 0 : ms)
    this.#server = createServer({
      headersTimeout: limit(10_000),
      requestTimeout: limit(24_000),
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: limit(65_000),
      maxHeaderSize: 16_384,
    })
    const limits = { ...defaultLimits, quietMs: limit(defaultLimits.quietMs), ...options.limits }
    this.#connections = new Connections(this.#server, limits, (req, res) => this.#answer(req, res))
    this.#server.on('request', (req, res) => this.#connections.request(req, res))
  }

  /** Node's server, for Vite's hot-reload socket. */
  get node(): Server {
    return this.#server
  }

  /** True from `drain` on: this process is about to leave and wants no new connections. */
  get draining(): boolean {
    return this.#draining
  }

  /** Requests that are being answered now. */
  get inFlight(): number {
    return this.#inFlight.size
  }

  /** Whether many requests come in at a time. */
  get burst(): boolean {
    return this.#burst.on
  }

  /** The port that is listened on, or the one that was asked for. */
  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : this.#options.port
  }

  /** From now on these answer. */
  serve({ first, app }: Answers): void {
    this.#first = first
    this.#app = app
  }

  /** Nothing to do while it listens already. @returns the port that is listened on @throws ConfigError naming PORT when the address is taken or not ours */
  async listen(): Promise<number> {
    if (this.#server.listening) return this.port
    const { host, port } = this.#options
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)))
      this.#server.listen({ host, port }, resolve)
    })
    return this.port
  }

  /** Goes on answering, tells every client to close its connection, and is not ready for those who ask. */
  drain(): void {
    this.#draining = true
  }

  /**
   * Refuses new connections at once. Requests on kept connections are still answered, each as the last of its
   * connection; one without requests for `idleMs` is closed: a client that asks just then loses its request, so the
   * longer, the fewer. Resolves within 15 seconds; what still runs then is cut.
   */
  async stop(idleMs = shortIdleMs): Promise<void> {
    if (this.#stopping || !this.#server.listening) return
    this.#stopping = true
    for (const res of this.#inFlight) if (!res.headersSent) res.setHeader('Connection', 'close')
    const closed = new Promise<void>((resolve) => this.#server.once('close', resolve))
    // http.Server's own close would cut idle keep-alive connections on clients that are just about to send.
    NetServer.prototype.close.call(this.#server)
    const deadline = performance.now() + graceMs
    while (this.#connections.count > 0 && performance.now() < deadline) {
      await Promise.race([closed, pause(25)])
      // After what has arrived by now was read.
      await new Promise((resolve) => setImmediate(resolve))
      this.#connections.endIdle(idleMs)
    }
    this.#server.closeAllConnections()
    this.#server.close()
    await closed
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    if (this.#draining || this.#stopping) res.setHeader('Connection', 'close')
    if (hasTwoHosts(req.rawHeaders)) {
      refuseHost(res, 400, 'The request names more than one host.')
      return
    }
    if (this.#options.knowsHost?.(req.headers.host) === false && !isProbe(req.url)) {
      refuseHost(
        res,
        421,
        'This site is not known under this name: list it in ALLOWED_HOSTS, or use localhost.',
      )
      return
    }
    if (this.#first(req, res)) return
    this.#inFlight.add(res)
    this.#burst.request(this.#inFlight.size)
    res.once('close', () => {
      this.#inFlight.delete(res)
      if (!req.complete) cutOffLater(req)
    })
    this.#app(req, res)
  }
}

/** Balancers ask for the health of a process under its address, and learn nothing else. */
function isProbe(url: string | undefined): boolean {
  return url === '/healthz' || url === '/readyz'
}

/** Reads the rest away, so that the client gets to its answer, but not for ever. */
function cutOffLater(req: IncomingMessage): void {
  req.resume()
  setTimeout(() => {
    if (!req.complete) req.socket.destroy()
  }, restMs).unref()
}

/** Node takes the first of several Host headers, a proxy in front perhaps the last: nobody may choose (RFC 9112, 3.2). */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

function refuseHost(res: ServerResponse, status: 400 | 421, message: string): void {
  const body = JSON.stringify({
    success: false,
    error: message,
    code: status === 400 ? 'BAD_REQUEST' : 'UNKNOWN_HOST',
    message,
    requestId: 'none',
  })
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  })
  res.end(body)
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
