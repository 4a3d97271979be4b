import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import type { ProviderSignIns } from '#modules/identity/staff/provider-sign-ins.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { platformMigrations } from '#platform/database/migrations.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import type { Statement } from '#platform/database/sql.ts'
import { dataOf, type JobData, type JobDefinition, type JobRequest } from '#platform/jobs/job-definition.ts'
import { type JobRegistry, Jobs, type RunningJob } from '#platform/jobs/jobs.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { RandomIds } from '#platform/kernel/ids.ts'
import { MailJobs } from '#platform/mail/mail-kind.ts'
import { MailTransport, type OutgoingMail } from '#platform/mail/mailer.ts'
import { AccountActivity } from '../../src/modules/identity/accounts/account-activity.ts'
import { Passwords } from '../../src/modules/identity/accounts/passwords.ts'
import { identityEntities } from '../../src/modules/identity/accounts/rows.ts'
import { AccountData } from '../../src/modules/identity/customers/account-data.ts'
import { Accounts } from '../../src/modules/identity/customers/accounts.ts'
import { Codes } from '../../src/modules/identity/customers/codes.ts'
import { identityMails } from '../../src/modules/identity/customers/identity-mails.ts'
import { PasswordChanges } from '../../src/modules/identity/customers/password-changes.ts'
import { PasswordResets } from '../../src/modules/identity/customers/password-resets.ts'
import { PrivacyRequests } from '../../src/modules/identity/customers/privacy-requests.ts'
import { Registrations } from '../../src/modules/identity/customers/registrations.ts'
import { SignIns } from '../../src/modules/identity/customers/sign-ins.ts'
import { Housekeeping } from '../../src/modules/identity/housekeeping.ts'
import { identityMigrations } from '../../src/modules/identity/migrations.ts'
import { Sessions } from '../../src/modules/identity/sessions/sessions.ts'
import { SignInGuard } from '../../src/modules/identity/sessions/sign-in-guard.ts'
import { FirstAccount } from '../../src/modules/identity/staff/first-account.ts'
import { FirstPasswordFile } from '../../src/modules/identity/staff/first-password-file.ts'
import { SecondFactors } from '../../src/modules/identity/staff/second-factors.ts'
import { Staff } from '../../src/modules/identity/staff/staff.ts'
import { StaffAccounts } from '../../src/modules/identity/staff/staff-accounts.ts'
import { StaffSignIns } from '../../src/modules/identity/staff/staff-sign-ins.ts'
import { createTestDatabase } from '../support/database.ts'
import { testMailer } from '../support/test-mailer.ts'

/** Jobs of a test: stored by the transaction that queues them, run when the test says so. */
class StoredJobs extends Jobs implements JobRegistry {
  readonly #db: Database
  readonly #handlers = new Map<string, (job: RunningJob<unknown>) => Promise<void>>()

  constructor(db: Database) {
    super()
    this.#db = db
  }

  handle<Data extends JobData>(
    definition: JobDefinition<Data>,
    handler: (job: RunningJob<z.output<Data>>) => Promise<void>,
  ): void {
    const run = async (job: RunningJob<unknown>) => handler({ ...job, data: dataOf(definition, job.data) })
    this.#handlers.set(definition.queue, run)
  }

  override statementsOf(jobs: readonly JobRequest[]): Statement[] {
    return jobs.map(({ queue, data, key }) => ({
      text: 'insert into test_job (queue, key, data) values ($1, $2, $3) on conflict do nothing',
      values: [queue, key ?? null, JSON.stringify(data)],
    }))
  }

  override recordsOf(): string {
    throw new Error('Identity owes its jobs by statements of their own')
  }

  /** Runs everything that is queued; a job that fails stays queued. */
  async drain(): Promise<void> {
    const jobs = await this.#db.sql.query<{ id: string; queue: string; data: Record<string, unknown> }>(
      'select id::text, queue, data from test_job where not done order by id',
    )
    for (const { id, queue, data } of jobs) {
      const handler = this.#handlers.get(queue)
      if (!handler) throw new Error(`Nobody handles ${queue}`)
      await handler({ id, data, attempt: 0, lastTry: false })
      await this.#db.sql.query('update test_job set done = true where id = $1', [id])
    }
  }
}

class KeptMails extends MailTransport {
  readonly mails: OutgoingMail[] = []

  override async send(mail: OutgoingMail): Promise<void> {
    this.mails.push(mail)
  }

  lastTo(to: string): OutgoingMail {
    const mail = this.mails.findLast((each) => each.to === to)
    if (!mail) throw new Error(`No mail to ${to}`)
    return mail
  }

  codeTo(to: string): string {
    const code = /^(\d{6}) is your/.exec(this.lastTo(to).subject)?.[1]
    if (code === undefined) throw new Error(`The last mail to ${to} carries no code`)
    return code
  }
}

