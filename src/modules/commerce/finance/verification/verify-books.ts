import type { Snapshot } from '#platform/database/snapshot.ts'
import type { BookEntry } from '../books/book-entries.ts'
import { Faults } from './faults.ts'
import { type BookedFact, entryText } from './orders-of-log.ts'

const withoutEvent = `select b.position::float8 as position, count(*)::int as entries from commerce_book_entry b
  left join es.events e using (position) where e.position is null group by 1 order by 1`

/** Compares the stored entries of the books with the entries that follow from the log. */
export class BookCheck {
  readonly found = new Faults()
  readonly #snapshot: Snapshot
  /** The position up to which the books have read the log. */
  readonly #booked: number

  private constructor(snapshot: Snapshot, booked: number) {
    this.#snapshot = snapshot
    this.#booked = booked
  }

  static async begin(snapshot: Snapshot): Promise<BookCheck> {
    const [cursor] = await snapshot.query<{ position: number }>(
      'select position::float8 as position from commerce_book_mark where id = 1',
    )
    return new BookCheck(snapshot, cursor?.position ?? 0)
  }

  /** @param entries the entries of the event that follow from the log */
  event(fact: BookedFact, entries: readonly BookEntry[]): void {
    const booked = fact.position <= this.#booked
    const expected = booked ? entries.map(entryText).sort().join('|') : ''
    const stored = fact.entries?.split('|').sort().join('|') ?? ''
    if (stored !== '') this.found.checked += stored.split('|').length
    if (stored === expected) return
    const where = booked
      ? `event ${fact.position}`
      : `event ${fact.position}, which is behind the last booked one`
    this.found.add(`the books hold ${inWords(stored)} for ${where}; by the log it is ${inWords(expected)}`)
  }

  /** @param end the position of the newest event */
  async end(end: number): Promise<void> {
    // The next events would not be booked.
    if (this.#booked > end)
      this.found.add(`the books were made up to event ${this.#booked}, and the newest event is ${end}`)
    for await (const page of this.#snapshot.pages<{ position: number; entries: number }>(withoutEvent))
      for (const { position, entries } of page)
        this.found.add(`the books hold ${entries} entries for event ${position}, which is not in the log`)
  }
}

/** `received 250000 usd` in minor units, for each entry. */
const inWords = (entries: string): string =>
  entries === ''
    ? 'nothing'
    : entries
        .split('|')
        .map((entry) => {
          const [kind, currency, amount, orderId, at] = entry.split(' ')
          return `${kind} ${amount} ${currency} of ${orderId === 'none' ? 'no order' : `order ${orderId}`} at ${new Date(Number(at) / 1000).toISOString()}`
        })
        .join(' and ')
