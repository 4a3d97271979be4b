import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'
import { billingAddressPath } from './organization-mails.ts'
import { organizationTables } from './tables.ts'

/**
 * The addresses to which organizations want copies of their documents. A manager can type anybody's address, so its owner
 * confirms it first, by the link of one mail; nothing else is sent there before.
 */
export class BillingAddresses {
  readonly #database: Database
  readonly #signer: LinkSigner
  readonly #clock: Clock

  constructor(database: Database, signer: LinkSigner, clock: Clock) {
    this.#database = database
    this.#signer = signer
    this.#clock = clock
  }

  /** The request of a mailed link. @throws AppError not-found `LINK_EXPIRED` */
  requestOf(query: Record<string, unknown>): string {
    const requestId = this.#signer.verify(billingAddressPath, query)?.request
    if (requestId === undefined) throw expired()
    return requestId
  }

  /** @throws AppError not-found `LINK_EXPIRED`, also when the organization has another address by now */
  async confirm(query: Record<string, unknown>): Promise<void> {
    const confirmed = await organizationTables(this.#database.sql)
      .updateTable('identity_organization')
      .set({ billing_confirmed_at: this.#clock.now() })
      .where('billing_request_id', '=', this.requestOf(query))
      .returning('id')
      .executeTakeFirst()
    if (confirmed === undefined) throw expired()
  }
}

const expired = (): AppError =>
  new AppError(
    'not-found',
    'LINK_EXPIRED',
    'This link is not valid any more. Please ask the organization to save the address again.',
  )
