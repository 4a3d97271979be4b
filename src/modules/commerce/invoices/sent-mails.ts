import type { Clock } from '#platform/kernel/clock.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import { withTimeout } from '#platform/kernel/with-timeout.ts'
import type { Documents } from '#platform/storage/documents.ts'
import type { Log } from '#platform/telemetry/log.ts'

/** Limits how long a store that does not answer delays a mail. */
const timeoutMs = 1_000

/**
 * Records which mails were sent and when, in the store of documents, outside the database. After a restore from a backup
 * the database enqueues the mails of the lost time again; these records prevent a second sending. Keys hold ids only.
 * Installations that share a store have separate records; those under an earlier secret are read while it is configured.
 */
export class SentMails {
  readonly #documents: Documents
  readonly #clock: Pick<Clock, 'after'>
  readonly #logger: Log['logger']
  readonly #folders: readonly [string, ...string[]]

  constructor(documents: Documents, keys: Keys, clock: Pick<Clock, 'after'>, { logger }: Log) {
    this.#documents = documents
    this.#clock = clock
    this.#logger = logger
    const [newest, ...earlier] = keys.derive('mails that were sent')
    this.#folders = [folderOf(newest), ...earlier.map(folderOf)]
  }

  /**
   * Called right after the mail server accepted the mail. Only logs it when the store refuses, or does not answer within a
   * second (it may store the record later): the mail was sent.
   */
  async mark(key: string, sentAt: Date): Promise<void> {
    const stored = this.#documents.put(
      pathOf(this.#folders[0], key),
      Buffer.from(sentAt.toISOString()),
      'text/plain',
    )
    const late = (): never => {
      throw new Error('The store did not answer within a second')
    }
    await withTimeout(stored, timeoutMs, late, this.#clock).catch((err: unknown) => {
      this.#logger.warn({ err, mail: key }, 'an email was sent without its record outside the database')
    })
  }

  /** When the mail was sent; null when it was not, or the store does not say so within a second. */
  async sentAt(key: string): Promise<Date | null> {
    const found = await Promise.all(this.#folders.map((folder) => this.#read(pathOf(folder, key))))
    return found.find((sentAt) => sentAt !== null) ?? null
  }

  async #read(path: string): Promise<Date | null> {
    const read = this.#documents.get(path).catch(() => null)
    const bytes = await withTimeout(read, timeoutMs, () => null, this.#clock)
    const sentAt = new Date(bytes?.toString('utf8') ?? Number.NaN)
    return Number.isNaN(sentAt.getTime()) ? null : sentAt
  }
}

const folderOf = (key: Buffer): string => `mails/${key.toString('hex').slice(0, 16)}`

const pathOf = (folder: string, key: string): string =>
  `${folder}/${key.replaceAll(/[^A-Za-z0-9_.-]/g, '.').slice(0, 128)}`
