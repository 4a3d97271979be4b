import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { leadPerson } from './contract-inbox.ts'
import { leadTables } from './lead.ts'

export type Note = OutputOf<typeof leadPerson>['notes'][number]

/** Notes of staff about leads. A note is never changed; it is deleted with its lead. */
export class LeadNotes {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** @returns false if a note with this id exists: the call is a repetition */
  async add(sql: Sql, leadId: string, author: string, note: { id: string; text: string }): Promise<boolean> {
    const added = await leadTables(sql)
      .insertInto('leads_note')
      .values({ id: note.id, lead_id: leadId, author, at: this.#clock.now(), text: note.text })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return added !== undefined
  }

  /** Oldest first, by the id of the lead; leads without notes are absent. */
  async of(leadIds: readonly string[]): Promise<Map<string, Note[]>> {
    const notes = new Map<string, Note[]>()
    if (leadIds.length === 0) return notes
    const rows = await leadTables(this.#database.sql)
      .selectFrom('leads_note')
      .select(['id', 'lead_id', 'author', 'at', 'text'])
      .where('lead_id', 'in', [...leadIds])
      .orderBy('at')
      .orderBy('id')
      .execute()
    for (const { lead_id, ...note } of rows) {
      const list = notes.get(lead_id)
      if (list === undefined) notes.set(lead_id, [note])
      else list.push(note)
    }
    return notes
  }
}
