import type { Sql } from '#platform/database/sql.ts'
import { type DerivedTable, differingRows } from '#platform/event-log/derived-tables.ts'

const line = `jsonb_array_elements(i.data->'lines') l`
const less = `(select coalesce(sum((d->>'amount')::bigint), 0) from jsonb_array_elements(l->'discounts') d)`

/** The list of quotes. Who asked, who accepted and the link lie beside the log, and are nobody's to make anew. */
const quotes: DerivedTable = {
  name: 'commerce_quote',
  key: ['id'],
  columns: [
    ...['id', 'number', 'owner_id', 'organization_id', 'product_name', 'seats', 'total_minor', 'currency'],
    ...['status', 'issued_at', 'valid_until', 'ended_at'],
  ],
  derivation: `select substring(i.stream_id from 7)::uuid as id, (i.data->>'number')::int as number,
      i.data->>'ownerId' as owner_id, (i.data->>'organizationId')::uuid as organization_id,
      i.data->'lines'->0->>'productName' as product_name,
      (select sum((l->>'quantity')::int) from ${line})::int as seats,
      (select sum(greatest(0, (l->>'quantity')::bigint * (l->>'unitPrice')::bigint - ${less})) from ${line})::bigint
        as total_minor,
      i.data->>'currency' as currency,
      case when a.type is not null then 'accepted' when x.type is not null then 'expired' else 'open' end as status,
      i.occurred_at as issued_at, (i.data->>'validUntil')::timestamptz as valid_until,
      coalesce(a.occurred_at, x.occurred_at) as ended_at
    from es.events i
    left join es.events a on a.stream_id = i.stream_id and a.type = 'QuoteAccepted'
    left join es.events x on x.stream_id = i.stream_id and x.type = 'QuoteExpired'
    where i.type = 'QuoteIssued'`,
}

/** Accepted quotes beside the orders that came of them. */
const orders = `select i.data->>'number' as number, substring(i.stream_id from 7) as id, o.stream_id is null as missing,
    o.data->'lines' is distinct from i.data->'lines' or o.data->>'currency' is distinct from i.data->>'currency' as lines,
    o.data->>'organizationId' is distinct from i.data->>'organizationId' as payer,
    o.data->>'buyerId' is distinct from i.data->>'ownerId' as buyer
  from es.events a join es.events i on i.stream_id = a.stream_id and i.type = 'QuoteIssued'
  left join es.events o on o.stream_id = 'order-' || substring(a.stream_id from 7) and o.type = 'OrderPlaced'
  where a.type = 'QuoteAccepted' order by 1`

/** Numbers of quotes begin with 1 and have no gap. */
const gaps = `select n from generate_series(1, (select max((data->>'number')::int) from es.events where type = 'QuoteIssued')) n
  where n not in (select (data->>'number')::int from es.events where type = 'QuoteIssued')`

/** What of quotes is not as the log tells, a sentence each, and how many quotes there are. */
export async function checkQuotes(sql: Sql): Promise<{ faults: string[]; checked: number }> {
  const faults = await differingRows(sql, quotes)
  type Accepted = { number: string; id: string } & Record<'missing' | 'lines' | 'payer' | 'buyer', boolean>
  for (const { number, id, ...wrong } of await sql.query<Accepted>(orders, [])) {
    const name = `quote ${number} (${id})`
    if (wrong.missing) faults.push(`${name} is accepted, and there is no order of its id`)
    else if (wrong.lines) faults.push(`${name} is accepted, and its order has other lines or amounts`)
    else if (wrong.payer || wrong.buyer) faults.push(`${name} is accepted, and its order is somebody else's`)
  }
  for (const { n } of await sql.query<{ n: number }>(gaps, [])) faults.push(`there is no quote ${n}`)
  const [counted] = await sql.query<{ checked: number }>(
    `select count(*)::int as checked from es.events where type = 'QuoteIssued'`,
    [],
  )
  return { faults, checked: counted?.checked ?? 0 }
}

/** Makes the list of quotes what the log tells, where it differs. @returns how many rows differed */
export async function restoreQuotes(sql: Sql): Promise<number> {
  const differing = await differingRows(sql, quotes)
  if (differing.length === 0) return 0
  await sql.query('delete from commerce_quote', [])
  await sql.query(`insert into commerce_quote (${quotes.columns.join(', ')}) ${quotes.derivation}`, [])
  return differing.length
}
