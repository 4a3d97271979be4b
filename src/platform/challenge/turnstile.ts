import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** `missing`: no token, or an impossible one. `expired`: used or too old. `failed`: refused, or the provider did not answer. */
export type ChallengeResult = 'passed' | 'missing' | 'failed' | 'expired'

/** The sentences for a visitor, for each result that is not `passed`. */
export const challengeSentences = {
  missing: 'Please complete the security verification.',
  failed: 'Security verification failed. Please try again.',
  expired: 'Security verification expired. Please try again.',
}

/** Checks that a person, not a program, filled in the form. Never rejects. */
export abstract class Challenge {
  /** False when nothing is configured: then every call passes. */
  abstract readonly enabled: boolean
  abstract verify(token: string | undefined, address: string): Promise<ChallengeResult>
}

/** No challenge is configured. */
export class NoChallenge extends Challenge {
  override readonly enabled = false

  override async verify(): Promise<ChallengeResult> {
    return 'passed'
  }
}

const Answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
})

const timeoutMs = 3_000
const longestToken = 2_048

export interface TurnstileOptions {
  secretKey: string
  verifyUrl: string
  /** The host that the token must have been solved on. Undefined where the host cannot be known (localhost). */
  hostname?: string
  fetch?: typeof fetch
}

/** Cloudflare Turnstile's siteverify, or a server with the same protocol. Fails closed: without a clear yes the result is no. */
export class Turnstile extends Challenge {
  override readonly enabled = true
  readonly #options: TurnstileOptions
  readonly #telemetry: Telemetry

  constructor(options: TurnstileOptions, telemetry: Telemetry) {
    super()
    this.#options = options
    this.#telemetry = telemetry
  }

  override async verify(token: string | undefined, address: string): Promise<ChallengeResult> {
    if (token === undefined || token.trim() === '') return 'missing'
    if (token.length > longestToken) return 'failed'
    // The same key for both tries, so that a token used by the first try is not refused by the second.
    const idempotencyKey = randomUUID()
    const first = await this.#ask(token, address, idempotencyKey)
    const answer = first ?? (await this.#ask(token, address, idempotencyKey))
    if (!answer) return 'failed'
    if (!answer.success) return answer['error-codes'].includes('timeout-or-duplicate') ? 'expired' : 'failed'
    const { hostname } = this.#options
    return hostname !== undefined && answer.hostname !== undefined && answer.hostname !== hostname
      ? 'failed'
      : 'passed'
  }

  /** Null when there was no usable answer within the time limit. */
  async #ask(token: string, address: string, key: string): Promise<z.infer<typeof Answer> | null> {
    const send = this.#options.fetch ?? fetch
    try {
      return await this.#telemetry.time('external', 'turnstile siteverify', async () => {
        const response = await send(this.#options.verifyUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            secret: this.#options.secretKey,
            response: token,
            remoteip: address,
            idempotency_key: key,
          }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (response.status >= 500) return null
        return Answer.parse(await response.json())
      })
    } catch {
      return null
    }
  }
}
