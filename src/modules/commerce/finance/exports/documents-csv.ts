import type { Snapshot } from '#platform/database/snapshot.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { documentTables } from '../../documents/tables.ts'
import { type NumberedKind, printedNumber } from '../../domain/document-names.ts'
import { type Period, spanOf } from '../books/period.ts'
import { type RegisterRow, registered, rowsOf } from '../register/document-register.ts'
import { dueDatesOf } from './finance-csv.ts'

const columns = [
  'number',
  'date (UTC)',
  'kind',
  'customer',
  'company',
  'order_id',
  'currency',
  'net',
  'tax',
  'total',
  'seats',
  'organization_id',
  'due (UTC)',
]

/** The register of documents, newest first; amounts of a credit note are negative. */
export async function* documentLines(
  snapshot: Snapshot,
  { period, kind }: { period: Period; kind?: NumberedKind | undefined },
): AsyncGenerator<readonly (string | number | null)[]> {
  yield columns
  const { sql, parameters } = rowsOf(undefined, { kind, ...spanOf(period, 'UTC') }).compile()
  for await (const page of snapshot.pages<RegisterRow>(sql, parameters)) {
    const ids = page.map(({ order_id }) => order_id)
    const [orders, dues] = await Promise.all([ordersOf(snapshot, ids), dueDatesOf(snapshot, ids)])
    for (const document of page.map(registered)) {
      const order = orders.get(document.orderId)
      const due = document.kind === 'invoice' ? dues.get(document.orderId) : undefined
      const { currency, net, tax, total, buyer } = document
      yield [
        printedNumber(document.kind, document),
        document.issuedAt.toISOString().slice(0, 10),
        document.kind,
        buyer?.name ?? null,
        buyer?.company ?? null,
        document.orderId,
        currency,
        net === null ? null : toDecimal(net, currency),
        tax === null ? null : toDecimal(tax, currency),
        toDecimal(total, currency),
        order?.seats ?? null,
        order?.organization_id ?? null,
        due?.slice(0, 10) ?? null,
      ]
    }
  }
}

/** The number of seats that an order bought, and its organization. */
async function ordersOf(snapshot: Snapshot, ids: readonly string[]) {
  const rows = await documentTables(snapshot)
    .selectFrom('commerce_order')
    .select(['id', 'seats', 'organization_id'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
