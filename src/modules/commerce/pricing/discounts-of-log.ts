import type { Sql } from '#platform/database/sql.ts'
import { type DerivedTable, differingRows } from '#platform/event-log/derived-tables.ts'
import { couponRows } from './coupon-rows.ts'

/** Each use of a coupon by an order, as the coupon's events have it. */
const uses = `select substring(stream_id from 8) as discount_id, (data->>'orderId')::uuid as order_id,
    min(occurred_at) filter (where type = 'CouponReserved') as taken_at,
    (array_agg(type order by version desc))[1] = 'CouponReserved' as counts,
    (array_agg(occurred_at order by version desc))[1] as last_at,
    (array_agg(data->>'reason' order by version desc))[1] as reason
  from es.events where type in ('CouponReserved', 'CouponReleased') group by 1, 2`

/** What lines of orders and quotes say of their discounts. An order that came of a quote has the quote's id, lines and moment. */
const granted = `select distinct on (order_id, kind, discount_id) * from (
    select substring(e.stream_id from 7)::uuid as order_id, e.type, d->>'kind' as kind, d->>'id' as discount_id,
      sum((d->>'amount')::bigint)::bigint as amount_minor, e.data->>'currency' as currency, e.occurred_at as granted_at
    from es.events e, jsonb_array_elements(e.data->'lines') l, jsonb_array_elements(l->'discounts') d
    where e.type in ('OrderPlaced', 'QuoteIssued') group by 1, 2, 3, 4, 6, 7) x
  order by order_id, kind, discount_id, type desc`

/** An order whose money the bank took keeps its discounts. */
const isOver = `(coalesce(o.status in ('cancelled', 'refunded'), false) and not exists (select from es.events l
    where l.stream_id = 'order-' || g.order_id and l.type = 'DisputeObserved' and l.data->>'state' = 'lost'))
  or (o.id is null and exists (select from es.events l
    where l.stream_id = 'quote-' || g.order_id and l.type = 'QuoteExpired'))`

/** Volume steps have no events of their own: they count as long as their order or quote does. */
const discounts = `select g.order_id, g.kind, g.discount_id, g.amount_minor, g.currency,
    coalesce(u.taken_at, g.granted_at) as taken_at,
    case when g.kind = 'coupon' then not coalesce(u.counts, false) else ${isOver} end as released,
    coalesce(u.last_at, o.updated_at, g.granted_at) as last_at,
    coalesce(u.reason, case when o.id is null then 'quote-ended' else o.status end) as reason
  from (${granted}) g
  left join commerce_order o on o.id = g.order_id
  left join (${uses}) u on g.kind = 'coupon' and u.order_id = g.order_id and u.discount_id = g.discount_id`

const compared = ['order_id', 'kind', 'discount_id', 'amount_minor', 'currency']

/** Checks `commerce_discount`: which discounts orders have, and which of them count. When each was taken or came back is compared for coupons. */
const checks: DerivedTable[] = [
  {
    name: 'commerce_discount',
    from: '(select *, released_at is not null as released from commerce_discount) x',
    key: ['order_id', 'kind', 'discount_id'],
    columns: [...compared, 'released'],
    derivation: `select ${compared.join(', ')}, released from (${discounts}) x`,
  },
  {
    name: 'commerce_discount',
    key: ['order_id', 'discount_id'],
    columns: ['order_id', 'discount_id', 'taken_at', 'released_at', 'reason'],
    from: `(select * from commerce_discount where kind = 'coupon') x`,
    derivation: `select order_id, discount_id, taken_at, case when not counts then last_at end as released_at, reason from (${uses}) x`,
  },
]

/** Coupons and discounts that differ from the log, a sentence each, and how many of either there are. */
export async function checkDiscounts(sql: Sql): Promise<{ faults: string[]; checked: number }> {
  const faults = await couponRows.differing(sql)
  for (const table of checks) faults.push(...(await differingRows(sql, table)))
  const [counted] = await sql.query<{ checked: number }>(
    `select ((select count(*) from commerce_coupon) + (select count(*) from commerce_discount))::int as checked`,
    [],
  )
  return { faults, checked: counted?.checked ?? 0 }
}

/** Fills coupons and discounts from the log, where anything differs. @returns how many rows differed */
export async function restoreDiscounts(sql: Sql): Promise<number> {
  const { faults } = await checkDiscounts(sql)
  if (faults.length === 0) return 0
  await couponRows.restore(sql)
  await sql.query(
    `delete from commerce_discount c where not exists (select from (${discounts}) d
       where (d.order_id, d.kind, d.discount_id) = (c.order_id, c.kind, c.discount_id))`,
    [],
  )
  const takenAgain = 'excluded.released_at is null'
  await sql.query(
    `insert into commerce_discount (${compared.join(', ')}, taken_at, released_at, reason)
     select ${compared.join(', ')}, taken_at, case when released then last_at end, case when released then reason end
       from (${discounts}) d
     on conflict (order_id, kind, discount_id) do update set amount_minor = excluded.amount_minor,
       currency = excluded.currency,
       taken_at = case when excluded.kind = 'coupon' then excluded.taken_at else commerce_discount.taken_at end,
       released_at = case when ${takenAgain} or excluded.kind = 'coupon' then excluded.released_at
         else coalesce(commerce_discount.released_at, excluded.released_at) end,
       reason = case when ${takenAgain} or excluded.kind = 'coupon' then excluded.reason
         else coalesce(commerce_discount.reason, excluded.reason) end`,
    [],
  )
  return faults.length
}