export const home = { address: '192.0.2.1', agent: 'Firefox' }
export const password = 'Correct1horse'
/** SESSION_SECRET of the module. */
export const sessionSecret = 'a secret of the test that is long enough'

const brand: Pick<Config, 'brandName' | 'publicUrl'> = {
  brandName: 'Veralead',
  publicUrl: 'https://veralead.test',
}

/** The module on a database of its own, with a clock that the test moves. */
export async function openIdentity(options: { requireStaffTotp?: boolean } = {}) {
  const database = await createTestDatabase({
    migrations: [
      ...platformMigrations,
      ...identityMigrations,
      {
        name: '99999999-test-jobs',
        sql: `create table test_job (id int generated always as identity primary key, queue text not null, key text,
                data jsonb not null, done boolean not null default false, unique (queue, key));`,
      },
    ],
  })
  const db = await PostgresDatabase.open({ url: database.url, entities: identityEntities, poolSize: 20 })
  const clock = new OffsetClock()
  const ids = new RandomIds()
  const keys = new DerivedKeys(sessionSecret)
  const jobs = new StoredJobs(db)
  const mailer = new KeptMails()
  const passwords = new Passwords({ concurrency: 2, queue: 2_000 })
  const sessions = new Sessions(db, clock, ids)
  const activity = new AccountActivity(db, clock, jobs)
  const guard = new SignInGuard(db, clock, ids, keys, 'strict')
  const codes = new Codes({ db, clock, ids, keys, jobs })
  const registrations = new Registrations({ db, clock, ids, passwords, codes, sessions, jobs, activity })
  const signIns = new SignIns({ db, clock, passwords, guard, sessions, registrations, activity })
  const changes = new PasswordChanges({ db, clock, ids, passwords, guard, sessions, jobs, activity })
  const resets = new PasswordResets({ db, clock, ids, passwords, changes, activity, jobs, keys })
  const mailParts = { database: db, codes, resets, config: brand }
  new MailJobs(
    testMailer((mail) => mailer.send(mail)),
    identityMails,
    mailParts,
  ).registerJobs(jobs)
  const accounts = new Accounts(db, clock)
  const privacy = new PrivacyRequests(
    db,
    clock,
    jobs,
    accounts,
    [new AccountData(db, sessions, activity)],
    activity,
    { set: async () => undefined, newest: async () => null },
  )
  const factorsUnder = (secrets: string) =>
    new SecondFactors({
      db,
      clock,
      keys: new DerivedKeys(secrets),
      config: {
        brandName: brand.brandName,
        requireStaffTotp: options.requireStaffTotp ?? false,
      } as Config,
    })
  const factors = factorsUnder(sessionSecret)
  const folder = await mkdtemp(join(tmpdir(), 'veralead-identity-'))
  const firstPassword = new FirstPasswordFile(join(folder, 'first-staff'))
  const staff = new Staff({ db, clock, ids, passwords, sessions, factors, guard, activity })
  const firstAccount = new FirstAccount({ db, passwords, staff, firstPassword })
  const provider = { name: null, refusesPassword: async () => false } as unknown as ProviderSignIns
  const staffSignIns = new StaffSignIns({
    ...{ db, passwords, guard, sessions, factors, firstPassword, activity, provider },
  })
  const staffAccounts = new StaffAccounts({ db, passwords, guard, sessions, factors, activity })
  const housekeeping = new Housekeeping({ db, clock, privacy, factors, activity })
  housekeeping.registerJobs(jobs)

  const register = (email: string, secret = password, source = home.address) =>
    registrations.register(
      { firstName: 'Anna', lastName: 'Rossi', email, password: secret },
      source,
      async () => {},
    )

  return {
    database,
    db,
    clock,
    jobs,
    mailer,
    passwords,
    sessions,
    guard,
    codes,
    registrations,
    /** The second factors of a process that is started with other secrets. */
    factorsUnder,
    sweepUnder: (secrets: string) =>
      new Housekeeping({ db, clock, privacy, factors: factorsUnder(secrets), activity }).sweep(),
    signIns,
    changes,
    resets,
    accounts,
    privacy,
    staff,
    firstAccount,
    staffSignIns,
    staffAccounts,
    activity,
    housekeeping,
    /** Registers, and answers the cookie once the code is in the mailbox. */
    register: async (email: string, secret = password, source = home.address) => {
      const cookie = await register(email, secret, source)
      await jobs.drain()
      return cookie
    },
    /** A customer with a session. */
    customer: async (email: string, secret = password) => {
      const cookie = await register(email, secret)
      await jobs.drain()
      return registrations.verify({ email, otpCode: mailer.codeTo(email) }, cookie, home)
    },
    close: async () => {
      await db.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type IdentitySite = Awaited<ReturnType<typeof openIdentity>>

/** The code of the AppError that `work` rejects with; fails when it does not. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )
}

/** Six digits that are not `code`. */
export function wrongCode(code: string, nth = 1): string {
  return String((Number(code) + nth) % 1_000_000).padStart(6, '0')
}
