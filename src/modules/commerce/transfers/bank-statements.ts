import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { type EntryReason, type Payable, payableOf, takes, type UnmatchedReason } from '../domain/transfer.ts'
import { referencesIn } from '../domain/transfer-reference.ts'
import type { Author } from '../orders/author.ts'
import type { Orders } from '../orders/orders.ts'
import { matchReversal, type Reversible } from './reversals.ts'
import type { Statement, StatementEntry } from './statement.ts'
import {
  isRecorded,
  isReturned,
  ordersOf,
  reversibleBy,
  toldOtherwise,
  wasUsed,
} from './statement-lookups.ts'
import type { EntryResult, StatementResult } from './statement-results.ts'
import { transferIdOf } from './transfer-id.ts'
import { type Transfers, tookBack } from './transfers.ts'
import type { UnmatchedEntries } from './unmatched-entries.ts'

/** What of an order is still open while a file is gone through; nothing is stored in a preview. */
type Standings = Map<string, Payable>

interface Round {
  /** Null for a preview, which stores nothing. */
  author: Author | null
  standings: Standings
  planned: Reversible[]
  /** Kept reversals whose transfer this file brings. */
  settled: Set<string>
  /** Transfers that a file of the other kind, or read otherwise, brought, and this one tells again. */
  again: Set<string>
}

/** Statements of the seller's bank: each entry is recorded once, whatever file brings it, and finds its order by its reference. */
export class BankStatements {
  readonly #database: Database
  readonly #orders: Orders
  readonly #transfers: Transfers
  readonly #unmatchedEntries: UnmatchedEntries
  readonly #telemetry: Log

  constructor(
    database: Database,
    orders: Orders,
    transfers: Transfers,
    unmatched: UnmatchedEntries,
    telemetry: Log,
  ) {
    this.#unmatchedEntries = unmatched
    this.#telemetry = telemetry
    this.#database = database
    this.#orders = orders
    this.#transfers = transfers
  }

  /** What `record` would do. */
  preview(statements: readonly Statement[]): Promise<StatementResult> {
    return this.#go(statements, null)
  }

  /** Records what is new, and applies it to orders as far as its references tell. */
  record(statements: readonly Statement[], author: Author): Promise<StatementResult> {
    return this.#go(statements, author)
  }

  async #go(statements: readonly Statement[], author: Author | null): Promise<StatementResult> {
    const round: Round = { author, standings: new Map(), planned: [], settled: new Set(), again: new Set() }
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
    const recorded = await isRecorded(this.#database, id)
    const same = recorded ? null : await toldOtherwise(this.#database, entry, round.again)
    if (same !== null) {
      round.again.add(same)
      return { entry, outcome: 'known', reason: null, applied: [] }
    }
    const isKnown = author === null ? recorded : !(await this.#observe(id, entry, author))
    // A file that broke off between recording and applying is made up for by the next time it comes.
    if (isKnown && (await wasUsed(this.#database, id)))
      return { entry, outcome: 'known', reason: null, applied: [] }
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
    const orderIds = (await Promise.all(references.map((each) => ordersOf(this.#database, each)))).flat()
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
    if (round.settled.has(entry.key) || (await isReturned(this.#database, entry.key)))
      return { entry, outcome: 'known', reason: null, applied: [] }
    const left = await this.#unmatchedEntries.standing(entry.key)
    if (left !== null && left !== 'settled') return this.#unmatched(entry, 'reversal', left, round)
    if (left === 'settled') return { entry, outcome: 'known', reason: null, applied: [] }
    const before = await reversibleBy(this.#database, entry)
    const others = planned.filter(({ id }) => !before.some((one) => one.id === id))
    const match = matchReversal(entry, [...before, ...others])
    if (typeof match === 'string') return this.#unmatched(entry, 'reversal', match, round)
    planned.splice(0, planned.length, ...planned.filter(({ id }) => id !== match.id))
    if (author !== null) await this.#transfers.reverse(match.id, entry.key, tookBack, author)
    return { entry, outcome: 'returned', reason: null, applied: [] }
  }

  #observe(id: string, entry: StatementEntry, author: Author): Promise<boolean> {
    const { amount, currency, key, bookedOn, remittance, senderName, senderAccount, format, line } = entry
    return this.#transfers.observe(
      id,
      { amount, currency, source: 'statement', digest: key, bookedOn },
      {
        ...{ name: senderName, account: senderAccount, remittance, format },
        ...(line && { reading: line.reading }),
      },
      author,
    )
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
