import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const pauseMs = 50

/** Keeps the lab's state in a file: soon after each change, and whole (a rename replaces the old one). */
export class StateFile {
  readonly #path: string | undefined
  readonly #state: () => object
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string | undefined, state: () => object) {
    this.#path = path
    this.#state = state
  }

  /** What was saved last; undefined when there is no file yet. A file that is not JSON is an error. */
  async read(): Promise<unknown> {
    if (this.#path === undefined) return undefined
    try {
      return JSON.parse(await readFile(this.#path, 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw new Error(`The payment lab cannot read its state from ${this.#path}`, { cause: error })
    }
  }

  /** Asks for a save in a moment; many changes make one save. */
  touch(): void {
    if (this.#path === undefined || this.#timer) return
    this.#timer = setTimeout(() => void this.save(), pauseMs)
    this.#timer.unref()
  }

  async save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const path = this.#path
    if (path === undefined) return
    const text = JSON.stringify(this.#state())
    this.#writing = this.#writing.then(async () => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.new`, text, { mode: 0o600 })
      await rename(`${path}.new`, path)
    })
    await this.#writing
  }
}
