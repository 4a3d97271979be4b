import type { Author } from './author.ts'

/** Money of bank transfers that lies at Stripe. Implemented by the ledger of transfers. */
export abstract class CashBalances {
  /**
   * Asks Stripe what moved in a customer's cash balance and records what is new, in the ledger and at the orders.
   * @param organizationId whose balance it is, where a payment says so; when absent, a balance of an unknown owner is left alone
   * @throws AppError unavailable when Stripe cannot be asked
   */
  abstract follow(customerId: string, author: Author, organizationId?: string | null): Promise<void>

  /** The same for every customer that the product has made. */
  abstract followAll(author: Author, stopped: () => boolean): Promise<void>
}
