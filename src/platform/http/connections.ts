import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './address-limits.ts'
import { Turns } from './turns.ts'

export interface ConnectionLimits {
  /** Limit of open connections of the server. */
  total: number
  /** Limit of open connections from one address (IPv6: one /64). Infinity where every connection comes from a proxy. */
  perAddress: number
  /** Milliseconds without a byte after which a silent client is disconnected; a stalled write after at most twice as many. */
  quietMs: number
}

export const defaultLimits: ConnectionLimits = { total: 10_000, perAddress: 500, quietMs: 15_000 }

/** Requests that may wait on one connection; no honest client sends so many ahead. */
const maxWaiting = 100
/** Milliseconds that a client has to take the answer to a malformed request. */
const refusalMs = 1_000
/** The cost of beginning to read a connection, in requests: many may have been sent ahead on it. */
const readingCost = 4

interface Connection {
  network: string
  /** The answer that is being made, or the last one. */
  current: ServerResponse | undefined
  /** Requests that have arrived and are not begun yet. */
  waiting: ServerResponse[]
  /** The bytes and the time that `endIdle` saw last. */
  seen: { bytes: number; at: number } | undefined
}

/**
 * The connections of one server. Their number is limited. Requests of one connection are begun one after the other (Node
 * would begin all that have arrived); when requests of several addresses wait, each address gets a turn. A client that
 * neither sends nor reads is disconnected.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #begin: (req: IncomingMessage, res: ServerResponse) => void
  readonly #open = new Map<Socket, Connection>()
  readonly #perNetwork = new Map<string, number>()
  readonly #turns = new Turns()

  constructor(
    server: Server,
    limits: ConnectionLimits,
    begin: (req: IncomingMessage, res: ServerResponse) => void,
  ) {
    this.#limits = limits
    this.#begin = begin
    server.maxConnections = limits.total
    // Node's own listener reads the connection, and all requests that have arrived on it, at once.
    const [read] = server.listeners('connection') as ((socket: Socket) => void)[]
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => this.#admit(socket, () => read?.call(server, socket)))
    server.on('clientError', (error, socket) => this.#refuse(error, socket as Socket))
    server.setTimeout(limits.quietMs, (socket) => {
      if (!this.#waitsForUs(socket)) socket.destroy()
    })
  }

  /** Begins the request now, or once the answer before it on the same connection has been written out. */
  request(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req
    const connection = this.#open.get(socket)
    if (connection === undefined || socket.destroyed) return
    if (connection.waiting.length === 0 && isDone(connection.current)) {
      this.#start(connection, res)
      return
    }
    if (connection.waiting.length >= maxWaiting) {
      socket.destroy()
      return
    }
    connection.waiting.push(res)
    if (connection.waiting.length > 1) return
    // No further bytes are read until the waiting requests have been begun.
    socket.pause()
    connection.current?.once('close', () => this.#next(socket, connection))
  }

  /** Ends the connections that have been idle for `ms`, as observed by repeated calls. */
  endIdle(ms: number): void {
    const now = performance.now()
    for (const [socket, connection] of this.#open) {
      const { current, waiting, seen } = connection
      const busy = waiting.length > 0 || !isDone(current)
      if (busy || seen?.bytes !== socket.bytesRead) connection.seen = { bytes: socket.bytesRead, at: now }
      else if (now - seen.at >= ms) socket.destroy()
    }
  }

  get count(): number {
    return this.#open.size
  }

  #admit(socket: Socket, read: () => void): void {
    this.#turns.accepted()
    const network = networkOf(socket.remoteAddress ?? 'unknown')
    const count = (this.#perNetwork.get(network) ?? 0) + 1
    if (count > this.#limits.perAddress) {
      socket.destroy()
      return
    }
    this.#perNetwork.set(network, count)
    const connection: Connection = { network, current: undefined, waiting: [], seen: undefined }
    this.#open.set(socket, connection)
    socket.once('close', () => {
      connection.waiting.length = 0
      this.#open.delete(socket)
      const left = (this.#perNetwork.get(network) ?? 1) - 1
      if (left === 0) this.#perNetwork.delete(network)
      else this.#perNetwork.set(network, left)
    })
    const ignore = (): void => undefined
    socket.on('error', ignore)
    this.#turns.add(network, readingCost, () => {
      socket.off('error', ignore)
      if (!socket.destroyed) read()
    })
  }

  #next(socket: Socket, connection: Connection): void {
    const res = connection.waiting.shift()
    if (res === undefined || socket.destroyed) return
    if (connection.waiting.length > 0) res.once('close', () => this.#next(socket, connection))
    else this.#turns.add(connection.network, readingCost, () => socket.resume())
    this.#start(connection, res)
  }

  #start(connection: Connection, res: ServerResponse): void {
    connection.current = res
    this.#turns.add(connection.network, 1, () => {
      if (!res.req.socket.destroyed) this.#begin(res.req, res)
    })
  }

  /** True while a handler works on a request that has arrived whole, and no part of its answer waits to be read. */
  #waitsForUs(socket: Socket): boolean {
    const current = this.#open.get(socket)?.current
    return current !== undefined && !isDone(current) && current.req.complete && socket.writableLength === 0
  }

  /** Answers malformed or slow HTTP with a plain error without an echo, then closes the connection for good. */
  #refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#open.get(socket)
    const answering =
      connection !== undefined &&
      (connection.waiting.length > 0 || (connection.current?.headersSent && !isDone(connection.current)))
    if (error.code === 'ECONNRESET' || !socket.writable || answering) {
      socket.destroy()
      return
    }
    // Without `destroy`, a client that never closes its own half would keep the connection and a descriptor for ever.
    socket.end(refusalOf(error), () => socket.destroy())
    setTimeout(() => socket.destroy(), refusalMs).unref()
  }
}

function isDone(res: ServerResponse | undefined): boolean {
  return res === undefined || res.writableFinished || res.destroyed
}

function refusalOf({ code }: NodeJS.ErrnoException): string {
  const status =
    code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
}
