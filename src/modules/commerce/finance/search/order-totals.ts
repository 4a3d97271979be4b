import type { Sql } from '#platform/database/sql.ts'

/** Sums of orders, in minor units. */
export interface OrderSums {
  currency: string
  orders: number
  total: number
  received: number
  refunded: number
}

const mostKept = 100

/**
 * Sums over every order that a filter matches. Adding up is the one part of the list that grows with the number of
 * orders, so it is done once per filter for as long as nothing happened: rows change only together with an event, or
 * when a rebuild puts another table in place.
 */
export class OrderTotals {
  readonly #sql: Sql
  #state = ''
  readonly #known = new Map<string, OrderSums[]>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** @param filter a condition on `commerce_order`; `values` are its numbered parameters */
  async of(filter: string, values: readonly unknown[]): Promise<OrderSums[]> {
    // Asked before adding up: sums may be newer than the state they are kept under, never older.
    const state = await this.#currentState()
    if (state !== this.#state) this.#known.clear()
    this.#state = state
    const key = JSON.stringify([filter, values])
    const known = this.#known.get(key)
    if (known) return known
    const sums = await this.#addUp(filter, values)
    if (this.#state !== state) return sums
    if (this.#known.size >= mostKept) this.#known.clear()
    this.#known.set(key, sums)
    return sums
  }

  async #currentState(): Promise<string> {
    const [row] = await this.#sql.query<{ state: string }>(
      `select position || ' ' || to_regclass('commerce_order')::oid as state from es.head`,
    )
    return row?.state ?? ''
  }

  async #addUp(filter: string, values: readonly unknown[]): Promise<OrderSums[]> {
    const rows = await this.#sql.query<Record<keyof OrderSums, string>>(
      `select currency, count(*) as orders, sum(total_minor) as total, sum(received_minor) as received,
         sum(refunded_minor) as refunded
       from commerce_order where ${filter} group by currency order by currency`,
      values,
    )
    return rows.map(({ currency, orders, total, received, refunded }) => ({
      currency,
      orders: Number(orders),
      total: Number(total),
      received: Number(received),
      refunded: Number(refunded),
    }))
  }
}
