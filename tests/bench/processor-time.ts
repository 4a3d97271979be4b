import { readdirSync, readFileSync } from 'node:fs'

/** Processor milliseconds of a process so far, in steps of 10; 0 for one that has ended. */
export function processorMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** The same of all processes whose parent is `pid`, and of those of them that have ended: the connections of a PostgreSQL. */
export function childrenProcessorMs(pid: number): number {
  const fields = statOf(pid)
  const ended = (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * 10
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === pid)
    .map((name) => processorMs(Number(name)))
  return running.reduce((sum, ms) => sum + ms, ended)
}

/** The fields of `/proc/<pid>/stat` from the state on; none of a process that has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** What groups of processes spent on counted work; each group answers its processor milliseconds so far. */
export class ProcessorTime {
  readonly #groups: Readonly<Record<string, () => number>>
  readonly #spent: Record<string, number> = {}
  #counted = 0

  constructor(groups: Readonly<Record<string, () => number>>) {
    this.#groups = groups
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#now()
    const result = await work()
    for (const [group, ms] of Object.entries(this.#now()))
      this.#spent[group] = (this.#spent[group] ?? 0) + ms - (before[group] ?? 0)
    return result
  }

  count(pieces: number): void {
    this.#counted += pieces
  }

  /** Milliseconds of a group for one piece of work. */
  of(group: string): number {
    return (this.#spent[group] ?? 0) / this.#counted
  }

  /** The same of each group, in words. */
  text(): string {
    return Object.keys(this.#spent)
      .map((group) => `${this.of(group).toFixed(1)} ${group}`)
      .join(', ')
  }

  #now(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.#groups).map(([group, spent]) => [group, spent()]))
  }
}
