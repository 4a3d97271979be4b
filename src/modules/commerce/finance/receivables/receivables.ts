import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { printedInvoice } from '../../domain/document-names.ts'
import { nextDue } from '../../domain/dues.ts'
import { covered, openAmount } from '../../domain/payments.ts'
import { buyersOf } from '../../orders/buyers.ts'
import type { Orders } from '../../orders/orders.ts'
import { orderTables } from '../../orders/tables.ts'
import { type Age, type AgeFilter, ages, type Receivable, type ReceivableSum } from './contract.ts'

const day = 24 * 3_600_000
const mostListed = 200
const atOnce = 20

/** Unpaid invoices of orders on invoice. */
export class Receivables {
  readonly #database: Database
  readonly #orders: Orders
  readonly #clock: Clock

  constructor(database: Database, orders: Orders, clock: Clock) {
    this.#database = database
    this.#orders = orders
    this.#clock = clock
  }

  /** The longest overdue first. `age` filters the list, not the sums; buyers are named to those who may see people. */
  async list(
    age: AgeFilter | undefined,
    seesPeople: boolean,
  ): Promise<{ receivables: Receivable[]; total: number; sums: ReceivableSum[] }> {
    const now = this.#clock.now()
    const open = await this.#open(now)
    const matching =
      age === undefined
        ? open
        : open.filter((one) => (age === 'overdue' ? one.age !== 'not-due' : one.age === age))
    const listed = matching.slice(0, mostListed)
    const buyers = await buyersOf(
      this.#database.sql,
      listed.map(({ orderId }) => orderId),
    )
    const receivables: Receivable[] = []
    for (let from = 0; from < listed.length; from += atOnce) {
      const some = listed.slice(from, from + atOnce).map(async (one) => {
        const { order } = await this.#orders.load(one.orderId)
        const dueAt = new Date(nextDue(order, covered(order))?.dueAt ?? now)
        const buyer = seesPeople ? buyers.get(one.orderId)?.buyer : undefined
        const invoiceNumber = printedInvoice(order.invoice)
        return {
          ...one,
          company: buyer?.company ?? null,
          reference: buyer?.reference ?? null,
          openAmount: openAmount(order),
          dueAt,
          invoiceNumber,
          released: order.released !== null,
        }
      })
      receivables.push(...(await Promise.all(some)))
    }
    return { receivables, total: matching.length, sums: sumsOf(open) }
  }

  /** How many are overdue. */
  async countOverdue(): Promise<number> {
    return (await this.#open(this.#clock.now())).filter(({ age }) => age !== 'not-due').length
  }

  async #open(now: Date) {
    const rows = await orderTables(this.#database.sql)
      .selectFrom('commerce_order')
      .select(['id', 'currency', 'seats', 'due_at', 'total_minor', 'received_minor'])
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .orderBy('id')
      .execute()
    return rows.map(({ id, currency, seats, due_at, total_minor, received_minor }) => {
      const totalAmount = Number(total_minor)
      const daysOverdue = overdue(due_at ?? now, now)
      const openAmount = totalAmount - Number(received_minor)
      return { orderId: id, currency, seats, totalAmount, openAmount, daysOverdue, age: ageOf(daysOverdue) }
    })
  }
}

const overdue = (dueAt: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / day))

export function ageOf(daysOverdue: number): Age {
  if (daysOverdue === 0) return 'not-due'
  return daysOverdue <= 30 ? 'to-30' : daysOverdue <= 60 ? 'to-60' : daysOverdue <= 90 ? 'to-90' : 'over-90'
}

function sumsOf(open: readonly Pick<Receivable, 'currency' | 'openAmount' | 'age'>[]): ReceivableSum[] {
  const sums = new Map<string, ReceivableSum>()
  for (const { currency, openAmount: amount, age } of open) {
    const none = Object.fromEntries(ages.map((each) => [each, 0])) as Record<Age, number>
    const sum = sums.get(currency) ?? { currency, count: 0, open: 0, ages: none }
    sum.count += 1
    sum.open += amount
    sum.ages[age] += amount
    sums.set(currency, sum)
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
