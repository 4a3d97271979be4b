import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/telemetry/log.ts'

/** Tells people of stored documents that were not the ones that were issued: in the log of the process and in the audit. */
export class DocumentFaults {
  readonly #audit: AuditLog
  readonly #database: Database
  readonly #log: Log

  constructor(audit: AuditLog, database: Database, log: Log) {
    this.#audit = audit
    this.#database = database
    this.#log = log
  }

  /** What was stored under this number was another file; it was made anew from the event, with the issued digest. */
  async replaced(number: string, orderId: string): Promise<void> {
    await this.#tell('Replaced a document that was not as issued', number, orderId)
  }

  /** Nothing that is stored, or can be made, has the issued digest: the document is withheld. */
  async notAsIssued(number: string, orderId: string, wasStored: boolean): Promise<void> {
    const what = wasStored ? 'Withheld a document that is not as issued' : 'Withheld a document that is lost'
    await this.#tell(what, number, orderId)
  }

  async #tell(action: string, number: string, orderId: string): Promise<void> {
    this.#log.logger.error({ document: number, orderId }, action)
    await this.#database.rawTransaction((sql) =>
      this.#audit.record(sql, { by: 'system', action, subject: number, changes: [] }),
    )
  }
}
