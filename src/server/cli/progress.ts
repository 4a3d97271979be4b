import { stderr } from 'node:process'

const width = 30
/** Milliseconds between two updates of the bar, and between two lines where there is no terminal. */
const every = { bar: 100, line: 10_000 }

/** The stream is standard error, so that the command's output on standard output stays unchanged. */
type Out = Pick<typeof stderr, 'write' | 'isTTY'>

/**
 * Shows the progress of long work: a bar on a terminal; a line every ten seconds in a pipe or a file, for logs of jobs;
 * nothing with `--json`.
 */
export class Progress {
  readonly #what: string
  readonly #shown: boolean
  readonly #out: Out
  #shownAt: number

  constructor(what: string, shown: boolean, out: Out = stderr) {
    this.#what = what
    this.#shown = shown
    this.#out = out
    // The bar appears at once; a line only when the work takes long.
    this.#shownAt = out.isTTY ? 0 : Date.now()
  }

  /** Shows `done` of `total` units; `total` may grow meanwhile. */
  readonly update = (done: number, total: number): void => {
    const { isTTY } = this.#out
    if (!this.#shown || Date.now() - this.#shownAt < (isTTY ? every.bar : every.line)) return
    this.#shownAt = Date.now()
    this.#out.write(
      isTTY
        ? `\r\u001b[K${barOf(this.#what, done, total)}`
        : `${this.#what}: ${done} of ${Math.max(done, total)}\n`,
    )
  }

  end(): void {
    if (this.#shown && this.#out.isTTY && this.#shownAt > 0) this.#out.write('\r\u001b[K')
  }
}

/** `Verifying [#####.....]  50 % 500 of 1000` */
export function barOf(what: string, done: number, total: number): string {
  const part = total <= 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(part * width)
  const bar = `${'#'.repeat(filled)}${'.'.repeat(width - filled)}`
  return `${what} [${bar}] ${String(Math.floor(part * 100)).padStart(3)} % ${done} of ${Math.max(done, total)}`
}
