/** Payouts of the provider to the seller's bank account. Implemented by finance. */
export abstract class PayoutSightings {
  /** Reads a payout and records how it stands. @throws AppError unavailable when Stripe cannot be asked */
  abstract follow(payoutId: string): Promise<void>

  /** The same for the payouts of the last weeks of which no webhook said how they stand now. */
  abstract followRecent(): Promise<void>
}
