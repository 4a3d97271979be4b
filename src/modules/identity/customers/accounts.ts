import { containsPattern } from '#platform/database/contains-pattern.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedFields } from '#platform/kernel/error.ts'
import { plain } from '#platform/kernel/plain.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { CustomerRow, identityTables } from '../accounts/rows.ts'
import { type Customer, Customers } from '../index.ts'
import { checkProfile, normalizeEmail, type Profile } from '../rules.ts'

/** The people with an account: for their own screens, and for other modules through `Customers`. */
export class Accounts extends Customers {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    super()
    this.#db = db
    this.#clock = clock
  }

  override async get(userId: string): Promise<Customer | null> {
    if (!isUuid(userId)) return null
    const row = await identityTables(this.#db.sql)
      .selectFrom('identity_customer')
      .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'phone', 'company'])
      .select(['is_email_verified as isEmailVerified', 'created_at as createdAt'])
      .where('id', '=', userId)
      .executeTakeFirst()
    return row ?? null
  }

  override async getMany(userIds: readonly string[]): Promise<Map<string, Customer>> {
    const ids = [...new Set(userIds)].filter(isUuid)
    if (ids.length === 0) return new Map()
    const rows = await this.#db.em().find(CustomerRow, { id: { $in: ids } })
    return new Map(rows.map((row) => [row.id, customer(row)]))
  }

  override async getByEmail(email: string): Promise<Customer | null> {
    const row = await this.#db.em().findOne(CustomerRow, { email: normalizeEmail(email) })
    return row ? customer(row) : null
  }

  override async searchByEmail(text: string, limit: number): Promise<Customer[]> {
    // Addresses are stored in small letters.
    const pattern = containsPattern(plain(text).trim().toLowerCase())
    const rows = await this.#db
      .em()
      .find(CustomerRow, { email: { $like: pattern } }, { orderBy: { createdAt: 'desc' }, limit })
    return rows.map(customer)
  }

  /** @throws AppError `invalid` VALIDATION_FAILED; `unauthenticated` when the account is gone */
  async update(userId: string, form: Profile): Promise<Customer> {
    const em = this.#db.em()
    const row = await em.findOne(CustomerRow, { id: userId })
    if (!row) throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'Please log in to access your profile')
    const [first, ...more] = checkProfile(form, row)
    if (first !== undefined) throw refusedFields('VALIDATION_FAILED', [first, ...more])
    row.firstName = form.firstName.trim()
    row.lastName = form.lastName.trim()
    // A field that is missing in the form stays unchanged; an empty field is cleared.
    if (form.phone !== undefined) row.phone = form.phone?.trim() || null
    if (form.company !== undefined) row.company = form.company?.trim() || null
    row.updatedAt = this.#clock.now()
    await em.flush()
    return customer(row)
  }
}

function customer(row: CustomerRow): Customer {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    isEmailVerified: row.isEmailVerified,
    createdAt: row.createdAt,
    phone: row.phone ?? null,
    company: row.company ?? null,
  }
}
