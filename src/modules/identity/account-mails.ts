import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import type { JobOf, Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { IdentityMail, IdentityMails } from './identity-mails.ts'
import { identityTables } from './rows.ts'
import { Digests } from './secrets.ts'

const CustomerMail = z.discriminatedUnion('mail', [
  z.object({ mail: z.literal('welcome'), customerId: z.string() }),
  z.object({ mail: z.literal('password-changed'), customerId: z.string(), at: z.iso.datetime() }),
])
type CustomerMail = z.output<typeof CustomerMail>
export const accountMail = defineJob({ queue: 'identity.mail', data: CustomerMail })

/** Mails that a transaction enqueued, rendered when they are sent. The jobs contain ids; an erased person gets no mail. */
export class AccountMails {
  readonly #db: Database
  readonly #clock: Clock
  readonly #jobs: Jobs
  readonly #mailer: Mailer
  readonly #mails: IdentityMails
  readonly #publicUrl: string
  readonly #links: Digests

  constructor(
    db: Database,
    clock: Clock,
    keys: Keys,
    jobs: Jobs,
    mailer: Mailer,
    mails: IdentityMails,
    publicUrl: string,
  ) {
    this.#db = db
    this.#clock = clock
    this.#jobs = jobs
    this.#mailer = mailer
    this.#mails = mails
    this.#publicUrl = publicUrl
    this.#links = new Digests(keys, 'identity.reset')
  }

  async enqueueWelcome(sql: Sql, customerId: string): Promise<void> {
    await this.#enqueue(sql, `welcome-${customerId}`, { mail: 'welcome', customerId })
  }

  /** `changeId` is unique for this change. */
  async enqueuePasswordChanged(sql: Sql, customerId: string, changeId: string): Promise<void> {
    const at = this.#clock.now().toISOString()
    await this.#enqueue(sql, `password-changed-${changeId}`, { mail: 'password-changed', customerId, at })
  }

  /** The id in a reset link's token, when the signature is valid. The id is not secret, so a leaked table reveals no link. */
  resetIdOf(token: string): string | null {
    const [id, mac, ...more] = token.split('.')
    if (id === undefined || mac === undefined || more.length > 0) return null
    return this.#links.matches(Buffer.from(mac, 'base64url'), id) ? id : null
  }

  readonly deliver = async ({ id, data }: JobOf<typeof accountMail>): Promise<void> => {
    const found = await this.#customer(data)
    if (found)
      await this.#mailer.send({ ...found.mail, to: found.to, key: `${data.mail}-${id}`, reason: 'confirmed' })
  }

  /** Mails the link of a reset that is granted and not used yet. */
  async sendReset(resetId: string): Promise<void> {
    const found = await this.#reset(resetId)
    if (found)
      await this.#mailer.send({ ...found.mail, to: found.to, key: `reset-${resetId}`, reason: 'confirmed' })
  }

  async #customer(data: CustomerMail): Promise<{ to: string; mail: IdentityMail } | null> {
    const reader = await identityTables(this.#db.sql)
      .selectFrom('identity_customer')
      .select(['email', 'first_name as firstName'])
      .where('id', '=', data.customerId)
      .executeTakeFirst()
    if (!reader) return null
    const mail = await (data.mail === 'welcome'
      ? this.#mails.welcome(reader)
      : this.#mails.passwordChanged({ firstName: reader.firstName, at: new Date(data.at) }))
    return { to: reader.email, mail }
  }

  async #reset(resetId: string): Promise<{ to: string; mail: IdentityMail } | null> {
    const reader = await identityTables(this.#db.sql)
      .selectFrom('identity_reset as r')
      .innerJoin('identity_customer as c', 'c.id', 'r.customer_id')
      .select(['c.email', 'c.first_name as firstName'])
      .where('r.id', '=', resetId)
      .where('r.used_at', 'is', null)
      .where('r.expires_at', '>', this.#clock.now())
      .executeTakeFirst()
    if (!reader) return null
    const token = `${resetId}.${this.#links.of(resetId).toString('base64url')}`
    const url = `${this.#publicUrl}/reset-password?token=${token}`
    return { to: reader.email, mail: await this.#mails.reset({ firstName: reader.firstName, url }) }
  }

  async #enqueue(sql: Sql, key: string, data: CustomerMail): Promise<void> {
    await this.#jobs.enqueue(sql, accountMail.request(data, { key }))
  }
}
