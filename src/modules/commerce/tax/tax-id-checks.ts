import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Settings } from '#platform/settings/settings.ts'
import { shortOrderId } from '../domain/document-names.ts'
import { orderTables, type TaxIdCheck } from '../orders/tables.ts'
import { countryOf } from './countries.ts'
import { notAsked, taxIdOf } from './tax-ids.ts'
import { sellerTaxId } from './tax-settings.ts'
import { askVies, viesUrl } from './vies.ts'

const checks = defineJob({
  queue: 'commerce-tax-ids',
  schedule: '*/10 * * * *',
  expireInSeconds: 300,
  concurrency: 1,
})
const firstRetryMs = 10 * 60_000
const longestRetryMs = 6 * 3_600_000
/** An hour without VIES must not fill a run with calls that time out. */
const mostUnreached = 5

/** Asks VIES for the tax ids of invoices with reverse charge, until it answers. */
export class TaxIdChecks extends JobHandlers {
  static readonly needs = {
    database: Database,
    settings: Settings,
    config: Config,
    clock: Clock,
    audit: AuditLog,
  }
  readonly #parts: Given<typeof TaxIdChecks.needs>

  constructor(parts: Given<typeof TaxIdChecks.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(checks, () => this.ask())
  }

  /** Invalid ids that nobody has settled, of the latest first. */
  invalid() {
    return orderTables(this.#parts.database.sql)
      .selectFrom('commerce_order_customer')
      .select(['order_id as orderId', 'company', 'tax_id as taxId'])
      .select((row) => row.ref('tax_check').$castTo<TaxIdCheck>().as('check'))
      .where('tax_check', '@>', JSON.stringify({ state: 'invalid' }) as never)
      .where(({ not, eb }) => not(eb('tax_check', '?' as never, 'settledBy' as never)))
      .orderBy('order_id')
      .execute()
  }

  /** @throws AppError not-found for an order without such an id */
  async settle(orderId: string, by: string): Promise<void> {
    const { database, audit } = this.#parts
    const found = (await this.invalid()).find((each) => each.orderId === orderId)
    if (found === undefined)
      throw new AppError('not-found', 'TAX_ID_NOT_FOUND', 'No invalid tax id of this order waits.')
    await database.rawTransaction(async (sql) => {
      await orderTables(sql)
        .updateTable('commerce_order_customer')
        .set({ tax_check: JSON.stringify({ ...found.check, settledBy: by }) as never })
        .where('order_id', '=', orderId)
        .execute()
      await audit.record(sql, {
        by,
        action: 'Settled an invalid tax id',
        subject: `Order ${shortOrderId(orderId)}`,
        changes: [],
      })
    })
  }

  /** Asks for each id that is due. Repeatable: an answer is stored only for the id that was asked for. */
  async ask(): Promise<void> {
    const { database, settings, config, clock } = this.#parts
    const seller = await sellerTaxId(settings)
    const due = await orderTables(database.sql)
      .selectFrom('commerce_order_customer')
      .select(['order_id', 'country', 'tax_id', 'tax_check'])
      .where('tax_check_next', '<=', clock.now())
      .orderBy('tax_check_next')
      .limit(100)
      .execute()
    let unreached = 0
    for (const { order_id, country, tax_id, tax_check } of due) {
      if (unreached === mostUnreached) return
      const id = taxIdOf(tax_id, countryOf(country))
      const answer = id && (await askVies(viesUrl(config), id, seller))
      const now = clock.now()
      const tries = (tax_check ?? notAsked).tries + 1
      const found: TaxIdCheck = { ...notAsked, state: 'not-reached', at: now.toISOString(), tries }
      if (answer === null) unreached += 1
      else Object.assign(found, { ...answer, state: answer.valid ? 'valid' : 'invalid', valid: undefined })
      const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** (tries - 1))
      await orderTables(database.sql)
        .updateTable('commerce_order_customer')
        .set({
          tax_check: JSON.stringify(found) as never,
          tax_check_next: answer === null ? new Date(now.getTime() + wait) : null,
        })
        .where('order_id', '=', order_id)
        .where('tax_id', '=', tax_id)
        .execute()
    }
  }
}
