import type { Customers } from '#modules/identity/index.ts'
import { hasWords, wordPatterns } from '#platform/database/contains-pattern.ts'
import type { Database } from '#platform/database/database.ts'
import { refusedField } from '#platform/kernel/error.ts'
import { plainDigits } from '#platform/kernel/plain.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { documentNumberOf, withoutYear } from '../../domain/document-names.ts'
import { quoteNumberOf } from '../../domain/quote.ts'
import type { OrderStatus } from '../../domain/status.ts'
import { searchedSource } from '../../domain/touches.ts'
import { idsOf, referencesIn } from '../../domain/transfer-reference.ts'
import { type Buyer, buyersOf } from '../../orders/buyers.ts'
import { endOf, momentOf } from '../../orders/order-lists.ts'
import { type OrderSummary, orderColumns } from '../../orders/order-row.ts'
import { typedAmount } from '../../orders/typed-amount.ts'
import type { OrderSums } from './contract.ts'
import { OrderTotals } from './order-totals.ts'

export const orderSorts = ['placed', 'changed', 'total', 'received', 'refunded'] as const
export type OrderSort = (typeof orderSorts)[number]

export interface OrderQuery {
  q?: string | undefined
  status?: OrderStatus | undefined
  flagged?: boolean | undefined
  disputed?: boolean | undefined
  /** Only these orders. */
  among?: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
  sort: OrderSort
  direction: 'asc' | 'desc'
  /** The cursor (`next`) of the previous page; takes precedence over `page`. */
  after?: string | undefined
  page: number
  pageSize: number
}

export interface FoundOrders {
  rows: OrderSummary[]
  total: number
  /** Of everything that matches. */
  sums: OrderSums[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

const sortColumns: Record<OrderSort, { column: string; type: string }> = {
  placed: { column: 'created_at', type: 'timestamptz' },
  changed: { column: 'updated_at', type: 'timestamptz' },
  total: { column: 'total_minor', type: 'bigint' },
  received: { column: 'received_minor', type: 'bigint' },
  refunded: { column: 'refunded_minor', type: 'bigint' },
}
const selected = orderColumns.map(([column, property]) => `${column} as "${property}"`).join(', ')
const mostBuyers = 200
/** As `4242`, `Visa 4242` or `•••• 4242`. */
const lastFour =
  /^(?:visa|mastercard|amex|american express|discover|diners|jcb|unionpay|card)?[\s•·*.x…]*(\d{4})$/i

/** The list of orders for finance: search, filters, sums, and pages by a cursor, each of the same cost. */
export class OrderSearches {
  readonly #database: Database
  readonly #customers: Customers
  readonly #totals: OrderTotals

  constructor(database: Database, customers: Customers) {
    this.#database = database
    this.#customers = customers
    this.#totals = new OrderTotals(database.sql)
  }

  /**
   * `byPerson`: whether the reader may search by name, company and e-mail address of a buyer.
   * @throws AppError invalid `BAD_CURSOR` for an `after` that is not a cursor of this list
   */
  async find(query: OrderQuery, byPerson: boolean): Promise<FoundOrders> {
    const where = new Conditions()
    await this.#filter(where, query, byPerson)
    const filter = where.text
    const filterValues = [...where.values]
    const { column, type } = sortColumns[query.sort]
    const down = query.direction === 'desc'
    if (query.after !== undefined) {
      const { value, id } = cursorOf(query.after, query.sort)
      // The id breaks ties upwards in both directions, as the indexes do.
      where.add(
        (at) =>
          `(${column} ${down ? '<' : '>'} $${at}::${type} or (${column} = $${at}::${type} and id > $${at + 1}::uuid))`,
        value,
        id,
      )
    }
    const offset = query.after === undefined ? (query.page - 1) * query.pageSize : 0
    const [rows, sums] = await Promise.all([
      this.#database.sql.query<
        OrderSummary & Record<'totalMinor' | 'receivedMinor' | 'refundedMinor', unknown>
      >(
        `select ${selected} from commerce_order where ${where.text}
         order by ${column} ${query.direction}, id limit ${query.pageSize + 1} offset ${offset}`,
        where.values,
      ),
      this.#totals.of(filter, filterValues),
    ])
    const page = rows.slice(0, query.pageSize).map(withNumbers)
    const last = page.at(-1)
    return {
      rows: page,
      total: sums.reduce((sum, { orders }) => sum + orders, 0),
      sums,
      next: rows.length > query.pageSize && last !== undefined ? cursorText(last, query.sort) : null,
    }
  }

  /** The buyers of these orders as on their documents, by order id; without erased buyers. */
  async buyersOf(rows: readonly Pick<OrderSummary, 'id'>[]): Promise<Map<string, Buyer>> {
    const stored = await buyersOf(
      this.#database.sql,
      rows.map(({ id }) => id),
    )
    return new Map([...stored].map(([id, { buyer }]) => [id, buyer]))
  }

  async #filter(where: Conditions, query: OrderQuery, byPerson: boolean): Promise<void> {
    const { from, to, status, flagged, disputed, among, q } = query
    if (from !== undefined) where.add((at) => `created_at >= $${at}`, momentOf(from))
    if (to !== undefined) where.add((at) => `created_at < $${at}`, endOf(to))
    if (status !== undefined) where.add((at) => `status = $${at}`, status)
    if (flagged !== undefined) where.add(() => `flags ${flagged ? '<>' : '='} '{}'`)
    if (disputed !== undefined) where.add((at) => `disputed = $${at}`, disputed)
    if (among !== undefined) where.add((at) => `id = any($${at}::uuid[])`, among)
    if (q !== undefined && q !== '') await this.#match(where, q, byPerson)
  }

  /**
   * A source (`first:google`), a whole id, the last eight characters of one, a payment, the reference of a bank transfer, the number of a document or
   * quote, a coupon, the end of a card's number, an amount (asked for or received), or a buyer: name, company, addresses, tax id or purchase order.
   */
  async #match(where: Conditions, typed: string, byPerson: boolean): Promise<void> {
    const from = searchedSource(typed)
    if (from !== null)
      return where.add(
        (at) =>
          `(select ${from.side}_source from commerce_order_touch where order_id = commerce_order.id) is not distinct from $${at}`,
        from.source,
      )
    const q = plainDigits(typed).replace(/^#/, '')
    if (isUuid(q))
      return where.add((at) => `(id = $${at}::uuid or buyer_id = $${at + 1})`, q, q.toLowerCase())
    if (/^pi_\w+$/.test(q)) return where.add((at) => `intent_ids @> array[$${at}]`, q)
    const [reference] = referencesIn(q)
    if (reference !== undefined) {
      const { first, last } = idsOf(reference)
      return where.add((at) => `id between $${at}::uuid and $${at + 1}::uuid`, first, last)
    }
    const document = documentNumberOf(q)
    if (document !== null)
      return where.add(
        (at) =>
          `id in (select order_id from commerce_invoice where kind = $${at} and number = $${at + 1}::int and year = $${at + 2}::int)`,
        document.kind,
        document.number,
        document.year ?? withoutYear,
      )
    const quote = quoteNumberOf(q)
    if (quote !== null)
      return where.add((at) => `id in (select id from commerce_quote where number = $${at}::int)`, quote)
    const amount = typedAmount(q)
    if (amount?.certain) return where.add((at) => hasAmount(at), amount.minor, amount.others)
    const last4 = lastFour.exec(q)?.[1]
    const buyers = byPerson ? await this.#customers.searchByEmail(q, mostBuyers) : []
    where.addAny([
      {
        ids: (
          at,
        ) => `select d.order_id from commerce_discount d join commerce_coupon c on c.id::text = d.discount_id
          where upper(c.code) = upper($${at})`,
        values: [q],
      },
      byPerson && {
        ids: (at) =>
          `select order_id from commerce_order_customer where ${hasWords('search_form', `$${at}`)}`,
        values: [wordPatterns(q)],
      },
      buyers.length > 0 && {
        ids: (at) => `select id from commerce_order where buyer_id = any($${at}::text[])`,
        values: [buyers.map((buyer) => buyer.id)],
      },
      /^[0-9a-f]{8}$/i.test(q) && {
        ids: (at) => `select id from commerce_order where right(id::text, 8) = $${at}`,
        values: [q.toLowerCase()],
      },
      /^\d{1,9}$/.test(q) && {
        ids: (at) => `select id from commerce_order where invoice_number = $${at}::int`,
        values: [Number(q)],
      },
      last4 !== undefined && {
        ids: (at) => `select id from commerce_order where card_last4 @> array[$${at}]`,
        values: [last4],
      },
      amount !== undefined && {
        ids: (at) => `select id from commerce_order where ${hasAmount(at)}`,
        values: [amount.minor, amount.others],
      },
    ])
  }
}

/** Whether the order asks for or has received the amount whose `minor` and `others` are the parameters from `at` on. */
const hasAmount = (at: number): string =>
  `coalesce(($${at + 1}::jsonb ->> currency)::bigint, case when $${at + 1}::jsonb ? currency then null else $${at}::bigint end) in (total_minor, received_minor)`

/** One way to find orders: a statement that selects their ids. Its parameters are numbered from `at` on. */
interface Way {
  ids: (at: number) => string
  values: readonly unknown[]
}

/** Conditions joined by `and`, with their values numbered. */
class Conditions {
  readonly values: unknown[] = []
  readonly #texts: string[] = []

