import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { openShop } from '../commerce/support/shop.ts'
import { given } from '../support/given.ts'
import { HttpClient } from '../support/http-client.ts'

const tries = process.env.LONG === '1' ? 290 : 10
const seed = Number(process.env.SEED ?? 20_261_122)

/** mulberry32: the same numbers for the same seed. */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = randomOf(seed)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

const days = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2026-11-21',
  '2026-02-30',
  '9998-12-31',
]
const farDays = ['9999-12-31', '10000-01-01', '-000001-01-01', '+275760-09-13', '0000-00-00']
const dates = [
  ...days,
  ...farDays,
  ...[...days, ...farDays].map((day) => `${day}T23:59:59Z`),
  '9999-12-31T23:59:59.999999999Z',
]
const numbers = [
  '0',
  '-1',
  '1',
  '1.5',
  '1e400',
  '-1e-400',
  'NaN',
  'Infinity',
  '0x10',
  '2147483648',
  '9007199254740993',
  '9'.repeat(40),
]
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '%',
  '_',
  '\\',
  "'",
  '"; --',
  '💥',
  '\u202e',
  '../../etc',
  '__proto__',
  'null',
  '[]',
  'x'.repeat(3_000),
  '=1+1',
  '<b>',
  'é'.normalize('NFD'),
]
const strings = [...dates, ...numbers, ...texts, randomUUID()]
const anything: unknown[] = [
  ...strings,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  ['new'],
  { a: { b: '\0' } },
  '\ud800',
]

type Json = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
}

const schemaOf = (schema: unknown): Json =>
  schema === undefined
    ? {}
    : (z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any', cycles: 'ref' }) as Json)

/** Something that fits the schema more often than not, so that what lies behind the first check is reached too. */
function valueFor(schema: Json, depth = 0): unknown {
  if (random() < 0.25 || depth > 6) return pick(anything)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum)
  if (schema.anyOf) return valueFor(pick(schema.anyOf), depth + 1)
  if (schema.format === 'uuid') return random() < 0.5 ? randomUUID() : pick(strings)
  if (schema.format === 'email') return random() < 0.5 ? `fuzz-${randomUUID()}@example.com` : pick(texts)
  if (schema.format?.startsWith('date')) return pick(dates)
  if (schema.type === 'integer' || schema.type === 'number')
    return pick([0, 1, -1, 1.5, 2 ** 31, 2 ** 53, 1e308])
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'array')
    return Array.from({ length: Math.floor(random() * 4) }, () => valueFor(schema.items ?? {}, depth + 1))
  if (schema.type === 'object' || schema.properties) {
    const entries = Object.entries(schema.properties ?? { some: {} }).filter(() => random() < 0.85)
    return Object.fromEntries(entries.map(([name, inner]) => [name, valueFor(inner, depth + 1)]))
  }
  return pick(strings)
}

function addressFor(endpoint: Endpoint): string {
  const path = endpoint.path.replace(/:\w+/g, () =>
    encodeURIComponent(random() < 0.3 ? randomUUID() : pick(strings)),
  )
  const query: string[] = []
  for (const [name, schema] of Object.entries(schemaOf(endpoint.query).properties ?? {})) {
    const chance = random()
    if (chance < 0.4) continue
    const value = encodeURIComponent(chance < 0.7 ? pick(strings) : queryText(valueFor(schema)))
    query.push(`${name}${chance > 0.95 ? '[]' : ''}=${value}`)
    if (chance > 0.9) query.push(`${name}=${value}`)
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

const queryText = (value: unknown): string => String(value).toWellFormed()

/** Calls that end the sessions with which all others are tried come last. */
const endsSessions = ({ method, path }: Endpoint): boolean =>
  path.includes('logout') ||
  (method === 'DELETE' && path.startsWith('/api/users')) ||
  path.includes('password')

const shop = given(openShop)
let cookies: string
beforeAll(async () => {
  const staff = await shop.staff()
  const { buyer } = await shop.paidOrder()
  cookies = [...staff.cookies, ...buyer.http.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})

test(`given ${tries} hostile requests to every operation (seed ${seed}), then none is answered with 5xx or cut off`, async () => {
  const endpoints = shop.site.api.endpoints
    .filter(({ developmentOnly }) => developmentOnly !== true)
    .toSorted((a, b) => Number(endsSessions(a)) - Number(endsSessions(b)))
  expect(endpoints.length).toBeGreaterThan(70)
  const client = new HttpClient(shop.url)
  const failures: string[] = []
  const statuses: Record<number, number> = {}
  for (const endpoint of endpoints) {
    for (let i = 0; i < tries; i += 1) {
      const address = addressFor(endpoint)
      const body = endpoint.method === 'GET' ? undefined : valueFor(schemaOf(endpoint.body))
      const sent = { headers: { cookie: cookies }, ...(body === undefined ? {} : { body }) }
      const status = await client.send(endpoint.method, address, sent).then(
        (answer) => answer.status,
        () => 599,
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status >= 500)
        failures.push(
          `${status} ${endpoint.method} ${address.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`,
        )
    }
  }
  console.log(`${endpoints.length} operations, ${tries} tries each: ${JSON.stringify(statuses)}`)
  expect(failures).toEqual([])
}, 3_000_000)

test.each([
  '/api/admin/leads',
  '/api/admin/leads.csv',
  '/api/finance/orders',
  '/api/finance/orders.csv',
  '/api/finance/orders.jsonl',
  '/api/finance/events.csv',
  '/api/finance/events.jsonl',
  '/api/finance/books',
  '/api/finance/books.csv',
  '/api/finance/books.jsonl',
  '/api/finance/books/entries',
])(
  'given %s with a day at the end of the calendar or a parameter that nobody reads, then 400 names it',
  async (path) => {
    const staff = await shop.staff()
    for (const [query, named] of [
      ['from=0000-01-01', 'from'],
      ['to=9999-12-31', 'to'],
      ['from=1899-12-31', 'from'],
      ['status[]=new', 'status[]'],
      ['form=2026-11-21', 'form'],
    ] as const) {
      const answer = await staff.get(`${path}?${query}`)
      expect([query, answer.status], answer.text.slice(0, 300)).toEqual([query, 400])
      expect(answer.body.message).toContain(`${named}: `)
    }
    expect((await staff.get(`${path}?from=1900-01-01&to=9998-12-31`)).status).toBe(200)
  },
)

test.each([
  '/api/finance/orders/:order/state?version=2147483648',
  '/api/cms/versions?before=2147483648',
  '/api/cms/versions/2147483648',
  '/api/audit?before=2147483648',
])('given %s, a number that no column of ours holds, then 400', async (path) => {
  const staff = await shop.staff()
  const { orders } = (await staff.get('/api/finance/orders')).body
  const answer = await staff.get(path.replace(':order', orders[0].id))
  expect(answer.status, answer.text).toBe(400)
})
