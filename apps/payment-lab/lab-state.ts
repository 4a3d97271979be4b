import type { Account } from './api-route.ts'
import type { Delivery } from './deliveries.ts'
import type { IdempotencyKeys, StoredResponse } from './idempotency.ts'
import type { RecordsSnapshot } from './records.ts'
import type { RequestLog } from './request-log.ts'
import type { Task } from './timetable.ts'

/** The version of the state file's format; files of other versions are ignored. */
const form = 1

interface Saved {
  form: number
  offsetMs: number
  records: RecordsSnapshot
  tasks: Task[]
  deliveries: Delivery[]
  idempotency: [string, StoredResponse][]
}

/** The state of the whole lab: saved to a file, shown by `GET /lab/state`, and reset. */
export class LabState {
  readonly #seed: string
  readonly #account: Account
  readonly #idempotency: IdempotencyKeys
  readonly #requests: RequestLog

  constructor(parts: { seed: string; account: Account; idempotency: IdempotencyKeys; requests: RequestLog }) {
    this.#seed = parts.seed
    this.#account = parts.account
    this.#idempotency = parts.idempotency
    this.#requests = parts.requests
  }

  save(): Saved {
    const { clock, records, timetable, deliveries } = this.#account
    return {
      form,
      offsetMs: clock.offsetMs,
      records: records.save(),
      tasks: timetable.tasks,
      deliveries: deliveries.all,
      idempotency: this.#idempotency.save(),
    }
  }

  /** Restores the result of `save`; undefined and other formats leave the lab empty. */
  load(saved: unknown): void {
    if (typeof saved !== 'object' || saved === null || (saved as Saved).form !== form) return
    const { offsetMs, records, tasks, deliveries, idempotency } = saved as Saved
    this.#account.clock.offsetMs = offsetMs
    this.#account.records.load(records)
    this.#account.timetable.tasks = tasks
    this.#account.deliveries.load(deliveries)
    this.#idempotency.load(idempotency)
  }

  /** Resets everything to its initial state, by default with the same seed. */
  reset(seed = this.#seed): void {
    const { clock, records, timetable, deliveries, chaos } = this.#account
    clock.offsetMs = 0
    records.clear(seed)
    timetable.tasks = []
    deliveries.clear()
    chaos.begin({ seed: 'chaos', requests: [], webhooks: [], searchLagMs: 0, concurrency: 4 })
    this.#account.withheld.clear()
    this.#idempotency.clear()
    this.#requests.entries = []
  }

  show(): object {
    const { clock, records, timetable, deliveries, chaos } = this.#account
    return {
      now: new Date(clock.millis()).toISOString(),
      offsetMs: clock.offsetMs,
      seed: this.#seed,
      webhookUrl: deliveries.endpoint.url ?? null,
      chaos: chaos.plan,
      withheld: [...this.#account.withheld],
      objects: records.save().objects,
      tasks: timetable.tasks,
      deliveries: deliveries.all,
      requests: this.#requests.entries,
    }
  }
}
