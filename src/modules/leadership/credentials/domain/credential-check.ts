import type { CheckSource } from '../../domain/check-source.ts'
import { type Credential, type CredentialEvent, fold } from './credential.ts'
import type { OrderStanding } from './credential-decisions.ts'

interface Row {
  id: string
  /** For a seat: the order that bought it. */
  orderId: string
  /** The seat was closed or taken back. */
  seatEnded: boolean
  /** The row's state in the format of `stateText`. */
  described: string
  /** Null if the document is not stored. */
  digest: string | null
  revoked: string | null
  isSuspended: boolean
  /** The name of lists is not that of the signed document. */
  isMisnamed: boolean
  /** The words of a member of staff for a suspension or withdrawal. */
  hasReason: boolean
  isHeld: boolean
}

const moment = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const rowsText = `select c.id, coalesce(s.order_id, c.order_id) as "orderId", c.revoked,
  coalesce(s.state in ('closed', 'revoked'), false) as "seatEnded", c.disputed or c.unpaid or c.held as "isSuspended",
  coalesce(position('"identityHash":' || to_jsonb(d.name)::text in d.document) = 0, false) as "isMisnamed",
  c.reason is not null as "hasReason", c.held as "isHeld",
  concat_ws(' ', c.order_id, c.cohort_id, ${moment('c.valid_from')}, ${moment('c.valid_until')}, c.key_id, c.document_digest,
    c.status_index, c.version, coalesce(c.revoked, '-'), case when c.disputed then 'disputed' end,
    case when c.unpaid then 'unpaid' end, case when c.held then 'held' end) as described,
  encode(sha256(convert_to(d.document, 'UTF8')), 'hex') as digest
  from program_credential c left join program_credential_document d on d.credential_id = c.id
  left join program_seat s on s.id = c.order_id`
const orphanText = `select d.credential_id as id from program_credential_document d
  left join program_credential c on c.id = d.credential_id where c.id is null`

const streamPrefix = 'credential-'
/** The check ignores payments newer than this: a job updates the credential after the payment. */
const maxDelayMs = 5 * 60_000

/** Compares credentials with their events, signed documents with their digests, and both with the payments of their orders. */
export class CredentialCheck {
  readonly #source: CheckSource
  readonly #add: (fault: string) => void
  readonly #rows: Map<string, Row>
  readonly #ofOrder: ReadonlyMap<string, Row[]>
  /** The number of credentials that were checked. */
  checked = 0

  private constructor(source: CheckSource, add: (fault: string) => void, rows: readonly Row[]) {
    this.#source = source
    this.#add = add
    this.#rows = new Map(rows.map((row) => [row.id, row]))
    this.#ofOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  }

  /** Reads one small row per credential into memory. */
  static async begin(source: CheckSource, add: (fault: string) => void): Promise<CredentialCheck> {
    return new CredentialCheck(source, add, await source.query<Row>(rowsText))
  }

  /** Checks a stream of the log; ignores streams of other objects. */
  stream(name: string, facts: readonly { type: string; data: unknown }[]): void {
    if (!name.startsWith(streamPrefix)) return
    const id = name.slice(streamPrefix.length)
    this.checked += 1
    const events = facts.map(({ type, data }) => ({ type, data }) as unknown as CredentialEvent)
    const credential = fold(id, events)
    const row = this.#rows.get(id)
    this.#rows.delete(id)
    if (row === undefined) {
      this.#add(`credential ${id} is in the log and not in the list`)
      return
    }
    const expected = stateText(credential, facts.length)
    if (row.described !== expected)
      this.#add(`credential ${id} is ${row.described} in the list, in the log ${expected}`)
    const storedDigest = credential.revoked === 'erased' ? null : credential.documentDigest
    if (row.digest !== storedDigest)
      this.#add(
        row.digest === null
          ? `the signed document of credential ${id} is not there`
          : `the signed document of credential ${id} is not the one of the log`,
      )
    else if (row.isMisnamed)
      this.#add(`credential ${id} has another name in the list than in its signed document`)
    // The words themselves are in no event: they may be about the person.
    if (row.hasReason && !row.isHeld && row.revoked !== 'person')
      this.#add(`credential ${id} has a reason of staff, and by the log staff did nothing that has one`)
  }

  /** Checks the credentials of an order whose payment has had this standing since `since`. */
  order(id: string, standing: OrderStanding | null, since: Date): void {
    if (Date.now() - since.getTime() < maxDelayMs) return
    for (const row of this.#ofOrder.get(id) ?? []) {
      if (row.revoked !== null) continue
      const isOver = row.seatEnded || standing === 'refunded' || standing === 'lost'
      if (isOver || (standing === null && !row.isSuspended))
        this.#add(`credential ${row.id} holds, and its order ${id} is not paid any more`)
      if (standing === 'disputed' && !row.isSuspended)
        this.#add(`credential ${row.id} is not suspended, and the payment of its order ${id} is disputed`)
    }
  }

  /** Reports credentials and documents that the log does not have. */
  async end(): Promise<void> {
    for (const id of this.#rows.keys()) this.#add(`credential ${id} is in the list and not in the log`)
    for (const { id } of await this.#source.query<{ id: string }>(orphanText))
      this.#add(`a signed document is kept for credential ${id}, which does not exist`)
  }
}

function stateText(credential: Credential, version: number): string {
  const { award, validUntil, keyId, documentDigest, statusIndex, suspended, revoked } = credential
  return [
    ...[award?.orderId, award?.cohortId, award?.validFrom, validUntil, keyId, documentDigest, statusIndex],
    ...[version, revoked ?? '-'],
    ...(suspended.includes('dispute') ? ['disputed'] : []),
    ...(suspended.includes('unpaid') ? ['unpaid'] : []),
    ...(suspended.includes('person') ? ['held'] : []),
  ].join(' ')
}
