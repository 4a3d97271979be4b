import type { Customers } from '#modules/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { type Credential, type CredentialEvent, evolve } from '../domain/credential.ts'
import {
  assertReissuable,
  assertRenewable,
  followOrder,
  noCredential,
  renew,
  renewedUntil,
  resume,
  revoke,
  suspend,
  withdrawn,
} from '../domain/credential-decisions.ts'
import type { EnrollmentStandings } from '../program/seats/seat-standings.ts'
import { followPayment } from '../program/standing-job.ts'
import type { DocumentData } from './credential-document.ts'
import type { CredentialRegister } from './credential-register.ts'
import { reasonWrite, renewalWrite, textsWrite } from './credential-writes.ts'
import type { CredentialAuthor, Credentials, Decided } from './credentials.ts'
import { freeStatusIndex } from './status-index.ts'
import { credentialTables } from './tables.ts'

export interface ChangeParts {
  credentials: Credentials
  register: CredentialRegister
  standings: EnrollmentStandings
  customers: Customers
  database: Database
  clock: Clock
  ids: Ids
}

/** What happens to a credential after its award. Each answers whether anything changed. */
export class CredentialChanges {
  readonly #parts: ChangeParts

  constructor(parts: ChangeParts) {
    this.#parts = parts
  }

  /** By a member of staff. @throws as `suspend` of the domain; conflict `CREDENTIAL_SUSPENDED` where staff did already */
  async suspend(id: string, reason: string, author: CredentialAuthor): Promise<void> {
    const isNew = await this.#change(id, author, (credential) => ({
      events: suspend(credential, 'person'),
      writes: [reasonWrite(id, reason)],
    }))
    if (!isNew)
      throw new AppError(
        'conflict',
        'CREDENTIAL_SUSPENDED',
        'This credential is suspended already, with the words that its page shows. Resume it first to give others.',
      )
  }

  /** @throws as `resume` of the domain */
  resume(id: string, author: CredentialAuthor): Promise<boolean> {
    return this.#change(id, author, (credential) => ({
      events: resume(credential, 'person'),
      writes: [reasonWrite(id, null)],
    }))
  }

  /** By a member of staff. @throws AppError not-found `CREDENTIAL_NOT_FOUND`, conflict `CREDENTIAL_WITHDRAWN` */
  async withdraw(id: string, reason: string, author: CredentialAuthor): Promise<void> {
    const isNew = await this.#change(id, author, (credential) => ({
      events: revoke(credential, 'person'),
      writes: [reasonWrite(id, reason)],
    }))
    if (!isNew) throw withdrawn()
  }

  /** Two more years, signed anew with the key of now. @throws as `assertRenewable`; unavailable `NO_CREDENTIAL_KEY` */
  renew(id: string, author: CredentialAuthor): Promise<boolean> {
    return this.#change(id, author, async (credential) => {
      assertRenewable(credential, this.#parts.clock.now())
      const validUntil = renewedUntil(credential, this.#parts.clock.now())
      const { seal, texts } = await this.#sign(credential, { validUntil })
      return { events: renew(seal, validUntil), writes: [textsWrite(id, texts), renewalWrite(id)] }
    })
  }

  /**
   * Signed anew with this name; a withdrawn one is valid again, or suspended while its payment is disputed.
   * @throws as `assertReissuable`; unavailable `NO_CREDENTIAL_KEY`
   */
  reissue(id: string, name: string, author: CredentialAuthor): Promise<boolean> {
    return this.#change(id, author, async (credential) => {
      const orderId = credential.award?.orderId ?? ''
      const standing = (await this.#parts.standings.of([orderId])).get(orderId) ?? 'refunded'
      assertReissuable(credential, standing)
      const statusIndex = await freeStatusIndex(this.#parts.database.sql, this.#parts.ids)
      const { seal, texts } = await this.#sign(credential, { name, statusIndex })
      const issued: CredentialEvent = { type: 'CredentialReissued', data: { ...seal, statusIndex } }
      return {
        events: [issued, ...followOrder(evolve(credential, issued), standing)],
        writes: [
          textsWrite(id, texts),
          // The words of a suspension go on with it.
          ...(credential.suspended.includes('person') ? [] : [reasonWrite(id, null)]),
        ],
        // What becomes of the payment while this is signed is seen by this job, or sees this issue.
        jobs: [followPayment.request({ orderId }, { key: `${orderId}:${id}:${statusIndex}` })],
      }
    })
  }

  /**
   * As the payment of its order stands now. Nothing happens to an order without a credential. Who was erased while it was
   * signed has none either.
   */
  async followOrder(orderId: string, author: CredentialAuthor): Promise<void> {
    const found = (await this.#parts.register.ofOrders([orderId])).get(orderId)
    if (found === undefined) return
    const { id, buyerId, document } = found
    if (document !== null && (await this.#parts.customers.get(buyerId)) === null) {
      await this.erase(id, author)
      return
    }
    await this.#change(id, author, async (credential) => {
      const standing = (await this.#parts.standings.of([orderId])).get(orderId)
      return { events: standing === undefined ? [] : followOrder(credential, standing) }
    })
  }

  /** The person is erased: what was signed goes, and so do words about it. */
  erase(id: string, author: CredentialAuthor): Promise<boolean> {
    return this.#change(id, author, (credential) => ({
      events: credential.revoked === 'erased' ? [] : revoke(credential, 'erased'),
      writes: [
        reasonWrite(id, null),
        writeOf(credentialTables().deleteFrom('program_credential_document').where('credential_id', '=', id)),
      ],
    }))
  }

  #change(
    id: string,
    author: CredentialAuthor,
    decide: (credential: Credential) => Decided | Promise<Decided>,
  ): Promise<boolean> {
    return this.#parts.credentials.change(id, author, decide)
  }

  /** What the document says stays, but for what is given. */
  async #sign(credential: Credential, other: Partial<DocumentData>) {
    const content = (await this.#parts.register.find(credential.id))?.document ?? null
    if (credential.award === null || content === null) throw noCredential()
    const { name, startsOn, endsOn, done } = content
    return this.#parts.credentials.sign({
      ...{ id: credential.id, name, startsOn, endsOn, done },
      validFrom: credential.award.validFrom,
      validUntil: credential.validUntil,
      statusIndex: credential.statusIndex,
      ...other,
    })
  }
}
