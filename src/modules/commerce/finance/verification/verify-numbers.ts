import type { Snapshot } from '#platform/database/snapshot.ts'
import type { Fact } from '#platform/event-log/event-log.ts'
import { numberedBy, withoutYear } from '../../domain/document-names.ts'
import { orderEventOf } from '../../domain/events.ts'
import { evolve, newOrder } from '../../domain/order.ts'
import type { TaxBasis } from '../../domain/tax.ts'
import type { NumberLostData } from '../log/log-restores.ts'
import { Faults } from './faults.ts'
import { SortedRows } from './sorted-rows.ts'

interface Row {
  kind: string
  /** `withoutYear` for numbers that do not begin again each year. */
  year: number
  number: number
  orderId: string
  refundId: string | null
  issuedAt: Date
  currency: string | null
  /** Minor units as text; net and tax are null for a document of a release that did not record them. */
  net: string | null
  tax: string | null
  total: string | null
  /** Country, buyers and treatment, as its tax was decided. */
  basis: string
}

/** A set of issued numbers, one bit each. */
class IssuedNumbers {
  highest = 0
  #bits = new Uint8Array(1_024)

  has(number: number): boolean {
    return ((this.#bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0
  }

  add(number: number): void {
    if (number >> 3 >= this.#bits.length) {
      const longer = new Uint8Array(Math.max(this.#bits.length * 2, (number >> 3) + 1))
      longer.set(this.#bits)
      this.#bits = longer
    }
    this.#bits[number >> 3] = (this.#bits[number >> 3] ?? 0) | (1 << (number & 7))
    this.highest = Math.max(this.highest, number)
  }
}

/** Milliseconds allowed between the dates of a number and of its event. */
const sameDate = 60_000

/** Compares the rows of numbers with the events that issued them, and looks for gaps and for numbers issued twice. */
export class NumberCheck {
  readonly found = new Faults()
  readonly #rows: SortedRows<Row>
  /** A row of numbers by kind and year. */
  readonly #issued = new Map<string, { kind: string; year: number; numbers: IssuedNumbers }>()
  /** A valid number is never higher than the number of events. */
  readonly #most: number

  constructor(snapshot: Snapshot, events: number) {
    this.#most = events
    this.#rows = new SortedRows(
      snapshot.pages<Row>(`select kind, year, number, order_id as "orderId", refund_id as "refundId",
        issued_at as "issuedAt", currency, net_minor as net, tax_minor as tax, total_minor as total,
        concat_ws(' ', country, buyers, treatment) as basis
        from commerce_invoice order by order_id, kind, year, number`),
      ({ orderId }) => orderId,
    )
  }

  async order(id: string, facts: readonly Fact[]): Promise<void> {
    const issued = new Map<string, Row>()
    const placed = placedIn(facts)
    for (const { type, data, occurredAt } of facts) {
      const kind = numberedBy[type]
      if (kind === undefined) continue
      const of = kind === 'invoice' ? data.correctionId : data.refundId
      const refundId = of === undefined ? null : String(of)
      const year = Number(data.year ?? withoutYear)
      const number = Number(data.number)
      const amounts = amountsOf(data, placed)
      const row = { kind, year, number, orderId: id, refundId, issuedAt: occurredAt, ...amounts }
      this.#note(row)
      issued.set(nameOf(row), row)
    }
    for await (const row of this.#rows.upTo(id)) {
      const event = row.orderId === id ? issued.get(nameOf(row)) : undefined
      if (event === undefined) {
        this.found.add(`${nameOf(row)} is not the one the log knows`)
        continue
      }
      issued.delete(nameOf(row))
      if (row.refundId !== event.refundId)
        this.found.add(`${nameOf(row)} is of refund ${row.refundId}, by the log of ${event.refundId}`)
      if (amountsIn(row) !== amountsIn(event))
        this.found.add(`${nameOf(row)} is over ${amountsIn(row)}, by the log ${amountsIn(event)}`)
      if (Math.abs(row.issuedAt.getTime() - event.issuedAt.getTime()) > sameDate)
        this.found.add(
          `${nameOf(row)} is dated ${row.issuedAt.toISOString()}, by the log ${event.issuedAt.toISOString()}`,
        )
    }
    for (const row of issued.values())
      this.found.add(`${nameOf(row)} of order ${id} has no row of its number`)
  }

  /** A number that was printed for something that is lost: no gap, and no document of the log may have it. */
  lost({ kind, year, number, orderId }: NumberLostData): void {
    const row = { kind, year: year ?? withoutYear, number, orderId }
    const series = this.#seriesOf(row)
    if (series.has(number)) this.found.add(`${nameOf(row)} was recorded as lost, and is in the log`)
    else series.add(number)
  }

  async end(): Promise<void> {
    for await (const row of this.#rows.upTo()) this.found.add(`${nameOf(row)} is not the one the log knows`)
    for (const { kind, year, numbers } of this.#issued.values())
      for (let number = 1; number <= numbers.highest; number += 1)
        if (!numbers.has(number)) this.found.add(`${nameOf({ kind, year, number })} is missing in the log`)
  }

  #seriesOf({ kind, year }: Pick<Row, 'kind' | 'year'>): IssuedNumbers {
    const series = `${kind} ${year}`
    const { numbers } = this.#issued.get(series) ?? { numbers: new IssuedNumbers() }
    this.#issued.set(series, { kind, year, numbers })
    return numbers
  }

  #note(row: Row): void {
    this.found.checked += 1
    const numbers = this.#seriesOf(row)
    if (!Number.isSafeInteger(row.number) || row.number < 1 || row.number > this.#most)
      this.found.add(`${nameOf(row)} of order ${row.orderId} cannot be a number that was given out`)
    else if (numbers.has(row.number))
      this.found.add(`${nameOf(row)} is in the log twice, the second time at order ${row.orderId}`)
    else numbers.add(row.number)
  }
}

type Amounts = Pick<Row, 'currency' | 'net' | 'tax' | 'total' | 'basis'>

/** The amounts in the event of a document; only the total where the others were not recorded. */
function amountsOf(data: Record<string, unknown>, placed: ReturnType<typeof placedIn>): Amounts {
  const printed = (data.printed ?? {}) as Partial<
    Record<'currency' | 'net' | 'tax' | 'total', string | number>
  > & { basis?: TaxBasis }
  const { country, buyers, treatment } = printed.basis ?? {}
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value))
  return {
    currency: text(printed.currency ?? data.currency ?? placed?.currency),
    net: text(printed.net),
    tax: text(printed.tax),
    total: text(printed.total ?? data.amount ?? placed?.total),
    basis: [country, buyers, treatment].filter(Boolean).join(' '),
  }
}

/** The total with which the order was placed; null when the event cannot be read, which is reported elsewhere. */
function placedIn(facts: readonly Fact[]): { total: number; currency: string } | null {
  const placed = facts.find(({ type }) => type === 'OrderPlaced')
  try {
    return placed === undefined ? null : evolve(newOrder(''), orderEventOf(placed)).placed
  } catch {
    return null
  }
}

/** `250000 usd (210084 and 39916 tax) DE person taxed` in minor units. */
const amountsIn = ({ currency, net, tax, total, basis }: Amounts): string =>
  `${total} ${currency} (${net} and ${tax} tax) ${basis}`.trim()

/** `invoice 7`, or `invoice 7 of 2026` for a number of a year. */
const nameOf = ({ kind, year, number }: Pick<Row, 'kind' | 'year' | 'number'>): string =>
  year === withoutYear ? `${kind} ${number}` : `${kind} ${number} of ${year}`
