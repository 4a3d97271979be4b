import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Promised {
  sentence: string
  source: string
  keptBy: string
}

const roles = /\b(?:owner|support|finance|coach|instructor|staff|operator)\b/
/** Words by which a text sets a term, or says what is not done. */
const terms = /within (?:\d+|one|two|ten) |business day|nothing else|free of charge|in full[,.]/gi
const list = readFileSync('docs/promises.md', 'utf8')

const promises: Promised[] = []
let source = ''
for (const line of list.slice(list.indexOf('\n## ')).split('\n')) {
  source = /^`(.+)`$/.exec(line)?.[1] ?? source
  const row = /^\| (.+) \| (.+) \|$/.exec(line)
  if (row && row[1] !== 'Promise' && row[1] !== '---')
    promises.push({ sentence: row[1] ?? '', source, keptBy: row[2] ?? '' })
}

/** A text as people read it: on one line, without what only the formatter put between its words. */
const read = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll("{' '}", ' ').replaceAll(/\s+/g, ' ')

/** What of a sentence is in its file word for word. */
const parts = ({ sentence }: Promised): string[] => sentence.split('…').map((part) => part.trim())

test('given each promise, then it is in the file above its table', () => {
  expect(promises.length).toBeGreaterThan(100)
  const absent = promises.filter(
    (row) => !existsSync(row.source) || !parts(row).every((part) => read(row.source).includes(part)),
  )
  expect(absent).toEqual([])
})

test('given each promise, then a test that exists or a person keeps it', () => {
  const named = ({ keptBy }: Promised) => [...keptBy.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  expect(promises.filter((row) => named(row).length === 0 && !roles.test(row.keptBy))).toEqual([])
  expect(promises.flatMap(named).filter((path) => !path.startsWith('tests/') || !existsSync(path))).toEqual(
    [],
  )
})

test('given the texts of the site and of its mails, then each term that they set is in the list', () => {
  const files = globSync([
    'apps/web/src/{account,shop,site}/**/*.tsx',
    'src/modules/content/base-template/*.ts',
    'src/modules/{leads,leadership,identity,commerce}/**/*-{mails,words}.ts',
    'src/platform/settings/contact-settings.ts',
  ]).filter((path) => !path.includes('/finance/'))
  expect(files.length).toBeGreaterThan(100)
  const missing = files.flatMap((path) => {
    const listed = promises.filter((row) => row.source === path).flatMap(parts)
    const rest = listed.reduce((text, part) => text.replaceAll(part, ''), read(path))
    return [...rest.matchAll(terms)].map(({ index }) => `${path}: ${rest.slice(index - 40, index + 40)}`)
  })
  expect(missing).toEqual([])
})
