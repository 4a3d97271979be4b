import { createHash } from 'node:crypto'
import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { type EventLog, type Fact, VersionClash, type Write } from '#platform/event-log/event-log.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { concurrencyLimit } from '#platform/kernel/concurrency.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { unprintable } from '#platform/pdf/printable.ts'
import { backupMark } from '#platform/storage/backup-marks.ts'
import {
  type Credential,
  type CredentialEvent,
  type DocumentSignature,
  evolve,
  fold,
} from '../domain/credential.ts'
import { noCredential, termOf } from '../domain/credential-decisions.ts'
import { followPayment } from '../program/follow-payment.ts'
import { auditOf } from './credential-audit.ts'
import { type DocumentData, documentOf, type Issuer } from './credential-document.ts'
import type { CredentialKeys } from './credential-keys.ts'
import { awardMail } from './credential-mails.ts'
import { type SignedTexts, textsWrite, writesOf } from './credential-writes.ts'
import { didOf } from './did.ts'
import { type Candidate, isReady } from './earned-credentials.ts'
import { signedBadge } from './signing.ts'
import { freeStatusIndex } from './status-index.ts'
import { credentialTables } from './tables.ts'

/** The author of a change, as the log names it: `staff:<id>`, `system:…`. A change with a username is recorded in the audit. */
export interface CredentialAuthor {
  actor: string
  username?: string
  requestId?: string
}

export interface CredentialParts {
  log: EventLog
  database: Database
  clock: Clock
  ids: Ids
  config: Config
  keys: CredentialKeys
  audit: AuditLog
}

/** The result of a decision: events, and writes and jobs that commit with them. */
export interface Decided {
  events: CredentialEvent[]
  writes?: readonly Write[]
  jobs?: readonly JobRequest[]
}

export type Award = { orderId: string; id: string; isNew: boolean }

const maxTries = 50
/** Credentials that are signed and appended concurrently, so that their events share a commit. */
const batchSize = 20
/** A UUID as base64url: short in an address, equally hard to guess. Not a token of `Ids`, because the log records it. */
const idFrom = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
const streamOf = (id: string): string => `credential-${id}`

/** The event-sourced credentials: award, sign, change. */
export class Credentials {
  readonly #parts: CredentialParts
  readonly issuer: Issuer

  constructor(parts: CredentialParts) {
    this.#parts = parts
    const { publicUrl, brandName, supportEmail } = parts.config
    this.issuer = { did: didOf(publicUrl), publicUrl, brand: brandName, email: supportEmail }
  }

  async load(id: string): Promise<{ credential: Credential; version: number }> {
    const facts = await this.#parts.log.factsOf(streamOf(id))
    return { credential: fold(id, facts.map(eventOf)), version: facts.at(-1)?.version ?? 0 }
  }

  /**
   * Signs and records the credential of a participant, once; a repeated call returns the existing one.
   * @throws AppError conflict `NOT_EARNED` or `NAME_NOT_PRINTABLE`, unavailable `NO_CREDENTIAL_KEY`
   */
  async award(candidate: Candidate, author: CredentialAuthor): Promise<Award> {
    const { orderId, cohortId, buyerId } = candidate
    for (let tries = 1; ; tries += 1) {
      const already = await this.idOf(orderId)
      if (already !== null) return { orderId, id: already, isNew: false }
      if (!isReady(candidate))
        throw new AppError('conflict', 'NOT_EARNED', 'The rule of the award is not met yet.')
      const missing = await unprintable(candidate.name)
      if (missing.length > 0)
        throw new AppError('conflict', 'NAME_NOT_PRINTABLE', `Certificates cannot show ${missing.join(' ')}.`)
      const now = this.#parts.clock.now()
      const id = idFrom(this.#parts.ids.uuid())
      const term = termOf(now)
      const statusIndex = await freeStatusIndex(this.#parts.database.sql, this.#parts.ids)
      const { signature, texts } = await this.sign({ ...candidate, id, ...term, statusIndex })
      const data = { orderId, cohortId, ...term, statusIndex, ...signature }
      const events: CredentialEvent[] = [{ type: 'CredentialAwarded', data }]
      try {
        await this.#append(fold(id, []), 0, buyerId, author, {
          events,
          writes: [textsWrite(id, texts)],
          // If the payment is refunded during the signing, this job or the refund's own job withdraws the credential.
          jobs: [
            followPayment.request({ orderId }, { key: `${orderId}:${id}` }),
            awardMail.request({ credentialId: id }, { key: id }),
          ],
        })
        return { orderId, id, isNew: true }
      } catch (error) {
        // Another call awarded it, or has the same entry of the status lists.
        const taken = violates(error, 'program_credential') || violates(error, 'program_credential_status')
        if (!taken || tries >= maxTries) throw error
      }
    }
  }

