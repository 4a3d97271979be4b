import type { Database } from '#platform/database/database.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { finalAccount } from './base-template/program-syllabus.ts'
import { researchSources } from './base-template/research-sources.ts'
import type { Channel } from './content-version.ts'
import { type Contents, contentChanged } from './contents.ts'
import { PublishedSources, PublishedSyllabus, type PublishedWeek } from './index.ts'
import type { Text } from './sections/primitives.ts'
import { type Fields, type PublicPage, publicPageOf, type Tree } from './sections/tree.ts'

/** The served content of this deployment: one version of the tree, as visitors get it. */
export interface Served {
  version: number
  pages: PublicPage[]
}

type Sources = ReturnType<PublishedSources['list']>
type Program = Fields<'certification-program'>
type Week = NonNullable<Program['syllabus']>[number]

/** The tree that this deployment serves, in memory, updated in every process within a moment of a save. */
export class ServedContent extends Lifecycle {
  readonly #contents: Contents
  readonly #database: Database
  readonly #channel: Channel
  readonly #listeners: ((saved: Served) => Promise<void>)[] = []
  #saved: Served | null = null
  #sources: Sources = []
  #program: Program | undefined
  /** Settles when every listener has handled `#saved`. */
  #applied: Promise<unknown> = Promise.resolve()
  #stopListening: (() => Promise<void>) | null = null

  constructor(contents: Contents, database: Database, channel: Channel) {
    super()
    this.#contents = contents
    this.#database = database
    this.#channel = channel
  }

  get channel(): Channel {
    return this.#channel
  }

  /** The served tree. Throws before `start` has loaded it. */
  get saved(): Served {
    if (this.#saved === null) throw new Error('Content is served after start() has loaded it')
    return this.#saved
  }

  /** The research sources of the served tree. */
  get sources(): Sources {
    return this.#sources
  }

  /** The program of the served tree, also what only participants see of it. */
  get program(): Program | undefined {
    return this.#program
  }

  /** Calls `listener` with the served tree after each change. It handles its own failures. */
  onChange(listener: (saved: Served) => Promise<void>): void {
    this.#listeners.push(listener)
  }

  override async start(): Promise<void> {
    await this.#contents.seed()
    const notified = (channel: string): void => {
      // A failed reload keeps the last loaded tree; the next notification or save tries again. An empty payload means that
      // notifications may have been missed.
      if (channel === '' || channel === this.#channel) this.refresh().catch(() => undefined)
    }
    const version = (): Promise<number> => this.#contents.versionOf(this.#channel)
    this.#stopListening = await this.#database.listen(contentChanged, notified, version)
    await this.refresh()
  }

  override async stop(): Promise<void> {
    await this.#stopListening?.()
  }

  /**
   * Loads the current version, unless a newer one arrived meanwhile.
   * @returns once this process answers every request with it
   */
  async refresh(): Promise<void> {
    const { version, tree } = await this.#contents.current(this.#channel)
    if (this.#saved === null || version > this.#saved.version) {
      const saved = { version, pages: tree.pages.map(publicPageOf) }
      this.#saved = saved
      this.#sources = sourcesIn(tree)
      this.#program = programIn(tree)
      this.#applied = Promise.allSettled(this.#listeners.map((listener) => listener(saved)))
    }
    await this.#applied
  }

  /** Waits until a version that the caller has just stored is served. A failure is not thrown: the notification reloads later. */
  async showStored(): Promise<void> {
    await this.refresh().catch(() => undefined)
  }
}

/** The research sources of a tree; the built-in ones if no page has their section. */
function sourcesIn({ pages }: Tree): Sources {
  const found = pages.flatMap(({ sections }) => sections).find(({ id }) => id === 'research-sources')
  return found?.id === 'research-sources' ? found.fields.sources : researchSources.fields.sources
}

/** The sources of the served tree. */
export class ServedSources extends PublishedSources {
  readonly #served: ServedContent

  constructor(served: ServedContent) {
    super()
    this.#served = served
  }

  override list() {
    return this.#served.sources
  }
}

/** The program of a tree; undefined if no page has it. */
function programIn({ pages }: Tree): Program | undefined {
  const found = pages.flatMap(({ sections }) => sections).find(({ id }) => id === 'certification-program')
  return found?.id === 'certification-program' ? found.fields : undefined
}

/** The syllabus of the served tree, as plain text with the name of the product. */
export class ServedSyllabus extends PublishedSyllabus {
  readonly #served: ServedContent
  readonly #brand: string

  constructor(served: ServedContent, brand: string) {
    super()
    this.#served = served
    this.#brand = brand
  }

  override current() {
    const plain = (text: Text): string =>
      (typeof text === 'string' ? text : text.value).replaceAll('{product}', this.#brand)
    const weekOf = ({ theme, lab, assignment, done = '', material = [] }: Week): PublishedWeek => ({
      theme: plain(theme),
      lab: plain(lab),
      assignment: plain(assignment),
      done: plain(done),
      material,
    })
    const program = this.#served.program
    const account = program?.finalAccount ?? finalAccount
    return {
      weeks: (program?.syllabus ?? []).map(weekOf),
      finalAccount: weekOf({ theme: 'Final account', lab: '', ...account }),
    }
  }
}
