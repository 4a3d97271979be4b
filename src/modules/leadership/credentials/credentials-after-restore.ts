import { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AfterRestore, BackupMarks } from '#platform/storage/backup-marks.ts'
import { CredentialChanges } from './credential-changes.ts'
import { CredentialKeys } from './credential-keys.ts'
import type { CredentialAuthor } from './credentials.ts'
import { credentialTables } from './tables.ts'

const reason = 'Recorded again after a backup was restored. The issuer tells the reason.'

/** Withdraws, suspends and resumes credentials again, and marks keys as compromised again. */
export class CredentialsAfterRestore extends AfterRestore {
  static readonly needs = {
    database: Database,
    marks: BackupMarks,
    changes: CredentialChanges,
    keys: CredentialKeys,
  }
  readonly #parts: Given<typeof CredentialsAfterRestore.needs>

  constructor(parts: Given<typeof CredentialsAfterRestore.needs>) {
    super()
    this.#parts = parts
  }

  override async doAgain(author: CredentialAuthor, ownerUrl: () => string): Promise<Record<string, number>> {
    const rows = await credentialTables(this.#parts.database.sql)
      .selectFrom('program_credential')
      .select(['id', 'held'])
      .where('revoked', 'is', null)
      .execute()
    const done = { 'credentials withdrawn': 0, 'credentials suspended': 0, 'credentials resumed': 0 }
    for (const { id, held } of rows) {
      const state = (await this.#parts.marks.newest('credential', id))?.state
      if (state === 'withdrawn') {
        await this.#parts.changes.withdraw(id, reason, author)
        done['credentials withdrawn'] += 1
      } else if (state === 'suspended' && !held) {
        await this.#parts.changes.suspend(id, reason, author)
        done['credentials suspended'] += 1
      } else if (state === 'valid' && held) {
        await this.#parts.changes.resume(id, author)
        done['credentials resumed'] += 1
      }
    }
    let compromised = 0
    for (const id of await this.#parts.keys.known()) {
      const mark = await this.#parts.marks.newest('key of credentials', id)
      if (mark === null) continue
      await this.#parts.keys.markCompromised(id, new Date(mark.at), ownerUrl())
      compromised += 1
    }
    return { ...done, 'keys marked as compromised': compromised }
  }
}

const hourly = defineJob({ queue: 'leadership.compromised-keys', schedule: '23 * * * *', concurrency: 1 })

/** The owner of the tables marks keys by a statement, which no other code sees: their marks are made once an hour. */
export class CompromisedKeyMarks extends JobHandlers {
  readonly #keys: CredentialKeys
  readonly #marks: BackupMarks

  constructor(keys: CredentialKeys, marks: BackupMarks) {
    super()
    this.#keys = keys
    this.#marks = marks
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(hourly, () => this.keep())
  }

  async keep(): Promise<void> {
    for (const { id, at } of await this.#keys.compromised())
      await this.#marks.set({ kind: 'key of credentials', id, state: 'compromised', at: at.toISOString() })
  }
}
