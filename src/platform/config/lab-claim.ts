import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '../database/embedded/pid-file.ts'

interface Holder {
  pid: number
  /** Undefined while the lab starts. */
  url?: string | undefined
}

/** Milliseconds that a lab has to answer while its process lives. */
const startMs = 10_000

/**
 * The file in DATA_DIR that names the process that runs the payment lab, and its address. The lab writes its whole state
 * into one file, so only one process may run it; the others use that one.
 */
export class LabClaim {
  readonly #path: string

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'payment-lab.address')
  }

  /** The address of the running lab; undefined when none runs. */
  async address(): Promise<string | undefined> {
    const { url } = (await this.#read())?.holder ?? {}
    return url !== undefined && (await answers(url)) ? url : undefined
  }

  /** Makes this process the one that runs the lab. @returns the address of the lab where another process runs it */
  async take(): Promise<string | undefined> {
    await mkdir(dirname(this.#path), { recursive: true })
    for (const deadline = Date.now() + startMs; ; await pause(50)) {
      if (await this.#create()) return undefined
      const found = await this.#read()
      if (found === undefined) continue
      const { pid, url } = found.holder
      if (url !== undefined && (await answers(url))) return url
      if (pid === process.pid || !isAlive(pid) || Date.now() > deadline) await this.#clear(found.text)
    }
  }

  /** Stores the address at which the lab of this process answers. */
  async publish(url: string): Promise<void> {
    const next = this.#beside()
    await writeFile(next, textOf({ pid: process.pid, url }), { mode: 0o600 })
    await rename(next, this.#path)
  }

  /** Removes the claim; does nothing when the claim is another process's. */
  async release(): Promise<void> {
    if ((await this.#read())?.holder.pid === process.pid) await rm(this.#path, { force: true })
  }

  async #read(): Promise<{ text: string; holder: Holder } | undefined> {
    const text = await readFile(this.#path, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const [, pid, url] = /^(\d+) ?(\S*)\n$/.exec(text) ?? []
    return { text, holder: { pid: Number(pid ?? 0), url: url || undefined } }
  }

  /** Creates the whole file in one step; false when another process has the claim. */
  async #create(): Promise<boolean> {
    const next = this.#beside()
    await writeFile(next, textOf({ pid: process.pid }), { mode: 0o600 })
    try {
      await link(next, this.#path)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await rm(next, { force: true })
    }
  }

  /** Removes the claim of a process that has ended, unless another start has replaced it meanwhile. */
  async #clear(stale: string): Promise<void> {
    const aside = this.#beside()
    try {
      await rename(this.#path, aside)
      if ((await readFile(aside, 'utf8')) !== stale) await link(aside, this.#path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'EEXIST') throw error
    } finally {
      await rm(aside, { force: true })
    }
  }

  #beside(): string {
    return `${this.#path}.${process.pid}-${randomBytes(4).toString('hex')}`
  }
}

const textOf = ({ pid, url }: Holder): string => `${pid} ${url ?? ''}\n`

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/lab/state', url), { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
