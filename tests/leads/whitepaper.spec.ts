import { readFileSync } from 'node:fs'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Config, defaultBrandName } from '#platform/config/config.ts'
import type { Documents } from '#platform/storage/documents.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { chapters } from '../../scripts/whitepaper/chapters/index.ts'
import { dollars, exampleFigures } from '../../scripts/whitepaper/example.ts'
import { makeWhitepaper } from '../../scripts/whitepaper/make-whitepaper.ts'
import { references } from '../../scripts/whitepaper/references.ts'
import { home } from '../../src/modules/content/base-template/home.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { ChosenPaper, PaperCheck } from '../../src/modules/content/chosen-paper.ts'
import type { Contents } from '../../src/modules/content/contents.ts'
import type { SectionOf } from '../../src/modules/content/sections/tree.ts'
import { fileNameOf } from '../../src/modules/leads/routes.ts'

async function read(bytes: Uint8Array): Promise<{ pages: string[]; info: Record<string, unknown> }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: false })
  const { info } = await getMeta(pdf)
  return { pages: text.map((page) => page.replace(/\s+/g, ' ')), info }
}

const shipped = readFileSync('src/modules/leads/the-hidden-roi-of-real-leadership.pdf')

/** The paper that a deployment offers whose whitepaper's section says `paper` and whose store is empty, and what it logs. */
function offered(paper: object | undefined) {
  const tree = structuredClone(baseTemplate)
  for (const { id, fields } of tree.pages.flatMap(({ sections }) => sections))
    if (id === 'whitepaper') Object.assign(fields, { paper })
  const contents = { current: async () => ({ tree }), template: baseTemplate } as unknown as Contents
  const lines: string[] = []
  const log = { logger: { error: (line: string) => lines.push(line) } } as unknown as Log
  const documents = { get: async () => null } as unknown as Documents
  return {
    paper: new ChosenPaper(contents, documents, { env: 'production', brandName: 'Northmark' } as Config, log),
    lines,
  }
}

describe('the whitepaper that the content names', () => {
  it('is the shipped one for content that says nothing of a paper', async () => {
    const { paper, lines } = offered(undefined)
    expect([await paper.current(), lines]).toEqual([
      { title: 'The Hidden ROI of Real Leadership', pdf: null },
      [],
    ])
  })

  it('is the shipped one while the store does not have it, and the log says so once', async () => {
    const { paper, lines } = offered({ title: 'Ways of {product}', pdf: 'uploads/a.pdf' })
    const shown = { title: 'Ways of Northmark', pdf: null }
    expect([await paper.current(), await paper.current()]).toEqual([shown, shown])
    expect(lines).toEqual([expect.stringContaining('The whitepaper uploads/a.pdf is not in the store')])
  })

  it('is warned of at the start of production when it names another brand', async () => {
    const said = async (env: Config['env'], brandName: string, pdf: Buffer | null = null) => {
      const lines: string[] = []
      const log = { logger: { warn: (line: string) => lines.push(line) } } as unknown as Log
      await new PaperCheck({ current: async () => ({ title: '', pdf }) }, log, { env, brandName }).start()
      return lines
    }
    expect(await said('production', 'Northmark')).toEqual([
      expect.stringMatching(/not Northmark: upload another PDF in the admin screen, \/home, Whitepaper\./),
    ])
    expect(await said('production', 'Northmark', shipped)).toEqual([])
    expect(await said('production', defaultBrandName)).toEqual([])
    expect(await said('development', 'Northmark')).toEqual([])
    const first = (await read(shipped)).pages[0]
    expect(first, 'the shipped paper').toContain(defaultBrandName)
  })

  it.each([
    ['The Hidden ROI of Real Leadership', 'the-hidden-roi-of-real-leadership'],
    [' Führung, "echt" & gut\r\n: 2. Auflage!', 'fuhrung-echt-gut-2-auflage'],
    ['真のリーダーシップ', 'whitepaper'],
  ])('has a file name made of its title, %j', (title, name) => {
    expect(fileNameOf(title)).toBe(name)
  })
})

describe('the whitepaper', () => {
  let bytes: Buffer
  let paper: { pages: string[]; info: Record<string, unknown> }
  beforeAll(async () => {
    bytes = (await makeWhitepaper('Veralead')).bytes
    paper = await read(bytes)
  })

  it('has at least eight pages, more than 3,000 words and less than 600 kB', () => {
    expect(paper.pages.length).toBeGreaterThanOrEqual(8)
    expect(paper.pages.join(' ').split(' ').length).toBeGreaterThan(3000)
    expect(bytes.length).toBeLessThan(600_000)
  })

  it('has the chapters and the pages that the site promises', () => {
    const { fields } = home.sections.find(({ id }) => id === 'whitepaper') as SectionOf<'whitepaper'>
    expect(fields.paper).toMatchObject({
      title: paper.info.Title,
      length: `${paper.pages.length} pages, in seven chapters`,
      chapters: chapters('Veralead').map(({ title }) => title),
    })
    expect(fields.paper.chapters).toHaveLength(7)
  })

  it('ships as its script makes it; only its compression may differ by machine', async () => {
    expect(await read(shipped)).toEqual(paper)
  })

  it('carries its title, its author and its language', () => {
    expect(paper.info).toMatchObject({
      Title: 'The Hidden ROI of Real Leadership',
      Author: 'Veralead',
      Language: 'en',
    })
  })

  it('lists every source once, under the numbers 1 to the last', () => {
    const list = paper.pages.filter((page) => page.startsWith('References')).join(' ')
    const numbers = Object.values(references).map((reference) => {
      const start = list.indexOf(reference.replaceAll('*', '').slice(0, 60))
      return Number(list.slice(0, start).match(/(\d+) $/)?.[1])
    })
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  })

  it('prints what the formula of the product answers', () => {
    const text = paper.pages.join(' ')
    const { tilci, rows, investment } = exampleFigures()
    for (const amount of [tilci, investment, ...rows.map(({ after }) => after)]) {
      expect(text).toContain(dollars(amount))
    }
  })

  it('set twice has the same bytes', async () => {
    const again = await makeWhitepaper('Veralead')
    expect(again.bytes.equals(bytes)).toBe(true)
  })

  it('given another brand, names that one and not the default', async () => {
    const { pages, info } = await read((await makeWhitepaper('Northmark')).bytes)
    expect(info.Author).toBe('Northmark')
    expect(pages[0]).toContain('Northmark')
    expect(pages.join(' ')).not.toContain('Veralead')
  })
})
