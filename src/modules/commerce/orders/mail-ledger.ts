import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { MailState } from '../domain/mail-kinds.ts'
import { keyOf, ledgerWrite, type OwedMail } from './owed-mail.ts'

/** A line of the ledger. */
export interface LedgerMail extends OwedMail {
  key: string
  state: MailState
  owedAt: Date
  /** Not before then; when it was last asked for again. */
  dueAt: Date
  tries: number
  /** Why the last try failed; null once it was sent. */
  lastError: string | null
  /** Why it was not needed, or what is known of a mail from before the ledger. */
  reason: string | null
  /** When it was sent, given up or dropped. Null while it is owed, and where nobody knows. */
  doneAt: Date | null
  /** A person may have it sent again: it was given up, or is late. */
  late: boolean
}

/** What a worker learns when it takes a mail: `interrupted` when an earlier try never ended. */
export type Taken = 'first' | 'interrupted' | 'over'

const minute = 60_000
/** Milliseconds after its time at which a mail counts as late: what fails less long is sent by the next tries. */
export const lateAfterMs = 10 * minute
/** No try takes so long: the worker of an older one has died. */
const tryTakesMs = 2 * minute

const unsent = `(state = 'failed' or (state = 'owed' and due_at <= $1))`
const columns = `key, order_id as "orderId", kind, subject, state, owed_at as "owedAt", due_at as "dueAt", tries,
last_error as "lastError", reason, done_at as "doneAt", ${unsent} as late`

/** The ledger of all mails that orders ever owed: the only code that reads and writes `commerce_order_mail`. */
export class MailLedger {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Begins a try. `over` when the mail is settled, or was sent again since: then there is nothing to do. */
  async take(mail: OwedMail, round: number): Promise<Taken> {
    const now = this.#clock.now()
    const take = () =>
      this.#database.sql.query<{ interrupted: boolean }>(
        `update commerce_order_mail m set trying_since = $3, tries = m.tries + 1
         from (select key, trying_since from commerce_order_mail where key = $1 for update) before
         where m.key = before.key and m.state = 'owed' and m.round = $2
         returning before.trying_since is not null as interrupted`,
        [keyOf(mail), round, now],
      )
    let [taken] = await take()
    if (taken === undefined) {
      // A process of an earlier version owed the job and wrote no line.
      const { text, values } = ledgerWrite(mail, now, now)
      const added = await this.#database.sql.query(`${text} returning key`, values)
      if (added.length > 0) [taken] = await take()
    }
    if (taken === undefined) return 'over'
    return taken.interrupted ? 'interrupted' : 'first'
  }

  async sent(mail: OwedMail, sentAt: Date): Promise<void> {
    await this.#settle(mail, 'sent', sentAt, null)
  }

  async notNeeded(mail: OwedMail, reason: string): Promise<void> {
    await this.#settle(mail, 'not-needed', this.#clock.now(), reason)
  }

  /** Ends a try that failed; after the last one the mail is given up. */
  async failed(mail: OwedMail, error: string, lastTry: boolean): Promise<void> {
    await this.#database.sql.query(
      `update commerce_order_mail set trying_since = null, last_error = $2,
         state = case when $3 then 'failed' else state end, done_at = case when $3 then $4::timestamptz end
       where key = $1 and state = 'owed'`,
      [keyOf(mail), error, lastTry, this.#clock.now()],
    )
  }

  /** The mails of one order, oldest first. */
  ofOrder(orderId: string): Promise<LedgerMail[]> {
    return this.#database.sql.query(
      `select ${columns} from commerce_order_mail where order_id = $2 order by owed_at, due_at, key`,
      [this.#lateBefore(), orderId],
    )
  }

  /** All that failed or are late, oldest first. */
  unsent(limit: number): Promise<LedgerMail[]> {
    return this.#database.sql.query(
      `select ${columns} from commerce_order_mail where ${unsent} order by due_at, key limit $2`,
      [this.#lateBefore(), limit],
    )
  }

  async countUnsent(): Promise<{ failed: number; late: number }> {
    const [row] = await this.#database.sql.query<{ failed: number; late: number }>(
      `select count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'owed')::int as late
       from commerce_order_mail where ${unsent}`,
      [this.#lateBefore()],
    )
    return row ?? { failed: 0, late: 0 }
  }

  /**
   * Owes mails that failed or are late anew; all of them when `keys` is null. What is neither, or is being sent right
   * now, stays as it is.
   * @returns the mails that are owed anew, each with its new round.
   */
  again(sql: Sql, keys: readonly string[] | null): Promise<(OwedMail & { key: string; round: number })[]> {
    const now = this.#clock.now()
    return sql.query(
      `update commerce_order_mail set state = 'owed', round = round + 1, due_at = $3, done_at = null, trying_since = null
       where ${unsent} and ($2::text[] is null or key = any($2))
         and (trying_since is null or trying_since < $4)
       returning key, order_id as "orderId", kind, subject, round`,
      [this.#lateBefore(), keys, now, new Date(now.getTime() - tryTakesMs)],
    )
  }

  /**
   * Owes the mail of documents on `sql`'s transaction unless a mail that carries them was owed within a day.
   * @returns the mail when it is owed now; else whether the last one goes well so far.
   */
  async oweDocuments(sql: Sql, orderId: string, everyMs: number): Promise<OwedMail | { well: boolean }> {
    const now = this.#clock.now()
    // The confirmation's line stands for the order: two downloads at once take turns.
    await sql.query('select from commerce_order_mail where key = $1 for update', [
      keyOf({ kind: 'confirmation', orderId, subject: null }),
    ])
    const [last] = await sql.query<{ owedAt: Date; state: MailState; troubled: boolean }>(
      `select owed_at as "owedAt", state, last_error is not null as troubled from commerce_order_mail
       where order_id = $1 and kind in ('confirmation', 'documents') order by owed_at desc limit 1`,
      [orderId],
    )
    if (last !== undefined && last.owedAt.getTime() > now.getTime() - everyMs)
      return { well: last.state !== 'failed' && !(last.state === 'owed' && last.troubled) }
    const mail: OwedMail = { kind: 'documents', orderId, subject: `${orderId}-${now.getTime()}` }
    const { text, values } = ledgerWrite(mail, now, now)
    await sql.query(text, values)
    return mail
  }

  /** True when the mail went out. */
  async isSent(mail: OwedMail): Promise<boolean> {
    const rows = await this.#database.sql.query(
      `select from commerce_order_mail where key = $1 and state = 'sent'`,
      [keyOf(mail)],
    )
    return rows.length > 0
  }

  async #settle(mail: OwedMail, state: MailState, at: Date, reason: string | null): Promise<void> {
    await this.#database.sql.query(
      `update commerce_order_mail set state = $2, done_at = $3, reason = $4, last_error = null, trying_since = null
       where key = $1`,
      [keyOf(mail), state, at, reason],
    )
  }

  #lateBefore(): Date {
    return new Date(this.#clock.now().getTime() - lateAfterMs)
  }
}
