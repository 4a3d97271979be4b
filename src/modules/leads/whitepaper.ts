import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '#platform/config/config.ts'
import { threadOf } from '#platform/kernel/project-files.ts'

/** The whitepaper of the configured brand as PDF. Made once a process, in a thread, because it takes about a second. */
export class Whitepaper {
  readonly #config: Config
  #bytes: Promise<Buffer> | undefined

  constructor(config: Config) {
    this.#config = config
  }

  /** The PDF. A failure is not cached: the next call makes the PDF again. */
  pdf(): Promise<Buffer> {
    if (!this.#bytes) {
      this.#bytes = makeInThread(this.#config.brandName)
      this.#bytes.catch(() => {
        this.#bytes = undefined
      })
    }
    return this.#bytes
  }

  /** Starts making the PDF, so that a link opened soon afterwards does not wait. */
  prepare(): void {
    this.pdf().catch(() => undefined)
  }
}

async function makeInThread(brand: string): Promise<Buffer> {
  const thread = new Worker(threadOf('src/modules/leads/whitepaper/whitepaper-thread.ts'), {
    workerData: brand,
    execArgv: [],
  })
  const [bytes] = (await once(thread, 'message')) as [Uint8Array]
  return Buffer.from(bytes)
}
