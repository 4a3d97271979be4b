import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const pauseMs = 50

/** Saves the lab's state to a file shortly after each change, atomically (by a rename). */
export class StateFile {
  readonly #path: string | undefined
  readonly #state: () => object
  readonly #report: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #lastTookMs = 0
  #closed = false

  constructor(path: string | undefined, state: () => object, report: (error: unknown) => void) {
    this.#path = path
    this.#state = state
    this.#report = report
  }

  /** The saved state; undefined without a file. @throws Error if the file is not JSON. */
  async read(): Promise<unknown> {
    if (this.#path === undefined) return undefined
    try {
      return JSON.parse(await readFile(this.#path, 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw new Error(`The payment lab cannot read its state from ${this.#path}`, { cause: error })
    }
  }

  /** Schedules a save; several changes share one save, and a large state is saved less often. */
  scheduleSave(): void {
    if (this.#path === undefined || this.#timer || this.#closed) return
    this.#timer = setTimeout(() => void this.save().catch(this.#report), pauseMs + 20 * this.#lastTookMs)
    this.#timer.unref()
  }

  /** Saves a last time. */
  async close(): Promise<void> {
    this.#closed = true
    await this.save()
  }

  /** Saves the state after earlier saves have finished. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    const path = this.#path
    if (path === undefined) return
    const write = async (): Promise<void> => {
      this.#timer = undefined
      const begun = performance.now()
      const text = JSON.stringify(this.#state())
      this.#lastTookMs = performance.now() - begun
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.new`, text, { mode: 0o600 })
      await rename(`${path}.new`, path)
    }
    this.#writing = this.#writing.then(write, write)
    await this.#writing
  }
}
