import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { type Payable, payableOf, takes, type UnmatchedReason } from '../domain/transfer.ts'
import { idsOf, referenceOf, referencesIn } from '../domain/transfer-reference.ts'
import type { Author } from '../orders/author.ts'
import type { Orders } from '../orders/orders.ts'
import { accountOf, bankAccountSettings } from './bank-account.ts'
import { readCamt } from './camt.ts'
import { matchReversal, type Reversible } from './reversals.ts'
import { type Statement, type StatementEntry, StatementFault } from './statement.ts'
import { transferTables } from './tables.ts'
import { transferIdOf } from './transfer-id.ts'
import { type Transfers, tookBack } from './transfers.ts'
import type { UnmatchedEntries } from './unmatched-entries.ts'

/** Why money stays unassigned, or a reversal is left to a person. */
export const entryReasons = [
  'no-reference',
  'unknown-reference',
  'order-paid',
  'order-cancelled',
  'other-currency',
  'excess',
  'no-transfer',
  'several-transfers',
  'own-payment',
] as const
export type EntryReason = (typeof entryReasons)[number]

/**
 * `known`: an earlier file brought it. `unmatched`: a reversal for which a person has to find the transfer, or a payment of
 * ours that came back. `failed`: a fault, which is logged; the same file can be imported again.
 */
export const entryOutcomes = ['applied', 'unassigned', 'known', 'returned', 'unmatched', 'failed'] as const
export type EntryOutcome = (typeof entryOutcomes)[number]

/** What becomes of an entry, or has become of it. */
export interface EntryResult {
  entry: StatementEntry
  outcome: EntryOutcome
  reason: EntryReason | null
  /** What orders take, in minor units. */
  applied: { orderId: string; amount: number }[]
}

export interface StatementResult {
  entries: EntryResult[]
  /** Payments out, charges, and what is not booked yet. */
  others: number
}

/** What of an order is still open while a file is gone through; nothing is stored in a preview. */
type Standings = Map<string, Payable>

interface Round {
  /** Null for a preview, which stores nothing. */
  author: Author | null
  standings: Standings
  planned: Reversible[]
  /** Kept reversals whose transfer this file brings. */
  settled: Set<string>
}

/** Statements of the seller's bank: each entry is recorded once, whatever file brings it, and finds its order by its reference. */
export class BankStatements {
  readonly #database: Database
  readonly #settings: Settings
  readonly #orders: Orders
  readonly #transfers: Transfers
  readonly #unmatchedEntries: UnmatchedEntries
  readonly #telemetry: Log

  constructor(
    database: Database,
    settings: Settings,
    orders: Orders,
    transfers: Transfers,
    unmatched: UnmatchedEntries,
    telemetry: Log,
  ) {
    this.#unmatchedEntries = unmatched
    this.#telemetry = telemetry
    this.#database = database
    this.#settings = settings
    this.#orders = orders
    this.#transfers = transfers
  }

  /** What `record` would do. @throws as `record` */
  preview(bytes: Uint8Array): Promise<StatementResult> {
    return this.#go(bytes, null)
  }

  /**
   * Records what is new in a file, and applies it to orders as far as its references tell.
   * @throws AppError invalid `STATEMENT_UNREADABLE`, `STATEMENT_OTHER_ACCOUNT`; conflict `BANK_ACCOUNT_UNSET`.
   */
  record(bytes: Uint8Array, author: Author): Promise<StatementResult> {
    return this.#go(bytes, author)
  }

  async #go(bytes: Uint8Array, author: Author | null): Promise<StatementResult> {
    const statements = await this.#read(bytes)
    const round: Round = { author, standings: new Map(), planned: [], settled: new Set() }
    const all = statements.flatMap(({ entries }) => entries)
    const results = new Map<StatementEntry, EntryResult>()
    // What comes back came in before, perhaps in the same file.
    for (const kind of ['incoming', 'reversal', 'bounced'] as const)
      for (const entry of all.filter((each) => each.kind === kind))
        results.set(entry, await this.#entry(entry, round))
    return {
      entries: all.map((entry) => results.get(entry)!),
      others: statements.reduce((sum, { others }) => sum + others, 0),
    }
  }

