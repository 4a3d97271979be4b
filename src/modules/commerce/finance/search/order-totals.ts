import type { Sql } from '#platform/database/sql.ts'
import { KeptSums } from '../books/kept-sums.ts'
import type { OrderSums } from './contract.ts'

/** Sums over every order that a filter matches. */
export class OrderTotals {
  readonly #sql: Sql
  readonly #kept: KeptSums<OrderSums[]>

  constructor(sql: Sql) {
    this.#sql = sql
    this.#kept = new KeptSums(sql)
  }

  /** @param filter a condition on `commerce_order`; `values` are its numbered parameters */
  of(filter: string, values: readonly unknown[]): Promise<OrderSums[]> {
    return this.#kept.of(JSON.stringify([filter, values]), () => this.#addUp(filter, values))
  }

  async #addUp(filter: string, values: readonly unknown[]): Promise<OrderSums[]> {
    const rows = await this.#sql.query<Record<keyof OrderSums, string>>(
      `select currency, count(*) as orders, sum(total_minor) as "totalAmount", sum(received_minor) as "receivedAmount",
         sum(refunded_minor) as "refundedAmount"
       from commerce_order where ${filter} group by currency order by currency`,
      values,
    )
    return rows.map(({ currency, orders, totalAmount, receivedAmount, refundedAmount }) => ({
      currency,
      orders: Number(orders),
      totalAmount: Number(totalAmount),
      receivedAmount: Number(receivedAmount),
      refundedAmount: Number(refundedAmount),
    }))
  }
}
