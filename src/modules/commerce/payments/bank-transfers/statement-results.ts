import type { EntryReason } from '../../domain/transfer.ts'
import type { EntryOutcome } from './contract-outcomes.ts'
import type { StatementEntry, Unread } from './statement.ts'

/** What becomes of an entry, or has become of it. */
export interface EntryResult {
  entry: StatementEntry
  outcome: EntryOutcome
  reason: EntryReason | null
  /** What orders take, in minor units. */
  applied: { orderId: string; amount: number }[]
  /** The transfer that it is, or repeats; null for what a preview has not recorded. */
  transferId: string | null
  /** Another transfer of the day and amount with a similar payer or text: perhaps the same payment. */
  looksLike: string | null
}

export interface StatementResult {
  /** By which all that was recorded can be taken back; null for a preview. */
  importId: string | null
  entries: EntryResult[]
  /** Payments out, charges, and what is not booked yet. */
  others: number
  unread: Unread[]
}

const nothing = { reason: null, applied: [], transferId: null, looksLike: null }

/** A result of which nothing more is known than `more`. */
export const resultOf = (
  entry: StatementEntry,
  outcome: EntryResult['outcome'],
  more: Partial<Omit<EntryResult, 'entry' | 'outcome'>> = {},
): EntryResult => ({ ...nothing, entry, outcome, ...more })
