import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '#platform/config/config.ts'

/** The typeset whitepaper of the configured brand, made once a process, in a thread: it takes about a second. */
export class Whitepaper {
  readonly #config: Config
  #bytes: Promise<Buffer> | undefined

  constructor(config: Config) {
    this.#config = config
  }

  /** The PDF. A failure is not kept: whoever asks next has it made again. */
  pdf(): Promise<Buffer> {
    if (!this.#bytes) {
      this.#bytes = made(this.#config.brandName)
      this.#bytes.catch(() => {
        this.#bytes = undefined
      })
    }
    return this.#bytes
  }

  /** Begins to make it, so that a link that is opened in a moment need not wait. */
  prepare(): void {
    this.pdf().catch(() => undefined)
  }
}

async function made(brand: string): Promise<Buffer> {
  const thread = new Worker(new URL('./whitepaper/whitepaper-thread.ts', import.meta.url), {
    workerData: brand,
    execArgv: [],
  })
  const [bytes] = (await once(thread, 'message')) as [Uint8Array]
  return Buffer.from(bytes)
}
