import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Passwords } from './passwords.ts'
import type { Registrations } from './registrations.ts'
import { messages, normalizeEmail } from './rules.ts'
import type { Sessions, Visitor } from './sessions.ts'
import type { SignInGuard } from './sign-in-guard.ts'

export interface SignInForm {
  email: string
  password: string
}

/** What the browser brought along. */
export interface SignInCookies {
  session: string | undefined
  device: string | undefined
}

export type SignedIn =
  | { kind: 'customer'; userId: string; session: string; device: { value: string; maxAge: number } }
  | { kind: 'pending'; email: string; registrationCookie: string }

interface Account {
  id: string
  password_hash: string
}

/**
 * Signing in. Whatever was typed, exactly one hash is computed, so that the time tells nothing; unknown addresses
 * are slowed down like known ones.
 */
export class SignIns {
  readonly #db: Database
  readonly #passwords: Passwords
  readonly #guard: SignInGuard
  readonly #sessions: Sessions
  readonly #registrations: Registrations

  constructor(
    db: Database,
    passwords: Passwords,
    guard: SignInGuard,
    sessions: Sessions,
    registrations: Registrations,
  ) {
    this.#db = db
    this.#passwords = passwords
    this.#guard = guard
    this.#sessions = sessions
    this.#registrations = registrations
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
    return this.#passwords.admit(async () => {
      await this.#guard.claim(attempt)
      const [account] = await this.#db.sql.query<Account>(
        'select id, password_hash from identity_customer where email = $1',
        [email],
      )
      const pending = await this.#registrations.pendingOf(email)
      const stored = account?.password_hash ?? pending?.password_hash ?? null
      if (!(await this.#passwords.verify(stored, form.password))) throw invalidCredentials()
      await this.#guard.succeeded(attempt)
      if (account) {
        const session = await this.#open(account.id, visitor, cookies.session)
        return {
          kind: 'customer',
          userId: account.id,
          session,
          device: this.#guard.deviceCookie('customer', email),
        }
      }
      if (!pending) throw invalidCredentials()
      return { kind: 'pending', email, registrationCookie: await this.#registrations.resume(pending) }
    })
  }

  /** A new session takes the place of the one the browser had. */
  async #open(userId: string, visitor: Visitor, previous: string | undefined): Promise<string> {
    return this.#db.rawTransaction(async (sql) => {
      if (previous !== undefined) await this.#sessions.end(previous, sql)
      return this.#sessions.open(sql, 'customer', userId, visitor)
    })
  }
}

function invalidCredentials(): AppError {
  return new AppError('unauthenticated', 'INVALID_CREDENTIALS', messages.invalidCredentials, {
    errors: [messages.invalidCredentials],
  })
}
