import type { Sql } from '#platform/database/sql.ts'
import { referenceOf, referencesIn } from '../domain/transfer-reference.ts'
import { transferTables } from './tables.ts'

/**
 * Empties what entries of statements, and transfers that no order has, say of a person: those that name one of the person's
 * orders by its reference, come from an account that paid one, or arrived in the cash balance of one.
 */
export async function forgetEntries(sql: Sql, userId: string): Promise<void> {
  const tables = transferTables(sql)
  const orders = await tables
    .selectFrom('commerce_order')
    .select('id')
    .where('buyer_id', '=', userId)
    .execute()
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  const references = new Set(ids.map(referenceOf))
  const paid = await tables
    .selectFrom('commerce_transfer_use as u')
    .innerJoin('commerce_transfer_sender as s', 's.transfer_id', 'u.transfer_id')
    .select('s.account')
    .where('u.order_id', 'in', ids)
    .execute()
  const accounts = new Set(paid.flatMap(({ account }) => (account === null ? [] : [account])))
  const isTheirs = (of: { remittance: string; account: string | null }): boolean =>
    (of.account !== null && accounts.has(of.account)) ||
    referencesIn(of.remittance).some((each) => references.has(each))
  const entries = await tables
    .selectFrom('commerce_transfer_unmatched')
    .select(['key', 'remittance', 'account'])
    .where('remittance', '<>', '')
    .execute()
  const keys = entries.filter(isTheirs).map(({ key }) => key)
  if (keys.length > 0)
    await tables
      .updateTable('commerce_transfer_unmatched')
      .set({ remittance: '', account: null })
      .where('key', 'in', keys)
      .execute()
  const unused = await tables
    .selectFrom('commerce_transfer_sender as s')
    .select(['s.transfer_id', 's.remittance', 's.account'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('commerce_transfer_use as u')
            .select('u.use_id')
            .whereRef('u.transfer_id', '=', 's.transfer_id'),
        ),
      ),
    )
    .execute()
  const inBalance = await tables
    .selectFrom('commerce_stripe_transfer as t')
    .innerJoin('commerce_bank_payment as b', 'b.customer_id', 't.customer_id')
    .select('t.transfer_id')
    .where('b.order_id', 'in', ids)
    .execute()
  const transfers = [...unused.filter(isTheirs), ...inBalance].map(({ transfer_id: id }) => id)
  if (transfers.length > 0)
    await tables.deleteFrom('commerce_transfer_sender').where('transfer_id', 'in', transfers).execute()
}
