/** Rows that come in pages in the order of a key, to be walked beside another list in the same order. */
export class SortedRows<Row> {
  readonly #pages: AsyncIterator<Row[]>
  readonly #keyOf: (row: Row) => string
  #page: Row[] = []
  #at = 0

  constructor(pages: AsyncGenerator<Row[]>, keyOf: (row: Row) => string) {
    this.#pages = pages
    this.#keyOf = keyOf
  }

  /** The rows up to a key that were not taken before, the key included; all that are left without one. */
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
