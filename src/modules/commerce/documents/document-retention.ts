import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Documents } from '#platform/storage/documents.ts'
import { checkoutSettings } from '../checkout/checkout-settings.ts'
import { type NumberedKind, storedKeys, withoutYear } from '../domain/document-names.ts'

const nightlyPurge = defineJob({
  queue: 'commerce-document-retention',
  schedule: '11 3 * * *',
  expireInSeconds: 600,
})
const atOnce = 200

/**
 * Deletes invoices, receipts, credit and debit notes once they are older than the setting says, and with an
 * invoice the buyer as of the order, who was kept for its sake. Numbers, amounts and events stay.
 */
export class DocumentRetention extends JobHandlers {
  readonly #database: Database
  readonly #settings: Settings
  readonly #documents: Documents
  readonly #clock: Clock

  constructor(database: Database, settings: Settings, documents: Documents, clock: Clock) {
    super()
    this.#database = database
    this.#settings = settings
    this.#documents = documents
    this.#clock = clock
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(nightlyPurge, () => this.purge())
  }

  /** Everything that is over its term now. Repeatable: a document is marked only after its bytes are gone. */
  async purge(): Promise<void> {
    const { documentYears } = await this.#settings.read(checkoutSettings)
    if (documentYears === 0) return
    for (;;) {
      const due = await this.#database.sql.query<{
        kind: NumberedKind
        number: number
        year: number
        orderId: string
        issuedAt: Date
      }>(
        `select kind, number, year, order_id as "orderId", issued_at as "issuedAt" from commerce_invoice as issued
         where not exists (select from commerce_document_deletion as gone
             where gone.kind = issued.kind and gone.year = issued.year and gone.number = issued.number)
           and issued_at < $1::timestamptz - make_interval(years => $2)
         order by issued_at limit ${atOnce}`,
        [this.#clock.now(), documentYears],
      )
      for (const { kind, year, ...rest } of due) {
        const { number, orderId } = rest
        const issued = { ...rest, year: year === withoutYear ? null : year }
        for (const key of storedKeys(kind, issued)) await this.#documents.delete(key)
        await this.#database.sql.query(
          `insert into commerce_document_deletion (kind, year, number, deleted_at) values ($1, $2, $3, $4)
           on conflict do nothing`,
          [kind, year, number, this.#clock.now()],
        )
        if (kind !== 'invoice') continue
        await this.#database.sql.query('delete from commerce_order_customer where order_id = $1', [orderId])
      }
      if (due.length < atOnce) return
    }
  }
}
