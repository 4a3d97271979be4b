import { z } from 'zod'
import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedFields } from '#platform/kernel/error.ts'
import { contentTables } from './content-version.ts'
import type { Contents, Saved } from './contents.ts'
import type { publishState } from './contract-publishing.ts'
import type { Publishing } from './publishing.ts'

const publish = defineJob({
  queue: 'content-publish',
  data: z.object({ id: z.number() }),
  concurrency: 1,
})
const furthestMs = 366 * 86_400_000
const mostWaiting = 20
/** The codes of failures that no later try would mend. */
const refusals = ['CONTENT_INCOMPLETE', 'PUBLISH_CHECK_FAILED']

export type Scheduled = OutputOf<typeof publishState>['scheduled'][number]

/** Publishes the development channel at scheduled moments. */
export class PublishSchedule extends JobHandlers {
  readonly #contents: Contents
  readonly #publishing: Publishing
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #clock: Clock
  readonly #audit: AuditLog

  constructor(
    contents: Contents,
    publishing: Publishing,
    database: Database,
    jobs: Jobs,
    clock: Clock,
    audit: AuditLog,
  ) {
    super()
    this.#contents = contents
    this.#publishing = publishing
    this.#database = database
    this.#jobs = jobs
    this.#clock = clock
    this.#audit = audit
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(publish, ({ data }) => this.#run(data.id))
  }

  /** The waiting moments, the next first. */
  waiting(): Promise<Scheduled[]> {
    return contentTables(this.#database.sql)
      .selectFrom('content_schedule')
      .select(['id', 'publish_at as publishAt', 'created_by as by'])
      .where('state', '=', 'waiting')
      .orderBy('publish_at')
      .execute()
  }

  /** Adds a moment. @throws AppError invalid for the past, conflict for a repeat or too many, forbidden outside development. */
  async set(publishAt: Date, by: string): Promise<void> {
    this.#publishing.demandDevelopment()
    const now = this.#clock.now().getTime()
    if (publishAt.getTime() <= now || publishAt.getTime() > now + furthestMs) {
      const message = 'Publish at must be a moment in the future, at most one year ahead.'
      throw refusedFields('PUBLISH_AT_NOT_AHEAD', [{ path: 'publishAt', message }])
    }
    await this.#database.transaction(async ({ sql }) => {
      await lockUntilEnd(sql, publish.queue)
      const tables = contentTables(sql)
      const waiting = await tables
        .selectFrom('content_schedule')
        .select('publish_at')
        .where('state', '=', 'waiting')
        .execute()
      if (waiting.some((each) => each.publish_at.getTime() === publishAt.getTime()))
        throw new AppError('conflict', 'ALREADY_SCHEDULED', 'A publish waits for that moment already.')
      if (waiting.length >= mostWaiting)
        throw new AppError('conflict', 'TOO_MANY_SCHEDULED', `At most ${mostWaiting} publishes can wait.`)
      const { id } = await tables
        .insertInto('content_schedule')
        .values({ publish_at: publishAt, created_by: by, created_at: this.#clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await this.#audit.record(sql, {
        by,
        action: 'Scheduled a publish',
        subject: `for ${publishAt.toISOString()}`,
        changes: [],
      })
      await this.#jobs.enqueue(sql, publish.request({ id }, { key: `publish-${id}`, startAfter: publishAt }))
    })
  }

  /** Cancels the waiting moment. @throws AppError conflict when it is over or cancelled already. */
  async cancel(id: number, by: string): Promise<void> {
    await this.#database.transaction(async ({ sql }) => {
      const cancelled = await contentTables(sql)
        .updateTable('content_schedule')
        .set({ state: 'cancelled' })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .returning('publish_at')
        .executeTakeFirst()
      if (cancelled === undefined) {
        throw new AppError(
          'conflict',
          'SCHEDULE_OVER',
          'That publish is not waiting any more: it has run or was cancelled.',
        )
      }
      await this.#audit.record(sql, {
        by,
        action: 'Cancelled a scheduled publish',
        subject: `for ${cancelled.publish_at.toISOString()}`,
        changes: [],
      })
    })
  }

  /** Repeatable, because the row records the progress. The queue retries when the target cannot be reached. */
  async #run(id: number): Promise<void> {
    const published = await this.#database.transaction(async (tx) => {
      const tables = contentTables(tx.sql)
      const row = await tables
        .selectFrom('content_schedule')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined || row.state === 'cancelled' || row.sent) return null
      // When a publish has followed since, the target gets the newer current version.
      if (row.state === 'done') return this.#contents.current('production')
      const saved = await this.#publishWhole(tx, row)
      if (saved === null) return null
      await tables
        .updateTable('content_schedule')
        .set({ state: 'done', version: saved.version })
        .where('id', '=', id)
        .execute()
      return saved
    })
    if (published === null) return
    await this.#publishing.send(published.tree)
    await contentTables(this.#database.sql)
      .updateTable('content_schedule')
      .set({ sent: true })
      .where('id', '=', id)
      .execute()
  }

  /** Publishes; an incomplete tree or an error of the check ends the schedule instead, and the audit records the reason. */
  async #publishWhole(tx: Tx, row: { id: number; created_by: string }): Promise<Saved | null> {
    try {
      await this.#publishing.demandNoErrors()
      return await this.#contents.publishWithin(tx, row.created_by, ', as scheduled')
    } catch (failure) {
      if (!(failure instanceof AppError) || !refusals.includes(failure.code)) throw failure
      await contentTables(tx.sql)
        .updateTable('content_schedule')
        .set({ state: 'cancelled' })
        .where('id', '=', row.id)
        .execute()
      await this.#audit.record(tx.sql, {
        by: row.created_by,
        action: 'Did not publish as scheduled',
        subject: failure.message,
        changes: [],
      })
      return null
    }
  }
}
