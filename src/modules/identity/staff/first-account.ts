import type { Config } from '#platform/config/config.ts'
import { ConfigError } from '#platform/config/config-error.ts'
import { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { generatePassword } from '../accounts/generated-password.ts'
import { Passwords } from '../accounts/passwords.ts'
import { identityTables, StaffRow } from '../accounts/rows.ts'
import { checkPassword } from '../rules.ts'
import { FirstPasswordFile } from './first-password-file.ts'
import { normalizeUsername, Staff } from './staff.ts'

export interface FirstStaff {
  username: string
  /** Set when it was generated during this start. */
  password?: string
  /** The file with the generated password, until the first sign-in of the account. */
  passwordFile?: string
  /** False in production without ADMIN_PASSWORD: then there is no account until `npm run staff:create` makes one. */
  exists: boolean
}

/** The first staff account of an installation. */
export class FirstAccount {
  static readonly needs = {
    db: Database,
    passwords: Passwords,
    staff: Staff,
    firstPassword: FirstPasswordFile,
  }
  readonly #parts: Given<typeof FirstAccount.needs>

  constructor(parts: Given<typeof FirstAccount.needs>) {
    this.#parts = parts
  }

  /**
   * Makes the account that the configuration names. ADMIN_PASSWORD becomes its password, and replaces a generated password
   * that has not been changed; an account with any other password is left unchanged. Without it, a password is generated once
   * outside production, and only while there is no account at all. It is stored in its file before the account is made, so
   * that an interrupted start does not lose it.
   * @throws ConfigError for an ADMIN_PASSWORD that would be set and that the sign-up form would refuse
   */
  async ensure(config: Pick<Config, 'admin' | 'env'>): Promise<FirstStaff> {
    const username = normalizeUsername(config.admin.username)
    const { password } = config.admin
    if (password !== undefined) {
      const existing = await this.#account(username)
      if (existing === null) await this.#create(username, password)
      else if (existing.passwordHash === existing.generatedHash) {
        demandAllowed(password)
        await this.#parts.staff.replacePassword(existing, password)
      }
      if ((await this.#parts.firstPassword.read())?.username === username)
        await this.#parts.firstPassword.remove()
      return { username, exists: true }
    }
    const { members } = await identityTables(this.#parts.db.sql)
      .selectFrom('identity_staff')
      .select(({ fn }) => fn.countAll<number>().as('members'))
      .executeTakeFirstOrThrow()
    if (members > 0) return (await this.#unusedPassword()) ?? { username, exists: true }
    if (config.env === 'production') return { username, exists: false }
    // A file of a start with another ADMIN_USERNAME, or of a deleted database, does not belong to this account.
    const left = await this.#parts.firstPassword.read()
    if (left !== undefined && left.username !== username) await this.#parts.firstPassword.remove()
    const generated = generatePassword()
    const { password: kept } = await this.#parts.firstPassword.keep({ username, password: generated })
    try {
      const member = { username, password: kept, role: 'owner' } as const
      await this.#parts.staff.create(member, {
        by: 'configuration',
        also: async (sql) => {
          await identityTables(sql)
            .updateTable('identity_staff')
            .set(({ ref }) => ({ generated_hash: ref('password_hash') }))
            .where('username', '=', username)
            .execute()
        },
      })
    } catch (error) {
      // Another process of the same installation started at the same moment and made the account: it prints its password.
      if (error instanceof AppError && error.code === 'STAFF_EXISTS')
        return (await this.#unusedPassword()) ?? { username, exists: true }
      throw error
    }
    return { username, password: kept, passwordFile: this.#parts.firstPassword.path, exists: true }
  }

  async #create(username: string, password: string): Promise<void> {
    demandAllowed(password)
    try {
      await this.#parts.staff.create({ username, password, role: 'owner' }, { by: 'configuration' })
    } catch (error) {
      // Another process of the same installation started at the same moment and made the account.
      if (!(error instanceof AppError && error.code === 'STAFF_EXISTS')) throw error
    }
  }

  /** The account whose generated password is unused; a file with any other password is removed. */
  async #unusedPassword(): Promise<FirstStaff | undefined> {
    const kept = await this.#parts.firstPassword.read()
    if (kept === undefined) return undefined
    const account = await this.#account(kept.username)
    if (account !== null && (await this.#parts.passwords.verify(account.passwordHash, kept.password)))
      return { username: kept.username, passwordFile: this.#parts.firstPassword.path, exists: true }
    await this.#parts.firstPassword.remove()
    return undefined
  }

  async #account(username: string): Promise<StaffRow | null> {
    return this.#parts.db.em().findOne(StaffRow, { username })
  }
}

/** @throws ConfigError */
function demandAllowed(password: string): void {
  const problem = checkPassword(password)
  if (problem !== null)
    throw new ConfigError([{ variable: 'ADMIN_PASSWORD', reason: `is refused: ${problem}` }])
}
