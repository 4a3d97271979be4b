import type { Database } from '#platform/database/database.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Observations } from '../orders/observations.ts'
import type { StripeAccount } from '../stripe/stripe.ts'
import type { BalanceMovement } from '../stripe/stripe-objects.ts'
import { type FeeData, feeEventType, feeSchemaVersion, feeStreamOf } from './fee-event.ts'

const day = 24 * 3_600_000

/** What the provider kept of our payments: read from its balance, recorded once per movement. */
export class ProviderFees {
  readonly #database: Database
  readonly #log: EventLog
  readonly #observations: Observations
  readonly #stripe: StripeAccount
  readonly #clock: Clock

  constructor(
    database: Database,
    log: EventLog,
    observations: Observations,
    stripe: StripeAccount,
    clock: Clock,
  ) {
    this.#database = database
    this.#log = log
    this.#observations = observations
    this.#stripe = stripe
    this.#clock = clock
  }

  /** Records the fees of the last `days` days that are not in the log yet. Answers how many were new. */
  async collect(days: number): Promise<number> {
    const since = new Date(this.#clock.now().getTime() - days * day)
    const movements = (await this.#stripe.movementsSince(since)).filter(({ fee }) => fee !== 0)
    const known = await this.#known(movements)
    let recorded = 0
    for (const movement of movements) {
      if (known.has(movement.id) || movement.intentId === null) continue
      const order = await this.#observations.orderOf(movement.intentId)
      // A payment of another product of the same account: its fees are not ours.
      if (order === null) continue
      if (await this.#record(movement, { intentId: movement.intentId, orderId: order.id })) recorded += 1
    }
    return recorded
  }

  async #known(movements: readonly BalanceMovement[]): Promise<Set<string>> {
    const rows = await this.#database.sql.query<{ id: string }>(
      'select source_id as id from es.events where stream_id = any($1::text[])',
      [movements.map(({ id }) => feeStreamOf(id))],
    )
    return new Set(rows.map(({ id }) => id))
  }

  async #record(movement: BalanceMovement, of: { intentId: string; orderId: string }): Promise<boolean> {
    const { id, subject, fee, currency } = movement
    const createdAt = movement.createdAt.toISOString()
    const data: FeeData = { transactionId: id, subject, fee, currency, createdAt, ...of }
    const { duplicate } = await this.#log.append({
      stream: feeStreamOf(id),
      expectedVersion: 0,
      events: [
        {
          type: feeEventType,
          schemaVersion: feeSchemaVersion,
          data,
          source: 'stripe',
          sourceId: id,
          occurredAt: this.#clock.now(),
        },
      ],
      metadata: { actor: 'system:books' },
    })
    return !duplicate
  }
}
