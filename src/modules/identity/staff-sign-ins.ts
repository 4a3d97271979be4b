import type { InputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { AccountActivity } from './account-activity.ts'
import type { staffLogin } from './contract-staff.ts'
import type { ActivityKind } from './domain/activity.ts'
import type { FirstPasswordFile } from './first-password-file.ts'
import type { Passwords } from './passwords.ts'
import { StaffRow } from './rows.ts'
import type { SecondFactors } from './second-factors.ts'
import type { Sessions, Visitor } from './sessions.ts'
import type { SignInGuard } from './sign-in-guard.ts'
import type { SignInCookies } from './sign-ins.ts'
import { normalizeUsername, type StaffMember } from './staff.ts'

export type StaffForm = InputOf<typeof staffLogin>['body']

/** Signing members of staff in, for eight hours at most. */
export class StaffSignIns {
  readonly #db: Database
  readonly #passwords: Passwords
  readonly #guard: SignInGuard
  readonly #sessions: Sessions
  readonly #factors: SecondFactors
  readonly #firstPassword: FirstPasswordFile
  readonly #activity: AccountActivity

  constructor(
    db: Database,
    passwords: Passwords,
    guard: SignInGuard,
    sessions: Sessions,
    factors: SecondFactors,
    firstPassword: FirstPasswordFile,
    activity: AccountActivity,
  ) {
    this.#db = db
    this.#passwords = passwords
    this.#guard = guard
    this.#sessions = sessions
    this.#factors = factors
    this.#firstPassword = firstPassword
    this.#activity = activity
  }

  /**
   * @throws AppError `unauthenticated` INVALID_CREDENTIALS ("Invalid credentials"), TOTP_REQUIRED when the password was
   *   right and the digits are missing, TOTP_INVALID; `forbidden` STAFF_DISABLED, TOTP_NOT_ENROLLED
   *   with a key to set up; `too-many`
   */
  async signIn(
    form: StaffForm,
    visitor: Visitor,
    cookies: SignInCookies,
  ): Promise<{ member: StaffMember; session: string; device: { value: string; maxAge: number } }> {
    const username = normalizeUsername(form.username)
    const attempt = {
      kind: 'staff',
      account: username,
      address: visitor.address,
      device: cookies.device,
    } as const
    const caller = this.#guard.recognise(attempt)
    return this.#passwords.admit(async () => {
      await this.#guard.claim(attempt)
      const member = await this.#db.em().findOne(StaffRow, { username })
      const matches = await this.#passwords.verify(member?.passwordHash ?? null, form.password, caller)
      const record = (activity: ActivityKind) =>
        this.#activity.record({
          account: 'staff',
          accountId: member?.id ?? null,
          activity,
          address: visitor.address,
        })
      if (!matches || !member) {
        await record('sign-in-failed')
        throw new AppError('unauthenticated', 'INVALID_CREDENTIALS', 'Invalid credentials')
      }
      if (member.disabledAt) {
        await record('sign-in-failed')
        throw new AppError(
          'forbidden',
          'STAFF_DISABLED',
          'This account is disabled. Ask an owner to enable it.',
        )
      }
      // A right password without the second factor still counts as a failed try.
      const { enrolled } = await this.#factors.demand(member, form).catch(async (error: unknown) => {
        if (error instanceof AppError)
          await record(error.code === 'TOTP_INVALID' ? 'second-factor-failed' : 'second-factor-asked')
        throw error
      })
      await this.#guard.succeeded(attempt)
      const session = await this.#sessions.replace('staff', member, visitor, cookies.session)
      if (session === null)
        throw new AppError('unauthenticated', 'INVALID_CREDENTIALS', 'Invalid credentials')
      if (enrolled) await record('second-factor-set-up')
      await record('signed-in')
      await this.#firstPassword.signedIn(username)
      return {
        member: { id: member.id, username: member.username, role: member.role },
        session,
        device: this.#guard.deviceCookie('staff', username),
      }
    }, caller)
  }
}
