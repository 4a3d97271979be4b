import { gzipSync } from 'node:zlib'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { CredentialKeys } from './credential-keys.ts'
import { Credentials } from './credentials.ts'
import { statusListLength } from './document-form.ts'
import { signed } from './signing.ts'
import { credentialTables } from './tables.ts'

/** A list is signed again when it has changed, and every hour. */
const hourMs = 3_600_000

/** The status lists as signed credentials, made from the tables. */
export class StatusLists {
  static readonly needs = {
    database: Database,
    clock: Clock,
    keys: CredentialKeys,
    credentials: Credentials,
  }
  readonly #parts: Given<typeof StatusLists.needs>
  readonly #cache = new Map<number, { version: string; text: Promise<string> }>()

  constructor(parts: Given<typeof StatusLists.needs>) {
    this.#parts = parts
  }

  /** @throws AppError not-found `STATUS_LIST_NOT_FOUND` for a number that no credential names, unavailable `NO_CREDENTIAL_KEY` */
  async text(number: number): Promise<string> {
    const list = number - 1
    if (list < 0 || (list > 0 && !(await this.#isUsed(list))))
      throw new AppError('not-found', 'STATUS_LIST_NOT_FOUND', 'There is no status list of this number.')
    const entries = await this.#entriesSet(list)
    const key = await this.#parts.keys.signing()
    const hourStart = Math.floor(this.#parts.clock.now().getTime() / hourMs) * hourMs
    const version = `${key.id} ${hourStart} ${entries.join()}`
    const cached = this.#cache.get(number)
    if (cached?.version === version) return cached.text
    const text = this.#sign(number, entries, new Date(hourStart))
    this.#cache.set(number, { version, text })
    return text
  }

  async #sign(number: number, entries: number[], hourStart: Date): Promise<string> {
    const { did, publicUrl } = this.#parts.credentials.issuer
    const address = `${publicUrl}/credentials/status/${number}`
    const from = hourStart.toISOString().replace('.000Z', 'Z')
    const list = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id: address,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: did,
      validFrom: from,
      credentialSubject: {
        id: `${address}#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: encodeList(entries),
      },
    }
    return JSON.stringify(await signed(list, await this.#parts.keys.signing(), did, from))
  }

  /** A suspended credential has its bit set until it is resumed: Open Badges 3.0 permits one list for a credential. */
  async #entriesSet(list: number): Promise<number[]> {
    const from = list * statusListLength
    const rows = await credentialTables(this.#parts.database.sql)
      .selectFrom('program_credential_status as s')
      .innerJoin('program_credential as c', 'c.id', 's.credentialId')
      .select('s.statusIndex')
      .where('s.statusIndex', '>=', from)
      .where('s.statusIndex', '<', from + statusListLength)
      .where(({ eb, or }) =>
        or([
          eb('s.replaced', '=', true),
          eb('c.revoked', 'is not', null),
          eb('c.disputed', '=', true),
          eb('c.unpaid', '=', true),
          eb('c.held', '=', true),
        ]),
      )
      .orderBy('s.statusIndex')
      .execute()
    return rows.map(({ statusIndex }) => statusIndex - from)
  }

  async #isUsed(list: number): Promise<boolean> {
    const row = await credentialTables(this.#parts.database.sql)
      .selectFrom('program_credential_status')
      .select('statusIndex')
      .where('statusIndex', '>=', list * statusListLength)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
}

/** The encoding of BitstringStatusList: bits from the left, gzip, multibase base64url. */
export function encodeList(entries: readonly number[]): string {
  const bits = Buffer.alloc(statusListLength / 8)
  for (const entry of entries) bits[entry >> 3] = (bits[entry >> 3] ?? 0) | (0x80 >> (entry & 7))
  return `u${gzipSync(bits).toString('base64url')}`
}
