/** Money on the seller's bank account, as a statement of the bank tells it. */
export interface StatementEntry {
  /** What tells it from every other entry of the account, whichever file brings it. */
  key: string
  /** `reversal`: the bank took back what came in; then `amount` is what went. `bounced`: a payment of ours came back. */
  kind: 'incoming' | 'reversal' | 'bounced'
  /** Minor units, above 0. */
  amount: number
  /** In lower case. */
  currency: string
  /** `2026-11-23` */
  bookedOn: string
  /** All that sender and bank wrote: structured and free remittance, end-to-end id. */
  remittance: string
  senderName: string | null
  senderAccount: string | null
  /** The kind of file that brings it; both kinds may bring the same payment. */
  format: 'camt' | 'csv'
  /** Of a file whose columns people choose: a digest of their choice, and all that the line says. */
  line?: { reading: string; words: string }
}

export interface Statement {
  /** IBAN or number of the account; without spaces. */
  account: string
  currency: string | null
  /** Booked payments that came in, and those that went back. */
  entries: StatementEntry[]
  /** Entries that are none of both: payments out, charges, not yet booked. */
  others: number
}

/** The file cannot be read as a statement; the message is for the person who chose it. */
export class StatementFault extends Error {}
