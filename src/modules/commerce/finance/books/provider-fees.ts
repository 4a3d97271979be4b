import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Observations } from '../../orders/observations.ts'
import { isRightMissing } from '../../payments/stripe/provider-errors.ts'
import { StripeAccount } from '../../payments/stripe/stripe.ts'
import type { BalanceMovement } from '../../payments/stripe/stripe-objects.ts'
import { FeeCursors } from './fee-cursor.ts'
import { type FeeData, feeEventType, feeSchemaVersion, feeStreamOf } from './fee-event.ts'

const day = 24 * 3_600_000
/** Read again by each collection: Stripe may list a movement some time after it was made. */
const overlapMs = 3 * day
/** The cursor advances after each step of a long period, so that a collection that fails keeps the steps before. */
const stepMs = 7 * day

/** The provider's fees for our payments, and those of the account: read from its balance transactions, each recorded once. */
export class ProviderFees {
  static readonly needs = {
    database: Database,
    log: EventLog,
    observations: Observations,
    stripe: StripeAccount,
    clock: Clock,
    cursors: FeeCursors,
  }
  readonly #parts: Given<typeof ProviderFees.needs>

  constructor(parts: Given<typeof ProviderFees.needs>) {
    this.#parts = parts
  }

  /**
   * Records the fees that are not in the log yet, beginning where the last collection ended.
   * @returns how many were new
   * @throws AppError unavailable when Stripe does not answer or refuses the key; fees recorded before the error stay.
   */
  async collect(): Promise<number> {
    const now = this.#parts.clock.now()
    let { until: cursor } = await this.#parts.cursors.read()
    let from = cursor ?? (await this.#parts.cursors.beginning())
    let recorded = 0
    while (from !== null && from < now) {
      const until = new Date(Math.min(from.getTime() + stepMs, now.getTime()))
      recorded += await this.#collectBetween(new Date(from.getTime() - overlapMs), until)
      // An older payment was recorded meanwhile and moved the cursor back: the next collection begins there.
      if (!(await this.#parts.cursors.move(cursor, until))) return recorded
      cursor = from = until
    }
    return recorded
  }

  /** Whether the last collection was refused because the key may not read the balance. */
  async isRefused(): Promise<boolean> {
    return (await this.#parts.cursors.read()).refused
  }

  async #collectBetween(since: Date, until: Date): Promise<number> {
    let recorded = 0
    try {
      for await (const page of this.#parts.stripe.movementPages(since, until))
        recorded += await this.#recordPage(page)
    } catch (error) {
      if (isRightMissing(error)) await this.#parts.cursors.refused()
      throw error
    }
    return recorded
  }

  async #recordPage(page: readonly BalanceMovement[]): Promise<number> {
    const movements = page.filter(({ fee }) => fee !== 0)
    const known = await this.#known(movements)
    let recorded = 0
    for (const movement of movements) {
      const { id, intentId } = movement
      if (known.has(id)) continue
      const order = intentId === null ? null : await this.#parts.observations.orderOf(intentId)
      // The payment belongs to another product of the same Stripe account.
      if (intentId !== null && order === null) continue
      if (await this.#record(movement, { intentId, orderId: order?.id ?? null })) recorded += 1
    }
    return recorded
  }

  async #known(movements: readonly BalanceMovement[]): Promise<Set<string>> {
    const rows = await this.#parts.database.sql.query<{ id: string }>(
      'select source_id as id from es.events where stream_id = any($1::text[])',
      [movements.map(({ id }) => feeStreamOf(id))],
    )
    return new Set(rows.map(({ id }) => id))
  }

  async #record(movement: BalanceMovement, of: Pick<FeeData, 'intentId' | 'orderId'>): Promise<boolean> {
    const { id, subject, fee, currency } = movement
    const createdAt = movement.createdAt.toISOString()
    const data: FeeData = { transactionId: id, subject, fee, currency, createdAt, ...of }
    const { duplicate } = await this.#parts.log.append({
      stream: feeStreamOf(id),
      expectedVersion: 0,
      events: [
        {
          type: feeEventType,
          schemaVersion: feeSchemaVersion,
          data,
          source: 'stripe',
          sourceId: id,
          occurredAt: this.#parts.clock.now(),
        },
      ],
      metadata: { actor: 'system:books' },
    })
    return !duplicate
  }
}
