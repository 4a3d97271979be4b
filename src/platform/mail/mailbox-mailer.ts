import type { Database } from '../database/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { envelopeOf } from './envelope.ts'
import { MailTransport, type OutgoingMail } from './mailer.ts'

export interface KeptMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** The same for every delivery of one mail, so that the receiving server recognises a repeat. */
  messageId: string
  sentAt: string
  /** File names only; the files themselves are not stored. */
  attachments: string[]
}

interface MailRow {
  id: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  message_id: string
  attachments: string[]
  sent_at: Date | string
}

/** Stores mails in PostgreSQL instead of sending them: the mailbox of development and tests. */
export class MailboxMailer extends MailTransport {
  static readonly kept = 500
  readonly #db: Database
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(db: Database, clock: Clock, ids: Ids) {
    super()
    this.#db = db
    this.#clock = clock
    this.#ids = ids
  }

  override async send(mail: OutgoingMail): Promise<void> {
    const { to, subject, messageId } = envelopeOf(mail, 'localhost')
    const files = (mail.attachments ?? []).map(({ filename }) => filename)
    await this.#db.sql.query(
      `insert into platform_dev_mail (id, recipient, subject, text_body, html_body, message_id, attachments, sent_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [this.#ids.uuid(), to, subject, mail.text, mail.html, messageId, files, this.#clock.now()],
    )
    await this.#db.sql.query(
      `delete from platform_dev_mail where position <=
         (select position from platform_dev_mail order by position desc offset $1 limit 1)`,
      [MailboxMailer.kept],
    )
  }

  /** The stored mails, oldest first; all, or those to one address (any case). */
  async list(to?: string): Promise<KeptMail[]> {
    const rows = await this.#db.sql.query<MailRow>(
      `select id, recipient, subject, text_body, html_body, message_id, attachments, sent_at from platform_dev_mail
       where $1::text is null or lower(recipient) = lower($1) order by position`,
      [to ?? null],
    )
    return rows.map(kept)
  }

  async get(id: string): Promise<KeptMail | null> {
    const [row] = await this.#db.sql.query<MailRow>(
      `select id, recipient, subject, text_body, html_body, message_id, attachments, sent_at
       from platform_dev_mail where id::text = $1`,
      [id],
    )
    return row ? kept(row) : null
  }
}

function kept(row: MailRow): KeptMail {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    messageId: row.message_id,
    sentAt: new Date(row.sent_at).toISOString(),
    attachments: row.attachments,
  }
}
