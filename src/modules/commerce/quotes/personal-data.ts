import type { Database } from '#platform/database/database.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { quoteName } from '../domain/quote.ts'
import { quoteTables } from './tables.ts'

/** What quotes say about whoever asked for them. The log and the list keep numbers, ids and amounts. */
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
      .innerJoin('commerce_quote_person as p', 'p.quote_id', 'q.id')
      .selectAll()
      .where('q.owner_id', '=', person.userId)
      .orderBy('q.number')
      .execute()
    return rows.map((row) => ({
      number: quoteName(row.number),
      status: row.status,
      product: row.product_name,
      seats: row.seats,
      total: toDecimal(row.total_minor, row.currency),
      currency: row.currency,
      issuedAt: row.issued_at.toISOString(),
      validUntil: row.valid_until.toISOString(),
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      company: row.company,
      address: [
        row.address_line1,
        row.address_line2,
        row.postal_code,
        row.city,
        row.region,
        row.country,
      ].filter((line) => line !== ''),
      taxId: row.tax_id,
      acceptedBy: row.accepted_by,
      reference: row.reference,
    }))
  }

  /** Their links lead nowhere then. */
  override async erase(person: Person): Promise<void> {
    await quoteTables(this.#database.sql)
      .deleteFrom('commerce_quote_person')
      .where('owner_id', '=', person.userId)
      .execute()
  }
}
