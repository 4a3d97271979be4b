import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { refusedField } from '#platform/kernel/error.ts'
import { documentNumberOf, type NumberedKind, withoutYear } from '../../domain/document-names.ts'
import { documentTables } from '../../invoices/tables.ts'
import { KeptSums } from '../books/kept-sums.ts'
import type { Span } from '../books/period.ts'
import type { RegisterSum } from './contract.ts'

export interface RegisterQuery extends Span {
  kind?: NumberedKind | undefined
  /** The number of one document, as a person typed it. */
  q?: string | undefined
}

/** A row of the register. Amounts are minor units, negative for a credit note. */
export interface Registered {
  kind: NumberedKind
  number: number
  year: number | null
  issuedAt: Date
  orderId: string
  refundId: string | null
  currency: string
  net: number | null
  tax: number | null
  total: number
  /** Null once the buyer is erased. */
  buyer: { name: string; company: string | null } | null
  /** The PDF was deleted at the end of its term. */
  isDeleted: boolean
}

/** Numbered documents as they were issued, with the buyers they were issued to. */
export class DocumentRegister {
  readonly #database: Database
  readonly #sums: KeptSums<RegisterSum[]>

  constructor(database: Database) {
    this.#database = database
    this.#sums = new KeptSums(database.sql)
  }

  /**
   * One page, newest first, and the sums of all pages.
   * @throws AppError invalid `BAD_NUMBER` when `q` is not the number of a document
   */
  async find(
    query: RegisterQuery,
    page: number,
    pageSize: number,
  ): Promise<{ documents: Registered[]; sums: RegisterSum[] }> {
    const { sql } = this.#database
    const [rows, sums] = await Promise.all([
      rowsOf(sql, query)
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      this.#sums.of(JSON.stringify(query), () => sumsOf(sql, query)),
    ])
    return { documents: rows.map(registered), sums }
  }
}

/** The rows of a register, newest first, as one statement. */
export const rowsOf = (sql: Sql | undefined, query: RegisterQuery) =>
  matching(sql, query)
    .leftJoin('commerce_order_customer as buyer', 'buyer.order_id', 'issued.order_id')
    .leftJoin('commerce_document_deletion as gone', (join) =>
      join
        .onRef('gone.kind', '=', 'issued.kind')
        .onRef('gone.year', '=', 'issued.year')
        .onRef('gone.number', '=', 'issued.number'),
    )
    .select([
      'issued.kind',
      'issued.number',
      'issued.year',
      'issued.issued_at',
      'issued.order_id',
      'issued.refund_id',
      'issued.currency',
      'issued.net_minor',
      'issued.tax_minor',
      'issued.total_minor',
      'buyer.first_name',
      'buyer.last_name',
      'buyer.company',
      'gone.deleted_at',
    ])
    .orderBy('issued.issued_at', 'desc')
    .orderBy('issued.kind')
    .orderBy('issued.year', 'desc')
    .orderBy('issued.number', 'desc')

export type RegisterRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

export function registered(row: RegisterRow): Registered {
  const signed = (minor: number | null) =>
    minor === null ? null : row.kind === 'credit-note' ? 0 - Number(minor) : Number(minor)
  return {
    kind: row.kind,
    number: row.number,
    year: row.year === withoutYear ? null : row.year,
    issuedAt: row.issued_at,
    orderId: row.order_id,
    refundId: row.refund_id,
    currency: row.currency ?? '',
    net: signed(row.net_minor),
    tax: signed(row.tax_minor),
    total: signed(row.total_minor) ?? 0,
    buyer:
      row.last_name === null ? null : { name: `${row.first_name} ${row.last_name}`, company: row.company },
    isDeleted: row.deleted_at !== null,
  }
}

function matching(sql: Sql | undefined, { kind, from, to, q }: RegisterQuery) {
  const one = q === undefined || q === '' ? undefined : documentNumberOf(q)
  if (one === null)
    throw refusedField('BAD_NUMBER', 'q', 'must be the number of a document, such as INV-000001')
  return documentTables(sql)
    .selectFrom('commerce_invoice as issued')
    .$if(kind !== undefined, (rows) => rows.where('issued.kind', '=', kind!))
    .$if(from !== undefined, (rows) => rows.where('issued.issued_at', '>=', from!))
    .$if(to !== undefined, (rows) => rows.where('issued.issued_at', '<', to!))
    .$if(one !== undefined, (rows) =>
      rows
        .where('issued.kind', '=', one!.kind)
        .where('issued.number', '=', one!.number)
        .where('issued.year', '=', one!.year ?? withoutYear),
    )
}

async function sumsOf(sql: Sql, query: RegisterQuery): Promise<RegisterSum[]> {
  const groups = await matching(sql, query)
    .select(({ fn }) => [
      'issued.kind',
      'issued.currency',
      fn.countAll<string>().as('documents'),
      fn.count<string>('issued.tax_minor').as('taxed'),
      fn.sum<string | null>('issued.net_minor').as('net'),
      fn.sum<string | null>('issued.tax_minor').as('tax'),
      fn.sum<string | null>('issued.total_minor').as('total'),
    ])
    .groupBy(['issued.kind', 'issued.currency'])
    .orderBy('issued.currency')
    .execute()
  const sums = new Map<string, RegisterSum>()
  for (const group of groups) {
    const currency = group.currency ?? ''
    const sum = sums.get(currency) ?? { currency, documents: 0, net: 0, tax: 0, total: 0 }
    const sign = group.kind === 'credit-note' ? -1 : 1
    const isTold = group.taxed === group.documents
    sum.documents += Number(group.documents)
    sum.net = isTold && sum.net !== null ? sum.net + sign * Number(group.net) : null
    sum.tax = isTold && sum.tax !== null ? sum.tax + sign * Number(group.tax) : null
    sum.total += sign * Number(group.total)
    sums.set(currency, sum)
  }
  return [...sums.values()]
}
