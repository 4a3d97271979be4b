import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { type Organization, type OrganizationDetails, Organizations } from '../index.ts'
import { billingAddressMail } from './organization-mails.ts'
import { organizationTables } from './tables.ts'

const columns = [
  ...(['id', 'name', 'address_line1 as addressLine1', 'address_line2 as addressLine2'] as const),
  ...(['postal_code as postalCode', 'city', 'region', 'country', 'tax_id as taxId'] as const),
  ...(['reference', 'billing_email as billingEmail', 'billing_confirmed_at'] as const),
] as const

type Selected = Omit<Organization, 'billingEmailConfirmed'> & { billing_confirmed_at: Date | null }

function organizationOf<Row extends { billing_confirmed_at: Date | null }>(row: Row) {
  const { billing_confirmed_at, ...organization } = row
  return { ...organization, billingEmailConfirmed: billing_confirmed_at !== null }
}

export const unknownOrganization = (): AppError =>
  new AppError('not-found', 'ORGANIZATION_NOT_FOUND', 'You do not manage an organization of this id.')

/** Organizations and their managers. */
export class ManagedOrganizations extends Organizations {
  static readonly needs = {
    database: Database,
    clock: Clock,
    ids: Ids,
    jobs: Jobs,
  }
  readonly #parts: Given<typeof ManagedOrganizations.needs>

  constructor(parts: Given<typeof ManagedOrganizations.needs>) {
    super()
    this.#parts = parts
  }

  override async get(id: string): Promise<Organization | null> {
    if (!isUuid(id)) return null
    const row = await this.#tables()
      .selectFrom('identity_organization')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : organizationOf(row)
  }

  override async managedBy(userId: string): Promise<Organization[]> {
    if (!isUuid(userId)) return []
    const own = this.#tables()
      .selectFrom('identity_organization_manager')
      .select('organization_id')
      .where('user_id', '=', userId)
    const rows = await this.#tables()
      .selectFrom('identity_organization')
      .select(columns)
      .where('id', 'in', own)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(organizationOf)
  }

  override async managersOf(id: string): Promise<string[]> {
    if (!isUuid(id)) return []
    const rows = await this.#tables()
      .selectFrom('identity_organization_manager')
      .select('user_id')
      .where('organization_id', '=', id)
      .orderBy('since')
      .execute()
    return rows.map(({ user_id }) => user_id)
  }

  override async mayManage(userId: string, id: string): Promise<boolean> {
    return (await this.managersOf(id)).includes(userId)
  }

  override async assertManages(userId: string, id: string): Promise<void> {
    if (!(await this.mayManage(userId, id))) throw unknownOrganization()
  }

  override async save(userId: string, id: string, details: OrganizationDetails): Promise<Organization> {
    const { addressLine1, addressLine2, postalCode, taxId, billingEmail, reference, ...same } = details
    const now = this.#parts.clock.now()
    const row = {
      ...same,
      address_line1: addressLine1,
      address_line2: addressLine2,
      postal_code: postalCode,
      tax_id: taxId,
      updated_at: now,
      ...(reference === undefined ? {} : { reference }),
    }
    return this.#parts.database.rawTransaction(async (sql) => {
      const tables = organizationTables(sql)
      const made = await tables
        .insertInto('identity_organization')
        .values({ id, ...row, created_at: now })
        .onConflict((already) => already.doNothing())
        .returning(columns)
        .execute()
      if (made[0] !== undefined) {
        await this.addManager(sql, id, userId)
        return this.#askForBillingAddress(sql, userId, made[0], billingEmail)
      }
      const changed = await tables
        .updateTable('identity_organization')
        .set(row)
        .where('id', '=', id)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('identity_organization_manager as m')
              .select('m.user_id')
              .whereRef('m.organization_id', '=', 'identity_organization.id')
              .where('m.user_id', '=', userId),
          ),
        )
        .returning(columns)
        .execute()
      if (changed[0] === undefined) throw unknownOrganization()
      return this.#askForBillingAddress(sql, userId, changed[0], billingEmail)
    })
  }

  /**
   * Stores the billing address that was typed and enqueues the mail to its owner, until it is confirmed: once an hour when
   * the same address is saved again.
   */
  async #askForBillingAddress(
    sql: Sql,
    userId: string,
    saved: Selected,
    billingEmail = saved.billingEmail,
  ): Promise<Organization> {
    const isNew = billingEmail !== saved.billingEmail
    if (!isNew && (billingEmail === '' || saved.billing_confirmed_at !== null)) return organizationOf(saved)
    const tables = organizationTables(sql)
    const requested = await tables
      .updateTable('identity_organization')
      .set({
        billing_email: billingEmail,
        ...(isNew && {
          billing_request_id: billingEmail === '' ? null : this.#parts.ids.uuid(),
          billing_confirmed_at: null,
        }),
      })
      .where('id', '=', saved.id)
      .returning([...columns, 'billing_request_id as requestId'])
      .executeTakeFirstOrThrow()
    const { requestId, ...organization } = requested
    if (requestId !== null) {
      const key = `${requestId}:${this.#parts.clock.now().toISOString().slice(0, 13)}`
      await this.#parts.jobs.enqueue(sql, billingAddressMail.request({ requestId, userId }, { key }))
    }
    return organizationOf(organization)
  }

  async addManager(sql: Sql, organizationId: string, userId: string): Promise<void> {
    await organizationTables(sql)
      .insertInto('identity_organization_manager')
      .values({ organization_id: organizationId, user_id: userId, since: this.#parts.clock.now() })
      .onConflict((already) => already.doNothing())
      .execute()
  }

  #tables() {
    return organizationTables(this.#parts.database.sql)
  }
}
