import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { CustomerActor, StaffActor } from '#platform/http/call.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { identityTables } from '../accounts/rows.ts'
import { fingerprint } from '../accounts/secrets.ts'
import { lifetimes } from '../domain/sign-in-rules.ts'

/** The origin of a session; shown to its owner. */
export interface Visitor {
  address: string
  agent: string
}

export type SessionKind = 'customer' | 'staff'

export interface OpenSession {
  handle: string
  createdAt: Date
  seenAt: Date
  address: string
  agent: string
}

/**
 * Sessions in PostgreSQL. The browser has 256 random bits, the table their SHA-256. A session is inserted at sign-in only
 * and updated while it exists, so an ended session cannot come back.
 */
export class Sessions {
  readonly #db: Database
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(db: Database, clock: Clock, ids: Ids) {
    this.#db = db
    this.#clock = clock
    this.#ids = ids
  }

  /** Opens a customer's session. @returns the secret for the cookie */
  async open(sql: Sql, subject: string, visitor: Visitor): Promise<string> {
    const { secret, row } = this.#new('customer', subject, visitor)
    await identityTables(sql).insertInto('identity_session').values(row).execute()
    return secret
  }

  /**
   * Opens a session in place of the browser's old one, if the password that was checked is still the password: a change
   * meanwhile has ended every session, and this one would outlive it. Null otherwise.
   */
  async replace(
    kind: SessionKind,
    account: { id: string; passwordHash: string },
    visitor: Visitor,
    previous: string | undefined,
    sql: Sql = this.#db.sql,
  ): Promise<string | null> {
    const { secret, row } = this.#new(kind, account.id, visitor)
    const columns = Object.keys(row) as (keyof typeof row)[]
    const opened = await identityTables(sql)
      .with('ended', (tables) =>
        tables.deleteFrom('identity_session').where('id_hash', '=', fingerprint(previous ?? '')),
      )
      .insertInto('identity_session')
      .columns(columns)
      .expression((tables) =>
        tables
          .selectFrom(kind === 'customer' ? 'identity_customer' : 'identity_staff')
          .select(({ val }) => columns.map((column) => val(row[column]).as(column)))
          .where('id', '=', account.id)
          .where('password_hash', '=', account.passwordHash)
          .forShare(),
      )
      .returning('handle')
      .execute()
    return opened.length > 0 ? secret : null
  }

  #new(kind: SessionKind, subject: string, { address, agent }: Visitor) {
    const secret = this.#ids.token(32)
    const now = this.#clock.now()
    const lifetime = kind === 'customer' ? lifetimes.customerMs : lifetimes.staffMs
    const row = {
      id_hash: fingerprint(secret),
      handle: this.#ids.uuid(),
      kind,
      subject,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + lifetime),
      address,
      agent: agent.slice(0, 300),
    }
    return { secret, row }
  }

  async customer(secret: string): Promise<CustomerActor | null> {
    const now = this.#clock.now()
    const row = await identityTables(this.#db.sql)
      .selectFrom('identity_session')
      .select(['handle', 'subject', 'seen_at'])
      .where('id_hash', '=', fingerprint(secret))
      .where('kind', '=', 'customer')
      .where('expires_at', '>', now)
      .where('seen_at', '>', new Date(now.getTime() - lifetimes.customerIdleMs))
      .executeTakeFirst()
    if (!row) return null
    await this.#touch(secret, row.seen_at, now)
    return { kind: 'customer', userId: row.subject, sessionId: row.handle }
  }

  async staff(secret: string): Promise<StaffActor | null> {
    const now = this.#clock.now()
    const row = await identityTables(this.#db.sql)
      .selectFrom('identity_session as s')
      .innerJoin('identity_staff as m', 'm.id', 's.subject')
      .select(['s.handle', 's.subject', 's.seen_at', 'm.username', 'm.role'])
      .where('s.id_hash', '=', fingerprint(secret))
      .where('s.kind', '=', 'staff')
      .where('m.disabled_at', 'is', null)
      .where('s.expires_at', '>', now)
      .where('s.seen_at', '>', new Date(now.getTime() - lifetimes.staffIdleMs))
      .executeTakeFirst()
    if (!row) return null
    await this.#touch(secret, row.seen_at, now)
    return {
      kind: 'staff',
      staffId: row.subject,
      username: row.username,
      role: row.role,
      sessionId: row.handle,
    }
  }

  /** The live sessions of an account, the most recently used first. */
  async list(subject: string, kind: SessionKind = 'customer'): Promise<OpenSession[]> {
    const now = this.#clock.now()
    const idleMs = kind === 'customer' ? lifetimes.customerIdleMs : lifetimes.staffIdleMs
    return identityTables(this.#db.sql)
      .selectFrom('identity_session')
      .select(['handle', 'created_at as createdAt', 'seen_at as seenAt', 'address', 'agent'])
      .where('subject', '=', subject)
      .where('kind', '=', kind)
      .where('expires_at', '>', now)
      .where('seen_at', '>', new Date(now.getTime() - idleMs))
      .orderBy('seen_at', 'desc')
      .execute()
  }

  /** Ends the session of a cookie, of either kind. @returns its owner; null for an unknown session */
  async end(secret: string): Promise<{ kind: SessionKind; subject: string } | null> {
    const ended = await identityTables(this.#db.sql)
      .deleteFrom('identity_session')
      .where('id_hash', '=', fingerprint(secret))
      .returning(['kind', 'subject'])
      .executeTakeFirst()
    return ended ?? null
  }

  /** @returns false when the account has no such session */
  async revoke(subject: string, handle: string, kind: SessionKind = 'customer'): Promise<boolean> {
    const gone = await identityTables(this.#db.sql)
      .deleteFrom('identity_session')
      .where('subject', '=', subject)
      .where('kind', '=', kind)
      .where(({ eb, cast }) => eb(cast<string>('handle', 'text'), '=', handle))
      .returning('handle')
      .executeTakeFirst()
    return gone !== undefined
  }

  /** The id of the member of staff that the session belongs to. */
  async staffOf(handle: string): Promise<string | null> {
    const session = await identityTables(this.#db.sql)
      .selectFrom('identity_session')
      .select('subject')
      .where('kind', '=', 'staff')
      .where(({ eb, cast }) => eb(cast<string>('handle', 'text'), '=', handle))
      .executeTakeFirst()
    return session?.subject ?? null
  }

  async endAll(sql: Sql, subject: string): Promise<void> {
    await identityTables(sql).deleteFrom('identity_session').where('subject', '=', subject).execute()
  }

  async #touch(secret: string, seenAt: Date, now: Date): Promise<void> {
    if (now.getTime() - seenAt.getTime() < lifetimes.touchMs) return
    await identityTables(this.#db.sql)
      .updateTable('identity_session')
      .set({ seen_at: now })
      .where('id_hash', '=', fingerprint(secret))
      .where('seen_at', '<', now)
      .execute()
  }
}
