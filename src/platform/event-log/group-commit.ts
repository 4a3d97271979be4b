import type { PreparedItem } from './append-call.ts'
import type { Appended } from './event-log.ts'

export type Outcome = Appended | Error

interface Waiting {
  prepared: PreparedItem
  resolve(appended: Appended): void
  reject(error: Error): void
}

/**
 * Collects appends that arrive together. One group is under way at a time; what arrives meanwhile waits for
 * the next. A group holds at most one item per stream: a second one decided on a version that the first is
 * about to change, and its turn comes in the next group.
 */
export class GroupCommits {
  #commit: (items: readonly PreparedItem[]) => Promise<Outcome[]>
  #most: number
  #waiting: Waiting[] = []
  #underWay: Promise<void> | undefined

  constructor(commit: (items: readonly PreparedItem[]) => Promise<Outcome[]>, most: number) {
    this.#commit = commit
    this.#most = most
  }

  append(prepared: PreparedItem): Promise<Appended> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ prepared, resolve, reject })
      this.#underWay ??= this.#run()
    })
  }

  /** Resolves once nothing waits or is under way. */
  async idle(): Promise<void> {
    while (this.#underWay) await this.#underWay
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Callers answered in this turn of the event loop come back in it: they belong to the same group.
      await new Promise((resolve) => setImmediate(resolve))
      const group = this.#take()
      const outcomes = await this.#commit(group.map(({ prepared }) => prepared)).catch((error: Error) =>
        group.map(() => error),
      )
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index]!
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
    }
    this.#underWay = undefined
  }

  #take(): Waiting[] {
    const streams = new Set<string>()
    const group: Waiting[] = []
    const later: Waiting[] = []
    for (const waiting of this.#waiting) {
      const { stream } = waiting.prepared.item
      if (group.length < this.#most && !streams.has(stream)) {
        streams.add(stream)
        group.push(waiting)
      } else {
        later.push(waiting)
      }
    }
    this.#waiting = later
    return group
  }
}
