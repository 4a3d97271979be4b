import { z } from 'zod'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { actionOf } from './domain/difference.ts'
import { printedNumber } from './domain/document-names.ts'
import { Books } from './finance/books/books.ts'
import { forgetBooks } from './finance/books/forget-books.ts'
import { ExportRuns } from './finance/exports/export-runs.ts'
import type { AskedExport } from './finance/exports/exports.ts'
import { LogKey } from './finance/log/log-key.ts'
import { type LogRestoredData, LogRestores } from './finance/log/log-restores.ts'
import { type Difference, Differences } from './finance/reconciliation/differences.ts'
import { LostOrders } from './finance/reconciliation/lost-orders.ts'
import { Reconciliations, type Run } from './finance/reconciliation/reconciliations.ts'
import type { Failure } from './finance/reconciliation/settle-each.ts'
import { Settlements } from './finance/reconciliation/settlements.ts'
import { EventView, OrderState } from './finance/search/contract.ts'
import { OrderSearches } from './finance/search/order-search.ts'
import { eventView, stateView } from './finance/search/views.ts'
import { compareKeptHead, type KeptHead } from './finance/verification/kept-head.ts'
import { type OrdersVerdict, verifyOrders } from './finance/verification/verify-orders.ts'
import { type LostNumber, LostNumbers } from './invoices/printed-numbers.ts'
import { type Author, byOf, nameOf } from './orders/author.ts'
import { Orders } from './orders/orders.ts'
import { type Rebuilt, rebuildOrders } from './orders/rebuild.ts'
import { rebuildLedger } from './payments/bank-transfers/ledger-of-log.ts'
import { rebuildPrices } from './quotes/prices-of-log.ts'

export { printedNumber } from './domain/document-names.ts'
export { bookDates } from './finance/books/entry-queries.ts'
export { type AskedExport, exportNames } from './finance/exports/exports.ts'
export type { Difference } from './finance/reconciliation/differences.ts'
export { differenceView } from './finance/reconciliation/routes.ts'
export type { Failure } from './finance/reconciliation/settle-each.ts'
export type { FoundFaults } from './finance/verification/faults.ts'
export { type Author, actorName } from './orders/author.ts'

/** Called now and then with how many units are done, and of how many. */
export type OnProgress = (done: number, total: number) => void

export interface ShownOrder {
  order: z.input<typeof OrderState>
  /** Up to the version that was asked for. */
  events: z.input<typeof EventView>[]
}

export interface Reconciled {
  run: Run
  /** What still waits for a person. */
  open: Difference[]
  settled: Difference[]
  /** What was to be recorded and was not, with the reason. */
  left: Failure[]
}

/** A payment without a proof that this site made it is not recorded by a command. */
const foreignReason =
  'No order here is known under this id, and the payment carries no signature of this site. Note it as foreign on the finance screen.'

/** True where a difference can be recorded from the command line. */
export const isRecordable = ({ kind }: Difference): boolean => actionOf(kind) !== 'foreign'

/** What the command line may ask about orders, books and the log: the only way from `src/server/cli` into commerce. */
export class CommerceCommands {
  static readonly needs = {
    database: Database,
    log: EventLog,
    key: LogKey,
    orders: Orders,
    searches: OrderSearches,
    books: Books,
    exports: ExportRuns,
    restores: LogRestores,
    numbers: LostNumbers,
    lostOrders: LostOrders,
    differences: Differences,
    reconciliations: Reconciliations,
    settlements: Settlements,
  }
  readonly #parts: Given<typeof CommerceCommands.needs>

  constructor(parts: Given<typeof CommerceCommands.needs>) {
    this.#parts = parts
  }

  /**
   * The one order that a search finds, as of a version.
   * @throws AppError not-found `ORDER_NOT_FOUND`; invalid `USAGE` when several match.
   */
  async show(q: string, version?: number): Promise<ShownOrder> {
    const { searches, orders } = this.#parts
    const unknown = new AppError('not-found', 'ORDER_NOT_FOUND', `No order matches ${q}`)
    const page = { sort: 'placed', direction: 'desc', page: 1, pageSize: 5 } as const
    const { rows } = await searches.find({ ...page, q }, true)
    const [row, other] = rows
    if (row === undefined) throw unknown
    if (other !== undefined)
      throw new AppError('invalid', 'USAGE', `Several orders match: ${rows.map(({ id }) => id).join(', ')}`)
    const order = stateView(await orders.load(row.id, version))
    if (order === null) throw unknown
    const events = await orders.history(row.id)
    return {
      order: z.encode(OrderState, order),
      events: events.slice(0, version).map((event) => z.encode(EventView, eventView(event))),
    }
  }

