import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasWords, wordPatterns } from '#platform/database/contains-pattern.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const found = async (stored: string, typed: string): Promise<boolean> => {
  const { rows } = await client.query(`select ${hasWords('platform_search_form($1)', '$2')} as found`, [
    stored,
    wordPatterns(typed),
  ])
  return rows[0].found
}

test.each([
  ['Zlata Hollander', 'Hollander Zlata'],
  ['O’Farrell', "o'farrell"],
  ["O'Farrell", 'OʼFarrell'],
  ['O´Farrell', 'O`Farrell'],
  ['Anne–Marie', 'anne-marie'],
  ['Łukasz Ðorđević', 'lukasz'],
  ['Große Straße', 'GROSSE strasse'],
  ['Nguyễn', 'nguyen'],
  ['Ｎｏｒｔｈ Ltd.', 'north'],
  ['100% Growth', '100%'],
  ['Anna_Maria', 'anna_maria'],
  ['+1 (555) 0164', '٠١٦٤'],
])('given %s in a column, when %s is searched, then it is found', async (stored, typed) => {
  expect(await found(stored, typed)).toBe(true)
})

test.each([
  ['Zlata Hollander', 'Zlata Nobody'],
  ['100 Growth', '100%'],
  ['AnnaXMaria', 'anna_maria'],
])('given %s in a column, when %s is searched, then it is not found', async (stored, typed) => {
  expect(await found(stored, typed)).toBe(false)
})

test('given any name as it is printed, when its words are typed in another order, case or spelling of marks, then it is found', async () => {
  const letter = fc.constantFrom(..."abzÄéñøŁßІжΩ’ʼ'`´–-%_.&1٣あ")
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 8 })
  const spelled = [
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => text.normalize('NFD'),
    (text: string) => text.normalize('NFD').replace(/\p{M}/gu, ''),
    (text: string) => text.replace(/[’ʼ'`´]/g, '‘'),
    (text: string) => text.replace(/[–-]/g, '‑'),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...spelled),
      async (words, spell) => {
        expect(await found(words.join(' '), spell(words.toReversed().join('  ')))).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
