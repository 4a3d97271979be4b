import { createHash } from 'node:crypto'
import { type AuditEntry, AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { type StreamKind, Streams } from '#platform/event-log/streams.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { concurrencyLimit } from '#platform/kernel/concurrency.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { unprintable } from '#platform/pdf/printable.ts'
import { backupMark } from '#platform/storage/backup-marks.ts'
import { followPayment } from '../cohorts/follow-payment.ts'
import { type DocumentData, documentOf, type Issuer } from './credential-document.ts'
import { CredentialKeys } from './credential-keys.ts'
import { awardMail } from './credential-mails.ts'
import { type SignedTexts, textsWrite, writesOf } from './credential-writes.ts'
import { didOf } from './did.ts'
import {
  type Credential,
  type CredentialEvent,
  type DocumentSignature,
  evolve,
  newCredential,
} from './domain/credential.ts'
import { noCredential, termOf } from './domain/credential-decisions.ts'
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

/** The result of a decision: events, and writes and jobs that commit with them. */
export interface Decided {
  events: CredentialEvent[]
  writes?: readonly Write[]
  jobs?: readonly JobRequest[]
}

export type Award = { orderId: string; id: string; isNew: boolean }

/** Credentials that are signed and appended concurrently, so that their events share a commit. */
const batchSize = 20
/** A UUID as base64url: short in an address, equally hard to guess. Not a token of `Ids`, because the log records it. */
const idFrom = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')

const credentialStream: StreamKind<Credential, CredentialEvent> = {
  prefix: 'credential-',
  empty: newCredential,
  evolve,
}
/** Another call has the same entry of the status lists. */
const isEntryTaken = (error: unknown): boolean =>
  violates(error, 'program_credential_status') ||
  violates(error, 'program_credential', 'program_credential_status_index_key')

/** The event-sourced credentials: award, sign, change. */
export class Credentials {
  static readonly needs = {
    streams: Streams,
    database: Database,
    clock: Clock,
    ids: Ids,
    config: Config,
    keys: CredentialKeys,
    audit: AuditLog,
  }
  readonly #parts: Given<typeof Credentials.needs>
  readonly issuer: Issuer

  constructor(parts: Given<typeof Credentials.needs>) {
    this.#parts = parts
    const { publicUrl, brandName, supportEmail } = parts.config
    this.issuer = { did: didOf(publicUrl), publicUrl, brand: brandName, email: supportEmail }
  }

  /**
   * Signs and records the credential of a participant, once; a repeated call returns the existing one.
   * @throws AppError conflict `NOT_EARNED` or `NAME_NOT_PRINTABLE`, unavailable `NO_CREDENTIAL_KEY`
   */
  async award(candidate: Candidate, author: CredentialAuthor): Promise<Award> {
    const { orderId, cohortId, buyerId } = candidate
    const id = idFrom(this.#parts.ids.uuid())
    let already: string | null = null
    const decide = async (now: Date): Promise<Decided> => {
      already = await this.idOf(orderId)
      if (already !== null) return { events: [] }
      if (!isReady(candidate))
        throw new AppError('conflict', 'NOT_EARNED', 'The rule of the award is not met yet.')
      const missing = await unprintable(candidate.name)
      if (missing.length > 0)
        throw new AppError('conflict', 'NAME_NOT_PRINTABLE', `Certificates cannot show ${missing.join(' ')}.`)
      const term = termOf(now)
      const statusIndex = await freeStatusIndex(this.#parts.database.sql, this.#parts.ids)
      const { signature, texts } = await this.sign({ ...candidate, id, ...term, statusIndex })
      const data = { orderId, cohortId, ...term, statusIndex, ...signature }
      return {
        events: [{ type: 'CredentialAwarded', data }],
        writes: [textsWrite(id, texts)],
        // If the payment is refunded during the signing, this job or the refund's own job withdraws the credential.
        jobs: [
          followPayment.request({ orderId }, { key: `${orderId}:${id}` }),
          awardMail.request({ credentialId: id }, { key: id }),
        ],
      }
    }
    // Another call awarded it, or has the same entry of the status lists.
    const again = (error: unknown): boolean => violates(error, 'program_credential') || isEntryTaken(error)
    const isNew = await this.#change(id, buyerId, author, (_, now) => decide(now), again)
    return { orderId, id: already ?? id, isNew }
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
  change(
    id: string,
    author: CredentialAuthor,
    decide: (credential: Credential) => Decided | Promise<Decided>,
  ): Promise<boolean> {
    const ofAwarded = (credential: Credential): Decided | Promise<Decided> => {
      if (credential.award === null) throw noCredential()
      return decide(credential)
    }
    return this.#change(id, '', author, ofAwarded, isEntryTaken)
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

  async #change(
    id: string,
    buyerId: string,
    { actor, username, requestId }: CredentialAuthor,
    decide: (credential: Credential, now: Date) => Decided | Promise<Decided>,
    again: (error: unknown) => boolean,
  ): Promise<boolean> {
    let decided: Decided = { events: [] }
    const { isNew } = await this.#parts.streams.change(
      credentialStream,
      id,
      async (credential, now) => {
        decided = await decide(credential, now)
        return decided.events
      },
      ({ after, news, version, now }) => ({
        metadata: { actor, ...(requestId === undefined ? {} : { requestId }) },
        writes: [
          ...writesOf(after, news, { buyerId, version, now }),
          ...(decided.writes ?? []),
          ...(username === undefined
            ? []
            : news.map((event) => this.#parts.audit.statementOf(auditOf(id, event, username)))),
        ],
        jobs: [...(decided.jobs ?? []), ...markOf(after, news, now)],
      }),
      again,
    )
    return isNew
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

const actions: Record<CredentialEvent['type'], string> = {
  CredentialAwarded: 'Awarded a credential',
  CredentialSuspended: 'Suspended a credential',
  CredentialResumed: 'Resumed a credential',
  CredentialRevoked: 'Withdrew a credential',
  CredentialRenewed: 'Renewed a credential',
  CredentialReissued: 'Issued a credential again',
}

/** The audit entry of a change by staff. It has ids, but no names and no text about people. */
function auditOf(credentialId: string, { type, data }: CredentialEvent, by: string): AuditEntry {
  const changes =
    'orderId' in data
      ? [{ path: 'order', after: data.orderId }]
      : 'validUntil' in data
        ? [{ path: 'valid until', after: data.validUntil }]
        : []
  return { by, action: actions[type], subject: `Credential ${credentialId}`, changes }
}
