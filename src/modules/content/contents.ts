import { isDeepStrictEqual } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Config } from '#platform/config/config.ts'
import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Documents } from '#platform/storage/documents.ts'
import { baseTemplate } from './base-template/index.ts'
import { changedPages } from './changed-pages.ts'
import { demandWhole } from './completeness.ts'
import { type Channel, ContentChannel, ContentVersion, lockHeads } from './content-version.ts'
import { type Difference, differences } from './difference.ts'
import { demandRealPeople } from './invented-people.ts'
import { demandKept, uploadsIn } from './picture-uses.ts'
import type { Signed } from './publish-signature.ts'
import { demandFirst } from './received-publishes.ts'
import { Tree } from './sections/tree.ts'
import { demandUsable } from './usable.ts'

export interface Saved {
  version: number
  tree: Tree
}

type Kind = 'template' | 'save' | 'reset' | 'publish' | 'restore' | 'receive'

interface Save {
  channel: Channel
  kind: Kind
  tree: Tree
  by: string
  note?: string
  /** The version that the editor's tree was made from. Undefined accepts any current version. */
  madeFrom?: number | undefined
  /** Set for a publish that another deployment sent. */
  signed?: Signed
}

/** The NOTIFY channel that announces a new version of a content channel to every process. */
export const contentChanged = 'content_changed'

/** The versions of the content tree in two channels. A save stores a new version of the whole tree and overwrites none. */
export class Contents {
  readonly #database: Database
  readonly #clock: Clock
  readonly #audit: AuditLog
  readonly #documents: Documents
  readonly #template = Tree.parse(baseTemplate)
  readonly #config: Config

  constructor(database: Database, clock: Clock, audit: AuditLog, documents: Documents, config: Config) {
    this.#database = database
    this.#clock = clock
    this.#audit = audit
    this.#documents = documents
    this.#config = config
  }

  /** The built-in tree. */
  get template(): Tree {
    return this.#template
  }

