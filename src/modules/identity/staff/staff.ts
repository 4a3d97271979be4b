import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { StaffRole } from '#platform/kernel/actor.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { Passwords } from '../accounts/passwords.ts'
import { identityTables, StaffRow } from '../accounts/rows.ts'
import type { ActivityKind } from '../domain/activity.ts'
import { StaffNames } from '../index.ts'
import { checkPassword } from '../rules.ts'
import { Sessions } from '../sessions/sessions.ts'
import { SignInGuard } from '../sessions/sign-in-guard.ts'
import { SecondFactors } from './second-factors.ts'

export interface StaffMember {
  id: string
  username: string
  role: StaffRole
}

export interface CreatedStaff extends StaffMember {
  /** Present when a second factor was made; shown once. */
  totp?: { secret: string; uri: string }
}

const usernameShape = /^[a-z0-9][a-z0-9._@-]{1,63}$/

/** The accounts of members of staff. */
export class Staff extends StaffNames {
  static readonly needs = {
    db: Database,
    clock: Clock,
    ids: Ids,
    passwords: Passwords,
    sessions: Sessions,
    factors: SecondFactors,
    guard: SignInGuard,
    activity: AccountActivity,
  }
  readonly #parts: Given<typeof Staff.needs>

  constructor(parts: Given<typeof Staff.needs>) {
    super()
    this.#parts = parts
  }

  /**
   * Adds a member. With `replace`, gives an existing member this role and password, enables the account, and ends its
   * sessions and the wait after wrong tries. `totp` true makes a new second factor, false removes it, undefined leaves it
   * unchanged. `by` is recorded as the author: the way it was done, or the id of a member of staff, with `address`.
   * @param options.first runs in the same transaction, before anything is stored
   * @param options.also runs in the same transaction, after that
   * @throws AppError `invalid` for an unusable name or a password that the sign-up form would refuse, `conflict`
   *   STAFF_EXISTS
   */
  async create(
    member: { username: string; password: string; role: StaffRole },
    options: {
      replace?: boolean
      totp?: boolean
      by?: string
      address?: string
      first?: (sql: Sql) => Promise<void>
      also?: (sql: Sql) => Promise<void>
    } = {},
  ): Promise<CreatedStaff> {
    const username = normalizeUsername(member.username)
    if (!usernameShape.test(username)) {
      throw refusedField(
        'STAFF_USERNAME_INVALID',
        'username',
        '2 to 64 letters, digits, dots, hyphens, underscores or @, starting with a letter or digit',
      )
    }
    const problem = checkPassword(member.password)
    if (problem !== null) throw new AppError('invalid', 'STAFF_PASSWORD_WEAK', `password: ${problem}`)
    const passwordHash = await this.#parts.passwords.hash(member.password)
    return this.#parts.db.rawTransaction(async (sql) => {
      await options.first?.(sql)
      const newId = this.#parts.ids.uuid()
      const replaced = { role: member.role, password_hash: passwordHash, disabled_at: null }
      const row = await identityTables(sql)
        .insertInto('identity_staff')
        .values({ id: newId, username, ...replaced, created_at: this.#parts.clock.now() })
        .onConflict((conflict) => {
          const taken = conflict.column('username')
          return options.replace ? taken.doUpdateSet(replaced) : taken.doNothing()
        })
        .returning('id')
        .executeTakeFirst()
      if (!row)
        throw new AppError('conflict', 'STAFF_EXISTS', `username: "${username}" exists already`, {
          fields: [{ path: 'username', message: `"${username}" exists already` }],
        })
      await this.#parts.sessions.endAll(sql, row.id)
      await this.#parts.guard.lift('staff', username, sql)
      const record = (activity: ActivityKind) =>
        this.#parts.activity.record(
          {
            account: 'staff',
            accountId: row.id,
            activity,
            address: options.address,
            by: options.by ?? 'command-line',
          },
          sql,
        )
      await record(row.id === newId ? 'account-created' : 'account-replaced')
      await options.also?.(sql)
      const created = { id: row.id, username, role: member.role }
      if (options.totp === undefined) return created
      const totp = await this.#parts.factors.set(sql, created, options.totp)
      await record(options.totp ? 'second-factor-set-up' : 'second-factor-removed')
      return totp ? { ...created, totp } : created
    })
  }

  /**
   * Sets the password that the configuration names, unless the stored password has changed meanwhile. Ends the sessions
   * and any wait after wrong tries; role and disabling stay.
   */
  async replacePassword(member: StaffRow, password: string): Promise<void> {
    const { id, username } = member
    const passwordHash = await this.#parts.passwords.hash(password)
    await this.#parts.db.rawTransaction(async (sql) => {
      const replaced = await identityTables(sql)
        .updateTable('identity_staff')
        .set({ password_hash: passwordHash })
        .where('id', '=', id)
        .where('password_hash', '=', member.passwordHash)
        .returning('id')
        .executeTakeFirst()
      if (!replaced) return
      await this.#parts.sessions.endAll(sql, id)
      await this.#parts.guard.lift('staff', username, sql)
      await this.#parts.activity.record(
        { account: 'staff', accountId: id, activity: 'password-reset', by: 'configuration' },
        sql,
      )
    })
  }

  /** The account with this username, in any case; null when there is none. */
  async member(username: string): Promise<StaffMember | null> {
    const found = await this.#find(normalizeUsername(username))
    return found === null ? null : { id: found.id, username: found.username, role: found.role }
  }

  override async usernames(staffIds: readonly string[]): Promise<Map<string, string>> {
    if (staffIds.length === 0) return new Map()
    const rows = await this.#parts.db.em().find(StaffRow, { id: { $in: [...staffIds] } })
    return new Map(rows.map(({ id, username }) => [id, username]))
  }

  override async members(): Promise<(StaffMember & { disabled: boolean })[]> {
    const rows = await this.#parts.db.em().find(StaffRow, {}, { orderBy: { username: 'asc' } })
    return rows.map(({ id, username, role, disabledAt }) => ({
      id,
      username,
      role,
      disabled: Boolean(disabledAt),
    }))
  }

  async #find(username: string): Promise<StaffRow | null> {
    return this.#parts.db.em().findOne(StaffRow, { username })
  }
}

export function normalizeUsername(username: string): string {
  return username.trim().toLowerCase()
}
