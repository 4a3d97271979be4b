import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/telemetry/log.ts'

/** Reports stored documents that differ from the issued ones: in the process's log and in the audit. */
export class DocumentFaults {
  readonly #audit: AuditLog
  readonly #database: Database
  readonly #log: Log

  constructor(audit: AuditLog, database: Database, log: Log) {
    this.#audit = audit
    this.#database = database
    this.#log = log
  }

  /** The stored file differed from the issued document; it was made anew from the event, with the issued digest. */
  async replaced(number: string, orderId: string): Promise<void> {
    await this.#report('Replaced a document that was not as issued', number, orderId)
  }

  /** Neither the stored file nor a new one has the issued digest: the document is withheld. */
  async notAsIssued(number: string, orderId: string, wasStored: boolean): Promise<void> {
    const what = wasStored ? 'Withheld a document that is not as issued' : 'Withheld a document that is lost'
    await this.#report(what, number, orderId)
  }

  async #report(action: string, number: string, orderId: string): Promise<void> {
    this.#log.logger.error({ document: number, orderId }, action)
    await this.#database.rawTransaction((sql) =>
      this.#audit.record(sql, { by: 'system', action, subject: number, changes: [] }),
    )
  }
}
