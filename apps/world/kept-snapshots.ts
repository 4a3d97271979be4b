import type { Client } from 'pg'
import { connectForSnapshots, inSnapshotOn, type Snapshot } from '#platform/database/snapshot.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'

/**
 * One connection for all snapshots of a world. A world is verified many times in a minute, and on a new connection
 * PostgreSQL reads its catalogue again before it plans the first statement.
 */
export class KeptSnapshots {
  readonly #url: string
  #client: Promise<Client> | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(url: string) {
    this.#url = url
  }

  /** Makes the log take its snapshots on this connection. */
  replace(log: EventLog): void {
    log.inSnapshot = (work) => this.#run(work)
  }

  /** One snapshot at a time. After a failure the connection is closed, since its transaction is still open. */
  #run<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const mine = this.#turn.then(async () => {
      this.#client ??= connectForSnapshots(this.#url)
      return inSnapshotOn(await this.#client, work)
    })
    this.#turn = mine.catch(() => this.#close())
    return mine
  }

  async end(): Promise<void> {
    await this.#turn
    await this.#close()
  }

  async #close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    this.#client = undefined
    await client?.end()
  }
}