  /**
   * Verifies the log and everything beside it.
   * @param line a signed head that was kept elsewhere, compared with the log
   * @throws AppError invalid when the line is no signed head of this site.
   */
  async verify(
    line: string | undefined,
    onProgress: OnProgress,
  ): Promise<{ verdict: OrdersVerdict; keptHead: KeptHead | null }> {
    const { log, key, database, books } = this.#parts
    // Books are made when they are read: after an upgrade or a restore they have not been.
    await books.catchUp()
    const verdict = await verifyOrders(log, key, onProgress)
    const keptHead =
      line === undefined ? null : await compareKeptHead(line, { sql: database.sql, key, verdict })
    return { verdict, keptHead }
  }

  /**
   * Fills the list of orders, the ledger of transfers, coupons and quotes, and the books again from the log.
   * @param ownerUrl the database's address as the owner's role
   * @returns also the position of the log up to which the books were made
   */
  async rebuild(ownerUrl: string, onProgress: OnProgress): Promise<Rebuilt & { booked: number }> {
    const rebuilt = await rebuildOrders(ownerUrl, onProgress)
    const beside = (await rebuildLedger(ownerUrl)) + (await rebuildPrices(ownerUrl))
    await forgetBooks(ownerUrl)
    return { ...rebuilt, differing: rebuilt.differing + beside, booked: await this.#parts.books.catchUp() }
  }

  /** Records that the database was restored from a backup, under the id of the author. */
  markRestored(author: Author, reason: string): Promise<{ position: number; data: LogRestoredData }> {
    return this.#parts.restores.mark(byOf(author), reason)
  }

  /** Records the lost orders again whose invoices were printed before the money came; see `LostOrders`. */
  takeOverPrinted(author: Author): Promise<{ recorded: LostNumber[]; left: LostNumber[] }> {
    return this.#parts.lostOrders.takeOverPrinted(author)
  }

  /**
   * Records that a number was printed for an order, or a refund, that is lost for good, so that it counts as no gap.
   * @param printed as it is printed: `INV-000008`
   * @throws AppError invalid `USAGE`; not-found `NUMBER_NOT_LOST`; otherwise as `LogRestores.mark`
   */
  async recordLostNumber(printed: string, author: Author, reason: string): Promise<LostNumber> {
    const { numbers, restores } = this.#parts
    const lost = (await numbers.find()).find(({ kind, ...number }) => printedNumber(kind, number) === printed)
    if (lost === undefined) {
      const message = `${printed}: this number is in the log, or no mark beside the documents says that it was printed`
      throw new AppError('not-found', 'NUMBER_NOT_LOST', message)
    }
    await restores.markNumber(lost, byOf(author), reason)
    return lost
  }

  /** The bytes of a file of the books, and the newest position of the log, for a bar. */
  async export(request: AskedExport): Promise<{ bytes: AsyncGenerator<Uint8Array>; position: number }> {
    const { position } = await this.#parts.log.head()
    return { bytes: this.#parts.exports.bytes(request), position }
  }

  /**
   * Compares the log with Stripe, then records what Stripe says of one open difference or of all of them.
   * @param record the id of a difference, `all`, or undefined to record nothing
   * @throws AppError not-found `DIFFERENCE_NOT_FOUND`.
   */
  async reconcile(
    record: string | undefined,
    author: Author,
    onProgress?: (done: number, total: number) => void,
  ): Promise<Reconciled> {
    const { reconciliations, differences, settlements } = this.#parts
    if (record === 'all') await this.takeOverPrinted(author)
    const run = await reconciliations.run(nameOf(author), onProgress)
    const found = await differences.allOpen()
    const chosen = chosenOf(found, record)
    const { settled, failures } = await settlements.recordAll(chosen, author)
    const open = chosen.length === 0 ? found : await differences.allOpen()
    const foreign = record === 'all' ? open.filter((one) => !isRecordable(one)) : []
    return { run, open, settled, left: [...failures, ...foreign.map(leftToScreen)] }
  }
}

function chosenOf(open: readonly Difference[], record: string | undefined): Difference[] {
  if (record === undefined) return []
  if (record === 'all') return open.filter(isRecordable)
  const chosen = open.filter(({ id }) => id === record)
  if (chosen.length > 0) return chosen
  throw new AppError('not-found', 'DIFFERENCE_NOT_FOUND', `No open difference has the id ${record}`)
}

const leftToScreen = ({ id, intentId, orderId }: Difference): Failure => ({
  id,
  intentId,
  orderId,
  code: 'DIFFERENCE_ACTION',
  error: foreignReason,
})
