import { Database } from '#platform/database/database.ts'
import { csvHead, csvLine } from '#platform/export/csv.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { unknownSource } from '../../domain/touches.ts'
import { LeadSources } from '../../index.ts'
import { endOf, momentOf } from '../../orders/order-lists.ts'
import { noFigures } from './book-lines.ts'
import { Books } from './books.ts'
import type { SourceLine, SourcesQuery } from './contract.ts'
import { netOf } from './movements.ts'
import { spanOf } from './period.ts'
import { financeTables } from './tables.ts'

const [always, never] = [momentOf('1900-01-01'), momentOf('9998-01-01')]
const amounts = ['received', 'refunded', 'other', 'net'] as const
const summed = ['leads', 'orders', ...amounts] as const

/** Leads, orders and the money of the books, by where they came from. */
export class SourceLines {
  static readonly needs = { database: Database, books: Books, leads: LeadSources }
  readonly #parts: Given<typeof SourceLines.needs>

  constructor(parts: Given<typeof SourceLines.needs>) {
    this.#parts = parts
  }

  /** The largest net first. Every entry of the books, order and lead of the period is in exactly one line of a currency. */
  async of({ touch, ...period }: SourcesQuery): Promise<SourceLine[]> {
    const { database, books, leads } = this.#parts
    await books.catchUp()
    const span = spanOf(period, await books.timeZone())
    const from = period.from === undefined ? always : momentOf(period.from)
    const to = period.to === undefined ? never : endOf(period.to)
    const [counts, entries, orders] = await Promise.all([
      leads.counts(from, to, touch),
      financeTables(database.sql)
        .selectFrom('commerce_book_entry as b')
        .leftJoin('commerce_order_touch as t', 't.order_id', 'b.order_id')
        .select(({ fn }) => [
          `t.${touch}_source as source`,
          'b.currency',
          'b.kind',
          fn.sum('b.amount_minor').as('sum'),
        ])
        .where('b.booked_at', '>=', span.from ?? always)
        .where('b.booked_at', '<', span.to ?? never)
        .groupBy([`t.${touch}_source`, 'b.currency', 'b.kind'])
        .execute(),
      financeTables(database.sql)
        .selectFrom('commerce_order as o')
        .leftJoin('commerce_order_touch as t', 't.order_id', 'o.id')
        .select(({ fn }) => [`t.${touch}_source as source`, 'o.currency', fn.countAll().as('count')])
        .where('o.created_at', '>=', from)
        .where('o.created_at', '<', to)
        .groupBy([`t.${touch}_source`, 'o.currency'])
        .execute(),
    ])
    const moneyIn = [...entries, ...orders].map(({ currency }) => currency)
    const found = new Map<
      string,
      { source: string | null; currency: string; orders: number; figures: ReturnType<typeof noFigures> }
    >()
    const lineOf = (source: string | null, currency: string) => {
      const key = `${currency} ${source}`
      const line = found.get(key) ?? { source, currency, orders: 0, figures: noFigures() }
      found.set(key, line)
      return line
    }
    // Unassigned money belongs to no order, also when it is applied to one: that takes it from the unassigned.
    for (const { source, currency, kind, sum } of entries)
      lineOf(kind === 'unassigned' ? null : source, currency).figures[kind] += Number(sum)
    for (const { source, currency, count } of orders) lineOf(source, currency).orders = Number(count)
    for (const source of counts.keys())
      for (const currency of moneyIn.length > 0 ? moneyIn : ['usd']) lineOf(source, currency)
    return [...found.values()]
      .map(({ source, figures, ...line }) => {
        const { received, refunded } = figures
        const [net, leads] = [netOf(figures), counts.get(source) ?? 0]
        const other = net - received + refunded
        return { ...line, source: source ?? unknownSource, leads, received, refunded, other, net }
      })
      .sort((a, b) => a.currency.localeCompare(b.currency) || b.net - a.net || b.leads - a.leads)
  }
}

/** All lines of each currency as one. */
export function sumsOf(lines: readonly SourceLine[]): SourceLine[] {
  const sums = new Map<string, SourceLine>()
  for (const line of lines) {
    const sum = sums.get(line.currency)
    if (sum) for (const name of summed) sum[name] += line[name]
    else sums.set(line.currency, { ...line, source: 'all' })
  }
  return [...sums.values()]
}

/** The lines as a file. */
export const sourcesFile = (lines: readonly SourceLine[]): string =>
  csvHead(['source', 'currency', ...summed]) +
  lines
    .map((line) => {
      const { source, currency, leads, orders } = line
      return csvLine([
        source,
        currency,
        leads,
        orders,
        ...amounts.map((name) => toDecimal(line[name], currency)),
      ])
    })
    .join('')
