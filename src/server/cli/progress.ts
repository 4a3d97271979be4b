import { stderr } from 'node:process'

const width = 30
const everyMs = 100

/** A bar on the terminal while long work runs; silent where nobody looks (a pipe, a file, `--json`). */
export class Progress {
  readonly #what: string
  readonly #shown: boolean
  #drawnAt = 0

  constructor(what: string, shown: boolean) {
    this.#what = what
    this.#shown = shown && stderr.isTTY === true
  }

  /** `done` of `total` units; a total that grows meanwhile is fine. */
  readonly tell = (done: number, total: number): void => {
    if (!this.#shown || Date.now() - this.#drawnAt < everyMs) return
    this.#drawnAt = Date.now()
    stderr.write(`\r\u001b[K${barOf(this.#what, done, total)}`)
  }

  end(): void {
    if (this.#shown && this.#drawnAt > 0) stderr.write('\r\u001b[K')
  }
}

/** `Verifying [#####.....]  50 % 500 of 1000` */
export function barOf(what: string, done: number, total: number): string {
  const part = total <= 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(part * width)
  const bar = `${'#'.repeat(filled)}${'.'.repeat(width - filled)}`
  return `${what} [${bar}] ${String(Math.floor(part * 100)).padStart(3)} % ${done} of ${Math.max(done, total)}`
}
