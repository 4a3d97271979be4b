import { sql } from 'kysely'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { PayoutSightings } from '../../orders/payout-sightings.ts'
import { isAmount, typedAmount } from '../../orders/typed-amount.ts'
import { isRightMissing } from '../../payments/stripe/provider-errors.ts'
import { StripeAccount } from '../../payments/stripe/stripe.ts'
import { lookAtPayout, payoutsSince, type SeenPayout } from '../../payments/stripe/stripe-payouts.ts'
import type { Payout, PayoutItem } from './contract.ts'
import { payoutTables } from './tables.ts'

/** A payout that was paid may still be returned by the bank. */
const recentMs = 60 * 24 * 3_600_000
/** How a payout goes on: what was read earlier never takes the place of what was read later. */
const inOrder = sql`array['pending', 'in_transit', 'paid', 'canceled', 'failed']`

/** Payouts to the bank account with the movements that they are made of, each as Stripe states it. */
export class Payouts extends PayoutSightings {
  static readonly needs = { database: Database, stripe: StripeAccount, clock: Clock }
  readonly #parts: Given<typeof Payouts.needs>

  constructor(parts: Given<typeof Payouts.needs>) {
    super()
    this.#parts = parts
  }

  /** Repeatable, in any order: the items of a payout are complete at Stripe when they are read, and do not change. */
  override async follow(payoutId: string): Promise<void> {
    const seen = await lookAtPayout(this.#parts.stripe, payoutId)
    if (seen === null) return
    const { isReconciled: itemised, amount: amountMinor, ...payout } = seen.payout
    const items = seen.items.map(({ amount, fee, ...item }) => {
      return { ...item, payoutId, amountMinor: amount, feeMinor: fee }
    })
    await this.#parts.database.rawTransaction(async (locked) => {
      const tables = payoutTables(locked)
      await tables
        .insertInto('commerce_payout')
        .values({ ...payout, amountMinor, itemised })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(({ ref }) => ({
              status: ref('excluded.status'),
              failure: ref('excluded.failure'),
              arrivesAt: ref('excluded.arrivesAt'),
              itemised: sql<boolean>`commerce_payout.itemised or excluded.itemised`,
            }))
            .where(
              sql<boolean>`array_position(${inOrder}, excluded.status) >= array_position(${inOrder}, commerce_payout.status)`,
            ),
        )
        .execute()
      if (items.length > 0)
        await tables
          .insertInto('commerce_payout_item')
          .values(items)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    })
  }

  override async followRecent(): Promise<void> {
    const since = new Date(this.#parts.clock.now().getTime() - recentMs)
    const listed = await payoutsSince(this.#parts.stripe, since).catch((error: unknown) => {
      // Asking again would be refused as well, until the key has the right.
      if (isRightMissing(error)) return []
      throw error
    })
    const known = await payoutTables(this.#parts.database.sql)
      .selectFrom('commerce_payout')
      .select(['id', 'status', 'itemised'])
      .where('createdAt', '>=', since)
      .execute()
    const asKnown = new Set(known.map(({ id, status, itemised }) => `${id} ${status} ${itemised}`))
    const isNews = ({ id, status, isReconciled }: SeenPayout) =>
      !asKnown.has(`${id} ${status} ${isReconciled}`)
    for (const { id } of listed.filter(isNews)) await this.follow(id)
  }

  /** One page, the latest first. @param q an amount, or the id of a payout */
  async find({ q, page, pageSize }: { q?: string | undefined; page: number; pageSize: number }) {
    const amount = typedAmount(q?.replace(/^[+-]/, '') ?? '')
    const matching = payoutTables(this.#parts.database.sql)
      .selectFrom('commerce_payout as p')
      .$if(!!q, (rows) =>
        rows.where(({ eb, or, ref }) =>
          or([
            eb('p.id', '=', q!),
            ...(amount ? [isAmount(sql`abs(${ref('p.amountMinor')})`, ref('p.currency'), amount)] : []),
          ]),
        ),
      )
    const [{ total }, rows] = await Promise.all([
      matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
      matching
        .selectAll('p')
        .orderBy('p.arrivesAt', 'desc')
        .orderBy('p.id')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
    ])
    const found = await this.#items(rows.map(({ id }) => id))
    const payouts = rows.map(({ amountMinor, ...row }): Payout => {
      const items = found.filter(({ payoutId }) => payoutId === row.id)
      const explained = items.reduce((sum, { net }) => sum + net, 0)
      const orders = new Set(items.flatMap(({ orderId }) => orderId ?? [])).size
      const rest = row.itemised ? Number(amountMinor) - explained : 0
      return { ...row, amount: Number(amountMinor), items: items.length, orders, rest }
    })
    return { payouts, total: Number(total), page, pageSize }
  }

  /** What a payout is made of, oldest first. Orders are found by their payments, also those that were recorded later. */
  items(payoutId: string): Promise<PayoutItem[]> {
    return this.#items([payoutId])
  }

  async #items(ids: readonly string[]) {
    const rows = itemsOf(this.#parts.database.sql)
    const ofThese = rows.where(({ eb, fn, val }) => eb('i.payoutId', '=', fn.any(val(ids))))
    return (await ofThese.execute()).map(itemView)
  }
}

/** The items of payouts with their orders, as one statement. */
export const itemsOf = (from?: Sql) =>
  payoutTables(from)
    .selectFrom('commerce_payout_item as i')
    .innerJoin('commerce_payout as p', 'p.id', 'i.payoutId')
    .leftJoin('commerce_order as o', (join) =>
      join.on(({ ref }) => sql<boolean>`${ref('o.intentIds')} @> array[${ref('i.intentId')}]`),
    )
    .selectAll('i')
    .select(['o.id as orderId', 'p.currency', 'p.arrivesAt', 'p.status'])
    .orderBy('i.createdAt')
    .orderBy('i.id')

export type ItemRow = Awaited<ReturnType<ReturnType<typeof itemsOf>['execute']>>[number]

export function itemView({ amountMinor, feeMinor, ...row }: ItemRow): PayoutItem & { payoutId: string } {
  const [amount, fee] = [Number(amountMinor), Number(feeMinor)]
  return { ...row, amount, fee, net: amount - fee }
}
