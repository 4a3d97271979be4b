import { LockMode } from '@mikro-orm/core'
import { StaffNames } from '#modules/identity/index.ts'
import type { Reader } from '#platform/audit/audited-reads.ts'
import type { InputOf, OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import type { changeLead, changeLeads } from './contract-inbox.ts'
import { Lead, type LeadStatus } from './lead.ts'
import { LeadAudit } from './lead-audit.ts'
import { LeadNotes } from './lead-notes.ts'
import { Leads } from './leads.ts'

/** Fields of a lead that staff change: an absent field is left unchanged, an owner of null is removed. */
export type LeadFields = Pick<LeadChange, 'status' | 'owner'>

export type LeadChange = InputOf<typeof changeLeads>['body']['changes'][number] &
  Pick<InputOf<typeof changeLead>['body'], 'note'>

export type LeadResult = OutputOf<typeof changeLeads>['results'][number]

/** Changes that members of staff make to leads. */
export class LeadChanges {
  static readonly needs = {
    database: Database,
    leads: Leads,
    notes: LeadNotes,
    audit: LeadAudit,
    staff: StaffNames,
  }
  readonly #parts: Given<typeof LeadChanges.needs>

  constructor(parts: Given<typeof LeadChanges.needs>) {
    this.#parts = parts
  }

  /**
   * Changes one lead and adds a note to it.
   * @throws AppError `not-found` LEAD_NOT_FOUND, `invalid` OWNER_UNKNOWN
   */
  async change(change: LeadChange, by: Reader): Promise<Lead> {
    const [result] = await this.changeAll([change], by)
    if (result?.outcome === 'not-found')
      throw new AppError('not-found', 'LEAD_NOT_FOUND', 'There is no lead of that id.')
    return this.#parts.leads.get(change.id)
  }

  /**
   * Changes leads, all in one transaction. The jobs of a lead are enqueued when the lead first leaves quarantine.
   * @returns the outcome of each change, in the order of the changes
   * @throws AppError `invalid` OWNER_UNKNOWN
   */
  async changeAll(changes: readonly LeadChange[], by: Reader): Promise<LeadResult[]> {
    await this.#requireStaff(changes)
    const releaseJobs = await this.#parts.leads.releaseJobs()
    return this.#parts.database.transaction(async ({ em, sql }) => {
      // Locked in the order of the ids, so that two calls about the same leads do not deadlock.
      const found = await em.find(
        Lead,
        { id: { $in: changes.map(({ id }) => id) } },
        { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
      )
      const byId = new Map(found.map((lead) => [lead.id, lead]))
      const results: LeadResult[] = []
      for (const { id, expected, note, ...fields } of changes) {
        const lead = byId.get(id)
        if (lead === undefined) {
          results.push({ id, outcome: 'not-found' })
          continue
        }
        const before = { status: lead.status, owner: lead.owner ?? null }
        if (differs(before, expected)) {
          results.push({ id, outcome: 'conflict' })
          continue
        }
        if (fields.status !== undefined) lead.status = fields.status
        if (fields.owner !== undefined) lead.owner = fields.owner
        if (before.status === 'quarantined' && lead.status !== 'quarantined') await releaseJobs(sql, id)
        await em.flush()
        const noteAdded = note !== undefined && (await this.#parts.notes.add(sql, id, by.by, note))
        await this.#parts.audit.changed(sql, by, before, lead, noteAdded ? note.text : undefined)
        results.push({ id, outcome: differs(before, fields) ? 'changed' : 'unchanged', before })
      }
      return results
    })
  }

  async #requireStaff(changes: readonly LeadChange[]): Promise<void> {
    const owners = changes.flatMap(({ owner }) => owner ?? [])
    if (owners.length === 0) return
    const known = new Set((await this.#parts.staff.members()).map(({ username }) => username))
    const unknown = owners.find((owner) => !known.has(owner))
    if (unknown !== undefined)
      throw refusedField('OWNER_UNKNOWN', 'owner', `there is no member of staff called ${unknown}`)
  }
}

const differs = (lead: { status: LeadStatus; owner: string | null }, fields: LeadFields = {}): boolean =>
  (fields.status !== undefined && fields.status !== lead.status) ||
  (fields.owner !== undefined && fields.owner !== lead.owner)
