/**
 * `known`: an earlier file brought it. `read-otherwise`: the same line of a table was recorded with other columns, signs or
 * currency, and is not recorded again. `unmatched`: a reversal for which a person has to find the transfer, or a payment of
 * ours that came back. `failed`: a fault, which is logged; the same file can be imported again.
 */
export const entryOutcomes = [
  'applied',
  'unassigned',
  'known',
  'read-otherwise',
  'returned',
  'unmatched',
  'failed',
] as const
export type EntryOutcome = (typeof entryOutcomes)[number]
