import { Client } from 'pg'
import type { Config } from '#platform/config/config.ts'
import { credentialKeyOf } from '#platform/config/credential-keys.ts'
import { connectTo } from '#platform/database/connect-to.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { keyIdOf, type SigningKey } from './signing.ts'
import { credentialTables } from './tables.ts'

const noKey = (reason: string): AppError =>
  new AppError('unavailable', 'NO_CREDENTIAL_KEY', `Nothing can be signed: ${reason}`)

/** The current signing key, and all keys that ever signed. */
export class CredentialKeys {
  readonly #config: Config
  readonly #database: Database
  #signing: Promise<SigningKey | null> | undefined

  constructor(config: Config, database: Database) {
    this.#config = config
    this.#database = database
  }

  /** False in production without CREDENTIAL_KEYS, and with a compromised key. */
  async canSign(): Promise<boolean> {
    const key = await this.#current()
    return key !== null && !(await this.isCompromised(key.id))
  }

  /** @throws AppError unavailable `NO_CREDENTIAL_KEY` */
  async signing(): Promise<SigningKey> {
    const key = await this.#current()
    if (key === null) throw noKey('this site has no key for credentials. Its operator sets CREDENTIAL_KEYS.')
    if (await this.isCompromised(key.id))
      throw noKey('somebody else knows the key of this site. Its operator changes CREDENTIAL_KEYS.')
    return key
  }

  /** Ids of all trusted keys that ever signed, and of the current one; the oldest first. */
  async known(): Promise<string[]> {
    const rows = await this.#rows()
    const current = await this.#current()
    const ids = new Set([...rows.map(({ id }) => id), ...(current === null ? [] : [current.id])])
    for (const { id, compromisedAt } of rows) if (compromisedAt !== null) ids.delete(id)
    return [...ids]
  }

  /** The keys whose private key is known to somebody else, and since when. */
  async compromised(): Promise<{ id: string; at: Date }[]> {
    return (await this.#rows()).flatMap(({ id, compromisedAt: at }) =>
      at === null ? [] : [{ id, at: new Date(at) }],
    )
  }

  async isCompromised(keyId: string): Promise<boolean> {
    return (await this.compromised()).some(({ id }) => id === keyId)
  }

  /** @param ownerUrl of the database as the owner of the tables, who alone may mark a key */
  async markCompromised(id: string, at: Date, ownerUrl: string): Promise<void> {
    const client = new Client({ application_name: 'veralead-compromised-key', ...connectTo(ownerUrl) })
    await client.connect()
    try {
      await client.query(
        `insert into program_credential_key (id, first_used_at, compromised_at) values ($1, $2, $2)
         on conflict (id) do update set compromised_at = $2`,
        [id, at],
      )
    } finally {
      await client.end()
    }
  }

  #rows() {
    return credentialTables(this.#database.sql)
      .selectFrom('program_credential_key')
      .select(['id', 'compromisedAt'])
      .orderBy('firstUsedAt')
      .orderBy('id')
      .execute()
  }

  #current(): Promise<SigningKey | null> {
    this.#signing ??= this.#read().catch((error: unknown) => {
      this.#signing = undefined
      throw error
    })
    return this.#signing
  }

  async #read(): Promise<SigningKey | null> {
    const key = await credentialKeyOf(this.#config)
    return key === null ? null : { id: keyIdOf(key), private: key }
  }
}
