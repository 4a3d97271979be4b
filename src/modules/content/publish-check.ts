import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { baseTemplate } from './base-template/index.ts'
import { samplesIn } from './base-template/samples.ts'
import { contentTables } from './content-version.ts'
import type { Contents } from './contents.ts'
import type { checkContent } from './contract-publishing.ts'
import { label } from './difference.ts'
import { textsIn } from './picture-uses.ts'
import { problemsOfTexts } from './sections/saved-texts.ts'
import { Tree } from './sections/tree.ts'

type Finding = OutputOf<typeof checkContent>['findings'][number]
type Place = ReturnType<typeof textsIn> extends Generator<infer P> ? P : never

/** Checks what a publish would show to visitors. Errors stop it, warnings do not. */
export class PublishCheck {
  readonly #contents: Contents
  readonly #database: Database
  #site: URL | undefined

  constructor(contents: Contents, database: Database) {
    this.#contents = contents
    this.#database = database
  }

  /** Where this process answers: links to its own pages are requested there. Without it they are not checked. */
  requestAt(site: URL): void {
    this.#site = site
  }

  /** What is wrong with the saved development content, apart from hidden sections; errors first. */
  async findings(): Promise<Finding[]> {
    const { pages } = (await this.#contents.current('development')).tree
    const shown = {
      pages: pages.map((page) => ({ ...page, sections: page.sections.filter(({ hidden }) => !hidden) })),
    }
    const places = [...textsIn(shown)]
    const decorations = await contentTables(this.#database.sql)
      .selectFrom('content_upload')
      .select('name')
      .where('alt', '=', '')
      .execute()
    const decoration = new Set([...shipped, ...decorations.map(({ name }) => name)])
    const found: Finding[] = [
      ...(await this.#deadLinks(places)),
      ...undescribed(places, decoration).map(({ steps }) =>
        warning([...steps, 'alt'], 'is empty. Say what the picture shows, if it is no decoration.'),
      ),
      ...tooLong(shown, places),
      ...samples(shown, places),
    ]
    return found.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
  }

  /** @throws AppError invalid that names the field of each error */
  async demandNoErrors(): Promise<void> {
    const fields = (await this.findings())
      .filter(({ severity }) => severity === 'error')
      .map(({ steps, message }) => ({ path: steps.join('.'), message }))
    if (fields.length === 0) return
    const errors = fields.map(({ path, message }) => `${path}: ${message}`)
    throw new AppError('invalid', 'PUBLISH_CHECK_FAILED', `Nothing was published. ${errors.join(' ')}`, {
      errors,
      fields,
    })
  }

  async #deadLinks(places: Place[]): Promise<Finding[]> {
    const links = places.filter(
      ({ text, steps }) => /(?:link|url)$/i.test(steps.at(-1) ?? '') && text.startsWith('/'),
    )
    const pathOf = (text: string): string => text.replace(/#.*/, '')
    const paths = [...new Set(links.map(({ text }) => pathOf(text)))]
    const answers = new Map(
      await Promise.all(paths.map(async (path) => [path, await this.#answer(path)] as const)),
    )
    return links.flatMap(({ text, steps }): Finding[] => {
      const answer = answers.get(pathOf(text))
      if (answer === undefined) return []
      if (answer === 'silent') return [warning(steps, `could not be checked: ${text} did not answer.`)]
      const message = `leads nowhere: this site has no page ${text}.`
      if (!answer.ok) return [{ severity: 'error', steps, message }]
      const [, id] = /#([\w-]+)$/.exec(text) ?? []
      // Pages that only the browser draws have no ids yet.
      const isDrawn = !/<div id="root"[^>]*><\/div>/.test(answer.html)
      if (id === undefined || !isDrawn || answer.html.includes(` id="${id}"`)) return []
      return [warning(steps, `leads to the top of the page: ${text} has no such place.`)]
    })
  }

  async #answer(path: string): Promise<{ ok: boolean; html: string } | 'silent' | undefined> {
    if (this.#site === undefined) return undefined
    try {
      const answer = await fetch(new URL(path, this.#site), { signal: AbortSignal.timeout(10_000) })
      return { ok: answer.status !== 404 && answer.status !== 410, html: await answer.text() }
    } catch {
      return 'silent'
    }
  }
}

const warning = (steps: string[], message: string): Finding => ({ severity: 'warning', steps, message })

/** The places of media with pictures and no alternative text, each once, but for pictures that are decoration. */
function undescribed(places: Place[], decoration: ReadonlySet<string>): Place[] {
  const texts = new Map(places.map(({ text, steps }) => [steps.join('\n'), text.trim()]))
  const bare = places.flatMap(({ text, steps }) => {
    if (steps.at(-3) !== 'media' || text === '' || decoration.has(text)) return []
    const media = steps.slice(0, -2)
    return texts.get([...media, 'alt'].join('\n')) ? [] : [{ text, steps: media }]
  })
  return [...new Map(bare.map((each) => [each.steps.join('\n'), each])).values()]
}

/** The drawings that the base template shows as decoration. */
const shipped = undescribed([...textsIn(baseTemplate)], new Set()).map(({ text }) => text)

/** Characters that fit: search results cut titles and descriptions off, and phones wrap buttons. */
const fits: readonly [field: RegExp, most: number, where: string][] = [
  [/^pages\.[^.]+\.title$/, 60, 'search results cut it off'],
  [/^pages\.[^.]+\.description$/, 160, 'search results cut it off'],
  [/buttonText(?:\.value)?$/, 40, 'it may not fit on its button'],
]

function tooLong(tree: Tree, places: Place[]): Finding[] {
  const refused = [...(Tree.safeParse(tree).error?.issues ?? []), ...problemsOfTexts(tree)]
  return [
    ...refused.map(({ path, message }) => warning(stepsOf(tree, path), `${message}.`)),
    ...places.flatMap(({ text, steps }) => {
      const [, most, where] = fits.find(([field]) => field.test(steps.join('.'))) ?? []
      return most === undefined || text.length <= most
        ? []
        : [warning(steps, `has ${text.length} characters: beyond ${most}, ${where}.`)]
    }),
  ]
}

function stepsOf(tree: Tree, path: readonly PropertyKey[]): string[] {
  let value: unknown = tree
  return path.map((key) => {
    const part = (value as Record<PropertyKey, unknown> | undefined)?.[key]
    const step = Array.isArray(value) ? label(part, Number(key)) : String(key)
    value = part
    return step
  })
}

function samples({ pages }: Tree, places: Place[]): Finding[] {
  return samplesIn(pages).flatMap(({ route, section, names }) =>
    places
      .filter(
        ({ text, steps: [, page, , id, ...field] }) =>
          page === route && id === section && field.at(-1) === 'name' && names.includes(text),
      )
      .map(({ text, steps }) => warning(steps, `is a sample: ${text} is invented.`)),
  )
}
