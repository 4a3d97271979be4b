import type { Challenge, ChallengeResult } from '#platform/challenge/turnstile.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { identityTables } from '../accounts/rows.ts'
import { fingerprint } from '../accounts/secrets.ts'
import { messages } from '../rules.ts'

const passMs = 5 * 60_000
const words: Record<Exclude<ChallengeResult, 'passed'>, string> = {
  missing: messages.challengeMissing,
  failed: messages.challengeFailed,
  expired: messages.challengeExpired,
}

/**
 * Demands a solved challenge when one is configured. The sign-up form makes two calls with one single-use token:
 * `check-exists` verifies it and stores a pass, which `register` uses up instead of calling the provider again.
 */
export class Challenges {
  readonly #challenge: Challenge
  readonly #db: Database
  readonly #clock: Clock

  constructor(challenge: Challenge, db: Database, clock: Clock) {
    this.#challenge = challenge
    this.#db = db
    this.#clock = clock
  }

  /** @throws AppError `invalid`, code `CHALLENGE_FAILED` */
  async demand(token: string | undefined, address: string): Promise<void> {
    if (!this.#challenge.enabled) return
    if (token !== undefined && (await this.#spendPass(token))) return
    await this.#verify(token, address)
  }

  /** Like `demand`; within five minutes the same token is then valid for one more call, of another kind. */
  async demandWithPass(token: string | undefined, address: string): Promise<void> {
    if (!this.#challenge.enabled) return
    await this.#verify(token, address)
    const expires = new Date(this.#clock.now().getTime() + passMs)
    await identityTables(this.#db.sql)
      .insertInto('identity_challenge_pass')
      .values({ token_hash: fingerprint(token ?? ''), expires_at: expires })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async #verify(token: string | undefined, address: string): Promise<void> {
    const result = await this.#challenge.verify(token, address)
    if (result === 'passed') return
    throw new AppError('invalid', 'CHALLENGE_FAILED', words[result], { errors: [words[result]] })
  }

  async #spendPass(token: string): Promise<boolean> {
    const spent = await identityTables(this.#db.sql)
      .deleteFrom('identity_challenge_pass')
      .where('token_hash', '=', fingerprint(token))
      .where('expires_at', '>', this.#clock.now())
      .returning('token_hash')
      .executeTakeFirst()
    return spent !== undefined
  }
}
