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
import { type ConnectionLimits, Connections, defaultLimits } from './connections.ts'
import { answerWhileStarting } from './starting.ts'

/** The handlers of a server's requests. */
export interface Answers {
  /** Called first; returns true when it has answered. The document table. */
  first: (req: IncomingMessage, res: ServerResponse) => boolean
  /** Answers all other requests: the express application. */
  app: RequestListener
}

export interface HttpServerOptions extends Partial<Answers> {
  host: string
  /** 0 takes a free port. */
  port: number
  /** Whether the name in a Host header is one of this site's; when undefined, every name is accepted. */
  knowsHost?: (host: string | undefined) => boolean
  limits?: Partial<ConnectionLimits>
  /** Connections are not closed because they are silent: neither between requests nor within one. */
  unlimited?: boolean
}

/** Milliseconds that requests in flight get when the process gets a signal to stop. */
const graceMs = 13_000
/** Milliseconds without a request after which an idle connection is closed while the server stops; the default of `stop`. */
const shortIdleMs = 400
/** Milliseconds for the rest of a request that was answered before it had arrived whole, such as a body that is too large. */
const restMs = 500

/** The HTTP server of the process: prebuilt documents first, then express. Until `serve` it answers that it is starting. */
export class HttpServer {
  readonly #server: Server
  readonly #connections: Connections
  readonly #options: HttpServerOptions
  #first: Answers['first']
  #app: Answers['app']
  #draining = false
  #stopping = false
  readonly #inFlight = new Set<ServerResponse>()

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#first = options.first ?? (() => false)
    this.#app = options.app ?? answerWhileStarting
    // An incomplete request ends within 30 seconds: its own limit, the interval of the checks, the refusal.
    const limit = (ms: number): number => (options.unlimited ? 0 : ms)
    this.#server = createServer({
      headersTimeout: limit(10_000),
      requestTimeout: limit(24_000),
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: limit(65_000),
      maxHeaderSize: 16_384,
    })
    const limits = { ...defaultLimits, quietMs: limit(defaultLimits.quietMs), ...options.limits }
    this.#connections = new Connections(this.#server, limits)
    this.#server.on('request', (req, res) => {
      if (this.#connections.admits(res)) this.#answer(req, res)
    })
  }

  /** Node's server, for Vite's hot-reload socket. */
  get node(): Server {
    return this.#server
  }

  /** True after `drain`: this process is about to stop and wants no new connections. */
  get draining(): boolean {
    return this.#draining
  }

  /** Requests that are being answered now. */
  get inFlight(): number {
    return this.#inFlight.size
  }

  /** The port that is listened on, or the configured one. */
  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : this.#options.port
  }

  /** Sets the handlers that answer from now on. */
  serve({ first, app }: Answers): void {
    this.#first = first
    this.#app = app
  }

  /** Listens, unless it does already. @returns the port @throws ConfigError naming PORT when the address is taken or not ours */
  async listen(): Promise<number> {
    if (this.#server.listening) return this.port
    const { host, port } = this.#options
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)))
      this.#server.listen({ host, port }, resolve)
    })
    return this.port
  }

  /** Continues to answer, asks every client to close its connection, and answers the readiness check with no. */
  drain(): void {
    this.#draining = true
  }

  /**
   * Refuses new connections at once. Requests on open connections are still answered, each as the last of its connection; a
   * connection without requests for `idleMs` is closed. A client that sends just then loses its request, so a longer
   * `idleMs` loses fewer. Resolves within 15 seconds; requests that still run then are cut.
   */
  async stop(idleMs = shortIdleMs): Promise<void> {
    if (this.#stopping || !this.#server.listening) return
    this.#stopping = true
    for (const res of this.#inFlight) if (!res.headersSent) res.setHeader('Connection', 'close')
    const closed = new Promise<void>((resolve) => this.#server.once('close', resolve))
    // http.Server's own close would end idle keep-alive connections of clients that are just about to send.
    NetServer.prototype.close.call(this.#server)
    const deadline = performance.now() + graceMs
    while (this.#connections.count > 0 && performance.now() < deadline) {
      await Promise.race([closed, pause(25)])
      // After the bytes that have arrived by now were read.
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
    // Node's pipeline adds seven to ours, and Node takes more than ten for a leak.
    res.setMaxListeners(20)
    res.once('close', () => {
      this.#inFlight.delete(res)
      if (!req.complete) cutOffLater(req)
    })
    this.#app(req, res)
  }
}

/** Load balancers check the health of a process under its IP address; such an answer reveals nothing else. */
function isProbe(url: string | undefined): boolean {
  return url === '/healthz' || url === '/readyz'
}

/** Reads and discards the rest of the request, for a limited time, so that the client gets its answer. */
function cutOffLater(req: IncomingMessage): void {
  req.resume()
  setTimeout(() => {
    if (!req.complete) req.socket.destroy()
  }, restMs).unref()
}

/** Node takes the first of several Host headers, a proxy perhaps the last: such a request is refused (RFC 9112, 3.2). */
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
