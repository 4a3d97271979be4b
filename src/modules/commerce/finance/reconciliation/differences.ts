import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import {
  type DifferenceKind,
  type DifferenceState,
  differenceKinds,
  differenceStates,
  type Finding,
  saysOf,
} from '../../domain/difference.ts'
import { evolve, intentIds } from '../../domain/order.ts'
import { type Author, actorName } from '../../orders/author.ts'
import type { Learned } from '../../orders/observations.ts'
import { financeTables } from '../books/tables.ts'
import type { financeReconciliation } from './contract.ts'

/** A stored finding, and how it was settled. */
export type Difference = Omit<OutputOf<typeof financeReconciliation>['open'][number], 'action'>

const columns = [
  'id',
  'intent_id as intentId',
  'order_id as orderId',
  'kind',
  'log_says as logSays',
  'stripe_says as stripeSays',
  'cause',
  'state',
  'found_at as foundAt',
  'settled_at as settledAt',
  'settled_by as settledBy',
] as const

/** Findings of comparisons, one row per payment that differs, and how people or the product settled them. */
export class Differences {
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(database: Database, clock: Clock, ids: Ids) {
    this.#database = database
    this.#clock = clock
    this.#ids = ids
  }

  /** Stores a finding of a comparison. False when a person has settled exactly this finding before. */
  async found(runId: string, finding: Finding): Promise<boolean> {
    const { intentId, orderId, kind, logSays, stripeSays } = finding
    const rows = await this.#database.sql.query(
      `insert into commerce_difference (intent_id, order_id, kind, log_says, stripe_says, cause, state, id, run_id, found_at)
       select $1::text, $2::text, $3::text, $4::text, $5::text, ${causes}, 'open', $6::uuid, $7::uuid, $8::timestamptz
       where not exists (select from commerce_difference where intent_id = $1 and kind = $3 and log_says = $4
         and stripe_says = $5 and state in ('recorded', 'foreign') and kind not in ('behind-stripe', 'missing-in-log', 'lost-order'))
       on conflict (intent_id) where state = 'open' do update set run_id = excluded.run_id, order_id = excluded.order_id,
         kind = excluded.kind, log_says = excluded.log_says, stripe_says = excluded.stripe_says, cause = excluded.cause
       returning id`,
      [intentId, orderId, kind, logSays, stripeSays, this.#ids.uuid(), runId, this.#clock.now()],
    )
    return rows.length > 0
  }

