import { expressionBuilder } from 'kysely'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { unsentMails } from '../finance/mails/contract.ts'
import type { MailState } from '../finance/mails/contract-mail-kinds.ts'
import { keyOf, ledgerWrite, type OrderMail } from './order-mail.ts'
import { type OrderTables, orderTables } from './tables.ts'

/** A line of the ledger. */
export type LedgerMail = OutputOf<typeof unsentMails>['mails'][number] & Pick<OrderMail, 'subject'>

/** What a worker learns when it takes a mail: `interrupted` when an earlier try never ended. */
export type Taken = 'first' | 'interrupted' | 'over'

const minute = 60_000
/** Milliseconds after its time at which a mail counts as late: what fails less long is sent by the next tries. */
export const lateAfterMs = 10 * minute
/** No try takes so long: the worker of an older one has died. */
const tryTakesMs = 2 * minute

const eb = expressionBuilder<OrderTables, 'commerce_order_mail'>()
const { fn, or } = eb
const columns = [
  'key',
  'order_id as orderId',
  'kind',
  'subject',
  'state',
  'owed_at as owedAt',
  'due_at as dueAt',
  'tries',
  'last_error as lastError',
  'reason',
  'done_at as doneAt',
] as const

/** The ledger of all mails of orders: the only code that reads and writes `commerce_order_mail`. */
export class MailLedger {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Begins a try. `over` when the mail is settled, or was sent again since: then there is nothing to do. */
  async take(mail: OrderMail, round: number): Promise<Taken> {
    const now = this.#clock.now()
    const taken = await this.#tables
      .updateTable('commerce_order_mail as m')
      .from((tables) =>
        tables
          .selectFrom('commerce_order_mail')
          .select(['key', 'trying_since'])
          .where('key', '=', keyOf(mail))
          .forUpdate()
          .as('before'),
      )
      .set(({ eb }) => ({ trying_since: now, tries: eb('m.tries', '+', 1) }))
      .whereRef('m.key', '=', 'before.key')
      .where('m.state', '=', 'owed')
      .where('m.round', '=', round)
      .returning('before.trying_since as interrupted')
      .executeTakeFirst()
    if (taken === undefined) return 'over'
    return taken.interrupted === null ? 'first' : 'interrupted'
  }

  async sent(mail: OrderMail, sentAt: Date): Promise<void> {
    await this.#settle(mail, 'sent', sentAt, null)
  }

  async notNeeded(mail: OrderMail, reason: string): Promise<void> {
    await this.#settle(mail, 'not-needed', this.#clock.now(), reason)
  }

  /** Ends a try that failed; after the last one the mail has failed for good. */
  async failed(mail: OrderMail, error: string, lastTry: boolean): Promise<void> {
    await this.#tables
      .updateTable('commerce_order_mail')
      .set({ trying_since: null, last_error: error })
      .set(lastTry ? { state: 'failed', done_at: this.#clock.now() } : { done_at: null })
      .where('key', '=', keyOf(mail))
      .where('state', '=', 'owed')
      .execute()
  }

  /** The mails of one order, oldest first. */
  ofOrder(orderId: string): Promise<LedgerMail[]> {
    return this.#lines()
      .where('order_id', '=', orderId)
      .orderBy('owed_at')
      .orderBy('due_at')
      .orderBy('key')
      .execute()
  }

  /** All that failed or are late, oldest first. */
  unsent(limit: number): Promise<LedgerMail[]> {
    return this.#lines().where(this.#unsent()).orderBy('due_at').orderBy('key').limit(limit).execute()
  }

  async countUnsent(): Promise<{ failed: number; late: number }> {
    const count = fn.countAll<number>()
    return this.#tables
      .selectFrom('commerce_order_mail')
      .select([
        count.filterWhere('state', '=', 'failed').as('failed'),
        count.filterWhere('state', '=', 'owed').as('late'),
      ])
      .where(this.#unsent())
      .executeTakeFirstOrThrow()
  }

  /**
   * Queues failed and late mails again: those with these keys, or all of them when `keys` is null. A mail that is being
   * sent right now is left alone.
   * @returns the mails that are queued again, each with its new round.
   */
  again(sql: Sql, keys: readonly string[] | null): Promise<(OrderMail & { key: string; round: number })[]> {
    const now = this.#clock.now()
    const died = new Date(now.getTime() - tryTakesMs)
    return orderTables(sql)
      .updateTable('commerce_order_mail')
      .set({ state: 'owed', round: eb('round', '+', 1), due_at: now, done_at: null, trying_since: null })
      .where(this.#unsent())
      .where(or([eb('trying_since', 'is', null), eb('trying_since', '<', died)]))
      .$if(keys !== null, (update) =>
        update.where(({ eb, fn, val }) => eb('key', '=', fn.any(val(keys ?? [])))),
      )
      .returning(['key', 'order_id as orderId', 'kind', 'subject', 'round'])
      .execute()
  }

  /**
   * Queues the mail of documents in `sql`'s transaction unless a mail that carries them was queued within a day.
   * @returns the mail when it is queued now; else whether the last one has not failed so far.
   */
  async queueDocuments(sql: Sql, orderId: string, everyMs: number): Promise<OrderMail | { well: boolean }> {
    const now = this.#clock.now()
    // Locks the confirmation's line as the lock of the order: two downloads at once take turns.
    const tables = orderTables(sql)
    await tables
      .selectFrom('commerce_order_mail')
      .select('key')
      .where('key', '=', keyOf({ kind: 'confirmation', orderId, subject: null }))
      .forUpdate()
      .execute()
    const last = await tables
      .selectFrom('commerce_order_mail')
      .select(['owed_at', 'state', 'last_error'])
      .where('order_id', '=', orderId)
      .where('kind', 'in', ['confirmation', 'documents'])
      .orderBy('owed_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last !== undefined && last.owed_at.getTime() > now.getTime() - everyMs)
      return { well: last.state !== 'failed' && !(last.state === 'owed' && last.last_error !== null) }
    const mail: OrderMail = { kind: 'documents', orderId, subject: `${orderId}-${now.getTime()}` }
    await runWrites(sql, [ledgerWrite(mail, now, now)])
    return mail
  }

  /** True when the mail went out. */
  async isSent(mail: OrderMail): Promise<boolean> {
    const sent = await this.#tables
      .selectFrom('commerce_order_mail')
      .select('key')
      .where('key', '=', keyOf(mail))
      .where('state', '=', 'sent')
      .executeTakeFirst()
    return sent !== undefined
  }

  async #settle(mail: OrderMail, state: MailState, at: Date, reason: string | null): Promise<void> {
    await this.#tables
      .updateTable('commerce_order_mail')
      .set({ state, done_at: at, reason, last_error: null, trying_since: null })
      .where('key', '=', keyOf(mail))
      .execute()
  }

  get #tables() {
    return orderTables(this.#database.sql)
  }

  #lines() {
    const late = this.#unsent().$castTo<boolean>().as('late')
    return this.#tables.selectFrom('commerce_order_mail').select([...columns, late])
  }

  /** It failed for good, or is late. */
  #unsent() {
    const lateBefore = new Date(this.#clock.now().getTime() - lateAfterMs)
    return or([eb('state', '=', 'failed'), eb('state', '=', 'owed').and('due_at', '<=', lateBefore)])
  }
}