  get text(): string {
    return this.#texts.length === 0 ? 'true' : this.#texts.join(' and ')
  }

  add(text: (at: number) => string, ...values: unknown[]): void {
    this.#texts.push(text(this.values.length + 1))
    this.values.push(...values)
  }

  /** What at least one of the ways finds; those that do not apply are false. */
  addAny(ways: readonly (Way | false)[]): void {
    const statements: string[] = []
    for (const way of ways) {
      if (way === false) continue
      statements.push(way.ids(this.values.length + 1))
      this.values.push(...way.values)
    }
    this.add(() => `id in (${statements.join(' union all ')})`)
  }
}

function withNumbers(row: OrderSummary): OrderSummary {
  return {
    ...row,
    totalMinor: Number(row.totalMinor),
    receivedMinor: Number(row.receivedMinor),
    refundedMinor: Number(row.refundedMinor),
  }
}

function cursorText(row: OrderSummary, sort: OrderSort): string {
  const values: Record<OrderSort, string> = {
    placed: row.createdAt.toISOString(),
    changed: row.updatedAt.toISOString(),
    total: String(row.totalMinor),
    received: String(row.receivedMinor),
    refunded: String(row.refundedMinor),
  }
  return `${values[sort]}~${row.id}`
}

function cursorOf(text: string, sort: OrderSort): { value: string; id: string } {
  const [value = '', id = ''] = text.split('~')
  const shape =
    sort === 'placed' || sort === 'changed' ? /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ : /^\d{1,15}$/
  if (!shape.test(value) || !isUuid(id))
    throw refusedField('BAD_CURSOR', 'after', 'must be the `next` of a page with the same sorting')
  return { value, id }
}
