import type { Database } from '#platform/database/database.ts'
import { idsOf, referenceOf } from '../domain/transfer-reference.ts'
import type { Reversible } from './reversals.ts'
import type { StatementEntry } from './statement.ts'
import { transferTables } from './tables.ts'

/** The orders with a reference: one, or two in a thousand million; then none. */
export async function ordersOf({ sql }: Database, reference: string): Promise<string[]> {
  const { first, last } = idsOf(reference)
  const rows = await transferTables(sql)
    .selectFrom('commerce_order')
    .select('id')
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
  const found = rows.map(({ id }) => id).filter((id) => referenceOf(id) === reference)
  return found.length === 1 ? found : []
}

export async function isRecorded({ sql }: Database, id: string): Promise<boolean> {
  const found = transferTables(sql).selectFrom('commerce_transfer').select('id').where('id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}

/** Whether something became of a transfer already. */
export async function wasUsed({ sql }: Database, id: string): Promise<boolean> {
  const tables = transferTables(sql)
  const use = tables.selectFrom('commerce_transfer_use').select('use_id').where('transfer_id', '=', id)
  const back = tables.selectFrom('commerce_transfer_return').select('return_id').where('transfer_id', '=', id)
  const found = await Promise.all([use.executeTakeFirst(), back.executeTakeFirst()])
  return found.some((each) => each !== undefined)
}

export async function isReturned({ sql }: Database, returnId: string): Promise<boolean> {
  const found = transferTables(sql)
    .selectFrom('commerce_transfer_return')
    .select('return_id')
    .where('return_id', '=', returnId)
  return (await found.executeTakeFirst()) !== undefined
}

/** What a reversal of this amount may be about: transfers on the own account of which nothing went back. */
export async function reversibleBy(
  { sql }: Database,
  { amount, currency }: Pick<StatementEntry, 'amount' | 'currency'>,
): Promise<Reversible[]> {
  const stored = await transferTables(sql)
    .selectFrom('commerce_transfer as t')
    .leftJoin('commerce_transfer_sender as s', 's.transfer_id', 't.id')
    .select(['t.id', 't.booked_on', 's.remittance', 's.account'])
    .where('t.source', '=', 'statement')
    .where('t.amount_minor', '=', amount)
    .where('t.currency', '=', currency)
    .where('t.returned_minor', '=', 0)
    .execute()
  return stored.map(({ id, booked_on: bookedOn, remittance, account }) => {
    return { id, amount, currency, bookedOn, remittance: remittance ?? '', senderAccount: account }
  })
}

/** As people compare what was written: letters and digits. */
const compact = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The transfer that a file of the other kind, or one whose columns were read otherwise, brought and this entry tells again: of the
 * same day and amount, with the same words. Whatever column they were taken from, they stand in the line.
 * @param taken those that other entries of this file tell again
 */
export async function toldOtherwise(
  { sql }: Database,
  { amount, currency, bookedOn, remittance, format, line }: StatementEntry,
  taken: ReadonlySet<string>,
): Promise<string | null> {
  const own = compact(remittance)
  const words = compact(line?.words ?? '')
  const stored = await transferTables(sql)
    .selectFrom('commerce_transfer as t')
    .innerJoin('commerce_transfer_sender as s', 's.transfer_id', 't.id')
    .select(['t.id', 's.remittance', 's.format', 's.reading'])
    .where('t.source', '=', 'statement')
    .where('t.booked_on', '=', bookedOn)
    .where('t.amount_minor', '=', amount)
    .where('t.currency', '=', currency)
    .orderBy('t.id')
    .execute()
  const same = stored.find(({ id, remittance: text, format: kind, reading }) => {
    const other = compact(text)
    if (taken.has(id)) return false
    if ((kind ?? 'camt') === format)
      return line !== undefined && reading !== line.reading && words.includes(other)
    return own !== '' && other !== '' && (other.includes(own) || own.includes(other))
  })
  return same?.id ?? null
}