  /** Closes open differences of payments that a whole comparison found to be equal. */
  async closeOthers(compared: readonly string[], found: readonly string[]): Promise<void> {
    const differing = new Set(found)
    await runWrites(this.#database.sql, [
      this.#caughtUp(compared.filter((intentId) => !differing.has(intentId))),
    ])
  }

  /** Closes the open difference of a payment about which a person had nothing left to record. */
  caughtUp(intentId: string): Write[] {
    return [this.#caughtUp([intentId])]
  }

  /** `settled_by` is the actor of the last event of the order: a late webhook, the return page, the reconciler. */
  #caughtUp(intentIds: readonly string[]): Write {
    return {
      text: `update commerce_difference d set state = 'automatic', settled_at = $2, settled_by = coalesce((
  select metadata->>'actor' from es.events where stream_id = 'order-' || d.order_id order by version desc limit 1),
  'system:reconciliation') where state = 'open' and intent_id = any($1::text[])`,
      values: [intentIds, this.#clock.now()],
    }
  }

  /** Lists what the product records by itself as a difference; committed with the recorded events. */
  automatic(intentId: string, { before, news }: Learned, author: Author): Write[] {
    if (news.length === 0) return []
    const { order } = before
    const after = news.reduce(evolve, order)
    return [
      {
        // An open difference of the payment is closed below. Without one, the correction is listed once as a row of its own.
        text: `insert into commerce_difference (intent_id, order_id, kind, log_says, stripe_says, cause, state, id, found_at,
settled_at, settled_by) select $1::text, $2::text, $3::text, $4::text, $5::text, ${causes}, 'automatic', $6::uuid,
$7::timestamptz, $7::timestamptz, $8::text
where not exists (select from commerce_difference where intent_id = $1 and state = 'open')
on conflict (intent_id, md5(log_says || ' / ' || stripe_says)) where state = 'automatic' and run_id is null do nothing`,
        values: [
          intentId,
          order.id,
          intentIds(order).includes(intentId) ? 'behind-stripe' : 'missing-in-log',
          saysOf(order, intentId),
          saysOf(after, intentId),
          this.#ids.uuid(),
          this.#clock.now(),
          actorName(author.actor),
        ],
      },
      ...this.settled(intentId, 'automatic', actorName(author.actor)),
    ]
  }

  /** Closes the open difference of a payment; commits with the events that settle it. */
  settled(intentId: string, state: Exclude<DifferenceState, 'open'>, by: string): Write[] {
    return [
      {
        text: `update commerce_difference set state = $2, settled_at = $3, settled_by = $4 where intent_id = $1 and state = 'open'`,
        values: [intentId, state, this.#clock.now(), by],
      },
    ]
  }

  get #differences() {
    return financeTables(this.#database.sql).selectFrom('commerce_difference')
  }

  async get(id: string): Promise<Difference | null> {
    return (await this.#differences.select(columns).where('id', '=', id).executeTakeFirst()) ?? null
  }

  /** Open ones, oldest first; only those behind `after` when it is given. */
  open(limit: number, after?: Difference): Promise<Difference[]> {
    return this.#differences
      .select(columns)
      .where('state', '=', 'open')
      .$if(after !== undefined, (behind) =>
        behind.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('found_at', 'id'), '>', tuple(after!.foundAt, after!.id)),
        ),
      )
      .orderBy('found_at')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** All open ones, without a limit, read in pages. */
  async allOpen(): Promise<Difference[]> {
    const all: Difference[] = []
    for (;;) {
      const page = await this.open(500, all.at(-1))
      all.push(...page)
      if (page.length < 500) return all
    }
  }

  /** Settled ones, newest first. */
  settledLast(limit: number): Promise<Difference[]> {
    return this.#differences
      .select(columns)
      .where('state', '<>', 'open')
      .orderBy('settled_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  /** How many are open, by kind. */
  async countOpen(): Promise<Record<DifferenceKind, number>> {
    const rows = await this.#differences
      .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
      .where('state', '=', 'open')
      .groupBy('kind')
      .execute()
    const found = new Map(rows.map(({ kind, count }) => [kind, count]))
    return Object.fromEntries(differenceKinds.map((kind) => [kind, found.get(kind) ?? 0])) as Record<
      DifferenceKind,
      number
    >
  }

  async counts(): Promise<Record<DifferenceState, number>> {
    const rows = await this.#differences
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute()
    const found = new Map(rows.map(({ state, count }) => [state, count]))
    return Object.fromEntries(differenceStates.map((state) => [state, found.get(state) ?? 0])) as Record<
      DifferenceState,
      number
    >
  }
}

/** The error for a finding that no longer holds. */
export function changed(): AppError {
  return new AppError('conflict', 'DIFFERENCE_CHANGED', 'Stripe says something else by now. Compare again.')
}

/** SQL expression: the state of the webhooks about a payment ($1), as the cause why the log lacks its news. */
const webhookCause = `coalesce((
  select case
    when status = 'failed' then 'A webhook about this payment arrived and could not be applied: ' || last_error || '.'
    when status = 'parked' then 'A webhook about this payment arrived and waits: ' || last_error || '.'
    when status = 'new' then 'A webhook about this payment arrived and is being applied.'
    else 'The last webhook about this payment came ' || to_char(received_at at time zone 'UTC', 'Mon FMDD, YYYY, HH24:MI:SS')
      || ' UTC and was applied; what is new since then was not announced.' end
  from commerce_stripe_inbox where intent_id = $1
  order by status in ('failed', 'parked', 'new') desc, received_at desc limit 1),
  'No webhook about this payment has arrived.')`

/**
 * SQL expression: the probable cause of a difference of kind $3 in a payment ($1) of an order ($2). It is evaluated when
 * the difference is stored, because it depends on rows of that moment.
 */
const causes = `case $3::text
  when 'missing-in-log' then 'The payment carries the id of this order, which never heard of it: the answer to making it was lost, or it was made elsewhere. ' || ${webhookCause}
  when 'behind-stripe' then ${webhookCause} || case when exists (
    select from commerce_order_check where order_id::text = $2) then ' The product asks about this order again by itself.' else '' end
  when 'ahead-of-stripe' then 'The log holds money of this payment that Stripe does not. Check the integrity of the log, and which Stripe account is configured.'
  when 'missing-at-stripe' then 'The configured Stripe account has no such payment: keys of another account or mode were used when it was made.'
  when 'lost-order' then 'The payment carries the signature of this site: the order was placed here, and the log does not hold it. The database was restored from a backup made before the order was placed.'
  else 'The payment carries the mark of this product and the id of an order that is not in the log, and no signature of this site: another installation uses the same Stripe account.'
end`
