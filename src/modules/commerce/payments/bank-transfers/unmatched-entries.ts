import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { UnmatchedReason } from '../../domain/transfer.ts'
import { matchReversal, type Reversible } from './reversals.ts'
import type { StatementEntry } from './statement.ts'
import { type TransferTables, transferTables } from './tables.ts'

type UnmatchedRow = Selectable<TransferTables['commerce_transfer_unmatched']>

/** An entry of a statement that a person has to look at. */
export type UnmatchedEntry = Pick<
  UnmatchedRow,
  'key' | 'kind' | 'currency' | 'bookedOn' | 'reason' | 'remittance'
> & {
  /** Minor units. */
  amount: number
  senderAccount: string | null
}

/** Reversals that fit no transfer, or several, and payments of ours that came back: kept until a person settles them. */
export class UnmatchedEntries {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Those that are not settled, oldest first; 200 at most. */
  async open(): Promise<UnmatchedEntry[]> {
    const rows = await this.#rows().where('settledAt', 'is', null).orderBy('bookedOn').limit(200).execute()
    return rows.map(entryOf)
  }

  /** How many there are of `open`, without its limit. */
  async countOpen(): Promise<number> {
    const { count } = await transferTables(this.#database.sql)
      .selectFrom('commerce_transfer_unmatched')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('settledAt', 'is', null)
      .executeTakeFirstOrThrow()
    return count
  }

  /** Why a person has to look at an entry; `settled` when a person has, null when it is not kept. */
  async standing(key: string): Promise<UnmatchedReason | 'settled' | null> {
    const row = await this.#rows().where('key', '=', key).executeTakeFirst()
    if (row === undefined) return null
    return row.settledAt === null ? row.reason : 'settled'
  }

  /** Of an earlier file: the open reversals that fitted no transfer then, and fit this one. */
  async takesBack(transfer: Reversible): Promise<UnmatchedEntry[]> {
    const rows = await this.#rows()
      .where('reason', '=', 'no-transfer')
      .where('settledAt', 'is', null)
      .where('amountMinor', '=', transfer.amount)
      .where('currency', '=', transfer.currency)
      .orderBy('recordedAt')
      .execute()
    return rows.map(entryOf).filter((entry) => typeof matchReversal(entry, [transfer]) !== 'string')
  }

  async keep(
    key: string,
    entry: StatementEntry,
    kind: UnmatchedEntry['kind'],
    reason: UnmatchedReason,
    importId: string,
  ): Promise<void> {
    const { currency, bookedOn, remittance, senderAccount: account } = entry
    const row = { key, kind, reason, amountMinor: entry.amount, currency, bookedOn }
    await transferTables(this.#database.sql)
      .insertInto('commerce_transfer_unmatched')
      .values({ ...row, remittance, account, importId, recordedAt: this.#clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** The open reversal that may be of a transfer. @throws AppError conflict `ENTRY_SETTLED`, `ENTRY_OTHER`. */
  async reversal(
    key: string,
    transfer: { amount: number; currency: string; bookedOn: string },
  ): Promise<UnmatchedEntry> {
    const row = await this.#rows().where('key', '=', key).where('settledAt', 'is', null).executeTakeFirst()
    if (row === undefined) throw settled()
    const isOther = row.amountMinor !== transfer.amount || row.currency !== transfer.currency
    if (row.kind !== 'reversal' || isOther)
      throw new AppError('conflict', 'ENTRY_OTHER', 'The bank took back another amount than this transfer')
    const entry = entryOf(row)
    if (entry.bookedOn < transfer.bookedOn)
      throw new AppError(
        'conflict',
        'ENTRY_OTHER',
        'The bank took that money back before this transfer arrived',
      )
    return entry
  }

  /** Nothing more is to be recorded of it. @throws AppError conflict `ENTRY_SETTLED`. */
  async settle(key: string, by: string): Promise<void> {
    const done = await settling(key, by, this.#clock.now(), this.#database).returning('key').execute()
    if (done.length === 0) throw settled()
  }

  /** Those of an import that was recorded by mistake. */
  async settleImport(importId: string, by: string): Promise<void> {
    const open = await this.#rows().where('importId', '=', importId).where('settledAt', 'is', null).execute()
    for (const { key } of open) await settling(key, by, this.#clock.now(), this.#database).execute()
  }

  #rows() {
    return transferTables(this.#database.sql).selectFrom('commerce_transfer_unmatched').selectAll()
  }
}

/** What the sender wrote is not needed any more. */
export const settling = (key: string, by: string, now: Date, database?: Database) =>
  transferTables(database?.sql)
    .updateTable('commerce_transfer_unmatched')
    .set({ settledAt: now, settledBy: by, remittance: '', account: null })
    .where('key', '=', key)
    .where('settledAt', 'is', null)

const settled = () => new AppError('conflict', 'ENTRY_SETTLED', 'This entry is settled already')

function entryOf({ amountMinor: amount, account: senderAccount, ...row }: UnmatchedRow): UnmatchedEntry {
  return { ...row, amount, senderAccount }
}
