import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { connectTo } from './connect-to.ts'

type Listener = (payload: string) => void

const firstRetryMs = 100
const lastRetryMs = 5_000
const pingEveryMs = 15_000
const lookEveryMs = 30_000

/**
 * One connection that listens for NOTIFY on any number of channels and reconnects by itself. Notifications sent while it
 * was away are lost, so after a reconnection every listener is called once with the empty payload, meaning: forget what
 * you cached.
 */
export class Notifications {
  readonly #url: string
  readonly #log: (message: string) => void
  readonly #atIntervals: boolean
  readonly #listeners = new Map<string, Set<Listener>>()
  #client: Client | undefined
  #connecting: Promise<void> | undefined
  #ping: NodeJS.Timeout | undefined
  readonly #looks = new Set<NodeJS.Timeout>()
  #closed = false

  /** @param atIntervals false: the connection is not tried out every 15 seconds, and no `stateOf` is read every 30 */
  constructor(url: string, log: (message: string) => void, atIntervals = true) {
    this.#url = url
    this.#log = log
    this.#atIntervals = atIntervals
  }

  /**
   * Resolves once the server has accepted the LISTEN. Rejects when the very first connection fails.
   * @param stateOf runs every 30 seconds; when its value differs from the last one, the listener gets the empty payload
   */
  async listen(
    channel: string,
    notified: Listener,
    stateOf?: () => Promise<unknown>,
  ): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(notified))
    let look: NodeJS.Timeout | undefined
    try {
      if (this.#client === undefined) {
        this.#connecting ??= this.#connect()
        await this.#connecting
      }
      // A connection that was made a moment ago may not listen on this channel yet; LISTEN twice is harmless.
      await this.#client?.query(`listen ${quoted(channel)}`)
      if (stateOf !== undefined && this.#atIntervals)
        look = await this.#lookEvery(stateOf, () => notified(''))
    } catch (error) {
      listeners.delete(notified)
      throw error
    }
    return async () => {
      clearInterval(look)
      listeners.delete(notified)
      if (listeners.size > 0 || !this.#listeners.delete(channel)) return
      await this.#client?.query(`unlisten ${quoted(channel)}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#ping)
    for (const look of this.#looks) clearInterval(look)
    await this.#connecting?.catch(() => undefined)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  /** A notification may be lost without an error: in a pooler, or during a failover of the server. */
  async #lookEvery(stateOf: () => Promise<unknown>, changed: () => void): Promise<NodeJS.Timeout> {
    let last = JSON.stringify(await stateOf())
    const look = async (): Promise<void> => {
      const state = JSON.stringify(await stateOf())
      if (state === last || this.#closed) return
      last = state
      changed()
    }
    // The next check makes up for a failed one.
    const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs)
    this.#looks.add(timer.unref())
    return timer
  }

  async #connect(): Promise<void> {
    const client = new Client({
      ...connectTo(this.#url),
      application_name: 'veralead-listen',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    try {
      client.on('error', (error) => this.#lost(client, error))
      client.on('end', () => this.#lost(client, new Error('connection closed')))
      client.on('notification', ({ channel, payload }) => this.#notify(channel, payload ?? ''))
      await client.connect()
      for (const channel of this.#listeners.keys()) await client.query(`listen ${quoted(channel)}`)
      this.#client = client
      this.#watch(client)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    } finally {
      this.#connecting = undefined
    }
  }

  /** A peer that vanished without closing the connection is only noticed by a query. */
  #watch(client: Client): void {
    clearInterval(this.#ping)
    if (!this.#atIntervals) return
    this.#ping = setInterval(() => {
      const slow = setTimeout(() => this.#lost(client, new Error('no answer')), 5_000)
      client
        .query('select 1')
        .catch((error: Error) => this.#lost(client, error))
        .finally(() => clearTimeout(slow))
    }, pingEveryMs)
    this.#ping.unref()
  }

  #lost(client: Client, error: Error): void {
    if (this.#client !== client || this.#closed) return
    this.#client = undefined
    clearInterval(this.#ping)
    client.end().catch(() => undefined)
    this.#log(`Lost the notification connection (${error.message}); connecting again`)
    this.#connecting = this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    for (let delay = firstRetryMs; !this.#closed; delay = Math.min(delay * 2, lastRetryMs)) {
      await sleep(delay, undefined, { ref: false })
      if (this.#closed) return
      try {
        await this.#connect()
      } catch {
        continue
      }
      for (const channel of this.#listeners.keys()) this.#notify(channel, '')
      return
    }
  }

  #notify(channel: string, payload: string): void {
    for (const notified of this.#listeners.get(channel) ?? []) {
      try {
        notified(payload)
      } catch (error) {
        this.#log(`A listener on ${channel} failed: ${String(error)}`)
      }
    }
  }
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`
}
