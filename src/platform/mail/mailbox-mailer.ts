import type { OutputOf } from '../contract/endpoint.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { listDevMail } from './contract.ts'
import { envelopeOf } from './envelope.ts'
import { MailTransport, type OutgoingMail } from './mailer.ts'

export type KeptMail = OutputOf<typeof listDevMail>['mails'][number]

const columns = `id, recipient as "to", subject, text_body as text, html_body as html, message_id as "messageId",
  to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt", attachments`

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
    // File names only; the files themselves are not stored.
    const files = (mail.attachments ?? []).map(({ filename }) => filename)
    // The statement does not see the row that it stores: of the others, one less is kept.
    await this.#db.sql.query(
      `with stored as (
         insert into platform_dev_mail (id, recipient, subject, text_body, html_body, message_id, attachments, sent_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8))
       delete from platform_dev_mail where position <=
         (select position from platform_dev_mail order by position desc offset $9 limit 1)`,
      [
        this.#ids.uuid(),
        to,
        subject,
        mail.text,
        mail.html,
        messageId,
        files,
        this.#clock.now(),
        MailboxMailer.kept - 1,
      ],
    )
  }

  /** The stored mails, oldest first; all, or those to one address (any case). */
  async list(to?: string): Promise<KeptMail[]> {
    return this.#db.sql.query<KeptMail>(
      `select ${columns} from platform_dev_mail
       where $1::text is null or lower(recipient) = lower($1) order by position`,
      [to ?? null],
    )
  }

  async get(id: string): Promise<KeptMail | null> {
    const [mail] = await this.#db.sql.query<KeptMail>(
      `select ${columns} from platform_dev_mail where id::text = $1`,
      [id],
    )
    return mail ?? null
  }
}
