import { request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { Config } from '#platform/config/config.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { pageOf } from './domain/events.ts'
import { checkedLookup, RefusedAddress, type Resolve } from './public-address.ts'

/** An event on its way to an endpoint. */
export interface Message {
  url: string
  /** The current secret, and the one before while it is replaced. */
  secrets: readonly string[]
  eventId: string
  type: string
  objectId: string
  at: Date
}

/** `status` is null when there was no answer; `text` says why then. */
export interface HookAnswer {
  status: number | null
  text: string
}

/** Milliseconds until the whole answer must be there. */
const longest = 15_000
/** Characters of an answer that are kept. */
const kept = 500

/** Posts messages as Standard Webhooks say. No redirect is followed. */
export class HookCalls {
  static readonly needs = { config: Config, telemetry: Telemetry }
  readonly #parts: Given<typeof HookCalls.needs>
  readonly #resolve: Resolve | undefined

  constructor(parts: Given<typeof HookCalls.needs>, resolve?: Resolve) {
    this.#parts = parts
    this.#resolve = resolve
  }

  /** @throws RefusedAddress, and the error of DNS */
  async check(url: string): Promise<void> {
    await this.#lookup(new URL(url))
  }

  /** @param now signed as the time of the call, so that a receiver can refuse a repeated one */
  async post(message: Message, now: Date): Promise<HookAnswer> {
    const { eventId: id, type, objectId, at, secrets } = message
    const url = `${this.#parts.config.publicUrl}${pageOf(type, objectId)}`
    const body = JSON.stringify({ id, type, timestamp: at, data: { id: objectId, url } })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'webhook-id': id,
      'webhook-timestamp': Math.floor(now.getTime() / 1_000),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
    }
    try {
      return await this.#parts.telemetry.time('external', 'POST webhook', () =>
        this.#send(new URL(message.url), headers, body),
      )
    } catch (error) {
      const late = error instanceof Error && error.name === 'AbortError'
      if (late) return { status: null, text: 'No answer within 15 seconds.' }
      const known = error instanceof RefusedAddress ? error.message : (error as { code?: string }).code
      return { status: null, text: known ?? 'The connection failed.' }
    }
  }

  async #send(url: URL, headers: Record<string, string | number>, body: string): Promise<HookAnswer> {
    const lookup = await this.#lookup(url)
    const signal = AbortSignal.timeout(longest)
    const request = url.protocol === 'https:' ? encrypted : plain
    return new Promise((resolve, reject) => {
      const call = request(url, { method: 'POST', headers, lookup, signal, agent: false }, async (answer) => {
        try {
          let text = ''
          for await (const part of answer.setEncoding('utf8')) {
            text += part
            if (text.length >= kept) break
          }
          // PostgreSQL takes no NUL.
          resolve({ status: answer.statusCode ?? null, text: text.replaceAll('\0', '').slice(0, kept) })
        } catch (error) {
          reject(error)
        }
      })
      call.on('error', reject).end(body)
    })
  }

  #lookup(url: URL) {
    return checkedLookup(url, this.#parts.config.env !== 'production', this.#resolve)
  }
}
