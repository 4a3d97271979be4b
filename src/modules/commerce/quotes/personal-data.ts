import type { Database } from '#platform/database/database.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { quoteName } from '../domain/quote.ts'
import { quoteTables } from './tables.ts'

/** What quotes say about the people who asked for them. The log and the list keep numbers, ids and amounts. */
export class QuotePersonalData extends PersonalData {
  readonly name = 'quotes'
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async export(person: Person): Promise<unknown> {
    const rows = await quoteTables(this.#database.sql)
      .selectFrom('commerce_quote as q')
      .innerJoin('commerce_quote_person as p', 'p.quoteId', 'q.id')
      .selectAll()
      .where('q.ownerId', '=', person.userId)
      .orderBy('q.number')
      .execute()
    return rows.map((row) => ({
      number: quoteName(row.number),
      status: row.status,
      product: row.productName,
      seats: row.seats,
      total: toDecimal(row.totalMinor, row.currency),
      currency: row.currency,
      issuedAt: row.issuedAt.toISOString(),
      validUntil: row.validUntil.toISOString(),
      name: `${row.firstName} ${row.lastName}`.trim(),
      email: row.email,
      company: row.company,
      address: [row.addressLine1, row.addressLine2, row.postalCode, row.city, row.region, row.country].filter(
        (line) => line !== '',
      ),
      taxId: row.taxId,
      acceptedBy: row.acceptedBy,
      forwardedBy: row.forwardedBy,
      reference: row.reference,
    }))
  }

  /** Their links lead nowhere then. */
  override async erase(person: Person): Promise<void> {
    await quoteTables(this.#database.sql)
      .deleteFrom('commerce_quote_person')
      .where('ownerId', '=', person.userId)
      .execute()
  }
}
