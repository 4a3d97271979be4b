import type { Sql } from '#platform/database/sql.ts'
import { whileNothingIsAppended } from '#platform/event-log/derived-tables.ts'
import { checkDiscounts, restoreDiscounts } from '../prices/discounts-of-log.ts'
import { checkQuotes, restoreQuotes } from './quotes-of-log.ts'

/** Compares coupons, their uses, discounts and quotes with the log, and accepted quotes with their orders. */
export async function checkPrices(sql: Sql): Promise<{ faults: string[]; checked: number }> {
  const [discounts, quotes] = [await checkDiscounts(sql), await checkQuotes(sql)]
  return {
    faults: [...discounts.faults, ...quotes.faults],
    checked: discounts.checked + quotes.checked,
  }
}

/**
 * Fills the tables of coupons, discounts and quotes anew from the log where a row differs. The list of orders must be right already.
 * @param url the database's address as the owner's role
 * @returns how many rows differed
 */
export const rebuildPrices = (url: string): Promise<number> =>
  whileNothingIsAppended(url, async (sql) => (await restoreDiscounts(sql)) + (await restoreQuotes(sql)))
