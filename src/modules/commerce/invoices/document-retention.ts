import { sql } from 'kysely'
import { Database } from '#platform/database/database.ts'
import { eachByItself } from '#platform/jobs/each-by-itself.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { checkoutSettings } from '../checkout/checkout-settings.ts'
import { filesOf, storedKeys, withoutYear } from '../domain/document-names.ts'
import { documentTables, lockDocument } from './tables.ts'

const nightlyPurge = defineJob({
  queue: 'commerce-document-retention',
  schedule: '11 3 * * *',
  expireInSeconds: 600,
})
const atOnce = 200

/**
 * Deletes invoices, receipts, credit and debit notes at the end of the term in the settings, and with an invoice the
 * buyer as of the order, who was kept only for it. Numbers, amounts and events stay.
 */
export class DocumentRetention extends JobHandlers {
  static readonly needs = {
    database: Database,
    settings: Settings,
    documents: Documents,
    clock: Clock,
  }
  readonly #parts: Given<typeof DocumentRetention.needs>

  constructor(parts: Given<typeof DocumentRetention.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(nightlyPurge, () => this.purge())
  }

  /** Deletes all documents whose term is over. Repeatable: a document is marked only once its bytes are deleted. */
  async purge(): Promise<void> {
    const { documentYears } = await this.#parts.settings.read(checkoutSettings)
    if (documentYears === 0) return
    for (;;) {
      const tables = documentTables(this.#parts.database.sql)
      const due = await tables
        .selectFrom('commerce_invoice as issued')
        .select(['kind', 'number', 'year', 'order_id as orderId', 'issued_at as issuedAt'])
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('commerce_document_deletion as gone')
                .select('gone.number')
                .whereRef('gone.kind', '=', 'issued.kind')
                .whereRef('gone.year', '=', 'issued.year')
                .whereRef('gone.number', '=', 'issued.number'),
            ),
          ),
        )
        .where(
          'issued_at',
          '<',
          sql<Date>`${this.#parts.clock.now()}::timestamptz - make_interval(years => ${documentYears})`,
        )
        .orderBy('issued_at')
        .limit(atOnce)
        .execute()
      await eachByItself(due, async ({ kind, year, ...rest }) => {
        const { number, orderId } = rest
        const issued = { ...rest, year: year === withoutYear ? null : year }
        await this.#parts.database.rawTransaction(async (sql) => {
          await lockDocument(sql, kind, issued)
          for (const key of storedKeys(kind, issued)) await this.#parts.documents.delete(key)
          await documentTables(sql)
            .deleteFrom('commerce_document_file')
            .where('kind', 'in', filesOf(kind))
            .where('year', '=', year)
            .where('number', '=', number)
            .execute()
          await documentTables(sql)
            .insertInto('commerce_document_deletion')
            .values({ kind, year, number, deleted_at: this.#parts.clock.now() })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        })
        if (kind !== 'invoice') return
        // An invoice that was issued again later still needs the buyer.
        const kept = tables
          .selectFrom('commerce_invoice as i')
          .leftJoin('commerce_document_deletion as d', (join) =>
            join
              .onRef('d.kind', '=', 'i.kind')
              .onRef('d.year', '=', 'i.year')
              .onRef('d.number', '=', 'i.number'),
          )
          .select('i.order_id')
          .where('i.kind', '=', 'invoice')
          .where('d.number', 'is', null)
        await tables
          .deleteFrom('commerce_order_customer')
          .where('order_id', '=', orderId)
          .where('order_id', 'not in', kept.where('i.order_id', '=', orderId))
          .execute()
      })
      if (due.length < atOnce) return
    }
  }
}
