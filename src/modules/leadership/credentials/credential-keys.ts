import type { Config } from '#platform/config/config.ts'
import { credentialKeyOf } from '#platform/config/credential-keys.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { keyIdOf, type SigningKey } from './signing.ts'
import { credentialTables } from './tables.ts'

/** The key that signs now, and all that ever did. */
export class CredentialKeys {
  readonly #config: Config
  readonly #database: Database
  #signing: Promise<SigningKey | null> | undefined

  constructor(config: Config, database: Database) {
    this.#config = config
    this.#database = database
  }

  /** False in production without CREDENTIAL_KEYS. */
  async canSign(): Promise<boolean> {
    return (await this.#current()) !== null
  }

  /** @throws AppError unavailable `NO_CREDENTIAL_KEY` */
  async signing(): Promise<SigningKey> {
    const key = await this.#current()
    if (key === null)
      throw new AppError(
        'unavailable',
        'NO_CREDENTIAL_KEY',
        'Nothing can be signed: this site has no key for credentials. Its operator sets CREDENTIAL_KEYS.',
      )
    return key
  }

  /** Ids of all keys that ever signed, the one that signs now among them; the oldest first. */
  async known(): Promise<string[]> {
    const rows = await credentialTables(this.#database.sql)
      .selectFrom('program_credential_key')
      .select('id')
      .orderBy('first_used_at')
      .orderBy('id')
      .execute()
    const current = await this.#current()
    return [...new Set([...rows.map(({ id }) => id), ...(current === null ? [] : [current.id])])]
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
