import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './address-limits.ts'

export interface ConnectionLimits {
  /** Limit of open connections of the server. */
  total: number
  /** Limit of open connections from one address (IPv6: one /64). Infinity where every connection comes from a proxy. */
  perAddress: number
  /** Milliseconds without a byte after which a silent client is disconnected; a stalled write after at most twice as many. */
  quietMs: number
}

export const defaultLimits: ConnectionLimits = { total: 10_000, perAddress: 500, quietMs: 15_000 }

/** Requests that one connection may have unanswered; no honest client sends so many ahead. */
const maxUnanswered = 100

interface Connection {
  unanswered: Set<ServerResponse>
  /** The bytes and the time that `endIdle` saw last. */
  seen: { bytes: number; at: number } | undefined
}

/**
 * The connections of one server. Their number is limited, and so are the requests that one of them may send ahead. A client
 * that neither sends nor reads is disconnected. A flood is the work of the proxy in front.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #open = new Map<Socket, Connection>()
  readonly #perNetwork = new Map<string, number>()

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits
    server.maxConnections = limits.total
    server.on('connection', (socket: Socket) => this.#admit(socket))
    server.setTimeout(limits.quietMs, (socket) => {
      if (!this.#waitsForUs(socket)) socket.destroy()
    })
  }

  /** Returns whether the request may be answered; otherwise its connection has ended. */
  admits(res: ServerResponse): boolean {
    const { socket } = res.req
    const unanswered = this.#open.get(socket)?.unanswered
    if (unanswered === undefined || unanswered.size > maxUnanswered) socket.destroy()
    if (unanswered === undefined || socket.destroyed) return false
    unanswered.add(res)
    res.once('close', () => unanswered.delete(res))
    return true
  }

  /** Ends the connections that have been idle for `ms`, as observed by repeated calls. */
  endIdle(ms: number): void {
    const now = performance.now()
    for (const [socket, connection] of this.#open) {
      const { unanswered, seen } = connection
      if (unanswered.size > 0 || seen?.bytes !== socket.bytesRead)
        connection.seen = { bytes: socket.bytesRead, at: now }
      else if (now - seen.at >= ms) socket.destroy()
    }
  }

  get count(): number {
    return this.#open.size
  }

  #admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? 'unknown')
    const count = (this.#perNetwork.get(network) ?? 0) + 1
    if (count > this.#limits.perAddress) {
      socket.destroy()
      return
    }
    this.#perNetwork.set(network, count)
    this.#open.set(socket, { unanswered: new Set(), seen: undefined })
    socket.once('close', () => {
      this.#open.delete(socket)
      const left = (this.#perNetwork.get(network) ?? 1) - 1
      if (left === 0) this.#perNetwork.delete(network)
      else this.#perNetwork.set(network, left)
    })
  }

  /** True while a handler works on a request that has arrived whole, and no part of its answer waits to be read. */
  #waitsForUs(socket: Socket): boolean {
    const [current] = this.#open.get(socket)?.unanswered ?? []
    return current?.req.complete === true && socket.writableLength === 0
  }
}
