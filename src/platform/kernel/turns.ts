/**
 * Work on one thing, one after the other within this process. Changes of one stream that arrive together would otherwise all
 * be decided, and all but one for nothing: the version of the stream refuses them. Other processes still meet that version.
 */
export class Turns<T = unknown> {
  readonly #last = new Map<string, Promise<T | undefined>>()

  /**
   * Starts `work` once the work that was given before for the same `name` has ended, well or not.
   * @param work gets the result of the work that it waited for; undefined when there was none, or when it failed
   */
  async of<R extends T>(name: string, work: (previous?: T) => Promise<R>): Promise<R> {
    const before = this.#last.get(name)
    const mine = before === undefined ? work() : before.then(work)
    const ended = mine.catch(() => undefined)
    this.#last.set(name, ended)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name)
    }
  }
}
