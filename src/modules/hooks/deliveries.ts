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
import { HookSecrets, type StoredSecrets } from './hook-secrets.ts'

/** `attempt` counts those before it: a job that another one overtook does nothing. Also stored by the function `hooks_tell`. */
const deliver = defineJob({
  queue: 'hooks-deliver',
  data: z.object({ delivery: z.number(), attempt: z.number() }),
  concurrency: 8,
})
const nightly = defineJob({ queue: 'hooks-prune', schedule: '11 3 * * *' })

const second = 1_000
const day = 86_400 * second
/** Then an event is given up and its endpoint paused. Each pause is as long as the event has waited, within these bounds. */
const triedFor = 3 * day
const [shortestPause, longestPause] = [5 * second, day / 4]
/** Longer than a call, and shorter than the lease of a job: nobody else makes the call meanwhile. */
const callTakes = 30 * second

interface Owed extends Omit<Message, 'secrets'>, StoredSecrets {
  id: number
  endpointId: string
  attempts: number
  waitsSince: Date
}

// Earlier events of the object are locked: they either see this one when they are settled, or are settled already.
const claim = `with earlier as (
  select id from hooks_delivery where state = 'waiting' and id <= $1
    and (endpoint_id, object_id) = (select endpoint_id, object_id from hooks_delivery where id = $1) order by id for update
) update hooks_delivery d set waits_since = coalesce(waits_since, $3), calling_until = $4 from hooks_endpoint e
  where d.id = $1 and d.attempts = $2 and (calling_until is null or calling_until < $3)
    and e.id = endpoint_id and paused_at is null and (select min(id) from earlier) = $1
  returning d.id::float8 as id, e.id as "endpointId", event_id as "eventId", type, object_id as "objectId", at, attempts,
    waits_since as "waitsSince", url, secret, old_secret as "oldSecret", old_until as "oldUntil"`

const beingCalled = `select from hooks_delivery
  where id = $1 and attempts = $2 and state = 'waiting' and calling_until >= $3`

const settle = `with settled as (
  update hooks_delivery set attempts = attempts + 1, calling_until = null, state = $3, status = $4, answer = $5, tried_at = $6,
    next_try = $7 where id = $1 and attempts = $2 returning endpoint_id
), paused as (
  update hooks_endpoint set paused_at = $6, paused_because = $8 from settled
  where id = endpoint_id and paused_at is null and $8::text is not null returning id
) select exists (select from paused) as "isPaused" from settled`

/**
 * Delivers events at least once, those of one object in their order: a later one waits until the earlier one is delivered,
 * and is begun by it.
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
    const { database, clock, calls, secrets } = this.#parts
    registry.handle(deliver, async ({ data: { delivery, attempt } }) => {
      const now = clock.now()
      const values = [delivery, attempt, now, new Date(now.getTime() + callTakes)]
      const [owed] = await database.sql.query<Owed>(claim, values)
      if (owed === undefined) {
        // By a process that may have died in the call: this job comes again.
        const [called] = await database.sql.query(beingCalled, [delivery, attempt, now])
        if (called) throw new Error('Another process makes this call')
        return
      }
      const answer = await calls.post({ ...owed, secrets: secrets.of(owed, now) }, now)
      await database.rawTransaction((sql) => this.#settle(sql, owed, answer))
    })
    registry.handle(nightly, async () => {
      const oldest = new Date(clock.now().getTime() - 30 * day)
      await database.sql.query('delete from hooks_delivery where at < $1', [oldest])
    })
  }

  /** Begins what waits for an endpoint: the first event of each object, or of one. */
  async begin(sql: Sql, endpointId: string, objectId: string | null = null): Promise<void> {
    const heads = await sql.query<z.output<typeof deliver.data>>(
      `select distinct on (object_id) id::float8 as delivery, attempts as attempt from hooks_delivery
       where endpoint_id = $1 and state = 'waiting' and object_id = coalesce($2, object_id) order by object_id, id`,
      [endpointId, objectId],
    )
    await this.#parts.jobs.enqueue(sql, ...heads.map((head) => deliver.request(head)))
  }

  async #settle(sql: Sql, owed: Owed, { status, text }: HookAnswer): Promise<void> {
    const { clock, jobs } = this.#parts
    const now = clock.now()
    const waited = now.getTime() - owed.waitsSince.getTime()
    const isDelivered = status !== null && status >= 200 && status < 300
    const isOver = !isDelivered && waited >= triedFor
    const pause = Math.min(Math.max(waited, shortestPause), longestPause, triedFor - waited)
    const again = isDelivered || isOver || status === 410 ? null : new Date(now.getTime() + pause)
    const state = isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting'
    const isGone = status === 410 && 'It answered 410: it is gone.'
    const because =
      isGone || (isOver ? `It accepted nothing for three days. The last answer: ${status ?? text}` : null)
    const values = [owed.id, owed.attempts, state, status, text, now, again, because]
    const [settled] = await sql.query<{ isPaused: boolean }>(settle, values)
    if (settled && isDelivered) await this.begin(sql, owed.endpointId, owed.objectId)
    const next = { delivery: owed.id, attempt: owed.attempts + 1 }
    if (settled && again !== null) await jobs.enqueue(sql, deliver.request(next, { startAfter: again }))
    if (settled?.isPaused) await jobs.enqueue(sql, pausedMail.request({ endpointId: owed.endpointId }))
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

  override async export(): Promise<unknown> {
    return []
  }

  override async erase(): Promise<void> {
    await this.#database.sql.query('update hooks_delivery set answer = null where answer is not null')
  }
}
