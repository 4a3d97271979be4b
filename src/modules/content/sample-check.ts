import type { Config } from '#platform/config/config.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { samplesIn } from './base-template/samples.ts'
import type { Contents } from './contents.ts'
import { sectionTitles, type Tree } from './sections/tree.ts'

const remedy =
  'Replace or remove them in the editor, or set ALLOW_INVENTED_PEOPLE=true to show them all the same (docs/operations.md, Invented people).'

/** The invented people and companies that visitors would see, by section; undefined without any. */
function inventedIn({ pages }: Tree): string | undefined {
  const places = samplesIn(pages).map(
    ({ route, section, names }) => `${names.join(', ')} (page ${route}, section “${sectionTitles[section]}”)`,
  )
  return places.length === 0 ? undefined : places.join('; ')
}

/** @throws AppError invalid that names invented people and companies in the tree, their sections, and the setting that admits them */
export function demandRealPeople(tree: Tree, { allowInventedPeople }: Config, consequence: string): void {
  const invented = allowInventedPeople ? undefined : inventedIn(tree)
  if (invented === undefined) return
  throw new AppError(
    'invalid',
    'INVENTED_PEOPLE',
    `${consequence} visitors would see invented people and companies: ${invented}. ${remedy}`,
  )
}

/** Refuses to start in production with invented people and companies; logs them where a setting admits them. */
export class SampleCheck extends Lifecycle {
  readonly #contents: Contents
  readonly #log: Log
  readonly #config: Config

  constructor(contents: Contents, log: Log, config: Config) {
    super()
    this.#contents = contents
    this.#log = log
    this.#config = config
  }

  override async start(): Promise<void> {
    if (this.#config.env !== 'production') return
    const invented = inventedIn((await this.#contents.current('production')).tree)
    if (invented === undefined) return
    const sentence = `Visitors would see invented people and companies: ${invented}.`
    if (!this.#config.allowInventedPeople) throw new CannotStart(`${sentence} ${remedy}`)
    this.#log.logger.warn(`${sentence.replace('would see', 'see')} ALLOW_INVENTED_PEOPLE admits them.`)
  }
}
