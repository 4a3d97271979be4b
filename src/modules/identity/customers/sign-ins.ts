import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { Passwords } from '../accounts/passwords.ts'
import { identityTables } from '../accounts/rows.ts'
import type { Customer } from '../index.ts'
import { messages, normalizeEmail } from '../rules.ts'
import { Sessions, type Visitor } from '../sessions/sessions.ts'
import { SignInGuard } from '../sessions/sign-in-guard.ts'
import { type PendingRegistration, profileColumns } from './pending-registration.ts'
import { Registrations } from './registrations.ts'

export interface SignInForm {
  email: string
  password: string
}

/** The cookies that the browser sent with the sign-in. */
export interface SignInCookies {
  session: string | undefined
  device: string | undefined
}

export type SignedIn =
  | { kind: 'customer'; customer: Customer; session: string; device: { value: string; maxAge: number } }
  | { kind: 'pending'; email: string; registrationCookie: string }

/** An account, or a registration whose code has not been entered yet. */
interface Found extends PendingRegistration {
  verified: boolean
  created_at: Date
}

/**
 * Signing in. Exactly one hash is computed for every form, so that the time of the answer does not reveal whether the
 * account exists; tries at unknown addresses are slowed down like tries at known ones.
 */
export class SignIns {
  static readonly needs = {
    db: Database,
    clock: Clock,
    passwords: Passwords,
    guard: SignInGuard,
    sessions: Sessions,
    registrations: Registrations,
    activity: AccountActivity,
  }
  readonly #parts: Given<typeof SignIns.needs>

  constructor(parts: Given<typeof SignIns.needs>) {
    this.#parts = parts
  }

  /** @throws AppError `unauthenticated` INVALID_CREDENTIALS, `too-many` TOO_MANY_ATTEMPTS or BUSY */
  async signIn(form: SignInForm, visitor: Visitor, cookies: SignInCookies): Promise<SignedIn> {
    const email = normalizeEmail(form.email)
    const attempt = {
      kind: 'customer',
      account: email,
      address: visitor.address,
      device: cookies.device,
    } as const
    const caller = this.#parts.guard.recognise(attempt)
    return this.#parts.passwords.admit(async () => {
      await this.#parts.guard.claim(attempt)
      const found = await this.#find(email)
      const matches = await this.#parts.passwords.verify(found?.password_hash ?? null, form.password, caller)
      const record = (activity: 'signed-in' | 'sign-in-failed') =>
        this.#parts.activity.record({
          account: 'customer',
          accountId: found?.verified ? found.id : null,
          activity,
          address: visitor.address,
        })
      if (!matches || !found) {
        await record('sign-in-failed')
        throw invalidCredentials()
      }
      if (!found.verified) {
        await this.#parts.guard.succeeded(attempt)
        return {
          kind: 'pending',
          email,
          registrationCookie: await this.#parts.registrations.resume(found, visitor.address),
        }
      }
      const checked = { id: found.id, passwordHash: found.password_hash }
      const session = await this.#parts.sessions.replace('customer', checked, visitor, cookies.session)
      if (session === null) throw invalidCredentials()
      await this.#parts.guard.succeeded(attempt)
      // Recorded before the answer with the cookie is sent, so that no unrecorded session is used.
      await record('signed-in')
      const device = this.#parts.guard.deviceCookie('customer', email)
      return { kind: 'customer', customer: customerOf(found), session, device }
    }, caller)
  }

  /** One statement, the same for known, pending and unknown addresses. */
  async #find(email: string): Promise<Found | null> {
    const tables = identityTables(this.#parts.db.sql)
    const registration = tables
      .selectFrom('identity_registration')
      .select([...profileColumns, 'created_at'])
      .select(({ lit }) => lit(false as boolean).as('verified'))
      .where('email', '=', email)
      .where('expires_at', '>', this.#parts.clock.now())
    const either = tables
      .selectFrom('identity_customer')
      .select([...profileColumns, 'created_at'])
      .select(({ lit }) => lit(true as boolean).as('verified'))
      .where('email', '=', email)
      .unionAll(registration)
      .orderBy('verified', 'desc')
      .limit(1)
    const found = await either.executeTakeFirst()
    return found ?? null
  }
}

function customerOf(found: Found): Customer {
  return {
    id: found.id,
    email: found.email,
    firstName: found.first_name,
    lastName: found.last_name,
    isEmailVerified: true,
    createdAt: found.created_at,
    phone: found.phone,
    company: found.company,
  }
}

function invalidCredentials(): AppError {
  return new AppError('unauthenticated', 'INVALID_CREDENTIALS', messages.invalidCredentials, {
    errors: [messages.invalidCredentials],
  })
}
