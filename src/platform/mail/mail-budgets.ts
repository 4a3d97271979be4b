import { createHmac } from 'node:crypto'
import { mailboxOf } from '../contract/email.ts'
import { lockUntilEnd } from '../database/advisory-lock.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { DerivedKey, Keys } from '../kernel/keys.ts'

/** Most mails to one mailbox within a day, from all forms that share this budget. */
const mailsPerMailbox = 3
const hour = 3_600_000
const day = 24 * hour

/**
 * The forms at which a person types an address that may be another person's, and how many mails of the form one mailbox
 * gets within a day. A lead leaves one of the three for the other forms. Codes have limits of their own (identity/customers/codes.ts);
 * here they are counted for all spellings of one mailbox.
 */
const perMailbox = {
  lead: 2,
  'manager-invitation': mailsPerMailbox,
  'seat-invitation': mailsPerMailbox,
  'wait-list': mailsPerMailbox,
  'billing-address': mailsPerMailbox,
  'quote-forward': mailsPerMailbox,
  code: 20,
  withdrawal: 20,
} as const

/** What became of a mail: `mailbox-full` and `sender-full` name the limit for which it was not sent. */
export type MailResult = 'sent' | 'mailbox-full' | 'sender-full'

export interface TypedAddress {
  form: keyof typeof perMailbox
  /** A second limit, of all mails that this sender causes at the form, to whatever mailbox. */
  sender?: { name: string; most: number; within: 'hour' | 'day' }
  /** Identifies the mail, when its key differs between tries. */
  id?: string
}

interface Counts {
  before: number
  form: number
  shared: number
  sender: number
}

/**
 * Counts the mails to addresses that a visitor typed: per mailbox and day, and per sender. The counts are in PostgreSQL
 * and taken under a lock, so that the limits hold exactly for any number of processes. A mailbox is stored as a keyed
 * digest, for two days.
 */
export class MailBudgets {
  readonly #database: Database
  readonly #clock: Clock
  readonly #keys: DerivedKey

  constructor(database: Database, clock: Clock, keys: Keys) {
    this.#database = database
    this.#clock = clock
    this.#keys = keys.derive('typed-mailbox')
  }

  /** Counts a mail. A mail that was counted before may be sent again: its job is repeated. */
  async grant(mail: { to: string; key: string }, { form, sender, id }: TypedAddress): Promise<MailResult> {
    const now = this.#clock.now()
    const ago = (ms: number): Date => new Date(now.getTime() - ms)
    const key = id ?? mail.key
    const address = mailboxOf(mail.to.toLowerCase())
    const digests = this.#keys.map((secret) => createHmac('sha256', secret).update(address).digest())
    const senderName = sender === undefined ? null : `${form}:${sender.name}`
    return this.#database.rawTransaction(async (sql) => {
      await lockUntilEnd(sql, 'platform.typed-mail')
      await sql.query('delete from platform_typed_mail where granted_at <= $1', [ago(2 * day)])
      const [counts] = await sql.query<Counts>(
        `select count(*) filter (where mail_key = $1)::int as before,
           count(*) filter (where mailbox = any($2) and granted_at > $3 and form = $4)::int as form,
           count(*) filter (where mailbox = any($2) and granted_at > $3 and form not in ('code', 'withdrawal'))::int as shared,
           count(*) filter (where sender = $5 and granted_at > $6)::int as sender
         from platform_typed_mail where mail_key = $1 or mailbox = any($2) or sender = $5`,
        [key, digests, ago(day), form, senderName, ago(sender?.within === 'hour' ? hour : day)],
      )
      const { before, form: ofForm, shared, sender: ofSender } = counts!
      if (before > 0) return 'sent'
      if (ofForm >= perMailbox[form]) return 'mailbox-full'
      if (form !== 'code' && form !== 'withdrawal' && shared >= mailsPerMailbox) return 'mailbox-full'
      if (sender !== undefined && ofSender >= sender.most) return 'sender-full'
      await sql.query(
        'insert into platform_typed_mail (mail_key, mailbox, form, sender, granted_at) values ($1, $2, $3, $4, $5)',
        [key, digests[0], form, senderName, now],
      )
      return 'sent'
    })
  }
}
