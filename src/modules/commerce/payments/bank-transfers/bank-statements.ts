import { Database } from '#platform/database/database.ts'
import { kindOf } from '#platform/database/failures.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Log } from '#platform/telemetry/log.ts'
import type { EntryReason, UnmatchedReason } from '../../domain/transfer.ts'
import { referencesIn } from '../../domain/transfer-reference.ts'
import { type Payable, payableOf, takes, whyNotTaken } from '../../domain/transfer-uses.ts'
import type { Author } from '../../orders/author.ts'
import { Orders } from '../../orders/orders.ts'
import { digestOf } from './entry-digest.ts'
import { matchReversal } from './reversals.ts'
import { type BankStatement, keyOf, type StatementEntry, withOwnIds } from './statement.ts'
import {
  isPerhapsReversal,
  isReturned,
  isVoided,
  nameByBank,
  namedByBank,
  ordersOf,
  type Recognized,
  type Recorded,
  recognize,
  recordedWith,
  similarTo,
  wasUsed,
} from './statement-lookups.ts'
import { type EntryResult, resultOf, type StatementResult } from './statement-results.ts'
import { transferIdOf } from './transfer-id.ts'
import { Transfers } from './transfers.ts'
import { UnmatchedEntries } from './unmatched-entries.ts'

/** What of an order is still open while a file is gone through; nothing is stored in a preview. */
type Standings = Map<string, Payable>

interface Round {
  /** Null for a preview, which stores nothing. */
  author: Author | null
  importId: string
  standings: Standings
  planned: Recorded[]
  /** Kept reversals whose transfer this file brings. */
  settled: Set<string>
  /** Transfers that entries of this file repeat or added: no other entry of the file can match them. */
  claimed: Set<string>
  /** Recorded transfers that money going out may be about. */
  recorded: Recorded[]
}

const maxTries = 20

/** Statements of the seller's bank: each entry is recorded once, whatever file brings it, and finds its order by its reference. */
export class BankStatements {
  static readonly needs = {
    database: Database,
    orders: Orders,
    transfers: Transfers,
    unmatched: UnmatchedEntries,
    telemetry: Log,
    ids: Ids,
  }
  readonly #parts: Given<typeof BankStatements.needs>

  constructor(parts: Given<typeof BankStatements.needs>) {
    this.#parts = parts
  }

  /** What `record` would do. */
  preview(statements: readonly BankStatement[]): Promise<StatementResult> {
    return this.#go(statements, null)
  }

  /** Records what is new, and applies it to the orders that its references name. */
  record(statements: readonly BankStatement[], author: Author): Promise<StatementResult> {
    return this.#go(statements, author)
  }

  async #go(statements: readonly BankStatement[], author: Author | null): Promise<StatementResult> {
    const all = withOwnIds(statements.flatMap(({ entries }) => entries))
    const amounts = all.flatMap(({ kind, amount }) => (kind === 'outgoing' ? [amount] : []))
    const round: Round = {
      author,
      importId: this.#parts.ids.uuid(),
      standings: new Map(),
      planned: [],
      settled: new Set(),
      claimed: new Set(await namedByBank(this.#parts.database, all)),
      recorded: await recordedWith(this.#parts.database, { amounts: [...new Set(amounts)] }),
    }
    const results = new Map<StatementEntry, EntryResult>()
    // What comes back came in before, perhaps in the same file.
    for (const kind of ['incoming', 'reversal', 'bounced', 'outgoing'] as const)
      for (const entry of all.filter((each) => each.kind === kind)) {
        const result = await this.#entry(entry, round)
        if (result !== null) results.set(entry, result)
      }
    const entries = all.flatMap((entry) => results.get(entry) ?? [])
    return {
      importId: author === null ? null : round.importId,
      entries,
      others: statements.reduce((sum, { others }) => sum + others, 0) + all.length - entries.length,
      unread: statements.flatMap(({ unread }) => unread),
    }
  }

  /**
   * One entry never stops a file, which would stop every later one with it; a database that is away does, and the file is
   * sent again. Null for money that only went out.
   */
  async #entry(entry: StatementEntry, round: Round): Promise<EntryResult | null> {
    try {
      if (entry.kind === 'incoming') return await this.#incoming(entry, round)
      if (entry.kind === 'reversal') return await this.#reversal(entry, round)
      if (entry.kind === 'bounced') return await this.#unmatched(entry, 'bounced', 'own-payment', round)
      const isLooked = await isPerhapsReversal(this.#parts.database, entry, round.recorded, round.planned)
      return isLooked ? await this.#unmatched(entry, 'reversal', 'perhaps-reversal', round) : null
    } catch (error) {
      if (kindOf(error) !== 'other') throw error
      this.#parts.telemetry.logger.error(
        { err: error, entry: keyOf(entry) },
        'an entry of a bank statement failed',
      )
      return resultOf(entry, 'failed')
    }
  }

  /** The transfer of an entry: the recorded one that it repeats, or a new one; its id is null in a preview. */
  async #record(
    entry: StatementEntry,
    { author, claimed, importId }: Round,
  ): Promise<{ id: string | null; isKnown: boolean; otherwise: string | null }> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const found = await recognize(this.#parts.database, entry, claimed)
      if (found.same !== null) {
        claimed.add(found.same)
        if (author !== null) await nameByBank(this.#parts.database, found.same, entry)
        return { id: found.same, isKnown: true, otherwise: null }
      }
      if (found.otherwise !== null) {
        claimed.add(found.otherwise)
        return { id: null, isKnown: true, otherwise: found.otherwise }
      }
      if (author === null) return { id: null, isKnown: false, otherwise: null }
      const id = await this.#observe(entry, found, author, importId)
      if (id === null) continue
      claimed.add(id)
      return { id, isKnown: false, otherwise: null }
    }
    throw new Error('Other imports recorded the same entries each time')
  }

