import { Customers } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { eachByItself } from '#platform/jobs/each-by-itself.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { followPayment } from '../cohorts/follow-payment.ts'
import { EnrollmentStandings } from '../cohorts/seats/enrollment-standings.ts'
import type { DocumentData } from './credential-document.ts'
import { CredentialRegister } from './credential-register.ts'
import { endRenewalRequest, reasonWrite, textsWrite } from './credential-writes.ts'
import { type CredentialAuthor, Credentials, type Decided } from './credentials.ts'
import { type Credential, type CredentialEvent, evolve } from './domain/credential.ts'
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
} from './domain/credential-decisions.ts'
import { freeStatusIndex } from './status-index.ts'
import { credentialTables } from './tables.ts'

/** Changes of a credential after its award. A boolean result says whether anything changed. */
export class CredentialChanges {
  static readonly needs = {
    credentials: Credentials,
    register: CredentialRegister,
    standings: EnrollmentStandings,
    customers: Customers,
    database: Database,
    clock: Clock,
    ids: Ids,
  }
  readonly #parts: Given<typeof CredentialChanges.needs>

  constructor(parts: Given<typeof CredentialChanges.needs>) {
    this.#parts = parts
  }

  /** By a member of staff. @throws as `suspend` of the domain; conflict `CREDENTIAL_SUSPENDED` if staff has suspended it before */
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

  /** Extends a credential and signs it again with the current key. @throws as `assertRenewable`; unavailable `NO_CREDENTIAL_KEY` */
  renew(id: string, author: CredentialAuthor): Promise<boolean> {
    return this.#change(id, author, async (credential) => {
      assertRenewable(credential, this.#parts.clock.now())
      const validUntil = renewedUntil(credential, this.#parts.clock.now())
      const { signature, texts } = await this.#sign(credential, { validUntil })
      return { events: renew(signature, validUntil), writes: [textsWrite(id, texts), endRenewalRequest(id)] }
    })
  }

  /**
   * Signs a credential again with this name. A withdrawn credential becomes valid, or suspended if its payment is disputed.
   * @throws as `assertReissuable`; unavailable `NO_CREDENTIAL_KEY`
   */
  reissue(id: string, name: string, author: CredentialAuthor): Promise<boolean> {
    return this.#change(id, author, async (credential) => {
      const orderId = credential.award?.orderId ?? ''
      const standing = (await this.#parts.standings.of([orderId])).get(orderId) ?? 'refunded'
      assertReissuable(credential, standing)
      const statusIndex = await freeStatusIndex(this.#parts.database.sql, this.#parts.ids)
      const { signature, texts } = await this.#sign(credential, { name, statusIndex })
      const issued: CredentialEvent = { type: 'CredentialReissued', data: { ...signature, statusIndex } }
      return {
        events: [issued, ...followOrder(evolve(credential, issued), standing)],
        writes: [
          textsWrite(id, texts),
          // The reason of a suspension stays while the suspension does.
          ...(credential.suspended.includes('person') ? [] : [reasonWrite(id, null)]),
        ],
        // If the payment changes during the signing, this job or the job of that change updates the new issue.
        jobs: [followPayment.request({ orderId }, { key: `${orderId}:${id}:${statusIndex}` })],
      }
    })
  }

  /**
   * Updates the credential of an order to the standing of the order's payment, if it has one. Erases the credential if its
   * person was erased while it was signed.
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
      const standing = (await this.#parts.standings.of([orderId])).get(orderId) ?? null
      return { events: followOrder(credential, standing) }
    })
  }

  /** Erases the person's data: deletes the signed document and the reason text. */
  erase(id: string, author: CredentialAuthor): Promise<boolean> {
    return this.#change(id, author, (credential) => ({
      events: credential.revoked === 'erased' ? [] : revoke(credential, 'erased'),
      writes: [
        reasonWrite(id, null),
        writeOf(credentialTables().deleteFrom('program_credential_document').where('credentialId', '=', id)),
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

  /** Signs the document again with `changed` fields; the others keep their values. */
  async #sign(credential: Credential, changed: Partial<DocumentData>) {
    const content = (await this.#parts.register.find(credential.id))?.document ?? null
    if (credential.award === null || content === null) throw noCredential()
    const { name, startsOn, endsOn, done } = content
    return this.#parts.credentials.sign({
      id: credential.id,
      name,
      startsOn,
      endsOn,
      done,
      validFrom: credential.award.validFrom,
      validUntil: credential.validUntil,
      statusIndex: credential.statusIndex,
      ...changed,
    })
  }
}

/** Suspends, resumes and withdraws credentials, also of seats, when the payments of their orders change. */
export class CredentialPaymentJobs extends JobHandlers {
  readonly #changes: CredentialChanges
  readonly #standings: EnrollmentStandings

  constructor(changes: CredentialChanges, standings: EnrollmentStandings) {
    super()
    this.#changes = changes
    this.#standings = standings
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(followPayment, async ({ data: { orderId } }) => {
      await eachByItself(await this.#standings.enrollmentsOf(orderId), (id) =>
        this.#changes.followOrder(id, { actor: 'system:program' }),
      )
    })
  }
}
