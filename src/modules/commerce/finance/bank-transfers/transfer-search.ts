import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { hasWordsOf } from '#platform/database/contains-pattern.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { documentNumberOf, withoutYear } from '../../domain/document-names.ts'
import { idsOf, referencesIn } from '../../domain/transfer-reference.ts'
import { documentTables } from '../../invoices/tables.ts'
import { isAmount, typedAmount } from '../../orders/typed-amount.ts'
import type { TransferTables } from '../../payments/bank-transfers/tables.ts'

type Transfers = Pick<
  TransferTables,
  'commerce_transfer' | 'commerce_transfer_sender' | 'commerce_transfer_use'
>

/**
 * What a transfer is found by: its id, an order that has a part of it (its id, the last eight characters of that, its
 * reference or its invoice), its amount, and by those who may see people also its sender and text.
 */
export function transferMatches(q: string, seesPeople: boolean): Expression<SqlBool> {
  const { eb, or } = expressionBuilder<Transfers, 'commerce_transfer'>()
  const usedBy = (order: Expression<SqlBool>) =>
    eb(
      'commerce_transfer.id',
      'in',
      eb.selectFrom('commerce_transfer_use as u').select('u.transferId').where(order),
    )
  const use = expressionBuilder<{ u: Transfers['commerce_transfer_use'] }, 'u'>()
  if (isUuid(q)) return or([eb('commerce_transfer.id', '=', q), usedBy(use('u.orderId', '=', q))])
  const [reference] = referencesIn(q)
  const document = documentNumberOf(q)
  const amount = typedAmount(q)
  const ways: Expression<SqlBool>[] = []
  if (reference !== undefined) {
    const { first, last } = idsOf(reference)
    ways.push(usedBy(use.between('u.orderId', first, last)))
  }
  if (document !== null)
    ways.push(
      usedBy(
        use(
          'u.orderId',
          'in',
          documentTables()
            .selectFrom('commerce_invoice')
            .select('order_id')
            .where('kind', '=', document.kind)
            .where('number', '=', document.number)
            .where('year', '=', document.year ?? withoutYear),
        ),
      ),
    )
  if (/^[0-9a-f]{8}$/i.test(q)) ways.push(usedBy(sql`right(u.order_id::text, 8) = ${q.toLowerCase()}`))
  if (amount !== undefined)
    ways.push(isAmount(eb.ref('commerce_transfer.amountMinor'), eb.ref('commerce_transfer.currency'), amount))
  if (seesPeople && !amount?.certain) ways.push(sentBy(q))
  return or(ways)
}

/** By name, text or account; people type an account in groups of four. */
function sentBy(q: string): Expression<SqlBool> {
  const eb = expressionBuilder<Transfers, 'commerce_transfer'>()
  const compact = q.replaceAll(/\s/g, '')
  const isAccount = compact !== q && /^[a-z]{2}\d{2}[a-z\d]+$/i.test(compact)
  return eb(
    'commerce_transfer.id',
    'in',
    eb
      .selectFrom('commerce_transfer_sender as s')
      .select('s.transferId')
      .where(hasWordsOf(sql.ref('s.search_form'), isAccount ? compact : q)),
  )
}
