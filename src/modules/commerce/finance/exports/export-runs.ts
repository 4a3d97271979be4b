import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Keys } from '#platform/kernel/keys.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { threadOf } from '#platform/kernel/project-files.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Books } from '../books/books.ts'
import { accountSettings } from '../journal/accounts.ts'
import { logKeyPurpose } from '../log/log-key.ts'
import type { ExportOrder } from './export-thread.ts'
import type { AskedExport, ExportRequest } from './exports.ts'

/** The most concurrent exports of one process; each needs a thread and a connection. */
const mostAtOnce = 2

/** Makes files for finance in threads of their own, so that other requests do not wait for them. */
export class ExportRuns {
  static readonly needs = {
    database: Database,
    books: Books,
    keys: Keys,
    settings: Settings,
    clock: Clock,
  }
  readonly #parts: Given<typeof ExportRuns.needs>
  #running = 0

  constructor(parts: Given<typeof ExportRuns.needs>) {
    this.#parts = parts
  }

  /**
   * The chunks of a file; the next one is made when the one before was consumed.
   * @throws AppError too-many when the most exports are running already
   */
  async *bytes(asked: AskedExport): AsyncGenerator<Uint8Array> {
    if (this.#running >= mostAtOnce)
      throw new AppError(
        'too-many',
        'EXPORTS_BUSY',
        `${mostAtOnce} exports are running. Wait until one of them has ended, then try again.`,
        { retryAfter: 10 },
      )
    this.#running += 1
    try {
      const accounts = await this.#parts.settings.read(accountSettings)
      const request = { ...asked, accounts, timeZone: await this.#parts.books.timeZone() }
      if (/^(?:books|journal)/.test(request.name)) await this.#parts.books.catchUp()
      yield* this.#fromThread(request)
    } finally {
      this.#running -= 1
    }
  }

  async *#fromThread(request: ExportRequest): AsyncGenerator<Uint8Array> {
    const workerData: ExportOrder = {
      url: this.#parts.database.url,
      request,
      seeds: this.#parts.keys.derive(logKeyPurpose),
      now: this.#parts.clock.now(),
    }
    const thread = new Worker(threadOf('src/modules/commerce/finance/exports/export-thread.ts'), {
      workerData,
      execArgv: [],
    })
    try {
      for await (const [bytes] of on(thread, 'message', { close: ['exit'] })) {
        yield bytes as Uint8Array
        thread.postMessage('more')
      }
    } catch (error) {
      // A refusal loses its class on the way out of the thread.
      const { name, kind, code, message } = error as AppError
      throw name === 'AppError' ? new AppError(kind, code, message) : error
    } finally {
      await thread.terminate()
    }
  }
}