  async #read(bytes: Uint8Array): Promise<Statement[]> {
    const account = accountOf(await this.#settings.read(bankAccountSettings))
    if (account === null)
      throw new AppError('conflict', 'BANK_ACCOUNT_UNSET', 'Enter the bank account in the settings first')
    let statements: Statement[]
    try {
      statements = readCamt(bytes)
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error
      throw new AppError('invalid', 'STATEMENT_UNREADABLE', `The file cannot be read. ${error.message}`)
    }
    const other = statements.find((statement) => statement.account.toUpperCase() !== account)
    if (other !== undefined)
      throw new AppError(
        'invalid',
        'STATEMENT_OTHER_ACCOUNT',
        `The statement is of the account ${other.account.slice(0, 40)}, and the one in the settings is ${account}`,
      )
    return statements
  }

  /** One entry never stops a file, which would stop every later one with it. */
  async #entry(entry: StatementEntry, round: Round): Promise<EntryResult> {
    const nothing = { entry, reason: null, applied: [] }
    try {
      if (entry.kind === 'incoming') return await this.#incoming(entry, round)
      if (entry.kind === 'reversal') return await this.#reversal(entry, round)
      return await this.#unmatched(entry, 'bounced', 'own-payment', round)
    } catch (error) {
      this.#telemetry.logger.error({ err: error, entry: entry.key }, 'an entry of a bank statement failed')
      return { ...nothing, outcome: 'failed' }
    }
  }

  async #incoming(entry: StatementEntry, round: Round): Promise<EntryResult> {
    const id = transferIdOf(entry.key)
    const { author, standings } = round
    const isKnown = author === null ? await this.#isKnown(id) : !(await this.#observe(id, entry, author))
    // A file that broke off between recording and applying is made up for by the next time it comes.
    if (isKnown && (await this.#wasUsed(id))) return { entry, outcome: 'known', reason: null, applied: [] }
    const takenBack = (await this.#unmatchedEntries.takesBack({ id, ...entry })).find(
      (key) => !round.settled.has(key),
    )
    if (takenBack !== undefined) {
      round.settled.add(takenBack)
      if (author !== null) await this.#transfers.reverse(id, takenBack, tookBack, author)
      return { entry, outcome: 'returned', reason: null, applied: [] }
    }
    round.planned.push({ id, ...entry })
    const references = referencesIn(entry.remittance)
    const orderIds = (await Promise.all(references.map((each) => this.#ordersOf(each)))).flat()
    const applied: EntryResult['applied'] = []
    let left = entry.amount
    let reason: EntryReason | null = references.length === 0 ? 'no-reference' : 'unknown-reference'
    for (const orderId of orderIds) {
      const standing = await this.#standing(orderId, round)
      const amount = takes({ currency: entry.currency, unassigned: left }, standing)
      reason = reasonOf(entry, standing, amount)
      if (amount === 0) continue
      if (author !== null && !(await this.#apply(id, orderId, amount, author))) {
        standings.delete(orderId)
        reason = reasonOf(entry, await this.#standing(orderId, round), 0)
        continue
      }
      standing.open -= amount
      left -= amount
      applied.push({ orderId, amount })
    }
    if (applied.length === 0) return { entry, outcome: isKnown ? 'known' : 'unassigned', reason, applied }
    return { entry, outcome: 'applied', reason: left > 0 ? 'excess' : null, applied }
  }

  /** False when the order was paid or cancelled meanwhile: the money stays unassigned. */
  async #apply(id: string, orderId: string, amount: number, author: Author): Promise<boolean> {
    try {
      await this.#transfers.apply(id, orderId, { amount, useId: null }, author)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'TRANSFER_NOT_TAKEN') return false
      throw error
    }
  }

  /** Kept until a person settles it; a later file with the same entry changes nothing. */
  async #unmatched(
    entry: StatementEntry,
    kind: 'reversal' | 'bounced',
    reason: UnmatchedReason,
    { author }: Round,
  ): Promise<EntryResult> {
    const known = await this.#unmatchedEntries.standing(entry.key)
    if (known === 'settled') return { entry, outcome: 'known', reason: null, applied: [] }
    if (known === null && author !== null) await this.#unmatchedEntries.keep(entry, kind, reason)
    return { entry, outcome: 'unmatched', reason: known ?? reason, applied: [] }
  }

  async #reversal(entry: StatementEntry, round: Round): Promise<EntryResult> {
    const { author, planned } = round
    const known = await transferTables(this.#database.sql)
      .selectFrom('commerce_transfer_return')
      .select('return_id')
      .where('return_id', '=', entry.key)
      .executeTakeFirst()
    if (known !== undefined || round.settled.has(entry.key))
      return { entry, outcome: 'known', reason: null, applied: [] }
    const left = await this.#unmatchedEntries.standing(entry.key)
    if (left !== null && left !== 'settled') return this.#unmatched(entry, 'reversal', left, round)
    if (left === 'settled') return { entry, outcome: 'known', reason: null, applied: [] }
    const stored = await transferTables(this.#database.sql)
      .selectFrom('commerce_transfer as t')
      .leftJoin('commerce_transfer_sender as s', 's.transfer_id', 't.id')
      .select(['t.id', 't.booked_on', 's.remittance', 's.account'])
      .where('t.source', '=', 'statement')
      .where('t.amount_minor', '=', entry.amount)
      .where('t.currency', '=', entry.currency)
      .where('t.returned_minor', '=', 0)
      .execute()
    const before = stored.map(({ id, booked_on: bookedOn, remittance, account }) => {
      const { amount, currency } = entry
      return { id, amount, currency, bookedOn, remittance: remittance ?? '', senderAccount: account }
    })
    const others = planned.filter(({ id }) => !before.some((one) => one.id === id))
    const match = matchReversal(entry, [...before, ...others])
    if (typeof match === 'string') return this.#unmatched(entry, 'reversal', match, round)
    planned.splice(0, planned.length, ...planned.filter(({ id }) => id !== match.id))
    if (author !== null) await this.#transfers.reverse(match.id, entry.key, tookBack, author)
    return { entry, outcome: 'returned', reason: null, applied: [] }
  }

  #observe(id: string, entry: StatementEntry, author: Author): Promise<boolean> {
    const { amount, currency, key, bookedOn, remittance, senderName, senderAccount } = entry
    return this.#transfers.observe(
      id,
      { amount, currency, source: 'statement', digest: key, bookedOn },
      { name: senderName, account: senderAccount, remittance },
      author,
    )
  }

  async #isKnown(id: string): Promise<boolean> {
    const row = await transferTables(this.#database.sql)
      .selectFrom('commerce_transfer')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Whether something became of a transfer already. */
  async #wasUsed(id: string): Promise<boolean> {
    const tables = transferTables(this.#database.sql)
    const [use, back] = await Promise.all([
      tables
        .selectFrom('commerce_transfer_use')
        .select('use_id')
        .where('transfer_id', '=', id)
        .executeTakeFirst(),
      tables
        .selectFrom('commerce_transfer_return')
        .select('return_id')
        .where('transfer_id', '=', id)
        .executeTakeFirst(),
    ])
    return use !== undefined || back !== undefined
  }

  /** The orders with a reference: one, or two in a thousand million. */
  async #ordersOf(reference: string): Promise<string[]> {
    const { first, last } = idsOf(reference)
    const rows = await transferTables(this.#database.sql)
      .selectFrom('commerce_order')
      .select('id')
      .where('id', '>=', first)
      .where('id', '<=', last)
      .execute()
    const found = rows.map(({ id }) => id).filter((id) => referenceOf(id) === reference)
    return found.length === 1 ? found : []
  }

  async #standing(orderId: string, { standings }: Round): Promise<Payable> {
    const known = standings.get(orderId)
    if (known !== undefined) return known
    const standing = payableOf((await this.#orders.load(orderId)).order)
    standings.set(orderId, standing)
    return standing
  }
}

function reasonOf(entry: StatementEntry, standing: Payable, taken: number): EntryReason | null {
  if (taken > 0) return null
  if (standing.isCancelled) return 'order-cancelled'
  return standing.currency === entry.currency ? 'order-paid' : 'other-currency'
}
