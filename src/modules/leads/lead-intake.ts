import type { Database } from '#platform/database/database.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { enqueueAccepted } from '#platform/jobs/outbox.ts'
import { leadColumns as columns, type LeadColumns, type LeadStatus, leadTables } from './lead.ts'

/**
 * A row to store, before the limit per network address is checked: `quarantine_reason` is a reason found in the submission
 * itself, the digest is in PostgreSQL's hexadecimal form.
 */
export type NewLead = Omit<LeadColumns, 'address_digest'> & { address_digest: string }

interface QueuedLead {
  lead: NewLead
  resolve(status: LeadStatus): void
  reject(error: unknown): void
}

interface StoredLead {
  id: string
  status: LeadStatus
}

const statusesOf = (rows: readonly StoredLead[]): Map<string, LeadStatus> =>
  new Map(rows.map(({ id, status }) => [id, status]))

/** Different emails from one network address within a minute; leads with further emails go to quarantine. */
const emailsPerMinute = 5
/** Most leads in one statement. */
const groupSize = 64

/**
 * Stores leads together with their jobs. Those that arrive while a group is being stored share the next one:
 * a commit costs the same for one lead and for sixty. Each caller is answered after the commit of its lead.
 */
export class LeadIntake {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #jobsOf: () => Promise<(leadId: string) => JobRequest[]>
  #queue: QueuedLead[] = []
  #running = false

  constructor(database: Database, jobs: Jobs, jobsOf: () => Promise<(leadId: string) => JobRequest[]>) {
    this.#database = database
    this.#jobs = jobs
    this.#jobsOf = jobsOf
  }

  /** Resolves to the lead's first status after its commit; a quarantined lead has no jobs. */
  store(lead: NewLead): Promise<LeadStatus> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ lead, resolve, reject })
      if (this.#running) return
      this.#running = true
      // Leads that arrive in the same turn of the event loop join the group.
      setImmediate(() => void this.#run())
    })
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) await this.#storeGroup(this.#queue.splice(0, groupSize))
    this.#running = false
  }

  /** Stores a group. If that fails, each lead is stored alone, so that one lead's error does not fail the others. */
  async #storeGroup(group: readonly QueuedLead[]): Promise<void> {
    try {
      const statuses = await this.#commit(group.map(({ lead }) => lead))
      for (const { lead, resolve } of group) resolve(statuses.get(lead.id)!)
    } catch (error) {
      const committed = await this.#committed(group)
      for (const queued of group) {
        const status = committed?.get(queued.lead.id)
        if (status !== undefined) queued.resolve(status)
        else if (committed === undefined || group.length === 1) queued.reject(error)
        else await this.#storeGroup([queued])
      }
    }
  }

  /**
   * The statuses of those leads that are stored although their transaction failed: a connection can be lost between a
   * commit and its answer. Undefined when the database does not answer.
   */
  async #committed(group: readonly QueuedLead[]): Promise<Map<string, LeadStatus> | undefined> {
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
    const values = [JSON.stringify(leads), emailsPerMinute, jobs]
    return statusesOf(await this.#database.sql.query<StoredLead>(storeLeads, values))
  }
}

const storedValues: Partial<Record<keyof LeadColumns, string>> = {
  status: "case when reason is null then status else 'quarantined' end",
  quarantine_reason: 'reason',
}

// One statement counts the emails of the last minute, with those of earlier leads of the group, inserts the leads, whose
// status depends on the counts, and enqueues the jobs of the accepted leads.
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
  select ${columns.map((column) => storedValues[column] ?? column).join(', ')} from judged order by ordinality
  returning id, status
), accepted as (
  select id::text as key from stored where status <> 'quarantined'
), enqueued as (${enqueueAccepted}
)
select id, status from stored`
