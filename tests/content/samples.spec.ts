import { expect, test } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { samplesIn } from '../../src/modules/content/base-template/samples.ts'
import type { Contents } from '../../src/modules/content/contents.ts'
import { SampleCheck } from '../../src/modules/content/sample-check.ts'
import type { Tree } from '../../src/modules/content/sections/tree.ts'

/** The base template with every name of a person, voice or company changed by `rename`. */
function renamed(rename: (name: string) => string): Tree['pages'] {
  return structuredClone(baseTemplate.pages).map((page) => ({
    ...page,
    sections: page.sections.map((section) => {
      if (section.id === 'people')
        for (const each of [...section.fields.people, ...section.fields.logos]) each.name = rename(each.name)
      if (section.id === 'certification-program')
        for (const each of section.fields.testimonials) each.name = rename(each.name)
      return section
    }),
  }))
}

async function saidAtStart(pages: Tree['pages'], config: Partial<Config>): Promise<string[]> {
  const lines: string[] = []
  const contents = { current: async () => ({ version: 1, tree: { pages } }) } as unknown as Contents
  const log = { logger: { warn: (line: string) => lines.push(line) } } as unknown as Log
  await new SampleCheck(contents, log, { env: 'production', ...config } as Config).start()
  return lines
}

test('given the base template, then everybody in it is known to be invented', () => {
  expect(
    samplesIn(baseTemplate.pages).flatMap(({ route, names }) => names.map((name) => `${route} ${name}`)),
  ).toEqual([
    '/about Margaret Okonjo',
    '/about Tomas Lindqvist',
    '/about Ines Carvalho',
    '/about Halden Freight',
    '/about Norvane Software',
    '/about St. Brannoc Hospitals',
    '/certification-program-details Priya Raman',
    '/certification-program-details Daniel Osei',
    '/certification-program-details Helen Brandt',
  ])
})

test('given real names, then nothing is left of it; new words under an invented name change nothing', () => {
  expect(samplesIn(renamed((name) => `${name} Jr.`))).toEqual([])
  const pages = structuredClone(baseTemplate.pages)
  const section = pages.flatMap(({ sections }) => sections).find(({ id }) => id === 'people')
  if (section?.id === 'people') for (const person of section.fields.people) person.quote = 'Other words.'
  expect(samplesIn(pages).flatMap(({ names }) => names)).toHaveLength(9)
})

test('given a hidden section, then nobody in it is shown', () => {
  const hidden = baseTemplate.pages.map((page) => ({
    ...page,
    sections: page.sections.map((each) => (each.id === 'people' ? { ...each, hidden: true } : each)),
  }))
  expect(samplesIn(hidden).map(({ section }) => section)).toEqual(['certification-program'])
})

test('given production with invented people, when it starts, then it refuses with their sections and the setting', async () => {
  await expect(saidAtStart(baseTemplate.pages, {})).rejects.toThrow(
    'Visitors would see invented people and companies: Margaret Okonjo, Tomas Lindqvist, Ines Carvalho, Halden Freight, Norvane Software, St. Brannoc Hospitals (page /about, section “People and companies”); Priya Raman, Daniel Osei, Helen Brandt (page /certification-program-details, section “Program”). Replace or remove them in the editor, or set ALLOW_INVENTED_PEOPLE=true to show them all the same (docs/operations.md, Invented people).',
  )
  expect(
    await saidAtStart(
      renamed(() => 'Somebody real'),
      {},
    ),
  ).toEqual([])
  expect(await saidAtStart(baseTemplate.pages, { env: 'development' })).toEqual([])
})

test('given the setting that admits them, when production starts, then one line names them and where they are shown', async () => {
  const [line, ...more] = await saidAtStart(baseTemplate.pages, { allowInventedPeople: true })
  expect(more).toEqual([])
  expect(line).toMatch(/^Visitors see invented people and companies: Margaret Okonjo,/)
  expect(line).toContain('Helen Brandt (page /certification-program-details')
})
