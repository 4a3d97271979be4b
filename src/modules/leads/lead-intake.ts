import type { Database } from '#platform/database/database.ts'
import type { Jobs, OwedJob } from '#platform/jobs/jobs.ts'
import type { LeadStatus } from './lead.ts'

/** A submission as it is stored, before its verdict. */
export interface NewLead {
  id: string
  name: string
  email: string
  phone: string
  company: string
  message: string
  lead_type: string
  /** Why it is doubtful whatever else came in; null when it is not. */
  doubt: string | null
  source: string | null
  attribution: object
  /** The sender's address as a keyed digest, in hexadecimal. */
  address_digest: string
  created_at: Date
  /** The calculation whose report is owed with the thanks. */
  report: object | null
}

interface Waiting {
  lead: NewLead
  resolve(status: LeadStatus): void
  reject(error: unknown): void
}

interface Verdict {
  id: string
  status: LeadStatus
}

const statusesOf = (rows: readonly Verdict[]): Map<string, LeadStatus> =>
  new Map(rows.map(({ id, status }) => [id, status]))

/** More different e-mails than this from one address within a minute are a program's. */
const postsPerMinute = 5
/** Leads in one transaction at most. */
const groupSize = 64

/**
 * Stores leads together with what they owe. Those that arrive while a transaction is under way share the next one:
 * a commit costs the same for one lead and for sixty. Each caller is answered after the commit of its lead.
 */
export class LeadIntake {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #debts: (ids: string[]) => Promise<OwedJob[]>
  #waiting: Waiting[] = []
  #running = false

  constructor(database: Database, jobs: Jobs, debts: (ids: string[]) => Promise<OwedJob[]>) {
    this.#database = database
    this.#jobs = jobs
    this.#debts = debts
  }

  /** The lead's first status, once it is committed; a quarantined one owes nothing. */
  store(lead: NewLead): Promise<LeadStatus> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lead, resolve, reject })
      if (this.#running) return
      this.#running = true
      // What else this turn of the event loop brings belongs to the same group.
      setImmediate(() => void this.#run())
    })
  }

  async #run(): Promise<void> {
    let answer = (): void => undefined
    let before = 0
    while (this.#waiting.length > 0) {
      // Half of the callers, counting those who are answered now and soon come back: while the database works on one
      // half the process works on the other. Left to chance it is nearly all and a straggler, and one side waits.
      const half = Math.ceil((this.#waiting.length + before) / 2)
      const group = this.#waiting.splice(0, Math.min(half, groupSize))
      before = group.length
      const settled = this.#settle(group)
      // The database works on this group while the callers of the one before are answered.
      setImmediate(answer)
      answer = await settled
    }
    answer()
    this.#running = false
  }

  /**
   * Stores a group; what comes back tells its callers. One that fails is tried lead by lead, so that nobody answers
   * for a lead that is not theirs.
   */
  async #settle(group: readonly Waiting[]): Promise<() => void> {
    const answers: (() => void)[] = []
    try {
      const statuses = await this.#commit(group.map(({ lead }) => lead))
      for (const { lead, resolve } of group) answers.push(() => resolve(statuses.get(lead.id)!))
    } catch (error) {
      const kept = await this.#kept(group)
      for (const one of group) {
        const status = kept?.get(one.lead.id)
        if (status !== undefined) answers.push(() => one.resolve(status))
        else if (kept === undefined || group.length === 1) answers.push(() => one.reject(error))
        else answers.push(await this.#settle([one]))
      }
    }
    return () => {
      for (const answer of answers) answer()
    }
  }

  /**
   * What became of leads whose transaction failed: a connection can be lost between a commit and its answer. Undefined
   * when the database does not answer at all.
   */
  async #kept(group: readonly Waiting[]): Promise<Map<string, LeadStatus> | undefined> {
    const ids = group.map(({ lead }) => lead.id)
    const rows = await this.#database.sql
      .query<Verdict>('select id, status from leads_lead where id = any($1::uuid[])', [ids])
      .catch(() => undefined)
    return rows && statusesOf(rows)
  }

  async #commit(leads: readonly NewLead[]): Promise<Map<string, LeadStatus>> {
    // Before the transaction: whatever this has to read takes no second connection while one is held.
    const debts = await this.#debts(leads.map(({ id }) => id))
    const [rows] = await this.#database.inOneMessage((sql) =>
      Promise.all([
        sql.query<Verdict>(insertLeads, [JSON.stringify(leads), postsPerMinute]),
        this.#jobs.owe(sql, debts, isAccepted),
      ]),
    )
    return statusesOf(rows)
  }
}

// A subquery rather than a join: planned while the table is small, a join would read all of it for ever.
const isAccepted = `(select l.status from leads_lead l where l.id = owed.key::uuid) <> 'quarantined'`

// One statement: the counts of the last minute, those before it in the group among them, and the rows that depend on them.
const insertLeads = `
with incoming as (
  select *, decode(address_digest, 'hex') as digest
  from rows from (jsonb_to_recordset($1::jsonb) as (id uuid, name text, email text, phone text, company text,
    message text, lead_type text, doubt text, source text, attribution jsonb, address_digest text,
    created_at timestamptz, report jsonb)) with ordinality as x(id, name, email, phone, company, message, lead_type,
    doubt, source, attribution, address_digest, created_at, report, place)
), judged as (
  select i.*, coalesce(i.doubt, case when (
    select count(distinct others.email) from (
      select l.email from leads_lead l
      where l.address_digest = i.digest and l.created_at > i.created_at - interval '1 minute'
      union all
      select e.email from incoming e where e.digest = i.digest and e.place < i.place
    ) others where others.email <> i.email
  ) >= $2 then 'Many different addresses from one place within a minute.' end) as reason
  from incoming i
)
insert into leads_lead
  (id, name, email, phone, company, message, lead_type, status, quarantine_reason, source, attribution, address_digest, created_at, report)
select id, name, email, phone, company, message, lead_type, case when reason is null then 'new' else 'quarantined' end,
  reason, source, attribution, digest, created_at, report
from judged order by place
returning id, status`
