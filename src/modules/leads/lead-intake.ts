import type { Database } from '#platform/database/database.ts'
import { columnsOf } from '#platform/database/kysely-on.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { enqueueAccepted } from '#platform/jobs/outbox.ts'
import { Lead, type LeadColumns, type LeadStatus, leadTables } from './lead.ts'

/**
 * A submission as it is stored, before its verdict: `quarantine_reason` is why it is doubtful whatever else came in, the
 * digest is in PostgreSQL's hexadecimal form.
 */
export type NewLead = Omit<LeadColumns, 'address_digest'> & { address_digest: string }

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
/** Leads in one statement at most. */
const groupSize = 64

/**
 * Stores leads together with their jobs. Those that arrive while a group is being stored share the next one:
 * a commit costs the same for one lead and for sixty. Each caller is answered after the commit of its lead.
 */
export class LeadIntake {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #jobsOf: () => Promise<(leadId: string) => JobRequest[]>
  #waiting: Waiting[] = []
  #running = false

  constructor(database: Database, jobs: Jobs, jobsOf: () => Promise<(leadId: string) => JobRequest[]>) {
    this.#database = database
    this.#jobs = jobs
    this.#jobsOf = jobsOf
  }

  /** The lead's first status, once it is committed; a quarantined one has no jobs. */
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
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, groupSize))
    this.#running = false
  }

  /** Stores a group. One that fails is tried lead by lead, so that nobody answers for a lead that is not theirs. */
  async #settle(group: readonly Waiting[]): Promise<void> {
    try {
      const statuses = await this.#commit(group.map(({ lead }) => lead))
      for (const { lead, resolve } of group) resolve(statuses.get(lead.id)!)
    } catch (error) {
      const kept = await this.#kept(group)
      for (const one of group) {
        const status = kept?.get(one.lead.id)
        if (status !== undefined) one.resolve(status)
        else if (kept === undefined || group.length === 1) one.reject(error)
        else await this.#settle([one])
      }
    }
  }

  /**
   * What became of leads whose transaction failed: a connection can be lost between a commit and its answer. Undefined
   * when the database does not answer at all.
   */
  async #kept(group: readonly Waiting[]): Promise<Map<string, LeadStatus> | undefined> {
    const ids = group.map(({ lead }) => lead.id)
    const rows = await leadTables(this.#database.sql)
      .selectFrom('leads_lead')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .execute()
      .catch(() => undefined)
    return rows && statusesOf(rows)
  }

  async #commit(leads: readonly NewLead[]): Promise<Map<string, LeadStatus>> {
    const jobsOf = await this.#jobsOf()
    const jobs = this.#jobs.recordsOf(leads.flatMap(({ id }) => jobsOf(id)))
    const values = [JSON.stringify(leads), postsPerMinute, jobs]
    return statusesOf(await this.#database.prepared<Verdict>(storeLeads, values))
  }
}

const columns = columnsOf(Lead)
const verdict: Partial<Record<keyof LeadColumns, string>> = {
  status: "case when reason is null then status else 'quarantined' end",
  quarantine_reason: 'reason',
}

// One statement: the counts of the last minute, those before it in the group among them, the rows that depend on them, and
// the jobs of those that are accepted.
const storeLeads = `
with incoming as (
  select * from jsonb_populate_recordset(null::leads_lead, $1::jsonb) with ordinality
), judged as (
  select i.*, coalesce(i.quarantine_reason, case when (
    select count(distinct others.email) from (
      select l.email from leads_lead l
      where l.address_digest = i.address_digest and l.created_at > i.created_at - interval '1 minute'
      union all
      select e.email from incoming e where e.address_digest = i.address_digest and e.ordinality < i.ordinality
    ) others where others.email <> i.email
  ) >= $2 then 'Many different addresses from one place within a minute.' end) as reason
  from incoming i
), stored as (
  insert into leads_lead (${columns.join(', ')})
  select ${columns.map((column) => verdict[column] ?? column).join(', ')} from judged order by ordinality
  returning id, status
), accepted as (
  select id::text as key from stored where status <> 'quarantined'
), enqueued as (${enqueueAccepted}
)
select id, status from stored`
