import type { Client } from 'pg'

const columns = `id, version, status, open, buyer_id, product_id, product_name, total_minor, received_minor, refunded_minor,
  currency, intent_ids, flags, disputed, invoice_number, invoice_year, seats, created_at, updated_at`

const seats = `coalesce((select sum((line->>'quantity')::int) from jsonb_array_elements(data->'lines') line), 1)`

/**
 * The same rows as the rebuild's, in SQL: the last state of each payment, refund and dispute, then the rules of
 * `domain/payments.ts` and `domain/status.ts`. The last observation replaces the lattice, which is the same in a world
 * where none came late.
 */
export const projected = `
with placed as materialized (
  select stream_id, substring(stream_id from 7) as id, max(version) as version,
    max(data->>'buyerId') filter (where type = 'OrderPlaced') as buyer_id,
    max(coalesce(data->>'productId', data->'lines'->0->>'productId')) filter (where type = 'OrderPlaced') as product_id,
    max(coalesce(data->>'productName', data->'lines'->0->>'productName')) filter (where type = 'OrderPlaced') as product_name,
    max(coalesce(data->>'unitPrice', data->'lines'->0->>'unitPrice')::bigint) filter (where type = 'OrderPlaced') as total,
    max(data->>'currency') filter (where type = 'OrderPlaced') as currency,
    array_agg(distinct data->>'intentId') filter (where type in ('PaymentIntentCreated', 'PaymentIntentObserved')) as intents,
    array_agg(distinct data->>'intentId') filter (where type = 'PaymentIntentCreated'
      or (type = 'PaymentIntentObserved' and data->>'orderId' = substring(stream_id from 7))) as own,
    array_agg(distinct (data->>'reason') || ':' || (data->>'subject')) filter (where type = 'OrderFlagged') as flags,
    max((data->>'number')::int) filter (where type = 'InvoiceIssued') as invoice_number,
    max((data->>'year')::int) filter (where type = 'InvoiceIssued') as invoice_year,
    max(${seats}) filter (where type = 'OrderPlaced') as seats,
    bool_or(type = 'OrderCancelled') as cancelled, min(occurred_at) as created_at, max(occurred_at) as updated_at
  from es.events where stream_id like 'order-%' group by stream_id
), refund as (
  select stream_id, intent_id, coalesce(sum(amount) filter (where state not in ('failed', 'canceled')), 0) as live,
    coalesce(sum(amount) filter (where state = 'succeeded'), 0) as back
  from (
    select distinct on (stream_id, data->>'refundId') stream_id, data->>'intentId' as intent_id, data->>'state' as state,
      (data->>'amount')::bigint as amount
    from es.events where stream_id like 'order-%' and type = 'RefundObserved'
    order by stream_id, data->>'refundId', version desc
  ) last group by stream_id, intent_id
), intent as (
  select distinct on (stream_id, data->>'intentId') stream_id, data->>'intentId' as id, data->>'state' as state, (data->>'amount')::bigint as amount, (data->>'amountReceived')::bigint as received,
    data->>'currency' as currency
  from es.events where stream_id like 'order-%' and type = 'PaymentIntentObserved'
  order by stream_id, data->>'intentId', version desc
), judged as (
  select i.*, i.state = 'succeeded' and i.id = any(t.own) and i.amount = t.total and i.received = t.total
      and i.currency = t.currency as counts, coalesce(r.live, 0) as live, coalesce(r.back, 0) as back
  from intent i join placed t using (stream_id) left join refund r on r.stream_id = i.stream_id and r.intent_id = i.id
), paid as (
  select stream_id, count(*) filter (where state in ('canceled', 'missing')
      or (state = 'succeeded' and not counts and back >= received)) as over,
    coalesce(sum(received) filter (where counts), 0) as received, coalesce(sum(live) filter (where counts), 0) as refunded,
    bool_or(state = 'processing') as processing
  from judged group by stream_id
), dispute as (
  select stream_id, bool_or(state not in ('won', 'warning_closed', 'prevented')) as disputed from (
    select distinct on (stream_id, data->>'disputeId') stream_id, data->>'state' as state
    from es.events where stream_id like 'order-%' and type = 'DisputeObserved'
    order by stream_id, data->>'disputeId', version desc
  ) last group by stream_id
), summed as (
  select t.*, coalesce(p.received, 0) as received, coalesce(p.refunded, 0) as refunded, coalesce(d.disputed, false) as disputed,
    case when coalesce(p.received, 0) >= t.total then case when p.refunded >= p.received then 'refunded' else 'completed' end
      when coalesce(p.over, 0) = coalesce(cardinality(t.intents), 0) and (t.intents is not null or t.cancelled) then 'cancelled'
      when p.processing then 'processing' else 'pending' end as status
  from placed t left join paid p using (stream_id) left join dispute d using (stream_id)
  where t.buyer_id is not null
)
insert into bench_yard (${columns}) select id::uuid, version, status, status in ('pending', 'processing') and not cancelled, buyer_id,
  product_id, product_name, total, received, refunded, currency, coalesce(intents, '{}'), coalesce(flags, '{}'), disputed,
  invoice_number, invoice_year, seats, created_at, updated_at
from summed`

/** Writes the rows of `statement` into a table like the product's, made again. */
export async function fillYardstick(owner: Client, statement: string): Promise<void> {
  await owner.query('drop table if exists bench_yard')
  await owner.query('create table bench_yard (like commerce_order including defaults)')
  await owner.query(statement)
}

/** How many rows of the yardstick differ from the product's. */
export async function yardstickDifferences(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from commerce_order kept full join bench_yard derived using (id)
     where (kept.*) is distinct from (derived.*)`,
  )
  return rows[0]?.count ?? 0
}
