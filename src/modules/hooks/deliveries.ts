import { z } from 'zod'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { type HookAnswer, HookCalls, type Message } from './hook-calls.ts'
import { pausedMail } from './hook-mails.ts'
import { HookSecrets } from './hook-secrets.ts'
import { hookTables } from './tables.ts'

/** `attempt` is the number of attempts before it: a job that another one overtook does nothing. Made by `hooks_tell`, too. */
const deliver = defineJob({
  queue: 'hooks-deliver',
  data: z.object({ delivery: z.number(), attempt: z.number() }),
  concurrency: 8,
})
const nightly = defineJob({ queue: 'hooks-prune', schedule: '11 3 * * *' })

const second = 1_000
const day = 86_400 * second
/** After it the event is given up and the endpoint paused. */
const triedFor = 3 * day
/** The pause is as long as it has waited so far, within these. */
const [shortestPause, longestPause] = [5 * second, day / 4]
/** Longer than a call takes, and shorter than the lease of the job: nobody else makes this call meanwhile. */
const callTakes = 30 * second
const keptFor = 30 * day

interface Owed extends Message {
  id: number
  endpointId: string
  attempts: number
  waitsSince: Date
}

/**
 * Delivers events at least once, those of one object in their order: a later one waits until the earlier one is delivered or
 * given up, and is begun by it.
 */
export class HookDeliveries extends JobHandlers {
  static readonly needs = {
    database: Database,
    jobs: Jobs,
    clock: Clock,
    calls: HookCalls,
    secrets: HookSecrets,
  }
  readonly #parts: Given<typeof HookDeliveries.needs>

  constructor(parts: Given<typeof HookDeliveries.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    const { database, clock } = this.#parts
    registry.handle(deliver, ({ data }) => this.#deliver(data))
    registry.handle(nightly, async () => {
      const oldest = new Date(clock.now().getTime() - keptFor)
      await hookTables(database.sql).deleteFrom('hooks_delivery').where('at', '<', oldest).execute()
    })
  }

  /** Begins what waits for an endpoint: the first event of each object. */
  async begin(sql: Sql, endpointId: string, objectId?: string): Promise<void> {
    const heads = await hookTables(sql)
      .selectFrom('hooks_delivery')
      .distinctOn('objectId')
      .select(['id', 'attempts'])
      .where('endpointId', '=', endpointId)
      .where('state', '=', 'waiting')
      .$if(objectId !== undefined, (some) => some.where('objectId', '=', objectId!))
      .orderBy('objectId')
      .orderBy('id')
      .execute()
    const jobs = heads.map(({ id, attempts }) => deliver.request({ delivery: id, attempt: attempts }))
    await this.#parts.jobs.enqueue(sql, ...jobs)
  }

  async #deliver({ delivery, attempt }: z.output<typeof deliver.data>): Promise<void> {
    const { database, calls, clock } = this.#parts
    const owed = await database.rawTransaction((sql) => this.#claim(sql, delivery, attempt))
    if (owed === undefined) return
    const answer =
      owed.secrets.length > 0
        ? await calls.post(owed, clock.now())
        : { status: null, text: 'The secret cannot be read, as SESSION_SECRET was replaced. Rotate it.' }
    await database.rawTransaction((sql) => this.#settle(sql, owed, answer))
  }

  /** The delivery, if it is the first of its object and nobody else makes the call. */
  async #claim(sql: Sql, id: number, attempts: number): Promise<Owed | undefined> {
    const tables = hookTables(sql)
    const now = this.#parts.clock.now()
    const found = await tables
      .selectFrom('hooks_delivery as d')
      .innerJoin('hooks_endpoint as e', 'e.id', 'd.endpointId')
      .select([
        'd.id',
        'd.endpointId',
        'd.eventId',
        'd.type',
        'd.objectId',
        'd.at',
        'd.attempts',
        'd.waitsSince',
      ])
      .select(['e.url', 'e.secret', 'e.oldSecret', 'e.oldUntil'])
      .where('d.id', '=', id)
      .where('e.pausedAt', 'is', null)
      .executeTakeFirst()
    if (found === undefined) return undefined
    // Locked, so that the earlier one either sees this one when it is settled, or is settled already.
    const [first] = await tables
      .selectFrom('hooks_delivery')
      .select('id')
      .where('endpointId', '=', found.endpointId)
      .where('objectId', '=', found.objectId)
      .where('state', '=', 'waiting')
      .where('id', '<=', id)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (first?.id !== id) return undefined
    const waitsSince = found.waitsSince ?? now
    const claimed = await tables
      .updateTable('hooks_delivery')
      .set({ waitsSince, callingUntil: new Date(now.getTime() + callTakes) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where(({ eb, or }) => or([eb('callingUntil', 'is', null), eb('callingUntil', '<', now)]))
      .returning('id')
      .executeTakeFirst()
    const secrets = this.#parts.secrets.of(found, now)
    return claimed && { ...found, waitsSince, secrets }
  }

  async #settle(sql: Sql, owed: Owed, { status, text }: HookAnswer): Promise<void> {
    const tables = hookTables(sql)
    const now = this.#parts.clock.now()
    const [since, at] = [owed.waitsSince.getTime(), now.getTime()]
    const isDelivered = status !== null && status >= 200 && status < 300
    const isOver = !isDelivered && at >= since + triedFor
    const isGone = status === 410
    const pause = Math.min(Math.max(at - since, shortestPause), longestPause)
    const again = isDelivered || isOver || isGone ? null : new Date(Math.min(at + pause, since + triedFor))
    const attempts = owed.attempts + 1
    const settled = await tables
      .updateTable('hooks_delivery')
      .set({ attempts, status, answer: text, triedAt: now, nextTry: again, callingUntil: null })
      .set({ state: isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting' })
      .where('id', '=', owed.id)
      .where('attempts', '=', owed.attempts)
      .returning('id')
      .executeTakeFirst()
    if (settled === undefined) return
    const { jobs } = this.#parts
    if (isDelivered) await this.begin(sql, owed.endpointId, owed.objectId)
    else if (again !== null)
      await jobs.enqueue(
        sql,
        deliver.request({ delivery: owed.id, attempt: attempts }, { startAfter: again }),
      )
    else {
      const because = isGone
        ? 'It answered 410: it is gone.'
        : `It accepted nothing for three days; the last answer: ${status ?? text}`
      const paused = await tables
        .updateTable('hooks_endpoint')
        .set({ pausedAt: now, pausedBecause: because })
        .where('id', '=', owed.endpointId)
        .where('pausedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (paused) await jobs.enqueue(sql, pausedMail.request({ endpointId: paused.id }))
    }
  }
}

/** Messages hold ids only. What a receiver answered may hold anything, about anybody: it goes when any person is erased. */
export class HookPersonalData extends PersonalData {
  readonly name = 'webhooks'
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override export(): Promise<unknown> {
    return Promise.resolve([])
  }

  override async erase(): Promise<void> {
    const tables = hookTables(this.#database.sql)
    await tables.updateTable('hooks_delivery').set({ answer: null }).where('answer', 'is not', null).execute()
  }
}
