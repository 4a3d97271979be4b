import type { InputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { Passwords } from '../accounts/passwords.ts'
import { StaffRow } from '../accounts/rows.ts'
import type { SignInCookies } from '../customers/sign-ins.ts'
import type { ActivityKind } from '../domain/activity.ts'
import { Sessions, type Visitor } from '../sessions/sessions.ts'
import { SignInGuard } from '../sessions/sign-in-guard.ts'
import type { staffLogin } from './contract-staff.ts'
import { FirstPasswordFile } from './first-password-file.ts'
import { ProviderSignIns } from './provider-sign-ins.ts'
import { SecondFactors } from './second-factors.ts'
import { normalizeUsername, type StaffMember } from './staff.ts'

export type StaffForm = InputOf<typeof staffLogin>['body']

/** Signing members of staff in, for eight hours at most. */
export class StaffSignIns {
  static readonly needs = {
    db: Database,
    passwords: Passwords,
    guard: SignInGuard,
    sessions: Sessions,
    factors: SecondFactors,
    firstPassword: FirstPasswordFile,
    activity: AccountActivity,
    provider: ProviderSignIns,
  }
  readonly #parts: Given<typeof StaffSignIns.needs>

  constructor(parts: Given<typeof StaffSignIns.needs>) {
    this.#parts = parts
  }

  /**
   * @throws AppError `unauthenticated` INVALID_CREDENTIALS ("Invalid credentials"), TOTP_REQUIRED when the password was
   *   right and the digits are missing, TOTP_INVALID; `forbidden` STAFF_DISABLED, PASSWORD_OFF, TOTP_NOT_ENROLLED
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
    const caller = this.#parts.guard.recognise(attempt)
    return this.#parts.passwords.admit(async () => {
      await this.#parts.guard.claim(attempt)
      const member = await this.#parts.db.em().findOne(StaffRow, { username })
      const matches = await this.#parts.passwords.verify(member?.passwordHash ?? null, form.password, caller)
      const record = (activity: ActivityKind) =>
        this.#parts.activity.record({
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
      if (await this.#parts.provider.refusesPassword(member)) {
        await record('sign-in-failed')
        throw new AppError('forbidden', 'PASSWORD_OFF', `Please sign in with ${this.#parts.provider.name}.`)
      }
      // A right password without the second factor still counts as a failed try.
      const { enrolled } = await this.#parts.factors.demand(member, form).catch(async (error: unknown) => {
        if (error instanceof AppError)
          await record(error.code === 'TOTP_INVALID' ? 'second-factor-failed' : 'second-factor-asked')
        throw error
      })
      await this.#parts.guard.succeeded(attempt)
      const session = await this.#parts.sessions.replace('staff', member, visitor, cookies.session)
      if (session === null)
        throw new AppError('unauthenticated', 'INVALID_CREDENTIALS', 'Invalid credentials')
      if (enrolled) await record('second-factor-set-up')
      await record('signed-in')
      await this.#parts.firstPassword.signedIn(username)
      return {
        member: { id: member.id, username: member.username, role: member.role },
        session,
        device: this.#parts.guard.deviceCookie('staff', username),
      }
    }, caller)
  }
}
