import { z } from 'zod'
import { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { type JobOf, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { Passwords } from '../accounts/passwords.ts'
import { identityTables } from '../accounts/rows.ts'
import { Digests } from '../accounts/secrets.ts'
import { windowWait } from '../domain/codes.ts'
import { lifetimes } from '../domain/sign-in-rules.ts'
import { normalizeEmail } from '../rules.ts'
import { demandStrong, PasswordChanges } from './password-changes.ts'
import { lockEmail } from './pending-registration.ts'

const expiredLink = 'This link has expired or was already used. Please request a new one.'

export const resetRequest = defineJob({
  queue: 'identity.reset',
  data: z.object({ resetId: z.string(), customerId: z.string() }),
  retryLimit: 10,
})

/** Sets a new password by a mailed link, for people who have forgotten theirs. */
export class PasswordResets {
  static readonly needs = {
    db: Database,
    clock: Clock,
    ids: Ids,
    passwords: Passwords,
    changes: PasswordChanges,
    activity: AccountActivity,
    jobs: Jobs,
    keys: Keys,
  }
  readonly #parts: Given<typeof PasswordResets.needs>
  readonly #links: Digests

  constructor(parts: Given<typeof PasswordResets.needs>) {
    this.#parts = parts
    this.#links = new Digests(parts.keys, 'identity.reset')
  }

  /**
   * Enqueues a link to set a new password. The statements and the job are the same whether the account exists or not, so
   * that the time of the answer does not reveal it.
   */
  async forgot(email: string): Promise<void> {
    const address = normalizeEmail(email)
    await this.#parts.db.rawTransaction(async (sql) => {
      const account = await identityTables(sql)
        .selectFrom('identity_customer')
        .select('id')
        .where('email', '=', address)
        .executeTakeFirst()
      const resetId = this.#parts.ids.uuid()
      // No account has an id that was drawn just now, so the job finds none.
      const data = { resetId, customerId: account?.id ?? this.#parts.ids.uuid() }
      await this.#parts.jobs.enqueue(sql, resetRequest.request(data, { key: resetId }))
    })
  }

  /**
   * The token of the link, and whose account it is for.
   * @returns null when there is no such account, its limits allow no further link, or the link was used or has expired
   */
  async grant({ resetId, customerId }: JobOf<typeof resetRequest>['data']): Promise<{
    email: string
    firstName: string
    token: string
  } | null> {
    if (!(await this.#isGranted(resetId, customerId))) return null
    const reader = await identityTables(this.#parts.db.sql)
      .selectFrom('identity_reset as r')
      .innerJoin('identity_customer as c', 'c.id', 'r.customer_id')
      .select(['c.email', 'c.first_name as firstName'])
      .where('r.id', '=', resetId)
      .where('r.used_at', 'is', null)
      .where('r.expires_at', '>', this.#parts.clock.now())
      .executeTakeFirst()
    if (reader === undefined) return null
    return { ...reader, token: `${resetId}.${this.#links.of(resetId).toString('base64url')}` }
  }

  /** Whether the account may get this link: at most 3 an hour and 10 a day. A granted link stays granted. */
  async #isGranted(resetId: string, customerId: string): Promise<boolean> {
    return this.#parts.db.rawTransaction(async (sql) => {
      const tables = identityTables(sql)
      const account = await tables
        .selectFrom('identity_customer')
        .select('email')
        .where('id', '=', customerId)
        .executeTakeFirst()
      if (!account) return false
      await lockEmail(sql, account.email)
      const now = this.#parts.clock.now()
      const granted = await tables
        .selectFrom('identity_reset')
        .select(['id', 'created_at'])
        .where('customer_id', '=', customerId)
        .where('created_at', '>', new Date(now.getTime() - 86_400_000))
        .execute()
      if (granted.some(({ id }) => id === resetId)) return true
      const ages = granted.map(({ created_at }) => now.getTime() - created_at.getTime()).sort((a, b) => a - b)
      if (windowWait(ages, lifetimes.resetsPerHour, 3_600_000) > 0) return false
      if (windowWait(ages, lifetimes.resetsPerDay, 86_400_000) > 0) return false
      const expires = new Date(now.getTime() + lifetimes.resetMs)
      await tables
        .insertInto('identity_reset')
        .values({ id: resetId, customer_id: customerId, created_at: now, expires_at: expires })
        .execute()
      return true
    })
  }

  /**
   * Sets the password with the token of a link, which is then used up.
   * @returns the address, for which the browser becomes a known device
   * @throws AppError `invalid` with the sign-up rule's text, or RESET_LINK_INVALID
   */
  async reset(token: string, password: string, address?: string): Promise<{ email: string }> {
    demandStrong('password', password)
    const id = this.#resetIdOf(token)
    if (id === null) throw new AppError('invalid', 'RESET_LINK_INVALID', expiredLink)
    return this.#parts.passwords.admit(async () => {
      const hash = await this.#parts.passwords.hash(password)
      return this.#parts.db.rawTransaction(async (sql) => {
        const now = this.#parts.clock.now()
        const used = await identityTables(sql)
          .updateTable('identity_reset as r')
          .from('identity_customer as c')
          .set({ used_at: now })
          .where(({ eb, cast }) => eb(cast<string>('r.id', 'text'), '=', id))
          .whereRef('c.id', '=', 'r.customer_id')
          .where('r.used_at', 'is', null)
          .where('r.expires_at', '>', now)
          .returning(['r.customer_id', 'c.email'])
          .executeTakeFirst()
        if (!used) throw new AppError('invalid', 'RESET_LINK_INVALID', expiredLink)
        await this.#parts.changes.store(sql, used.customer_id, hash, null)
        const entry = { account: 'customer', accountId: used.customer_id, address } as const
        await this.#parts.activity.record({ ...entry, activity: 'password-reset' }, sql)
        return { email: used.email }
      })
    })
  }

  /** The id in a link's token, when the signature is valid. The id is not secret, so a leaked table reveals no link. */
  #resetIdOf(token: string): string | null {
    const [id, mac, ...more] = token.split('.')
    if (id === undefined || mac === undefined || more.length > 0) return null
    return this.#links.matches(Buffer.from(mac, 'base64url'), id) ? id : null
  }
}