  /** Awards in batches. `refused` has the error code for each participant who cannot get a credential. */
  async awardAll(
    candidates: readonly Candidate[],
    author: CredentialAuthor,
  ): Promise<{ awarded: Award[]; refused: { orderId: string; code: string }[] }> {
    await this.#parts.keys.signing()
    const awarded: Award[] = []
    const refused: { orderId: string; code: string }[] = []
    const award = async (candidate: Candidate): Promise<void> => {
      try {
        awarded.push(await this.award(candidate, author))
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'conflict') throw error
        refused.push({ orderId: candidate.orderId, code: error.code })
      }
    }
    const step = concurrencyLimit(batchSize)
    for (let at = 0; at < candidates.length; at += step)
      await Promise.all(candidates.slice(at, at + step).map(award))
    return { awarded, refused }
  }

  /**
   * Appends the events of `decide` with the rows that they change. Calls `decide` again after a concurrent change.
   * @returns whether anything changed
   * @throws AppError not-found `CREDENTIAL_NOT_FOUND`; the errors of `decide`
   */
  async change(
    id: string,
    author: CredentialAuthor,
    decide: (credential: Credential) => Decided | Promise<Decided>,
  ): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const { credential, version } = await this.load(id)
      if (credential.award === null) throw noCredential()
      const decided = await decide(credential)
      if (decided.events.length === 0) return false
      try {
        await this.#append(credential, version, '', author, decided)
        return true
      } catch (error) {
        const clash =
          error instanceof VersionClash ||
          violates(error, 'program_credential_status') ||
          violates(error, 'program_credential', 'program_credential_status_index_key')
        if (!clash || tries >= maxTries) throw error
      }
    }
  }

  /** Signs a document. @returns the texts, and their signature for the log. @throws AppError unavailable `NO_CREDENTIAL_KEY` */
  async sign(data: DocumentData): Promise<{ signature: DocumentSignature; texts: SignedTexts }> {
    const key = await this.#parts.keys.signing()
    const unsigned = documentOf(data, this.issuer)
    const created = this.#parts.clock
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
    const document = JSON.stringify(await signedBadge(unsigned, key, this.issuer.did, created))
    return {
      signature: { keyId: key.id, documentDigest: digestOf(document) },
      texts: { name: data.name, document },
    }
  }

  /** The credential of an order; null before the award. */
  async idOf(orderId: string): Promise<string | null> {
    const row = await credentialTables(this.#parts.database.sql)
      .selectFrom('program_credential')
      .select('id')
      .where('orderId', '=', orderId)
      .executeTakeFirst()
    return row?.id ?? null
  }

  async #append(
    before: Credential,
    version: number,
    buyerId: string,
    { actor, username, requestId }: CredentialAuthor,
    { events, writes = [], jobs = [] }: Decided,
  ): Promise<void> {
    // The log recognizes a repeated append by these ids before it compares versions, so each call needs its own.
    const change = this.#parts.ids.uuid()
    const now = this.#parts.clock.now()
    const after = events.reduce(evolve, before)
    await this.#parts.log.append({
      stream: streamOf(before.id),
      expectedVersion: version,
      events: events.map(({ type, data }, at) => ({
        type,
        schemaVersion: 1,
        data: { ...data },
        source: 'app',
        sourceId: `change:${change}:${at}`,
        occurredAt: now,
      })),
      metadata: { actor, ...(requestId === undefined ? {} : { requestId }) },
      writes: [
        ...writesOf(after, events, { buyerId, version: version + events.length, now }),
        ...writes,
        ...(username === undefined
          ? []
          : events.map((event) => this.#parts.audit.statementOf(auditOf(before.id, event, username)))),
      ],
      jobs: [...jobs, ...markOf(after, events, now)],
    })
  }
}

/** What staff decided about a credential must outlive the restore of a backup. */
function markOf({ id, suspended, revoked }: Credential, events: readonly CredentialEvent[], now: Date) {
  const isDecided = ({ type, data }: CredentialEvent): boolean =>
    type === 'CredentialReissued' || ('cause' in data && data.cause === 'person')
  if (!events.some(isDecided)) return []
  const held = suspended.includes('person') ? 'suspended' : 'valid'
  const state = revoked === 'person' ? 'withdrawn' : held
  return [backupMark.request({ kind: 'credential', id, state, at: now.toISOString() })]
}

export const digestOf = (document: string): string => createHash('sha256').update(document).digest('hex')

const eventOf = ({ type, data }: Fact): CredentialEvent => ({ type, data }) as unknown as CredentialEvent
