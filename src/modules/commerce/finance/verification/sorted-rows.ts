/** Rows that are read in pages by a key, for a merge with another list in the same order. */
export class SortedRows<Row> {
  readonly #pages: AsyncIterator<Row[]>
  readonly #keyOf: (row: Row) => string
  #page: Row[] = []
  #at = 0

  constructor(pages: AsyncGenerator<Row[]>, keyOf: (row: Row) => string) {
    this.#pages = pages
    this.#keyOf = keyOf
  }

  /** The next rows up to and including a key; all remaining rows without one. */
  async *upTo(key?: string): AsyncGenerator<Row> {
    for (;;) {
      if (this.#at >= this.#page.length) {
        const { done, value } = await this.#pages.next()
        if (done) return
        this.#page = value
        this.#at = 0
      }
      const row = this.#page[this.#at] as Row
      if (key !== undefined && this.#keyOf(row) > key) return
      this.#at += 1
      yield row
    }
  }
}
