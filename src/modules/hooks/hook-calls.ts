import { request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Config } from '#platform/config/config.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { pageOf } from './domain/events.ts'
import { checkedLookup, RefusedAddress, type Resolve } from './public-address.ts'

/** An event on its way to an endpoint; it is signed with each of the secrets. */
export interface Message {
  url: string
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

/** Milliseconds until the answer must be there. */
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
  check(url: string): Promise<LookupFunction> {
    return checkedLookup(new URL(url), this.#parts.config.env !== 'production', this.#resolve)
  }

  /** @param now signed as the time of the call, so that a receiver can refuse a repeated one */
  async post(message: Message, now: Date): Promise<HookAnswer> {
    const { eventId: id, type, objectId, at, secrets, url } = message
    if (secrets.length === 0)
      return { status: null, text: 'SESSION_SECRET was replaced: the secret cannot be read. Replace it.' }
    const page = `${this.#parts.config.publicUrl}${pageOf(type, objectId)}`
    const body = JSON.stringify({ id, type, timestamp: at, data: { id: objectId, url: page } })
    const { Webhook } = await import('standardwebhooks')
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'webhook-id': id,
      'webhook-timestamp': Math.floor(now.getTime() / 1_000),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
    }
    try {
      return await this.#parts.telemetry.time('external', 'POST webhook', () =>
        this.#send(url, headers, body),
      )
    } catch (error) {
      const { name, message: reason, code } = error as Error & { code?: string }
      if (name === 'AbortError') return { status: null, text: 'No answer within 15 seconds.' }
      return {
        status: null,
        text: error instanceof RefusedAddress ? reason : (code ?? 'The connection failed.'),
      }
    }
  }

  async #send(url: string, headers: Record<string, string | number>, body: string): Promise<HookAnswer> {
    const options = { method: 'POST', headers, agent: false, lookup: await this.check(url) }
    const request = url.startsWith('https:') ? encrypted : plain
    const signal = AbortSignal.timeout(longest)
    return new Promise((resolve, reject) => {
      const call = request(url, { ...options, signal }, async (answer) => {
        let text = ''
        try {
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
}
