import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { defineJob, triesOverDays } from '../jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '../jobs/jobs.ts'
import { staffRoles } from '../kernel/actor.ts'
import type { DerivedKey, Keys } from '../kernel/keys.ts'
import type { Documents } from './documents.ts'

const State = z.object({
  state: z.enum([
    'erased',
    'disabled',
    'enabled',
    'changed',
    'withdrawn',
    'suspended',
    'valid',
    'compromised',
    ...staffRoles,
  ]),
  at: z.iso.datetime(),
})
const Marked = State.extend({
  kind: z.enum([
    'customer',
    'staff account',
    'staff role',
    'second factor',
    'credential',
    'key of credentials',
  ]),
  id: z.string(),
})
export type Marked = z.infer<typeof Marked>

/** Commits with the change that the mark records. */
export const backupMark = defineJob({
  queue: 'platform.backup-marks',
  data: Marked,
  retryLimit: triesOverDays,
  concurrency: 1,
})

/**
 * What must outlive the restore of a backup that does not know it: the newest state of each thing and its moment, kept in the store of
 * documents, outside the database. The path is a keyed digest of kind and id: a mark names no person. Marks under an earlier secret are
 * read while it is configured.
 */
export class BackupMarks extends JobHandlers {
  readonly #documents: Documents
  readonly #keys: DerivedKey

  constructor(documents: Documents, keys: Keys) {
    super()
    this.#documents = documents
    this.#keys = keys.derive('what outlives a backup')
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(backupMark, ({ data }) => this.set(data))
  }

  /** Does nothing where a newer state is kept. @throws Error when the store refuses */
  async set({ kind, id, state, at }: Marked): Promise<void> {
    const known = await this.newest(kind, id)
    if (known !== null && known.at > at) return
    const path = pathOf(this.#keys[0], kind, id)
    await this.#documents.put(path, Buffer.from(JSON.stringify({ state, at })), 'application/json')
  }

  async newest(kind: Marked['kind'], id: string): Promise<Pick<Marked, 'state' | 'at'> | null> {
    const found = await Promise.all(this.#keys.map((key) => this.#documents.get(pathOf(key, kind, id))))
    const marks = found.flatMap((bytes) => (bytes === null ? [] : State.parse(JSON.parse(bytes.toString()))))
    return marks.sort((one, other) => other.at.localeCompare(one.at))[0] ?? null
  }
}

const pathOf = (key: Buffer, kind: string, id: string): string =>
  `marks/${createHmac('sha256', key).update(`${kind} ${id}`).digest('hex')}`

/** Each module that has marks repeats the changes that they record, once, when a database was restored. */
export abstract class AfterRestore {
  /**
   * @param ownerUrl answers the address of the database as the owner of the tables
   * @returns how many, by what was done
   */
  abstract doAgain(
    author: { actor: string; username: string },
    ownerUrl: () => string,
  ): Promise<Record<string, number>>
}
