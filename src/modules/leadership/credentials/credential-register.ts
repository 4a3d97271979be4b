import { sql } from 'kysely'
import { hasWordsOf } from '#platform/database/contains-pattern.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { doneIn } from './credential-document.ts'
import type { CredentialContent, CredentialView, DirectoryEntry } from './credential-view.ts'
import type { IssuedDocument } from './document-form.ts'
import { type CredentialCause, stateOf } from './domain/credential.ts'
import { credentialTables } from './tables.ts'

/** Credentials on one page of a list. */
export const pageSize = 50

/** A credential with the fields that only staff lists need. */
export interface ListedCredential extends CredentialView {
  orderId: string
  buyerId: string
  cohortId: string
  statusIndex: number
  renewalAskedAt: Date | null
}

/** Reads credentials from the tables. */
export class CredentialRegister {
  readonly #database: Database
  readonly #clock: Clock
  readonly #publicUrl: string

  constructor(database: Database, clock: Clock, publicUrl: string) {
    this.#database = database
    this.#clock = clock
    this.#publicUrl = publicUrl
  }

  /** Null for an unknown id. */
  async find(id: string): Promise<ListedCredential | null> {
    const row = await rowsOn(this.#database.sql).where('c.id', '=', id).executeTakeFirst()
    return row === undefined ? null : this.#viewOf(row)
  }

  async ofOrders(orderIds: readonly string[]): Promise<Map<string, ListedCredential>> {
    if (orderIds.length === 0) return new Map()
    const rows = await rowsOn(this.#database.sql).where('c.orderId', 'in', orderIds).execute()
    return new Map(rows.map((row) => [row.orderId, this.#viewOf(row)]))
  }

  async ofBuyer(buyerId: string): Promise<ListedCredential[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('c.buyerId', '=', buyerId)
      .orderBy('c.awardedAt')
      .execute()
    return rows.map((row) => this.#viewOf(row))
  }

  /**
   * Credentials with a renewal request first, the oldest request before the others; then the newest. `page` counts from 1,
   * `text` is searched in the names, `asked` counts the requests of all credentials.
   */
  async list({ page, text }: { page: number; text: string }): Promise<{
    credentials: ListedCredential[]
    total: number
    asked: number
  }> {
    const all = credentialTables(this.#database.sql)
      .selectFrom('program_credential as c')
      .leftJoin('program_credential_document as d', 'd.credentialId', 'c.id')
    const { total } = await (text === '' ? all : all.where(hasWordsOf(sql.ref('d.search_form'), text)))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = rowsOn(this.#database.sql)
    const found = await (text === '' ? rows : rows.where(hasWordsOf(sql.ref('d.search_form'), text)))
      // Nulls come last.
      .orderBy('c.renewalAskedAt')
      .orderBy('c.awardedAt', 'desc')
      .orderBy('c.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    const { asked } = await credentialTables(this.#database.sql)
      .selectFrom('program_credential')
      .select(({ fn }) => fn.count<number>('renewalAskedAt').as('asked'))
      .executeTakeFirstOrThrow()
    return { credentials: found.map((row) => this.#viewOf(row)), total: Number(total), asked: Number(asked) }
  }

  /** Valid credentials whose holders agreed, by name; `text` is searched in the names, `page` counts from 1. */
  async directory({ page, text }: { page: number; text: string }): Promise<{
    entries: DirectoryEntry[]
    total: number
  }> {
    const listed = credentialTables(this.#database.sql)
      .selectFrom('program_credential as c')
      .innerJoin('program_credential_document as d', 'd.credentialId', 'c.id')
      .innerJoin('program_credential_choice as o', 'o.orderId', 'c.orderId')
      .where('o.isPublic', '=', true)
      .where('c.revoked', 'is', null)
      .where('c.disputed', '=', false)
      .where('c.unpaid', '=', false)
      .where('c.held', '=', false)
      .where('c.validUntil', '>=', this.#clock.now())
      .where(hasWordsOf(sql.ref('d.search_form'), text))
    const { total } = await listed
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await listed
      .select(['c.id', 'd.name', 'c.awardedAt', 'c.validUntil'])
      .orderBy('d.name')
      .orderBy('c.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { total: Number(total), entries: rows }
  }

  #viewOf(row: Row): ListedCredential {
    const suspended = [
      ...(row.disputed ? ['dispute' as const] : []),
      ...(row.unpaid ? ['unpaid' as const] : []),
      ...(row.held ? ['person' as const] : []),
    ]
    const { revoked } = row
    const state = stateOf({ revoked, suspended, validUntil: row.validUntil.toISOString() }, this.#clock.now())
    const cause: CredentialCause | null = revoked ?? suspended.at(-1) ?? null
    return {
      ...row,
      address: `${this.#publicUrl}/credentials/${row.id}`,
      state,
      cause,
      reason: cause === 'person' ? (row.reason ?? '') : '',
      changedAt: state === 'expired' ? row.validUntil : row.changedAt,
      isPublic: row.isPublic ?? false,
      document: row.document === null ? null : { ...contentOf(JSON.parse(row.document)), json: row.document },
    }
  }
}

/** The contents of a document. */
export function contentOf(document: IssuedDocument): Omit<CredentialContent, 'json'> {
  const { name, issuer, credentialSubject } = document
  return {
    name: credentialSubject.identifier[0].identityHash,
    program: name,
    issuer: { name: issuer.name, did: issuer.id },
    startsOn: credentialSubject.activityStartDate.slice(0, 10),
    endsOn: credentialSubject.activityEndDate.slice(0, 10),
    done: doneIn(document),
  }
}

const rowsOn = (sql: Sql) =>
  credentialTables(sql)
    .selectFrom('program_credential as c')
    .leftJoin('program_credential_document as d', 'd.credentialId', 'c.id')
    .leftJoin('program_credential_choice as o', 'o.orderId', 'c.orderId')
    .select(['c.id', 'c.orderId', 'c.cohortId', 'c.awardedAt', 'c.validUntil', 'c.disputed', 'c.unpaid'])
    .select(['c.held', 'c.revoked', 'c.changedAt', 'c.reason', 'c.renewalAskedAt', 'd.document'])
    .select(['o.isPublic', 'c.statusIndex', 'c.buyerId'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOn>['execute']>>[number]
