import { LockMode } from '@mikro-orm/core'
import type { StaffNames } from '#modules/identity/index.ts'
import type { Reader } from '#platform/audit/audited-reads.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import { Lead, type LeadStatus } from './lead.ts'
import type { LeadAudit } from './lead-audit.ts'
import type { LeadNotes } from './lead-notes.ts'
import type { Leads } from './leads.ts'

/** Fields of a lead that staff change: an absent field is left unchanged, an owner of null is removed. */
export interface LeadFields {
  status?: LeadStatus | undefined
  owner?: string | null | undefined
}

export interface LeadChange extends LeadFields {
  id: string
  /** The lead is changed only if it has these values. */
  expected?: LeadFields | undefined
  /** The caller chooses the id, so that a repeated call adds the note once. */
  note?: { id: string; text: string } | undefined
}

export interface LeadResult {
  id: string
  outcome: 'changed' | 'unchanged' | 'conflict' | 'not-found'
  /** The lead's values before the change. */
  before?: { status: LeadStatus; owner: string | null }
}

/** Changes that members of staff make to leads. */
export class LeadChanges {
  readonly #database: Database
  readonly #leads: Leads
  readonly #notes: LeadNotes
  readonly #audit: LeadAudit
  readonly #staff: StaffNames

  constructor(database: Database, leads: Leads, notes: LeadNotes, audit: LeadAudit, staff: StaffNames) {
    this.#database = database
    this.#leads = leads
    this.#notes = notes
    this.#audit = audit
    this.#staff = staff
  }

  /**
   * Changes one lead and adds a note to it.
   * @throws AppError `not-found` LEAD_NOT_FOUND, `invalid` OWNER_UNKNOWN
   */
  async change(change: LeadChange, by: Reader): Promise<Lead> {
    const [result] = await this.changeAll([change], by)
    if (result?.outcome === 'not-found')
      throw new AppError('not-found', 'LEAD_NOT_FOUND', 'There is no lead of that id.')
    return this.#leads.get(change.id)
  }

  /**
   * Changes leads, all in one transaction. The jobs of a lead are enqueued when the lead first leaves quarantine.
   * @returns the outcome of each change, in the order of the changes
   * @throws AppError `invalid` OWNER_UNKNOWN
   */
  async changeAll(changes: readonly LeadChange[], by: Reader): Promise<LeadResult[]> {
    await this.#requireStaff(changes)
    const releaseJobs = await this.#leads.releaseJobs()
    return this.#database.transaction(async ({ em, sql }) => {
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
        const noteAdded = note !== undefined && (await this.#notes.add(sql, id, by.by, note))
        await this.#audit.changed(sql, by, before, lead, noteAdded ? note.text : undefined)
        results.push({ id, outcome: differs(before, fields) ? 'changed' : 'unchanged', before })
      }
      return results
    })
  }

  async #requireStaff(changes: readonly LeadChange[]): Promise<void> {
    const owners = changes.flatMap(({ owner }) => owner ?? [])
    if (owners.length === 0) return
    const known = new Set((await this.#staff.members()).map(({ username }) => username))
    const unknown = owners.find((owner) => !known.has(owner))
    if (unknown !== undefined)
      throw refusedField('OWNER_UNKNOWN', 'owner', `there is no member of staff called ${unknown}`)
  }
}

const differs = (lead: { status: LeadStatus; owner: string | null }, fields: LeadFields = {}): boolean =>
  (fields.status !== undefined && fields.status !== lead.status) ||
  (fields.owner !== undefined && fields.owner !== lead.owner)
