import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { CustomerActor, StaffActor } from '#platform/http/call.ts'
import type { StaffRole } from '#platform/kernel/actor.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { lifetimes } from './domain/sign-in-rules.ts'
import { fingerprint } from './secrets.ts'

/** From where a session was opened; shown to its owner. */
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
 * Sessions in PostgreSQL. The browser holds 256 random bits, the table their SHA-256. A session is only ever
 * inserted at sign-in and updated while it exists, so nothing can bring an ended one back.
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

  /** A customer's new session; answers the secret for the cookie. */
  async open(sql: Sql, subject: string, visitor: Visitor): Promise<string> {
    const secret = this.#ids.token(32)
    const now = this.#clock.now()
    await sql.query(
      `insert into identity_session (id_hash, handle, kind, subject, created_at, seen_at, expires_at, address, agent)
       values ($1, $2, 'customer', $3, $4, $4, $5, $6, $7)`,
      [
        fingerprint(secret),
        this.#ids.uuid(),
        subject,
        now,
        new Date(now.getTime() + lifetimes.customerMs),
        visitor.address,
        visitor.agent.slice(0, 300),
      ],
    )
    return secret
  }

  /**
   * A new session in place of the one the browser had, if the password that was checked is still the password: a
   * change meanwhile has ended every session, and this one would outlive it. Null then.
   */
  async replace(
    kind: SessionKind,
    account: { id: string; passwordHash: string },
    visitor: Visitor,
    previous: string | undefined,
    sql: Sql = this.#db.sql,
  ): Promise<string | null> {
    const secret = this.#ids.token(32)
    const now = this.#clock.now()
    const absolute = kind === 'customer' ? lifetimes.customerMs : lifetimes.staffMs
    const opened = await sql.query(
      `with ended as (delete from identity_session where id_hash = $9)
       insert into identity_session (id_hash, handle, kind, subject, created_at, seen_at, expires_at, address, agent)
       select $1, $2, '${kind}', id, $4, $4, $5, $6, $7 from identity_${kind} where id = $3 and password_hash = $8 for share
       returning handle`,
      [
        fingerprint(secret),
        this.#ids.uuid(),
        account.id,
        now,
        new Date(now.getTime() + absolute),
        visitor.address,
        visitor.agent.slice(0, 300),
        account.passwordHash,
        previous === undefined ? null : fingerprint(previous),
      ],
    )
    return opened.length > 0 ? secret : null
  }

  async customer(secret: string): Promise<CustomerActor | null> {
    const now = this.#clock.now()
    const [row] = await this.#db.sql.query<{ handle: string; subject: string; seen_at: Date }>(
      `select handle, subject, seen_at from identity_session
       where id_hash = $1 and kind = 'customer' and expires_at > $2 and seen_at > $3`,
      [fingerprint(secret), now, new Date(now.getTime() - lifetimes.customerIdleMs)],
    )
    if (!row) return null
    await this.#touch(secret, row.seen_at, now)
    return { kind: 'customer', userId: row.subject, sessionId: row.handle }
  }

  async staff(secret: string): Promise<StaffActor | null> {
    const now = this.#clock.now()
    const [row] = await this.#db.sql.query<{
      handle: string
      subject: string
      seen_at: Date
      username: string
      role: StaffRole
    }>(
      `select s.handle, s.subject, s.seen_at, m.username, m.role
       from identity_session s join identity_staff m on m.id = s.subject
       where s.id_hash = $1 and s.kind = 'staff' and s.expires_at > $2 and s.seen_at > $3`,
      [fingerprint(secret), now, new Date(now.getTime() - lifetimes.staffIdleMs)],
    )
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

  /** Those of an account that are alive, the most recently used first. */
  async list(subject: string, kind: SessionKind = 'customer'): Promise<OpenSession[]> {
    const now = this.#clock.now()
    const idleMs = kind === 'customer' ? lifetimes.customerIdleMs : lifetimes.staffIdleMs
    const rows = await this.#db.sql.query<{
      handle: string
      created_at: Date
      seen_at: Date
      address: string
      agent: string
    }>(
      `select handle, created_at, seen_at, address, agent from identity_session
       where subject = $1 and kind = $4 and expires_at > $2 and seen_at > $3 order by seen_at desc`,
      [subject, now, new Date(now.getTime() - idleMs), kind],
    )
    return rows.map(({ created_at, seen_at, ...rest }) => ({
      ...rest,
      createdAt: created_at,
      seenAt: seen_at,
    }))
  }

  /** Ends the session that a cookie carries, of whatever kind, and answers whose it was; null for an unknown one. */
  async end(secret: string): Promise<{ kind: SessionKind; subject: string } | null> {
    const [ended] = await this.#db.sql.query<{ kind: SessionKind; subject: string }>(
      'delete from identity_session where id_hash = $1 returning kind, subject',
      [fingerprint(secret)],
    )
    return ended ?? null
  }

  /** False when the account has no such session. */
  async revoke(subject: string, handle: string, kind: SessionKind = 'customer'): Promise<boolean> {
    const gone = await this.#db.sql.query(
      'delete from identity_session where subject = $1 and kind = $3 and handle::text = $2 returning 1 as gone',
      [subject, handle, kind],
    )
    return gone.length > 0
  }

  /** The member of staff whose session this is. */
  async staffOf(handle: string): Promise<string | null> {
    const [row] = await this.#db.sql.query<{ subject: string }>(
      `select subject from identity_session where kind = 'staff' and handle::text = $1`,
      [handle],
    )
    return row?.subject ?? null
  }

  async endAll(sql: Sql, subject: string): Promise<void> {
    await sql.query('delete from identity_session where subject = $1', [subject])
  }

  async #touch(secret: string, seenAt: Date, now: Date): Promise<void> {
    if (now.getTime() - seenAt.getTime() < lifetimes.touchMs) return
    await this.#db.sql.query('update identity_session set seen_at = $2 where id_hash = $1 and seen_at < $2', [
      fingerprint(secret),
      now,
    ])
  }
}