  async #incoming(entry: StatementEntry, round: Round): Promise<EntryResult> {
    const { author, standings } = round
    const { id, isKnown, otherwise } = await this.#record(entry, round)
    if (otherwise !== null) return resultOf(entry, 'read-otherwise', { transferId: otherwise })
    // A file that ended between recording and applying is completed the next time it comes.
    if (isKnown && id !== null) {
      if (await isVoided(this.#parts.database, id))
        return resultOf(entry, 'known', { transferId: id, reason: 'recorded-by-mistake' })
      if (await wasUsed(this.#parts.database, id)) return resultOf(entry, 'known', { transferId: id })
    }
    const about = {
      transferId: id,
      looksLike: isKnown
        ? null
        : await similarTo(
            this.#parts.database,
            entry,
            new Set([...round.claimed, ...round.planned.map((one) => one.id)]),
          ),
    }
    const known = { ...entry, id: id ?? `planned-${round.planned.length}` }
    const takenBack = (await this.#parts.unmatched.takesBack(known)).find(
      ({ key }) => !round.settled.has(key),
    )
    if (takenBack !== undefined) {
      round.settled.add(takenBack.key)
      if (author !== null && id !== null) await this.#parts.transfers.reverse(id, takenBack, author)
      return resultOf(entry, 'returned', about)
    }
    round.planned.push(known)
    const references = referencesIn(entry.remittance)
    const orderIds = (
      await Promise.all(references.map((each) => ordersOf(this.#parts.database, each)))
    ).flat()
    const applied: EntryResult['applied'] = []
    let left = entry.amount
    let reason: EntryReason | null = references.length === 0 ? 'no-reference' : 'unknown-reference'
    for (const orderId of orderIds) {
      const standing = await this.#standing(orderId, round)
      const amount = takes({ currency: entry.currency, unassigned: left }, standing)
      reason = whyNotTaken(entry.currency, standing, amount)
      if (amount === 0) continue
      if (author !== null && id !== null && !(await this.#apply(id, orderId, amount, author))) {
        standings.delete(orderId)
        reason = whyNotTaken(entry.currency, await this.#standing(orderId, round), 0)
        continue
      }
      standing.open -= amount
      left -= amount
      applied.push({ orderId, amount })
    }
    if (applied.length === 0) return resultOf(entry, isKnown ? 'known' : 'unassigned', { ...about, reason })
    return resultOf(entry, 'applied', { ...about, reason: left > 0 ? 'excess' : null, applied })
  }

  /** False when the order was paid or cancelled meanwhile: the money stays unassigned. */
  async #apply(id: string, orderId: string, amount: number, author: Author): Promise<boolean> {
    try {
      await this.#parts.transfers.apply(id, orderId, { amount, useId: null }, author)
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
    { author, importId }: Round,
  ): Promise<EntryResult> {
    const key = keyOf(entry)
    const known = await this.#parts.unmatched.standing(key)
    if (known === 'settled') return resultOf(entry, 'known')
    if (known === null && author !== null)
      await this.#parts.unmatched.keep(key, entry, kind, reason, importId)
    return resultOf(entry, 'unmatched', { reason: known ?? reason })
  }

  async #reversal(entry: StatementEntry, round: Round): Promise<EntryResult> {
    const { author, planned } = round
    const key = keyOf(entry)
    if (round.settled.has(key) || (await isReturned(this.#parts.database, key)))
      return resultOf(entry, 'known')
    const left = await this.#parts.unmatched.standing(key)
    if (left === 'settled') return resultOf(entry, 'known')
    if (left !== null) return this.#unmatched(entry, 'reversal', left, round)
    const before = await recordedWith(this.#parts.database, { amounts: [entry.amount] })
    const others = planned.filter(({ id }) => !before.some((one) => one.id === id))
    const match = matchReversal(entry, [...before, ...others])
    if (typeof match === 'string') return this.#unmatched(entry, 'reversal', match, round)
    planned.splice(0, planned.length, ...planned.filter(({ id }) => id !== match.id))
    if (author !== null) await this.#parts.transfers.reverse(match.id, { ...entry, key }, author)
    return resultOf(entry, 'returned', { transferId: author === null ? null : match.id })
  }

  /** Null when another import recorded it, or one of its identities, meanwhile. */
  async #observe(
    entry: StatementEntry,
    { identities }: Recognized,
    author: Author,
    importId: string,
  ): Promise<string | null> {
    const { amount, currency, bookedOn, remittance, senderName, senderAccount } = entry
    const same = identities.find(({ kind }) => kind === 'same')
    const digest = entry.bankId ?? digestOf(entry.digest, String(same?.ordinal))
    const id = transferIdOf(digest)
    const isNew = await this.#parts.transfers.observe(
      id,
      { amount, currency, source: 'statement', digest, bookedOn, importId },
      { name: senderName, account: senderAccount, remittance },
      author,
      identities,
    )
    return isNew ? id : null
  }

  async #standing(orderId: string, { standings }: Round): Promise<Payable> {
    const known = standings.get(orderId)
    if (known !== undefined) return known
    const standing = payableOf((await this.#parts.orders.load(orderId)).order)
    standings.set(orderId, standing)
    return standing
  }
}
