import type { Database } from '../database/database.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Clock } from '../kernel/clock.ts'
import type { AuditLog } from './audit-log.ts'

/** A member of staff and the network address that the request came from. */
export interface Reader {
  by: string
  address: string
}

const hour = 3_600_000

/** Records reads of personal data: once an hour for each reader, address and subject, as lists are read again and again. */
export class AuditedReads {
  readonly #database: Database
  readonly #audit: AuditLog
  readonly #clock: Clock
  /** The keys recorded within this hour; `#hour` counts hours since 1970. */
  #recorded = new Set<string>()
  #hour = 0

  constructor(database: Database, audit: AuditLog, clock: Clock) {
    this.#database = database
    this.#audit = audit
    this.#clock = clock
  }

  /**
   * Whether this member of staff sees people in a list: everybody but viewers. The read is recorded, unless the list is
   * empty.
   * @param subject in words, without personal data
   */
  async seesPeople(
    { actor, address }: { actor: Extract<Actor, { kind: 'staff' }>; address: string },
    action: string,
    subject: string,
    listed = 1,
  ): Promise<boolean> {
    if (actor.role === 'viewer') return false
    if (listed > 0) await this.record({ by: actor.username, address }, action, subject)
    return true
  }

  /** @param subject in words, without personal data: the audit keeps entries for ever */
  async record(reader: Reader, action: string, subject: string): Promise<void> {
    const now = Math.floor(this.#clock.now().getTime() / hour)
    if (now !== this.#hour) {
      this.#hour = now
      this.#recorded = new Set()
    }
    const key = JSON.stringify([reader, action, subject])
    if (this.#recorded.has(key)) return
    this.#recorded.add(key)
    const { by, address } = reader
    const entry = { by, action, subject, changes: [{ path: 'from', after: address }] }
    await this.#audit.record(this.#database.sql, entry).catch((error: unknown) => {
      this.#recorded.delete(key)
      throw error
    })
  }
}
