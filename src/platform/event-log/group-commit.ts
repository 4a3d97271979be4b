import type { PreparedItem } from './append-call.ts'
import type { Appended } from './event-log.ts'

export type AppendOutcome = Appended | Error

interface Waiting {
  prepared: PreparedItem
  resolve(appended: Appended): void
  reject(error: Error): void
}

/**
 * Collects appends that arrive together; an append that arrives while a group is under way waits for the next group. Under
 * load a second group, at least half full, is sent on its own connection while the first is in the database: PostgreSQL
 * reads it and stores its jobs meanwhile, and it gets the lock of the log when the first commits. A stream is in one group
 * at a time and once in it: a second item would be decided on a version that the first is about to change.
 */
export class GroupCommits {
  #commit: (items: readonly PreparedItem[]) => Promise<AppendOutcome[]>
  #most: number
  #waiting: Waiting[] = []
  #busy = new Set<string>()
  #underWay = new Set<Promise<void>>()
  #soon: NodeJS.Immediate | undefined

  constructor(commit: (items: readonly PreparedItem[]) => Promise<AppendOutcome[]>, most: number) {
    this.#commit = commit
    this.#most = most
  }

  append(prepared: PreparedItem): Promise<Appended> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ prepared, resolve, reject })
      this.#startSoon()
    })
  }

  /** Resolves once no append waits or is under way. */
  async idle(): Promise<void> {
    while (this.#soon || this.#underWay.size > 0) {
      await Promise.all([...this.#underWay, new Promise((resolve) => setImmediate(resolve))])
    }
  }

  /** Starts at the end of this turn of the event loop: callers that are answered in it append again in it, and join the group. */
  #startSoon(): void {
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined
      this.#start()
    })
  }

  #start(): void {
    if (this.#underWay.size > 1) return
    if (this.#underWay.size === 1 && this.#waiting.length < this.#most / 2) return
    const group = this.#take()
    if (group.length === 0) return
    const running = this.#run(group).finally(() => {
      this.#underWay.delete(running)
      if (this.#waiting.length > 0) this.#startSoon()
    })
    this.#underWay.add(running)
    this.#start()
  }

  async #run(group: readonly Waiting[]): Promise<void> {
    const outcomes = await this.#commit(group.map(({ prepared }) => prepared)).catch((error: Error) =>
      group.map(() => error),
    )
    for (const [index, { prepared, resolve, reject }] of group.entries()) {
      this.#busy.delete(prepared.item.stream)
      const outcome = outcomes[index]!
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
  }

  #take(): Waiting[] {
    const group: Waiting[] = []
    const later: Waiting[] = []
    for (const waiting of this.#waiting) {
      const { stream } = waiting.prepared.item
      if (group.length < this.#most && !this.#busy.has(stream)) {
        this.#busy.add(stream)
        group.push(waiting)
      } else {
        later.push(waiting)
      }
    }
    this.#waiting = later
    return group
  }
}
