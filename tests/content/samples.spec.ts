import { expect, test } from 'vitest'
import type { Log } from '#platform/telemetry/log.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { samplesIn } from '../../src/modules/content/base-template/samples.ts'
import { SampleCheck } from '../../src/modules/content/sample-check.ts'
import type { Tree } from '../../src/modules/content/sections/tree.ts'
import type { ServedContent } from '../../src/modules/content/served-content.ts'

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

async function saidAtStart(pages: Tree['pages'], isProduction = true): Promise<string[]> {
  const lines: string[] = []
  const served = { saved: { version: 1, pages } } as unknown as ServedContent
  const log = { logger: { warn: (line: string) => lines.push(line) } } as unknown as Log
  await new SampleCheck(served, log, isProduction).start()
  return lines
}

test('given the base template, then everybody in it is known to be invented', () => {
  expect(samplesIn(baseTemplate.pages).map(({ route, name }) => `${route} ${name}`)).toEqual([
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
  expect(samplesIn(pages)).toHaveLength(9)
})

test('given production with invented people, when it starts, then one line names them and where they are shown', async () => {
  const [line, ...more] = await saidAtStart(baseTemplate.pages)
  expect(more).toEqual([])
  expect(line).toContain('Margaret Okonjo (/about)')
  expect(line).toContain('Helen Brandt (/certification-program-details)')
  expect(await saidAtStart(renamed(() => 'Somebody real'))).toEqual([])
  expect(await saidAtStart(baseTemplate.pages, false)).toEqual([])
})
