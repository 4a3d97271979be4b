import type { Sql } from '#platform/database/sql.ts'
import { referenceOf, referencesIn } from '../../domain/transfer-reference.ts'
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
    .where('buyerId', '=', userId)
    .execute()
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  const references = new Set(ids.map(referenceOf))
  const paid = await tables
    .selectFrom('commerce_transfer_use as u')
    .innerJoin('commerce_transfer_sender as s', 's.transferId', 'u.transferId')
    .select('s.account')
    .where('u.orderId', 'in', ids)
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
    .select(['s.transferId', 's.remittance', 's.account'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('commerce_transfer_use as u')
            .select('u.useId')
            .whereRef('u.transferId', '=', 's.transferId'),
        ),
      ),
    )
    .execute()
  const inBalance = await tables
    .selectFrom('commerce_stripe_transfer as t')
    .innerJoin('commerce_bank_payment as b', 'b.customerId', 't.customerId')
    .select('t.transferId')
    .where('b.orderId', 'in', ids)
    .execute()
  const transfers = [...unused.filter(isTheirs), ...inBalance].map(({ transferId: id }) => id)
  if (transfers.length > 0)
    await tables.deleteFrom('commerce_transfer_sender').where('transferId', 'in', transfers).execute()
}
