import { Database } from '#platform/database/database.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { type Customer, Customers } from '../index.ts'
import { ManagedOrganizations, unknownOrganization } from './managed-organizations.ts'
import { managerMail } from './organization-mails.ts'
import { liveInvitations, organizationTables } from './tables.ts'

/** The most open invitations of one organization. */
const mostInvited = 20

/** The managers of an organization: each of them invites and removes others. */
export class Managers {
  static readonly needs = {
    database: Database,
    clock: Clock,
    ids: Ids,
    jobs: Jobs,
    organizations: ManagedOrganizations,
    customers: Customers,
  }
  readonly #parts: Given<typeof Managers.needs>

  constructor(parts: Given<typeof Managers.needs>) {
    this.#parts = parts
  }

  async of(organizationId: string): Promise<{ people: Customer[]; invited: string[] }> {
    const ids = await this.#parts.organizations.managersOf(organizationId)
    const known = await this.#parts.customers.getMany(ids)
    const asked = await this.#tables()
      .selectFrom('identity_organization_invitation')
      .select('email')
      .where('organization_id', '=', organizationId)
      .orderBy('invited_at')
      .execute()
    const people = ids.flatMap((id) => known.get(id) ?? [])
    return { people, invited: asked.map(({ email }) => email) }
  }

  /** The invitations to the person with this verified address, for 30 days after they were sent. */
  async invitationsTo(email: string): Promise<{ organizationId: string; name: string }[]> {
    return liveInvitations(this.#parts.database.sql, this.#parts.clock.now())
      .select(['i.organization_id as organizationId', 'o.name'])
      .where('i.email', '=', email)
      .orderBy('i.invited_at')
      .execute()
  }

  /**
   * Invites a person by mail, once an hour at most. Does nothing for a person who manages the organization already.
   * @throws AppError conflict `TOO_MANY_INVITED`; otherwise as `Organizations.assertManages`
   */
  async invite(userId: string, organizationId: string, email: string): Promise<void> {
    await this.#parts.organizations.assertManages(userId, organizationId)
    const { people, invited } = await this.of(organizationId)
    if (people.some((each) => each.email === email)) return
    if (!invited.includes(email) && invited.length >= mostInvited)
      throw new AppError(
        'conflict',
        'TOO_MANY_INVITED',
        `At most ${mostInvited} people can be asked at a time. Take one off the list first.`,
      )
    const now = this.#parts.clock.now()
    await this.#parts.database.rawTransaction(async (sql) => {
      const asked = { invited_by: userId, invited_at: now }
      const { id: invitationId } = await organizationTables(sql)
        .insertInto('identity_organization_invitation')
        .values({ id: this.#parts.ids.uuid(), organization_id: organizationId, email, ...asked })
        .onConflict((already) => already.columns(['organization_id', 'email']).doUpdateSet(asked))
        .returning('id')
        .executeTakeFirstOrThrow()
      const key = `${invitationId}:${now.toISOString().slice(0, 13)}`
      await this.#parts.jobs.enqueue(sql, managerMail.request({ invitationId }, { key }))
    })
  }

  /** @throws AppError not-found `ORGANIZATION_NOT_FOUND` when the account with this address has no invitation */
  async answer(userId: string, organizationId: string, accept: boolean): Promise<void> {
    const person = await this.#parts.customers.get(userId)
    if (person === null || !person.isEmailVerified) throw unknownOrganization()
    await this.#parts.database.rawTransaction(async (sql) => {
      const live = await liveInvitations(sql, this.#parts.clock.now())
        .select('i.id')
        .where('i.organization_id', '=', organizationId)
        .where('i.email', '=', person.email)
        .executeTakeFirst()
      if (live === undefined) throw unknownOrganization()
      const asked = await organizationTables(sql)
        .deleteFrom('identity_organization_invitation')
        .where('organization_id', '=', organizationId)
        .where('email', '=', person.email)
        .returning('email')
        .execute()
      if (asked.length === 0) throw unknownOrganization()
      if (accept) await this.#parts.organizations.addManager(sql, organizationId, userId)
    })
  }

  /** @throws AppError conflict `LAST_MANAGER`; otherwise as `Organizations.assertManages` */
  async remove(
    userId: string,
    organizationId: string,
    who: { userId?: string | undefined; email?: string | undefined },
  ): Promise<void> {
    await this.#parts.organizations.assertManages(userId, organizationId)
    await this.#parts.database.rawTransaction(async (sql) => {
      const tables = organizationTables(sql)
      if (who.email !== undefined) {
        await tables
          .deleteFrom('identity_organization_invitation')
          .where('organization_id', '=', organizationId)
          .where('email', '=', who.email)
          .execute()
        return
      }
      // When two managers remove each other at once, the second waits here, and is then the last one.
      await tables
        .selectFrom('identity_organization')
        .select('id')
        .where('id', '=', organizationId)
        .forUpdate()
        .execute()
      await tables
        .deleteFrom('identity_organization_manager')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', who.userId ?? '')
        .execute()
      const left = await tables
        .selectFrom('identity_organization_manager')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .execute()
      if (left.length === 0)
        throw new AppError(
          'conflict',
          'LAST_MANAGER',
          'An organization has at least one manager. Ask somebody else in first.',
        )
    })
  }

  #tables() {
    return organizationTables(this.#parts.database.sql)
  }
}
