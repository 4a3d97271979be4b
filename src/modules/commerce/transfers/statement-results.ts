import type { EntryReason } from '../domain/transfer.ts'
import type { StatementEntry } from './statement.ts'

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
