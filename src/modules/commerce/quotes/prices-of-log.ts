import type { Sql } from '#platform/database/sql.ts'
import { whileNothingIsAppended } from '#platform/event-log/derived-tables.ts'
import { checkDiscounts, restoreDiscounts } from '../pricing/discounts-of-log.ts'
import { quoteRows } from './quote-writes.ts'

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

/** Quotes that differ from the log, a sentence each, and how many quotes there are. */
async function checkQuotes(sql: Sql): Promise<{ faults: string[]; checked: number }> {
  const faults = await quoteRows.differing(sql)
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

/** Compares coupons, their uses, discounts and quotes with the log, and accepted quotes with their orders. */
export async function checkPrices(sql: Sql): Promise<{ faults: string[]; checked: number }> {
  const [discounts, quotes] = [await checkDiscounts(sql), await checkQuotes(sql)]
  return {
    faults: [...discounts.faults, ...quotes.faults],
    checked: discounts.checked + quotes.checked,
  }
}

/**
 * Fills the tables of coupons, discounts and quotes again from the log where a row differs. The list of orders must be right already.
 * @param url the database's address as the owner's role
 * @returns how many rows differed
 */
export const rebuildPrices = (url: string): Promise<number> =>
  whileNothingIsAppended(url, async (sql) => (await restoreDiscounts(sql)) + (await quoteRows.restore(sql)))
