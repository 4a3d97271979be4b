import type { Database } from '../database/database.ts'
import { type Person, PersonalData } from '../privacy/personal-data.ts'

/** The stored mails of a person, where a mailbox stores mails. */
export class MailboxData extends PersonalData {
  override readonly name = 'mails'
  readonly #db: Database

  constructor(db: Database) {
    super()
    this.#db = db
  }

  override async export({ email }: Person): Promise<unknown> {
    return this.#db.sql.query(
      `select subject, text_body as text, sent_at as "sentAt" from platform_dev_mail
       where lower(recipient) = lower($1) order by position`,
      [email],
    )
  }

  override async erase({ email }: Person): Promise<void> {
    await this.#db.sql.query('delete from platform_dev_mail where lower(recipient) = lower($1)', [email])
  }
}
