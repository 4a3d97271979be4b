import type { Snapshot } from '#platform/database/snapshot.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { type NumberedKind, printedNumber } from '../../domain/document-names.ts'
import { type Period, spanOf } from '../books/period.ts'
import { type RegisterRow, registered, rowsOf } from '../register/document-register.ts'

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
]

/** The register of documents, newest first; amounts of a credit note are negative. */
export async function* documentLines(
  snapshot: Snapshot,
  { period, kind }: { period: Period; kind?: NumberedKind | undefined },
): AsyncGenerator<readonly (string | null)[]> {
  yield columns
  const { sql, parameters } = rowsOf(undefined, { kind, ...spanOf(period, 'UTC') }).compile()
  for await (const page of snapshot.pages<RegisterRow>(sql, parameters)) {
    for (const document of page.map(registered)) {
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
      ]
    }
  }
}
