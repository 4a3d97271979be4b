import { AsyncLocalStorage } from 'node:async_hooks'
import type { NumberedKind } from '../domain/document-names.ts'

/** The next number of each kind. */
export type NextNumbers = Record<NumberedKind, number>

/** Makes documents that are issued at `now`, under the numbers that `draw` gives. */
export type Make<D> = (draw: (kind: NumberedKind) => number, now: Date, ahead: boolean) => Promise<D>

/** Documents made before the turn, under numbers that are right if everything before them is stored. */
interface Draft<D> {
  made: D
  now: Date
  year: number | null
  drawn: readonly { kind: NumberedKind; number: number }[]
}

interface Waiting {
  /** Makes the draft, unless it is made already. */
  begin(): void
  forget(): void
}

/** So many of those that wait make their documents ahead. */
const ahead = 4
/** Turns without drafts after one was wrong: twice as many each time, a tenth less after a right one, so that processes that sell side by side seldom make them for nothing. */
const mostPaused = 32

/**
 * Turns in which numbers are taken, one after the other in this process: whoever has the turn knows that nobody else here stores a number.
 * To make a document takes longer than to store it, so it is made before the turn, under the number that is likely. The
 * turn reads the numbers: where they are others (something before it was not stored, another process stored some),
 * the documents are made again in the turn, and so are the drafts of those that wait.
 */
export class NumberTurns {
  readonly #read: (year: number | null) => Promise<NextNumbers>
  readonly #waiting: Waiting[] = []
  #turn: Promise<unknown> = Promise.resolve()
  /** The numbers after everything that is drafted; null while it is not known what is stored. */
  #likely: { year: number | null; next: NextNumbers } | null = null
  /** Turns that are still to go without drafts, of so many. */
  #pause = { left: 0, of: 0 }

  /** @param read the numbers after those that are stored, of a year or, for null, of the one row of all years */
  constructor(read: (year: number | null) => Promise<NextNumbers>) {
    this.#read = read
  }

  /**
   * @param yearOf the year in which numbers of a moment begin anew; null where they never do
   * @param store takes the numbers by storing what was made
   */
  take<D, T>(
    now: () => Date,
    yearOf: (now: Date) => number | null,
    make: Make<D>,
    store: (made: D, now: Date) => Promise<T>,
  ): Promise<T> {
    const inContext = AsyncLocalStorage.snapshot()
    let draft: Promise<Draft<D> | null> | null = null
    const waiting: Waiting = {
      begin: () => {
        draft ??= inContext(() => this.#draft(now(), yearOf, make)).catch(() => null)
      },
      forget: () => {
        draft = null
      },
    }
    this.#waiting.push(waiting)
    this.#lookAhead()
    const mine = this.#turn.then(async () => {
      this.#waiting.shift()
      this.#lookAhead()
      const [drafted, read] = await Promise.all([draft, this.#numbersAt(yearOf(now()))])
      if (drafted !== null && isNext(drafted, read)) {
        this.#pause.of *= 0.9
        return store(drafted.made, drafted.now)
      }
      if (drafted !== null) this.#pauseDrafts()
      this.#forget()
      const at = now()
      const year = yearOf(at)
      const { next } = year === read.year ? read : await this.#numbersAt(year)
      const stored = await store(await make((kind) => next[kind]++, at, false), at)
      this.#likely = { year, next }
      return stored
    })
    this.#turn = mine.then(
      () => {
        this.#pause.left = Math.max(0, this.#pause.left - 1)
        this.#lookAhead()
      },
      () => this.#forget(),
    )
    return mine
  }

  async #draft<D>(now: Date, yearOf: (now: Date) => number | null, make: Make<D>): Promise<Draft<D> | null> {
    const likely = this.#likely
    const year = yearOf(now)
    if (likely === null || likely.year !== year) return null
    const drawn: { kind: NumberedKind; number: number }[] = []
    const draw = (kind: NumberedKind): number => {
      const number = likely.next[kind]++
      drawn.push({ kind, number })
      return number
    }
    return { made: await make(draw, now, true), now, year, drawn }
  }

  async #numbersAt(year: number | null): Promise<{ year: number | null; next: NextNumbers }> {
    return { year, next: await this.#read(year) }
  }

  #pauseDrafts(): void {
    const turns = Math.min(mostPaused, Math.max(1, this.#pause.of * 2))
    this.#pause = { left: Math.round(turns) + 1, of: turns }
  }

  #lookAhead(): void {
    if (this.#likely !== null && this.#pause.left === 0)
      for (const waiting of this.#waiting.slice(0, ahead)) waiting.begin()
  }

  #forget(): void {
    this.#likely = null
    for (const waiting of this.#waiting) waiting.forget()
  }
}

/** Whether a draft has the very numbers that come next. */
function isNext({ year, drawn }: Draft<unknown>, read: { year: number | null; next: NextNumbers }): boolean {
  if (year !== read.year) return false
  const next = { ...read.next }
  return drawn.every(({ kind, number }) => number === next[kind]++)
}
