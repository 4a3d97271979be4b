import type { AuditChange, AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { CohortLinks } from '../domain/program-links.ts'
import { programTables } from './tables.ts'

/** What staff recorded for a cohort and its participants. Orders are named by their ids: the audit keeps entries for good. */
export class CohortAudit {
  readonly #database: Database
  readonly #audit: AuditLog

  constructor(database: Database, audit: AuditLog) {
    this.#database = database
    this.#audit = audit
  }

  async note(
    cohortId: string,
    actor: StaffActor,
    action: string,
    changes: readonly AuditChange[],
  ): Promise<void> {
    const { starts_on } = await programTables(this.#database.sql)
      .selectFrom('program_cohort')
      .select('starts_on')
      .where('id', '=', cohortId)
      .executeTakeFirstOrThrow()
    const subject = `Cohort of ${starts_on}`
    await this.#audit.record(this.#database.sql, { by: actor.username, action, subject, changes })
  }
}

/** The links that changed, each as one text. */
export function linkChanges(before: CohortLinks, after: CohortLinks): AuditChange[] {
  const [old, now] = [textsOf(before), textsOf(after)]
  return Object.keys(now)
    .map((path) => ({ path, before: old[path], after: now[path] }))
    .filter((each) => each.before !== each.after)
}

const textsOf = ({ join, coaching, material }: CohortLinks): Record<string, string> => ({
  'lab links': join.join(' '),
  'coaching link': coaching,
  material: material.map(({ week, title, url }) => `Week ${week}: ${title} ${url}`).join(', '),
})
