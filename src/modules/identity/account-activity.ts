import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { type ActivityKind, addressDays } from './domain/activity.ts'

export interface Activity {
  account: 'customer' | 'staff'
  /** Null when no account has the name that was typed; the name itself is not kept: it may be somebody's password. */
  accountId: string | null
  activity: ActivityKind
  /** The caller's address. Absent for what a command did. */
  address?: string | undefined
  /** Who did it to somebody else's account: the id of a member of staff, `command-line` or `configuration`. */
  by?: string | undefined
}

export interface ActivityRow {
  id: number
  at: Date
  account: 'customer' | 'staff'
  accountId: string | null
  /** Of a member of staff. */
  username: string | null
  activity: ActivityKind
  /** The username of the member of staff who did it to somebody else's account, or how it was done. */
  by: string | null
  /** Null once it is older than `addressDays`. */
  address: string | null
}

const pageLength = 50

/**
 * Who signed in, failed to, changed a password and so on. The facts are only ever inserted and hold ids; the addresses
 * stand in a table of their own, which is emptied after `addressDays` and when the person is erased. Tries are recorded
 * where they were evaluated: what the sign-in guard refuses leaves no row.
 */
export class AccountActivity {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Given its own connection, it is done before the answer leaves; `sql` puts it into the transaction of what it records. */
  async record(entry: Activity, sql: Sql = this.#db.sql): Promise<void> {
    await sql.query(
      `with added as (
         insert into identity_activity (at, account, account_id, activity, done_by) values ($1, $2, $3, $4, $5) returning id
       )
       insert into identity_activity_address (activity_id, at, address)
       select id, $1, $6 from added where $6::text is not null`,
      [
        this.#clock.now(),
        entry.account,
        entry.accountId,
        entry.activity,
        entry.by ?? null,
        entry.address ?? null,
      ],
    )
  }

  /** The newest first, at most 50, older than the one with the id `before`. */
  async list(before?: number): Promise<ActivityRow[]> {
    return this.#db.sql.query<ActivityRow>(
      `select a.id::float8 as id, a.at, a.account, a.account_id as "accountId", m.username, a.activity,
         coalesce(b.username, a.done_by) as by, d.address
       from identity_activity a
       left join identity_activity_address d on d.activity_id = a.id
       left join identity_staff m on a.account = 'staff' and m.id = a.account_id
       left join identity_staff b on b.id::text = a.done_by
       where $1::bigint is null or a.id < $1 order by a.id desc limit ${pageLength}`,
      [before ?? null],
    )
  }

  /** All of one customer, the newest first. */
  async ofCustomer(userId: string): Promise<{ at: Date; activity: ActivityKind; address: string | null }[]> {
    return this.#db.sql.query(
      `select a.at, a.activity, d.address from identity_activity a
       left join identity_activity_address d on d.activity_id = a.id
       where a.account = 'customer' and a.account_id = $1 order by a.id desc`,
      [userId],
    )
  }

  async forgetAddressesOf(userId: string, sql: Sql = this.#db.sql): Promise<void> {
    await sql.query(
      `delete from identity_activity_address
       where activity_id in (select id from identity_activity where account = 'customer' and account_id = $1)`,
      [userId],
    )
  }

  async forgetOldAddresses(): Promise<void> {
    await this.#db.sql.query('delete from identity_activity_address where at < $1', [
      new Date(this.#clock.now().getTime() - addressDays * 86_400_000),
    ])
  }
}
