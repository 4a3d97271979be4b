import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { networkOf } from '#platform/http/address-limits.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import { identityTables } from '../accounts/rows.ts'
import { Digests } from '../accounts/secrets.ts'
import { lifetimes, signInRules } from '../domain/sign-in-rules.ts'

export interface Attempt {
  kind: 'customer' | 'staff'
  /** Normalised address or user name, of an existing account or not. */
  account: string
  address: string
  /** The device cookie, when one was sent. */
  device: string | undefined
}

/** Limits tries at a password, with exact counts in PostgreSQL; see domain/sign-in-rules.ts for the rules. */
export class SignInGuard {
  readonly #db: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #digests: Digests
  readonly #perNetwork: number

  constructor(db: Database, clock: Clock, ids: Ids, keys: Keys, rateLimits: 'strict' | 'relaxed') {
    this.#db = db
    this.#clock = clock
    this.#ids = ids
    this.#digests = new Digests(keys, 'identity.sign-in')
    this.#perNetwork = signInRules.perNetwork * (rateLimits === 'relaxed' ? 100 : 1)
  }

  /**
   * Counts the try before it is evaluated.
   * @throws AppError `too-many`, code `TOO_MANY_ATTEMPTS`, the same for known and unknown accounts
   */
  async claim(attempt: Attempt, sql: Sql = this.#db.sql): Promise<void> {
    const claim = [
      this.#account(attempt),
      this.#source(attempt),
      this.#network(attempt),
      this.#knownDevice(attempt) !== null,
      this.#clock.now(),
      signInRules.delays,
      signInRules.perAccount,
      this.#perNetwork,
    ]
    const row = await identityTables(sql)
      .selectNoFrom(({ fn, val }) => fn<number>('identity_claim_login', claim.map(val)).as('wait'))
      .executeTakeFirst()
    const wait = Math.ceil(row?.wait ?? 0)
    if (wait <= 0) return
    const duration = wait <= 60 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`
    throw new AppError(
      'too-many',
      'TOO_MANY_ATTEMPTS',
      `Too many attempts. Please try again in ${duration}.`,
      {
        retryAfter: wait,
      },
    )
  }

  /** Whether the account's owner has signed in with this browser before. */
  recognise(attempt: Attempt): 'stranger' | 'known' {
    return this.#knownDevice(attempt) === null ? 'stranger' : 'known'
  }

  /** Forgets the earlier tries of this source. */
  async succeeded(attempt: Attempt, sql: Sql = this.#db.sql): Promise<void> {
    await identityTables(sql)
      .deleteFrom('identity_login_try')
      .where('account', '=', this.#account(attempt))
      .where('source', '=', this.#source(attempt))
      .execute()
  }

  /** Forgets every try at the account, so that no one has to wait. */
  async lift(kind: Attempt['kind'], account: string, sql: Sql = this.#db.sql): Promise<void> {
    await identityTables(sql)
      .deleteFrom('identity_login_try')
      .where('account', '=', this.#account({ kind, account }))
      .execute()
  }

  /** Whether browsers that have not signed in to the account before must wait now. */
  async keepsStrangersOut(kind: Attempt['kind'], account: string): Promise<boolean> {
    const { tries } = await identityTables(this.#db.sql)
      .selectFrom('identity_login_try')
      .select(({ fn }) => fn.countAll<number>().as('tries'))
      .where('account', '=', this.#account({ kind, account }))
      .where('known', '=', false)
      .where('at', '>', new Date(this.#clock.now().getTime() - 3_600_000))
      .executeTakeFirstOrThrow()
    return tries >= signInRules.perAccount
  }

  /** The cookie value that makes a browser a known device of the account, and its lifetime in seconds. */
  deviceCookie(kind: Attempt['kind'], account: string): { value: string; maxAge: number } {
    const maxAge = lifetimes.deviceMs / 1000
    const until = String(Math.floor(this.#clock.now().getTime() / 1000) + maxAge)
    const nonce = this.#ids.token(16)
    const mac = this.#digests.of('device', kind, account, nonce, until).toString('base64url')
    return { value: `${nonce}.${until}.${mac}`, maxAge }
  }

  /** The nonce of a valid device cookie of this account; not the cookie's text, which has several spellings. */
  #knownDevice({ kind, account, device }: Attempt): string | null {
    const [nonce, until, mac] = device?.split('.') ?? []
    if (nonce === undefined || until === undefined || mac === undefined) return null
    if (!(Number(until) * 1000 > this.#clock.now().getTime())) return null
    const genuine = this.#digests.matches(
      Buffer.from(mac, 'base64url'),
      'device',
      kind,
      account,
      nonce,
      until,
    )
    return genuine ? nonce : null
  }

  #account({ kind, account }: Pick<Attempt, 'kind' | 'account'>): Buffer {
    return this.#digests.of('account', kind, account)
  }

  #source(attempt: Attempt): Buffer {
    const device = this.#knownDevice(attempt)
    return device === null ? this.#network(attempt) : this.#digests.of('known device', device)
  }

  #network({ address }: Attempt): Buffer {
    return this.#digests.of('network', networkOf(address))
  }
}
