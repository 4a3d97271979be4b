import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { type Buyer, openShop } from '../commerce/support/shop.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const shop = given(openShop)
let buyer: Buyer
let orderId: string
let victim: HttpClient
let unsafe: readonly Endpoint[]

/** Somebody who is signed in as a customer and as the owner of the site, in one browser. */
beforeAll(async () => {
  buyer = await shop.buyer()
  // Not paid: a paid one is mailed and booked behind our back.
  orderId = (await shop.checkout(buyer)).body.order.id
  victim = await shop.staff()
  victim.setCookie('session', buyer.http.cookies.get('session') ?? '')
  unsafe = shop.site.api.endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'provider')
})

/** Tables that the site writes by itself, too: what it compared, computed, measured and has still to do. */
const ownWork =
  /^(es\.|public\.(commerce_(?!order$|product|reminder_refusal)|performance_|platform_(owed|release|telemetry|request_trace|slow_statement)))/

/** A digest of everything that is stored and changes by a call only. */
async function stored(): Promise<Record<string, string>> {
  const tables = await shop.sql.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'pgboss') order by 1`,
  )
  const content: Record<string, string> = {}
  for (const { name } of tables.filter((each) => !ownWork.test(each.name))) {
    const [row] = await shop.sql.query<{ digest: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
    )
    content[name] = row?.digest ?? ''
  }
  expect(Object.keys(content).length).toBeGreaterThan(15)
  return content
}

/** What a browser says when a page of another site, or of a sibling domain, makes it send a request. */
const foreign: [what: string, headers: Record<string, string>][] = [
  ['a fetch of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a fetch of a sibling domain', { origin: 'https://blog.localhost', 'sec-fetch-site': 'same-site' }],
  [
    'a form of another site',
    { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [
    'a fetch without CORS',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'content-type': 'text/plain' },
  ],
  ['a sandboxed frame', { origin: 'null' }],
  ['a link or a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
]

/** Bodies that would be accepted from our own page, so that only the defence can refuse them. */
const accepted: Record<string, unknown> = {
  'PUT /api/users/profile': { firstName: 'Eve', lastName: 'Attacker' },
  'POST /api/auth/user/forgot-password': { email: 'victim@example.com' },
  'POST /api/leads': {
    name: 'Eve',
    email: 'eve@example.com',
    phone_number: '+1 555 010 0199',
    company_name: 'Eve Ltd',
    lead_type: 'normal_lead',
  },
}

test('given a browser that is signed in, when another site makes it send any changing call, then it is refused and nothing has changed (W-3)', async () => {
  const before = await stored()
  for (const endpoint of unsafe) {
    const path = endpoint.path.replace(':id', orderId).replace(/:\w+/g, '1')
    for (const [what, headers] of foreign) {
      const body = accepted[nameOf(endpoint)] ?? {}
      const answer = await victim.send(endpoint.method, path, {
        headers,
        raw: endpoint.method === 'DELETE' ? '' : JSON.stringify(body),
      })
      expect([what, nameOf(endpoint), answer.status, answer.body?.code]).toEqual([
        what,
        nameOf(endpoint),
        403,
        'CROSS_SITE_REQUEST',
      ])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
  console.log(`W-3: ${unsafe.length} changing calls, ${unsafe.length * foreign.length} attacks`)
  expect(unsafe.length).toBeGreaterThan(35)
  expect(await stored()).toEqual(before)
})

/** Without what records who read. */
function withoutRecords(tables: Record<string, unknown>): Record<string, unknown> {
  const records = ['public.platform_audit', 'public.identity_activity', 'public.identity_activity_address']
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !records.includes(name)))
}

test('given a browser that is signed in, when another site links to or embeds any reading call, then nothing has changed (W-3)', async () => {
  const before = withoutRecords(await stored())
  const [{ id: last = 0 } = {}] = await shop.sql.query<{ id: number }>(
    'select max(id)::int as id from platform_audit',
  )
  const [{ id: lastActivity = 0 } = {}] = await shop.sql.query<{ id: number }>(
    'select max(id)::int as id from identity_activity',
  )
  for (const endpoint of shop.site.api.endpoints.filter(({ method }) => method === 'GET')) {
    const path = endpoint.path.replace(':id', orderId).replace(/:\w+/g, '1')
    for (const mode of ['navigate', 'no-cors']) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode }
      const answer = await victim.get(path, { headers })
      expect(answer.status, nameOf(endpoint)).toBeLessThan(500)
    }
  }
  expect(withoutRecords(await stored())).toEqual(before)
  // Who read personal data is recorded, no matter who made the browser do it; nothing else is.
  const recorded = await shop.sql.query<{ action: string }>(
    'select distinct action from platform_audit where id > $1',
    [last],
  )
  for (const { action } of recorded) expect(action).toMatch(/^(Read|Exported) /)
  const activities = await shop.sql.query<{ activity: string }>(
    'select distinct activity from identity_activity where id > $1',
    [lastActivity],
  )
  expect(activities).toEqual([{ activity: 'data-exported' }])
})

test('given a client that sends neither Origin nor Sec-Fetch headers, then the same calls work (W-3)', async () => {
  for (const endpoint of unsafe) {
    const body = accepted[nameOf(endpoint)]
    if (body === undefined) continue
    const answer = await victim.send(endpoint.method, endpoint.path, { body })
    expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 200])
  }
  expect((await buyer.http.get('/api/auth/user/verify')).body.user.firstName).toBe('Eve')
  expect((await shop.client().post('/api/auth/user/logout')).status).toBe(200)
})
