import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import {
  type DocumentNumber,
  type NumberedKind,
  numberedKinds,
  withoutYear,
} from '../domain/document-names.ts'
import type { Numbered, PrintedNumbers } from './printed-numbers.ts'
import { documentTables } from './tables.ts'

/** A number that was printed, and that the database does not know. */
export interface LostNumber extends DocumentNumber {
  kind: NumberedKind
  subject: Numbered
}

/** Numbers after the highest known one that are looked at: so many documents may be in a row whose marks could not be stored. */
const mostUnmarked = 50

/** Numbers that a restored database has lost, found by their marks beside the documents. */
export class LostNumbers {
  readonly #database: Database
  readonly #printed: PrintedNumbers
  readonly #clock: Clock

  constructor(database: Database, printed: PrintedNumbers, clock: Clock) {
    this.#database = database
    this.#printed = printed
    this.#clock = clock
  }

  /** In the order of their numbers. */
  async find(): Promise<LostNumber[]> {
    const rows = await documentTables(this.#database.sql)
      .selectFrom('commerce_invoice')
      .select(['kind', 'year', 'number'])
      .execute()
    const known = new Set(rows.map(({ kind, year, number }) => `${kind} ${year} ${number}`))
    const years = new Set([...rows.map(({ year }) => year), withoutYear, this.#clock.now().getUTCFullYear()])
    const lost: LostNumber[] = []
    for (const kind of numberedKinds)
      for (const year of years) {
        const highest = rows.reduce(
          (most, row) => (row.kind === kind && row.year === year ? Math.max(most, row.number) : most),
          0,
        )
        for (let number = 1, unmarked = 0; number <= highest || unmarked < mostUnmarked; number += 1) {
          if (known.has(`${kind} ${year} ${number}`)) continue
          const printed = { number, year: year === withoutYear ? null : year }
          const subject = await this.#printed.subjectOf(kind, printed)
          if (subject !== null) lost.push({ kind, ...printed, subject })
          unmarked = subject === null && number > highest ? unmarked + 1 : 0
        }
      }
    return lost
  }
}
