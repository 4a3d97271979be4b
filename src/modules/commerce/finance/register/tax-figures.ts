import { type SqlBool, sql as text } from 'kysely'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Settings } from '#platform/settings/settings.ts'
import { taxOf } from '../../domain/tax.ts'
import { documentTables } from '../../invoices/tables.ts'
import { taxRules } from '../../tax/tax-settings.ts'
import type { Span } from '../books/period.ts'
import type { taxFigures } from './contract-tax.ts'

export type TaxFigure = OutputOf<typeof taxFigures>['lines'][number]

/** The months of documents (UTC) by country, buyers, treatment and rate. Their sums are those of the register. */
export async function taxFiguresOf(sql: Sql, { from, to }: Span): Promise<TaxFigure[]> {
  const groups = await documentTables(sql)
    .selectFrom('commerce_invoice')
    .select(({ fn }) => [
      text<string>`to_char(issued_at at time zone 'UTC', 'YYYY-MM')`.as('month'),
      text<SqlBool>`coalesce(refund_id !~ '^(cancellation|correction)-', false)`.as('isRefund'),
      ...(['kind', 'country', 'buyers', 'treatment', 'percent', 'currency'] as const),
      fn.countAll<string>().as('documents'),
      fn.sum<string | null>('net_minor').as('net'),
      fn.sum<string | null>('tax_minor').as('tax'),
      fn.sum<string | null>('total_minor').as('gross'),
    ])
    .$if(from !== undefined, (rows) => rows.where('issued_at', '>=', from!))
    .$if(to !== undefined, (rows) => rows.where('issued_at', '<', to!))
    .groupBy(['month', 'isRefund', 'kind', 'country', 'buyers', 'treatment', 'percent', 'currency'])
    .orderBy('month', 'desc')
    .orderBy('country')
    .orderBy('buyers')
    .execute()
  const lines = new Map<string, TaxFigure>()
  for (const { kind, isRefund, documents, net, tax, gross, ...of } of groups) {
    const key = JSON.stringify(of)
    const none = { documents: 0, net: 0, tax: 0, gross: 0, credited: 0, refunded: 0 }
    const line = lines.get(key) ?? { ...of, currency: of.currency ?? '', ...none }
    const sign = kind === 'credit-note' ? -1 : 1
    line.documents += Number(documents)
    line.net += sign * Number(net)
    line.tax += sign * Number(tax)
    line.gross += sign * Number(gross)
    if (kind !== 'invoice') line.credited -= sign * Number(gross)
    if (kind !== 'invoice' && isRefund) line.refunded -= sign * Number(gross)
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** Sales by country, and those to which no rate of the table applies. */
export class TaxFigures {
  static readonly needs = { database: Database, settings: Settings, clock: Clock }
  readonly #parts: Given<typeof TaxFigures.needs>

  constructor(parts: Given<typeof TaxFigures.needs>) {
    this.#parts = parts
  }

  lines(span: Span): Promise<TaxFigure[]> {
    return taxFiguresOf(this.#parts.database.sql, span)
  }

  /** How many kinds of buyers and countries were sold to without a rate in the table, and have none still. */
  async withoutRate(): Promise<number> {
    const { database, settings, clock } = this.#parts
    const rules = await taxRules(settings)
    const sold = await documentTables(database.sql)
      .selectFrom('commerce_invoice')
      .select(['country', 'buyers'])
      .distinct()
      .where('treatment', '=', 'no-rule')
      .execute()
    const day = clock.now().toISOString().slice(0, 10)
    return sold.filter(({ country, buyers }) => {
      const buyer = { country, kind: buyers ?? 'person', idCountry: null }
      return taxOf(rules, buyer, day).basis.treatment === 'no-rule'
    }).length
  }
}
