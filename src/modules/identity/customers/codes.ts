import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { networkOf, siteOf } from '#platform/http/address-limits.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { identityTables } from '../accounts/rows.ts'
import { Digests } from '../accounts/secrets.ts'
import { codeRules, maySendCode, type SendVerdict } from '../domain/codes.ts'
import { messages } from '../rules.ts'
import { noLiveCode } from './code-refusals.ts'

/** A queue of its own, so that codes never wait behind other mail; a code older than ten minutes is not sent. */
export const codeMail = defineJob({
  queue: 'identity.code',
  data: z.object({ codeId: z.string() }),
  retryLimit: 7,
  retryDelaySeconds: 2,
  concurrency: 4,
})

/**
 * One-time codes of pending registrations. A code is drawn when its mail is sent; only its HMAC is stored, under a
 * key that the database does not have. A try is counted before it is compared, so parallel guesses gain nothing.
 */
export class Codes {
  static readonly needs = {
    db: Database,
    clock: Clock,
    ids: Ids,
    keys: Keys,
    jobs: Jobs,
  }
  readonly #parts: Given<typeof Codes.needs>
  readonly #digests: Digests

  constructor(parts: Given<typeof Codes.needs>) {
    this.#parts = parts
    this.#digests = new Digests(parts.keys, 'identity.code')
  }

  /**
   * Whether the limits of the e-mail address allow one more code, requested from the network of `source`. Call it under the
   * lock of `lockEmail`.
   */
  async verdict(
    sql: Sql,
    email: string,
    source: string,
    options: { cooldown: boolean },
  ): Promise<SendVerdict> {
    const now = this.#parts.clock.now()
    const sent = await identityTables(sql)
      .selectFrom('identity_code')
      .select('created_at as at')
      .select(({ eb }) => eb('network', 'is not distinct from', this.#network(source)).as('own'))
      .where('email', '=', email)
      .where('created_at', '>', new Date(now.getTime() - 86_400_000))
      .$narrowType<{ own: boolean }>()
      .execute()
    return maySendCode(sent, now, options.cooldown)
  }

  /** Ends the codes of the address and enqueues a new one. Call it under the lock of `lockEmail`, after an allowing verdict. */
  async issue(sql: Sql, registration: { id: string; email: string }, source: string): Promise<void> {
    const now = this.#parts.clock.now()
    await this.end(sql, registration.email)
    const id = this.#parts.ids.uuid()
    await identityTables(sql)
      .insertInto('identity_code')
      .values({
        id,
        registration_id: registration.id,
        email: registration.email,
        created_at: now,
        expires_at: new Date(now.getTime() + codeRules.lifetimeMs),
        network: this.#network(source),
      })
      .execute()
    await this.#parts.jobs.enqueue(sql, codeMail.request({ codeId: id }, { key: id }))
  }

  async end(sql: Sql, email: string): Promise<void> {
    await identityTables(sql)
      .updateTable('identity_code')
      .set({ ended_at: this.#parts.clock.now() })
      .where('email', '=', email)
      .where('ended_at', 'is', null)
      .execute()
  }

  async hasLive(sql: Sql, registrationId: string): Promise<boolean> {
    const live = await identityTables(sql)
      .selectFrom('identity_code')
      .select('id')
      .where('registration_id', '=', registrationId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', this.#parts.clock.now())
      .where('attempts', '<', codeRules.triesPerCode)
      .executeTakeFirst()
    return live !== undefined
  }

  /** Draws the code for its mail, and stores its HMAC; another try of the mail draws a new code. @returns null when it is too late */
  async draw(id: string): Promise<{ email: string; firstName: string; code: string } | null> {
    const code = drawCode()
    const recipient = await identityTables(this.#parts.db.sql)
      .updateTable('identity_code as c')
      .from('identity_registration as r')
      .set({ code_hmac: this.#digests.of(id, code) })
      .where('c.id', '=', id)
      .whereRef('c.registration_id', '=', 'r.id')
      .where('c.ended_at', 'is', null)
      .where('c.expires_at', '>', this.#parts.clock.now())
      .returning(['c.email', 'r.first_name as firstName'])
      .executeTakeFirst()
    return recipient === undefined ? null : { ...recipient, code }
  }

  /**
   * Uses one try of the registration's live code, then compares.
   * @throws AppError `invalid`, code `INVALID_OTP`, `OTP_EXPIRED` or `OTP_ATTEMPTS_EXCEEDED`
   */
  async spend(registrationId: string, code: string): Promise<{ codeId: string }> {
    const now = this.#parts.clock.now()
    const claimed = await identityTables(this.#parts.db.sql)
      .updateTable('identity_code')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('registration_id', '=', registrationId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('attempts', '<', codeRules.triesPerCode)
      .returning(['id', 'code_hmac', 'attempts'])
      .executeTakeFirst()
    if (!claimed) throw await this.#refusal(registrationId)
    if (claimed.code_hmac === null || !this.#digests.matches(claimed.code_hmac, claimed.id, code)) {
      throw new AppError('invalid', 'INVALID_OTP', messages.invalidCode, {
        extra: { attemptsLeft: codeRules.triesPerCode - claimed.attempts },
      })
    }
    return { codeId: claimed.id }
  }

  /** Marks the code as used in the transaction of `sql`. @returns true for exactly one caller */
  async consume(sql: Sql, codeId: string): Promise<boolean> {
    const used = await identityTables(sql)
      .updateTable('identity_code')
      .set({ ended_at: this.#parts.clock.now() })
      .where('id', '=', codeId)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return used !== undefined
  }

  /** A keyed digest of the network; of IPv6 the /48, which one site may have whole. */
  #network(address: string): Buffer {
    return this.#digests.of('network', siteOf(address) ?? networkOf(address))
  }

  async #refusal(registrationId: string): Promise<AppError> {
    const row = await identityTables(this.#parts.db.sql)
      .selectFrom('identity_code')
      .select(['attempts', 'ended_at'])
      .where('registration_id', '=', registrationId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return noLiveCode(row?.ended_at === null && row.attempts >= codeRules.triesPerCode)
  }
}

/** Six digits, each of the million equally likely. */
export function drawCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}
