import type { Database } from '#platform/database/database.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Observations } from '../../orders/observations.ts'
import { isRightMissing } from '../../stripe/provider-errors.ts'
import type { StripeAccount } from '../../stripe/stripe.ts'
import type { BalanceMovement } from '../../stripe/stripe-objects.ts'
import { type FeeData, feeEventType, feeSchemaVersion, feeStreamOf } from './fee-event.ts'
import type { FeeMarks } from './fee-mark.ts'

const day = 24 * 3_600_000
/** Read again each time: a movement may be listed a while after it was made. */
const overlapMs = 3 * day
/** The mark moves after so much of a long time, so that a collection which breaks off has not been for nothing. */
const stepMs = 7 * day

/** What the provider kept of our payments: read from its balance, recorded once per movement. */
export class ProviderFees {
  readonly #database: Database
  readonly #log: EventLog
  readonly #observations: Observations
  readonly #stripe: StripeAccount
  readonly #clock: Clock
  readonly #marks: FeeMarks

  constructor(
    database: Database,
    log: EventLog,
    observations: Observations,
    stripe: StripeAccount,
    clock: Clock,
    marks: FeeMarks,
  ) {
    this.#marks = marks
    this.#database = database
    this.#log = log
    this.#observations = observations
    this.#stripe = stripe
    this.#clock = clock
  }

  /**
   * Records the fees that are not in the log yet, from where the last collection ended on. Answers how many were new.
   * @throws AppError unavailable when Stripe does not answer, or may not be asked; what was recorded until then stays.
   */
  async collect(): Promise<number> {
    const now = this.#clock.now()
    let { until: mark } = await this.#marks.read()
    let from = mark ?? (await this.#marks.beginning())
    let recorded = 0
    while (from !== null && from < now) {
      const until = new Date(Math.min(from.getTime() + stepMs, now.getTime()))
      recorded += await this.#collectBetween(new Date(from.getTime() - overlapMs), until)
      // An order learned of an older payment meanwhile: the next collection begins there.
      if (!(await this.#marks.move(mark, until))) return recorded
      mark = from = until
    }
    return recorded
  }

  /** Whether fees are not collected because the key may not read the balance. */
  async isRefused(): Promise<boolean> {
    return (await this.#marks.read()).refused
  }

  async #collectBetween(since: Date, until: Date): Promise<number> {
    let recorded = 0
    try {
      for await (const page of this.#stripe.movementPages(since, until))
        recorded += await this.#recordPage(page)
    } catch (error) {
      if (isRightMissing(error)) await this.#marks.refused()
      throw error
    }
    return recorded
  }

  async #recordPage(page: readonly BalanceMovement[]): Promise<number> {
    const movements = page.filter(({ fee }) => fee !== 0)
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
