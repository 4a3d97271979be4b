import { shareOf } from '../../domain/printed.ts'

/** By how much a day changed what an order has deferred, in minor units net of tax; `undated` is a part of the balance. */
export interface Deferral {
  kind: 'invoiced' | 'credited' | 'recognized' | 'undated'
  day: string
  amount: number
}

/** What the order bought for one person, and what of its price is not earned yet. */
interface Part {
  /** The last day of each week; none without a place. */
  weekEnds: readonly string[]
  /** Ended by a refund. */
  closed: boolean
  deferred: number
}

/**
 * The deferred income of one order; days are given in their order. What is deferred is earned in equal parts at the ends of the weeks that
 * are left at that moment: a new date or a document never changes what was earned before. Only a credit note over more than is
 * deferred takes earned income back. The documents of a day are one change, so that one which replaces another moves nothing.
 */
export class DeferredOrder {
  readonly #parts = new Map<number, Part>()
  readonly #moved: (kind: Deferral['kind'], day: string, amount: number) => void
  #day = ''
  #documents = 0
  #undated = 0

  /** @param moved is told of every change other than zero; the days of one call may be in any order */
  constructor(moved: (deferral: Deferral) => void) {
    this.#moved = (kind, day, amount) => void (amount !== 0 && moved({ kind, day, amount }))
  }

  /** An invoice, a credit note, or a debit note, which is a negative credit. */
  document(day: string, kind: 'invoiced' | 'credited', net: number): void {
    this.upTo(day)
    this.#documents += kind === 'invoiced' ? net : -net
    this.#moved(kind, day, net)
  }

  /** @param seat tells the people of one order apart */
  place(day: string, seat: number, change: Omit<Part, 'deferred'>): void {
    this.upTo(day)
    this.#parts.set(seat, { ...change, deferred: this.#parts.get(seat)?.deferred ?? 0 })
  }

  /** Earns what is earned before a day, if nothing else happens until then. */
  upTo(day: string): void {
    if (day <= this.#day) return
    if (this.#day !== '') this.#settle()
    for (const part of this.#parts.values())
      for (const [index, end] of part.weekEnds.entries())
        if (end >= this.#day && end < day)
          this.#earn(part, end, Math.round(part.deferred / (part.weekEnds.length - index)))
    this.#day = day
  }

  /** Changes the parts by what the day was, which is known by now. Closed parts give first; what is kept of them is earned. */
  #settle(): void {
    if (this.#parts.size === 0) this.#parts.set(0, { weekEnds: [], closed: false, deferred: 0 })
    const parts = [...this.#parts.values()]
    const [closed, live] = [parts.filter((part) => part.closed), parts.filter((part) => !part.closed)]
    let left = Math.max(0, -this.#documents)
    if (this.#documents > 0) share(live.length > 0 ? live : closed, this.#documents, () => 1)
    for (const group of left > 0 ? [closed, live] : [])
      left -= share(group, -Math.min(left, sumOf(group)), ({ deferred }) => deferred)
    this.#moved('recognized', this.#day, -left)
    for (const part of parts)
      if ((part.weekEnds.at(-1) ?? this.#day) < this.#day || (part.closed && this.#documents < 0))
        this.#earn(part, this.#day, part.deferred)
    this.#documents = 0
    const undated = sumOf(parts.filter(({ weekEnds }) => weekEnds.length === 0))
    this.#moved('undated', this.#day, undated - this.#undated)
    this.#undated = undated
  }

  #earn(part: Part, day: string, amount: number): void {
    part.deferred -= amount
    this.#moved('recognized', day, amount)
  }
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { deferred }) => sum + deferred, 0)

/** Gives each part its share of an amount, within one minor unit. @returns the amount without its sign */
function share(parts: readonly Part[], amount: number, weightOf: (part: Part) => number): number {
  const weights = parts.map(weightOf)
  const [size, whole] = [Math.abs(amount), weights.reduce((sum, weight) => sum + weight, 0)]
  let before = 0
  for (const [index, part] of parts.entries()) {
    const after = before + (weights[index] ?? 0)
    part.deferred += Math.sign(amount) * (shareOf(size, after, whole) - shareOf(size, before, whole))
    before = after
  }
  return size
}
