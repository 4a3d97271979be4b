import type { InputOf, OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { backupMark, type Marked } from '#platform/storage/backup-marks.ts'
import { type ActivityKind, addressDays } from '../domain/activity.ts'
import type { listActivity } from '../staff/contract-staff-accounts.ts'
import { identityTables } from './rows.ts'

export interface Activity {
  account: 'customer' | 'staff'
  /** Null when no account has the typed name. The name itself is not stored: it may be a password typed in the wrong field. */
  accountId: string | null
  activity: ActivityKind
  /** The caller's address. Undefined for a command. */
  address?: string | undefined
  /** The author of an action on another account: the id of a member of staff, `command-line` or `configuration`. */
  by?: string | undefined
}

export type ActivityRow = OutputOf<typeof listActivity>['entries'][number]

/** Which entries are read; each part narrows it. */
export type ActivityFilter = InputOf<typeof listActivity>['query']

const pageLength = 50

/** What of a member of staff must outlive the restore of a backup. */
const marked: Partial<Record<ActivityKind, Pick<Marked, 'kind' | 'state'>>> = {
  'account-disabled': { kind: 'staff account', state: 'disabled' },
  'account-enabled': { kind: 'staff account', state: 'enabled' },
  'account-replaced': { kind: 'staff account', state: 'enabled' },
  'second-factor-set-up': { kind: 'second factor', state: 'changed' },
  'second-factor-removed': { kind: 'second factor', state: 'changed' },
}

/**
 * Sign-ins, failed sign-ins, password changes and so on. The facts are only inserted and contain ids; the addresses are in
 * their own table, from which they are deleted after `addressDays` and when the person is erased. Only evaluated tries are
 * recorded: a try that the sign-in guard refuses leaves no row.
 */
export class AccountActivity {
  readonly #db: Database
  readonly #clock: Clock
  readonly #jobs: Pick<Jobs, 'enqueue'>

  constructor(db: Database, clock: Clock, jobs: Pick<Jobs, 'enqueue'>) {
    this.#db = db
    this.#clock = clock
    this.#jobs = jobs
  }

  /** Without `sql`, resolves once the entry is stored, before the answer is sent; `sql` stores it in that transaction. */
  async record(entry: Activity, sql: Sql = this.#db.sql): Promise<void> {
    const at = this.#clock.now()
    const { account, accountId, activity, address } = entry
    const added = identityTables(sql).with('added', (tables) =>
      tables
        .insertInto('identity_activity')
        .values({ at, account, account_id: accountId, activity, done_by: entry.by ?? null })
        .returning('id'),
    )
    const whole =
      address === undefined
        ? added.selectFrom('added').select('id')
        : added
            .insertInto('identity_activity_address')
            .columns(['activity_id', 'at', 'address'])
            .expression((tables) =>
              tables
                .selectFrom('added')
                .select(({ val }) => ['id', val(at).as('at'), val(address).as('address')]),
            )
    await whole.execute()
    if (account !== 'staff' || accountId === null) return
    const keep = (mark: Pick<Marked, 'kind' | 'state'>) =>
      this.#jobs.enqueue(sql, backupMark.request({ ...mark, id: accountId, at: at.toISOString() }))
    const mark = marked[activity]
    if (mark !== undefined) await keep(mark)
    if (activity !== 'role-changed' && activity !== 'account-replaced') return
    const member = await identityTables(sql)
      .selectFrom('identity_staff')
      .select('role')
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (member !== undefined) await keep({ kind: 'staff role', state: member.role })
  }

  /** At most 50 entries, newest first. */
  async list(filter: ActivityFilter): Promise<ActivityRow[]> {
    const { account, username, activity, from, until, before } = filter
    return identityTables(this.#db.sql)
      .selectFrom('identity_activity as a')
      .leftJoin('identity_activity_address as d', 'd.activity_id', 'a.id')
      .leftJoin('identity_staff as m', (join) =>
        join.on('a.account', '=', 'staff').onRef('m.id', '=', 'a.account_id'),
      )
      .leftJoin('identity_staff as b', (join) =>
        join.on(({ eb, cast, ref }) => eb(cast<string>('b.id', 'text'), '=', ref('a.done_by'))),
      )
      .select([
        'a.id',
        'a.at',
        'a.account',
        'a.account_id as accountId',
        'm.username',
        'a.activity',
        'd.address',
      ])
      .select(({ fn }) => fn.coalesce('b.username', 'a.done_by').as('by'))
      .$if(account !== undefined, (rows) => rows.where('a.account', '=', account!))
      .$if(username !== undefined, (rows) =>
        rows
          .where('a.account', '=', 'staff')
          .where('a.account_id', 'in', (of) =>
            of.selectFrom('identity_staff as s').select('s.id').where('s.username', '=', username!),
          ),
      )
      .$if(activity !== undefined, (rows) => rows.where('a.activity', '=', activity!))
      .$if(from !== undefined, (rows) => rows.where('a.at', '>=', new Date(from!)))
      .$if(until !== undefined, (rows) => rows.where('a.at', '<', new Date(until!)))
      .$if(before !== undefined, (older) => older.where('a.id', '<', before!))
      .orderBy('a.id', 'desc')
      .limit(pageLength)
      .execute()
  }

  /** All entries of one customer, newest first. */
  async ofCustomer(userId: string): Promise<{ at: Date; activity: ActivityKind; address: string | null }[]> {
    return identityTables(this.#db.sql)
      .selectFrom('identity_activity as a')
      .leftJoin('identity_activity_address as d', 'd.activity_id', 'a.id')
      .select(['a.at', 'a.activity', 'd.address'])
      .where('a.account', '=', 'customer')
      .where('a.account_id', '=', userId)
      .orderBy('a.id', 'desc')
      .execute()
  }

  /** The usernames of staff, in alphabetical order: also of those who may not sign in any more. */
  async usernames(): Promise<string[]> {
    const rows = await identityTables(this.#db.sql)
      .selectFrom('identity_staff')
      .select('username')
      .orderBy('username')
      .execute()
    return rows.map(({ username }) => username)
  }

  async forgetAddressesOf(userId: string, sql: Sql = this.#db.sql): Promise<void> {
    await identityTables(sql)
      .deleteFrom('identity_activity_address')
      .where('activity_id', 'in', (of) =>
        of
          .selectFrom('identity_activity')
          .select('id')
          .where('account', '=', 'customer')
          .where('account_id', '=', userId),
      )
      .execute()
  }

  async forgetOldAddresses(): Promise<void> {
    await identityTables(this.#db.sql)
      .deleteFrom('identity_activity_address')
      .where('at', '<', new Date(this.#clock.now().getTime() - addressDays * 86_400_000))
      .execute()
  }
}
