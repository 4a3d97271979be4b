import { type Config, defaultBrandName } from '#platform/config/config.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Documents } from '#platform/storage/documents.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Contents } from './contents.ts'
import { UploadedPaper } from './index.ts'
import type { Tree } from './sections/tree.ts'

/** The whitepaper that the content of this deployment names, also while its section is hidden. */
export class ChosenPaper extends UploadedPaper {
  readonly #contents: Contents
  readonly #documents: Documents
  readonly #config: Config
  readonly #log: Log
  /** The PDF whose absence was logged last, so that each is logged once. */
  #missing = ''

  constructor(contents: Contents, documents: Documents, config: Config, log: Log) {
    super()
    this.#contents = contents
    this.#documents = documents
    this.#config = config
    this.#log = log
  }

  override async current(): Promise<{ title: string; pdf: Buffer | null }> {
    const { tree } = await this.#contents.current(this.#config.env)
    const { title, pdf } = paperIn(tree) ?? paperIn(this.#contents.template)!
    return {
      title: title.replaceAll('{product}', this.#config.brandName),
      pdf: pdf === '' ? null : await this.#stored(pdf),
    }
  }

  async #stored(pdf: string): Promise<Buffer | null> {
    const bytes = await this.#documents.get(pdf)
    if (bytes === null && pdf !== this.#missing) {
      this.#missing = pdf
      this.#log.logger.error(
        `The whitepaper ${pdf} is not in the store, so visitors get the one that ships with the product. Upload it in the admin screen.`,
      )
    }
    return bytes
  }
}

/** Says at the start of production when visitors get the shipped whitepaper, which names another brand than this site. */
export class PaperCheck extends Lifecycle {
  readonly #paper: UploadedPaper
  readonly #log: Log
  readonly #config: Pick<Config, 'env' | 'brandName'>

  constructor(paper: UploadedPaper, log: Log, config: Pick<Config, 'env' | 'brandName'>) {
    super()
    this.#paper = paper
    this.#log = log
    this.#config = config
  }

  override async start(): Promise<void> {
    const { env, brandName } = this.#config
    if (env !== 'production' || brandName === defaultBrandName) return
    if ((await this.#paper.current()).pdf !== null) return
    this.#log.logger.warn(
      `The whitepaper that visitors get names ${defaultBrandName}, not ${brandName}: upload another PDF in the admin screen, /home, Whitepaper. \`node scripts/whitepaper.ts\` makes one for any name.`,
    )
  }
}

/** What a whitepaper's section says of it; undefined for content from before those fields. */
function paperIn({ pages }: Tree) {
  const section = pages.flatMap(({ sections }) => sections).find(({ id }) => id === 'whitepaper')
  return section?.id === 'whitepaper' ? section.fields.paper : undefined
}