  /** Stores the base template in both channels when the store is empty. Safe when two processes start together. */
  async seed(): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await lockUntilEnd(tx.sql, 'content-seed')
      for (const channel of ['development', 'production'] as const) {
        if ((await tx.em.findOne(ContentChannel, { channel })) !== null) continue
        await this.#store(tx, { channel, kind: 'template', tree: this.#template, by: 'system' })
      }
    })
  }

  /** The number of the version that `current` returns. */
  async versionOf(channel: Channel): Promise<number> {
    const { version } = await this.#database.em().findOneOrFail(ContentChannel, { channel })
    return version
  }

  async current(channel: Channel): Promise<Saved> {
    const em = this.#database.em()
    const head = await em.findOneOrFail(ContentChannel, { channel })
    const row = await em.findOneOrFail(ContentVersion, { version: head.version })
    return { version: row.version, tree: row.tree }
  }

  /**
   * Saves `tree`. The content as it is stored already makes no version: a save may be sent again after a lost answer.
   * @throws AppError conflict with the differences when it was made from an older version, invalid as `demandUsable`
   */
  async save(channel: Channel, tree: Tree, by: string, madeFrom?: number): Promise<number> {
    await demandUsable(tree, this.#documents)
    return this.#write({ channel, kind: 'save', tree, by, madeFrom })
  }

  /** Makes the base template the channel's newest version. */
  reset(channel: Channel, by: string): Promise<number> {
    return this.#write({ channel, kind: 'reset', tree: this.#template, by })
  }

  /** Stores a tree that another deployment published. @throws AppError conflict ALREADY_RECEIVED for a repeat, invalid as `demandUsable` */
  async receive(tree: Tree, by: string, signed: Signed): Promise<number> {
    await demandUsable(tree, this.#documents)
    return this.#write({ channel: 'production', kind: 'receive', tree, by, signed })
  }

  /**
   * Copies development to production in one transaction; the replaced version stays as the restore point.
   * @throws AppError CONTENT_INCOMPLETE for a tree without all pages.
   */
  publish(by: string): Promise<Saved> {
    return this.#database.transaction((tx) => this.publishWithin(tx, by))
  }

  /** As `publish`, in the caller's transaction. */
  async publishWithin(tx: Tx, by: string, why = ''): Promise<Saved> {
    const heads = await lockHeads(tx)
    const of = (channel: Channel): number => heads.find((head) => head.channel === channel)?.version ?? 0
    const source = await tx.em.findOneOrFail(ContentVersion, { version: of('development') })
    const note = `from development version ${source.version}, restore point ${of('production')}${why}`
    const version = await this.#store(tx, {
      channel: 'production',
      kind: 'publish',
      tree: source.tree,
      by,
      note,
    })
    return { version, tree: source.tree }
  }

  /** The current production version, and the version that its publish replaced; null when the current one is no publish. */
  async published(): Promise<{ current: ContentVersion; undoTo: number | null }> {
    const em = this.#database.em()
    const head = await em.findOneOrFail(ContentChannel, { channel: 'production' })
    const current = await em.findOneOrFail(ContentVersion, { version: head.version })
    if (current.kind !== 'publish') return { current, undoTo: null }
    return { current, undoTo: (await before(em, head.version))?.version ?? null }
  }

  /** Undoes the publish that made `version`. @throws AppError conflict when production has changed since, or it was no publish. */
  async undoPublish(version: number, by: string): Promise<Saved> {
    return this.#database.transaction(async (tx) => {
      const channel = 'production'
      const head = await tx.em.findOneOrFail(
        ContentChannel,
        { channel },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      )
      const last = await tx.em.findOneOrFail(ContentVersion, { version: head.version })
      const old = await before(tx.em, head.version)
      if (head.version !== version || last.kind !== 'publish' || old === null) {
        throw new AppError(
          'conflict',
          'NOTHING_TO_UNDO',
          'Production has changed since that publish, so it was not undone. Look at the versions.',
        )
      }
      const note = `undoes publish ${version}, back to version ${old.version}`
      const stored = await this.#store(tx, { channel, kind: 'restore', tree: old.tree, by, note })
      return { version: stored, tree: old.tree }
    })
  }

  /** Saves an old version's tree as the newest version of `channel`. */
  async restore(channel: Channel, version: number, by: string): Promise<number> {
    const old = await this.version(version)
    return this.#write({ channel, kind: 'restore', tree: old.tree, by, note: `of version ${version}` })
  }

  /** One stored version. @throws AppError not-found */
  async version(version: number): Promise<ContentVersion> {
    const row = await this.#database.em().findOne(ContentVersion, { version })
    if (row === null)
      throw new AppError('not-found', 'VERSION_NOT_FOUND', `There is no content version ${version}.`)
    return row
  }

  /** At most 50 versions, newest first, without their trees. */
  versions(before?: number): Promise<Omit<ContentVersion, 'tree'>[]> {
    return this.#database
      .em()
      .find(ContentVersion, before === undefined ? {} : { version: { $lt: before } }, {
        orderBy: { version: 'desc' },
        limit: 50,
        exclude: ['tree'],
      }) as unknown as Promise<Omit<ContentVersion, 'tree'>[]>
  }

  /** The changes that publishing would make in production. */
  async pending(): Promise<Difference[]> {
    const [production, development] = await Promise.all([
      this.current('production'),
      this.current('development'),
    ])
    return differences(production.tree, development.tree)
  }

  #write(save: Save): Promise<number> {
    return this.#database.transaction(async (tx) => {
      const head = await tx.em.findOneOrFail(
        ContentChannel,
        { channel: save.channel },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      )
      const now = await tx.em.findOneOrFail(ContentVersion, { version: head.version })
      if (save.kind === 'save' && isDeepStrictEqual(now.tree, save.tree)) return head.version
      if (save.madeFrom !== undefined && save.madeFrom !== head.version) {
        const who = now.savedBy === save.by ? 'You' : now.savedBy
        const when = timeAgo(now.savedAt, this.#clock.now())
        throw new AppError(
          'conflict',
          'CONTENT_CHANGED',
          `${who} saved version ${head.version} ${when}, after you loaded version ${save.madeFrom}. Nothing was overwritten.`,
          {
            extra: {
              version: head.version,
              pages: now.tree.pages,
              differences: differences(now.tree, save.tree),
            },
          },
        )
      }
      if (save.kind === 'save') await demandKept(save.tree, now.uploads, this.#documents)
      if (save.signed !== undefined) await demandFirst(tx, save.signed, this.#clock.now())
      return this.#store(tx, save)
    })
  }

  async #store(tx: Tx, save: Save): Promise<number> {
    // Restoring an old version is allowed even when it is incomplete.
    if (save.channel === 'production' && save.kind !== 'restore') demandWhole(save.tree)
    // What is stored in production is what the next start finds.
    if (this.#config.env === 'production' && save.channel === 'production' && save.kind !== 'template')
      demandRealPeople(save.tree, this.#config, 'Nothing was changed:')
    const head = await tx.em.findOne(ContentChannel, { channel: save.channel })
    const old = head && (await tx.em.findOne(ContentVersion, { version: head.version }))
    const row = tx.em.create(ContentVersion, {
      channel: save.channel,
      kind: save.kind,
      tree: save.tree,
      savedBy: save.by,
      savedAt: this.#clock.now(),
      note: save.note ?? null,
      changed: old ? changedPages(old.tree, save.tree) : null,
      uploads: uploadsIn(save.tree),
    })
    await tx.em.persist(row).flush()
    await tx.em.upsert(ContentChannel, { channel: save.channel, version: row.version })
    await this.#audit.record(tx.sql, {
      by: save.by,
      action: actions[save.kind],
      subject: `${save.channel} version ${row.version}${save.note ? `, ${save.note}` : ''}`,
      changes: old ? differences(old.tree, save.tree).map(({ steps: _, ...change }) => change) : [],
    })
    await this.#database.notify(contentChanged, save.channel, tx.sql)
    return row.version
  }
}

/** The time since `then` in words, such as "5 minutes ago". */
function timeAgo(then: Date, now: Date): string {
  const minutes = Math.round((now.getTime() - then.getTime()) / 60_000)
  const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
  if (minutes < 60) return words.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.round(hours / 24), 'day')
}

const actions: Record<Kind, string> = {
  template: 'Put in the base template',
  save: 'Saved content',
  reset: 'Reset content',
  publish: 'Published content',
  restore: 'Restored content',
  receive: 'Received content',
}

/** The production version that was current before `version`. */
function before(em: Tx['em'], version: number): Promise<ContentVersion | null> {
  return em.findOne(
    ContentVersion,
    { channel: 'production', version: { $lt: version } },
    { orderBy: { version: 'desc' } },
  )
}
