import { Database } from '#platform/database/database.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { Participants } from '../cohorts/participants.ts'
import { CredentialChanges } from './credential-changes.ts'
import { CredentialRegister } from './credential-register.ts'
import { credentialTables } from './tables.ts'

/** Personal data in credentials: signed documents, and the holder's choices of name and directory. */
export class CredentialPersonalData extends PersonalData {
  readonly name = 'credentials'
  static readonly needs = {
    database: Database,
    participants: Participants,
    register: CredentialRegister,
    changes: CredentialChanges,
  }
  readonly #parts: Given<typeof CredentialPersonalData.needs>

  constructor(parts: Given<typeof CredentialPersonalData.needs>) {
    super()
    this.#parts = parts
  }

  override async export({ userId }: Person): Promise<unknown> {
    const choices = await this.#choices(userId)
    const credentials = await this.#parts.register.ofBuyer(userId)
    return {
      choices: choices.map(({ orderId, name, isPublic }) => ({ orderId, nameOnPaper: name, isPublic })),
      credentials: credentials.map(({ address, state, cause, reason, awardedAt, validUntil, document }) => ({
        address,
        state,
        cause,
        reason,
        awardedAt,
        validUntil,
        credential: document?.json ?? null,
      })),
    }
  }

  /** Withdraws the credentials permanently; their pages return 410 from then on. */
  override async erase({ userId }: Person): Promise<void> {
    for (const { id } of await this.#parts.register.ofBuyer(userId))
      await this.#parts.changes.erase(id, { actor: 'system:erasure' })
    const orders = (await this.#choices(userId)).map(({ orderId }) => orderId)
    if (orders.length > 0)
      await credentialTables(this.#parts.database.sql)
        .deleteFrom('program_credential_choice')
        .where('orderId', 'in', orders)
        .execute()
  }

  async #choices(userId: string) {
    const own = await this.#parts.participants.ofBuyer(userId, 'any')
    if (own.length === 0) return []
    return credentialTables(this.#parts.database.sql)
      .selectFrom('program_credential_choice')
      .select(['orderId', 'name', 'isPublic'])
      .where(
        'orderId',
        'in',
        own.map(({ orderId }) => orderId),
      )
      .execute()
  }
}
