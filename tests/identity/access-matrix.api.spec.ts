import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { Staff } from '../../src/server/services.ts'
import { type Buyer, openShop, productId } from '../commerce/support/shop.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { Answer, HttpClient } from '../support/http-client.ts'
import { form } from './account-holders.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const malformed = ['x', '%00', '..%2f..', `'%20or%201=1`, '9'.repeat(300), '%F0%9F%92%A9']
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const addressOf = ({ path }: Endpoint, id: string): string =>
  path
    .replace(':number', 'CN-000001')
    .replace(':session', 'w1-l1')
    .replace(':assignment', '1')
    .replace(/:\w+/g, id)
/** Without what is new in every answer. */
const told = ({ status, body, text }: Answer) => ({
  status,
  body: body ? { ...body, requestId: undefined } : text,
})

const cohortId = 'c0ffee00-0000-4000-8000-000000000001'
const shop = given(openShop)
let endpoints: readonly Endpoint[]
let [anna, berta]: Buyer[] = []
interface Owned {
  orderId: string
  intentId: string
  session: string
  organization: string
  companyOrder: string
}
let [annas, bertas]: Owned[] = []

/** What each call of customers asks for by an id; a call without a row here fails the test of the ids. */
const ids = (of: Owned): Record<string, string> => ({
  'GET /api/orders/:id': of.orderId,
  'GET /api/orders/:id/download-invoice': of.orderId,
  'GET /api/orders/:id/download-receipt-only': of.orderId,
  'PUT /api/orders/:id/invoice-details': of.orderId,
  'GET /api/orders/:id/download-note/:number': of.orderId,
  'POST /api/orders/:id/cohort': of.orderId,
  'POST /api/orders/:id/cohort/refund-request': of.orderId,
  'GET /api/orders/:id/withdrawal': of.orderId,
  'POST /api/orders/:id/early-start': of.orderId,
  'POST /api/program/:orderId/calendar': of.orderId,
  'GET /api/program/:orderId/sessions/:session': of.orderId,
  'PUT /api/program/:orderId/assignments/:assignment': of.orderId,
  'PUT /api/program/:orderId/name': of.orderId,
  'PUT /api/program/:orderId/sharing': of.orderId,
  'GET /api/program/:orderId/certificate': of.orderId,
  'PUT /api/program/:orderId/certificate': of.orderId,
  'POST /api/program/:orderId/certificate/renewal': of.orderId,
  'POST /api/program/:orderId/cohort': of.orderId,
  'POST /api/company-orders/:id/payment': of.companyOrder,
  'POST /api/organizations/:id/invitation': of.organization,
  'POST /api/organizations/:id/managers': of.organization,
  'POST /api/organizations/:id/managers/remove': of.organization,
  'GET /api/organizations/:id/cohorts': of.organization,
  'GET /api/organizations/:id/report': of.organization,
  'GET /api/organizations/:id/report.csv': of.organization,
  'GET /api/organizations/:id/report.pdf': of.organization,
  'GET /api/organizations/:id/seats': of.organization,
  'GET /api/organizations/:id/orders': of.organization,
  'POST /api/organizations/:id/seats/invite': of.organization,
  'POST /api/organizations/:id/seats/remind': of.organization,
  'POST /api/organizations/:id/seats/revoke': of.organization,
  'POST /api/organizations/:id/seats/move': of.organization,
  // The token of a quote is its signed address; what is no token of ours is nobody's.
  'POST /api/quotes/:token/renew': of.organization,
  'DELETE /api/users/sessions/:id': of.session,
})
/** The first credit note of the site is berta's: anna has none of her own. */
const bertasOnly = 'GET /api/orders/:id/download-note/:number'

/** What a call needs to be understood at all: what is not says 400 before anybody looks whose the id is. */
const bodies: Record<string, unknown> = {
  'POST /api/orders/:id/cohort': { cohortId: unknownId },
  'PUT /api/program/:orderId/name': { shown: true },
  'PUT /api/program/:orderId/sharing': { shared: true },
  'POST /api/program/:orderId/cohort': { cohortId: unknownId },
  'POST /api/quotes/:token/renew': { id: unknownId },
  'POST /api/orders/:id/early-start': { version: '2026-11-27' },
  'POST /api/organizations/:id/invitation': { accept: true },
  'POST /api/organizations/:id/managers': { email: 'colleague@example.com' },
  'POST /api/organizations/:id/managers/remove': { userId: unknownId },
  'POST /api/organizations/:id/seats/invite': { orderId: unknownId, emails: ['a@example.com'] },
  'POST /api/organizations/:id/seats/remind': { seatIds: [unknownId] },
  'POST /api/organizations/:id/seats/revoke': { seatId: unknownId, state: 'open', round: 0 },
  'POST /api/organizations/:id/seats/move': { seatId: unknownId, cohortId: unknownId },
  'PUT /api/program/:orderId/assignments/:assignment': { submissionId: unknownId, text: 'Done.', link: '' },
}

async function send(caller: HttpClient, endpoint: Endpoint, id = unknownId): Promise<Answer> {
  const bare = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const body = bodies[nameOf(endpoint)] ?? {}
  return caller.send(endpoint.method, addressOf(endpoint, id), bare ? {} : { body })
}

function carrying(cookies: Record<string, string>): HttpClient {
  const caller = shop.client()
  for (const [name, value] of Object.entries(cookies)) caller.setCookie(name, value)
  return caller
}

const cookieOf = (caller: HttpClient, name: string): string => caller.cookies.get(name) ?? ''

async function holder() {
  const { buyer, orderId, intentId } = await shop.paidOrder()
  const { sessions } = (await buyer.http.get('/api/users/sessions')).body
  const organization = randomUUID()
  await buyer.http.post('/api/organizations', { id: organization, name: 'Keel Ltd' })
  const companyOrder = randomUUID()
  const ordered = { orderId: companyOrder, organizationId: organization, productId, seats: 2, method: 'card' }
  expect((await buyer.http.post('/api/company-orders', ordered)).status).toBe(200)
  return { buyer, owned: { orderId, intentId, session: sessions[0].id, organization, companyOrder } }
}

async function member(role: (typeof staffRoles)[number], name: string): Promise<HttpClient> {
  const account = { username: `${name}-${role}`, password: `Matrix-password-of-${role}-1` }
  await shop.site.container.get(Staff).create({ ...account, role })
  const caller = shop.client()
  expect((await caller.post('/api/auth/login', account)).status).toBe(200)
  return caller
}

beforeAll(async () => {
  endpoints = shop.site.api.endpoints
  const [a, b] = [await holder(), await holder()]
  ;[anna, berta] = [a.buyer, b.buyer]
  const cohort = { startsOn: '2033-03-01', timeZone: 'Europe/Berlin', capacity: 2, coachingWeeks: [] }
  const labs = [{ weekday: 2, time: '12:00', minutes: 90 }]
  await (await shop.staff()).post('/api/admin/cohorts', { ...cohort, id: cohortId, labs })
  for (const { buyer, owned } of [a, b])
    await buyer.http.post(`/api/orders/${owned.orderId}/cohort`, { cohortId })
  ;[annas, bertas] = [a.owned, b.owned]
  await shop.lab(`/lab/objects/${b.owned.intentId}/refund`, { amount: 1_000 })
  await eventually(async () => {
    const { order } = (await b.buyer.http.get(`/api/orders/${b.owned.orderId}`)).body
    return order.notes.length === 1
  })
})

describe('Z-1: every call by everybody', () => {
  test('given each kind of caller, then each call lets in whom its declaration names and nobody else, 100 % of the routes (Z-1, M-003, M-005, M-006)', async () => {
    const registrant = shop.client()
    expect((await registrant.post('/api/auth/user/register', form('matrix@example.com'))).status).toBe(201)
    const roles = new Map(
      await Promise.all(staffRoles.map(async (role) => [role, await member(role, 'z')] as const)),
    )
    const late = await shop.buyer()
    const lateStaff = await member('owner', 'late')
    await shop.sql.query(
      `update identity_session set expires_at = $1 where subject = $2
         or subject = (select id from identity_staff where username = 'late-owner')`,
      [shop.clock.now(), late.id],
    )
    const session = cookieOf(anna!.http, 'session')
    const staff = cookieOf(roles.get('owner')!, 'staff')
    const strangers: Record<string, HttpClient> = {
      guest: shop.client(),
      unverified: registrant,
      expired: late.http,
      'expired staff': lateStaff,
      forged: carrying({ session: 'A'.repeat(43), staff: 'A'.repeat(43) }),
      'cut short': carrying({ session: session.slice(0, -1), staff: staff.slice(0, -1) }),
      'in the wrong cookie': carrying({ session: staff, staff: session }),
      'under the name of production': carrying({ '__Host-session': session, '__Host-staff': staff }),
    }
    let compared = 0
    const verdict = async (who: string, caller: HttpClient, endpoint: Endpoint, status: number) => {
      const answer = await send(caller, endpoint)
      compared += 1
      const code = status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN'
      expect([who, nameOf(endpoint), answer.status, answer.body?.code]).toEqual([
        who,
        nameOf(endpoint),
        status,
        code,
      ])
    }
    const passes = async (who: string, caller: HttpClient, endpoint: Endpoint) => {
      const answer = await send(caller, endpoint)
      compared += 1
      expect(['UNAUTHENTICATED', 'FORBIDDEN'], `${who} ${nameOf(endpoint)}`).not.toContain(answer.body?.code)
      expect(answer.text, `${who} ${nameOf(endpoint)}`).not.toMatch(
        /\$argon2|\bat \S+ \(?(?:file:|\/)\S+:\d+:\d+/,
      )
      // Reset, publish, reconcile and the like may refuse for reasons of their own; none of them breaks.
      expect(answer.status, `${who} ${nameOf(endpoint)}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
    }
    for (const endpoint of endpoints) {
      const { access, path } = endpoint
      if (access === 'public' || access === 'provider') {
        // Each as somebody new: a sign-out must not end the session of the next row.
        for (const [who, cookies] of Object.entries({
          guest: {},
          forged: { session: 'A'.repeat(43), staff: 'A'.repeat(43) },
          ...(path.endsWith('/logout') ? {} : { customer: { session }, staff: { staff } }),
        }))
          await passes(who, carrying(cookies), endpoint)
        continue
      }
      for (const [who, caller] of Object.entries(strangers)) await verdict(who, caller, endpoint, 401)
      if (access === 'customer') {
        for (const [role, caller] of roles) await verdict(role, caller, endpoint, 401)
        // A caller of all of them is erased by one: somebody new each time.
        const customer = endpoint.method === 'DELETE' ? await shop.buyer() : anna!
        await passes('customer', customer.http, endpoint)
        continue
      }
      await verdict('customer', anna!.http, endpoint, 401)
      await verdict('another customer', berta!.http, endpoint, 401)
      for (const [role, caller] of roles) {
        if (role === 'owner' || access.staff.includes(role)) await passes(role, caller, endpoint)
        else await verdict(role, caller, endpoint, 403)
      }
    }
    console.log(`Z-1: ${endpoints.length} routes, ${compared} calls`)
    expect(compared).toBeGreaterThan(endpoints.length * 3)
    // Some thousand calls, one after the other: on a busy machine they take longer than a test usually may.
  }, 180_000)

  test('given an id of one’s own, of somebody else, of nobody and nonsense, then only the own one opens, and the others cannot be told apart (Z-1, M-004)', async () => {
    const withId = endpoints.filter(({ access, path }) => access === 'customer' && path.includes(':'))
    expect(withId.map(nameOf).sort()).toEqual(Object.keys(ids(annas!)).sort())
    for (const endpoint of withId) {
      const own = ids(annas!)[nameOf(endpoint)]
      const foreign = ids(bertas!)[nameOf(endpoint)]
      const nobodys = told(await send(anna!.http, endpoint, unknownId))
      expect(nobodys.status, nameOf(endpoint)).toBe(404)
      expect(told(await send(anna!.http, endpoint, foreign))).toEqual(nobodys)
      for (const id of malformed) {
        const answer = await send(anna!.http, endpoint, id)
        expect([400, 404], `${nameOf(endpoint)} ${id}: ${answer.text}`).toContain(answer.status)
      }
      if (endpoint.method === 'GET' && nameOf(endpoint) !== bertasOnly)
        expect((await send(anna!.http, endpoint, own)).status, nameOf(endpoint)).toBe(200)
      if (endpoint.method === 'GET')
        expect((await send(berta!.http, endpoint, foreign)).status, nameOf(endpoint)).toBe(200)
    }
    expect((await berta!.http.get('/api/auth/user/verify')).status).toBe(200)
    expect((await anna!.http.get('/api/auth/user/verify')).status).toBe(200)
  })

  test('given nonsense in the address of any other call, then it is refused and nothing breaks (Z-1)', async () => {
    const owner = await member('owner', 'ids')
    for (const endpoint of endpoints.filter(({ path }) => path.includes(':'))) {
      for (const id of [unknownId, ...malformed]) {
        const answer = await send(owner, endpoint, id)
        expect(answer.status, `${nameOf(endpoint)} ${id}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
      }
    }
  })
})

test('given the order of somebody else, then no method, with or without an Origin, reveals a byte of it (Z-2, M-004)', async () => {
  const { orderId, intentId } = annas!
  const thief = await shop.buyer({ firstName: 'Grace', lastName: 'Hopper' })
  const secrets = [anna!.email, 'Lovelace', '2500.00', 'Certification']
  const { text } = await anna!.http.get(`/api/orders/${orderId}`)
  for (const secret of secrets) expect(text).toContain(secret)
  for (const path of [
    '/api/orders',
    `/api/orders/${orderId}`,
    `/api/orders/${orderId}/download-invoice`,
    `/api/orders/${orderId}/download-receipt-only`,
    `/api/documents/orders/${orderId}/invoice`,
    `/api/checkout/resume/${orderId}`,
    `/api/checkout/verify-payment-intent/${intentId}`,
    `/api/checkout/success/${intentId}`,
  ]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      for (const headers of [{}, { origin: shop.url }, { origin: 'https://evil.example' }]) {
        const answer = await thief.http.send(method, path, { headers })
        const all = answer.text + JSON.stringify([...answer.headers])
        for (const secret of secrets) expect(all, `${method} ${path}`).not.toContain(secret)
      }
    }
  }
})

/** Every field of a schema, as a path; `open` when anything at all may be there. */
function* fieldsOf(schema: z.core.$ZodType, path = ''): Generator<{ path: string; open: boolean }> {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string }
  if (def.type === 'any' || def.type === 'unknown') yield { path, open: true }
  if (def.type === 'object') {
    for (const [name, field] of Object.entries(def.shape as Record<string, z.core.$ZodType>)) {
      yield { path: `${path}.${name}`, open: false }
      yield* fieldsOf(field, `${path}.${name}`)
    }
  }
  const inner = ['innerType', 'element', 'in', 'out', 'valueType', 'catchall'].map((key) => def[key])
  const several = [def.options, def.items].flatMap((each) => (Array.isArray(each) ? each : []))
  for (const next of [...inner, ...several]) if (next) yield* fieldsOf(next as z.core.$ZodType, path)
  if (typeof def.getter === 'function') yield* fieldsOf((def.getter as () => z.core.$ZodType)(), path)
}

test('given every declared answer, then no field is made for a password, a session or a secret, and only staff may be told what no schema names (Z-4)', () => {
  const secret = /hmac|passw|secret|stack$|totp|cookie|stripe.*customer/i
  // Staff check the chain of the log; nobody else has a use for a digest.
  const digest = /hash$|digest/i
  const suspicious: string[] = []
  const open: string[] = []
  let fields = 0
  for (const endpoint of endpoints) {
    if (endpoint.response === 'stream') continue
    const staffOnly = typeof endpoint.access === 'object'
    for (const field of fieldsOf(endpoint.response)) {
      fields += 1
      const name = `${nameOf(endpoint)} ${field.path.slice(1)}`
      if (field.open && !staffOnly) open.push(name)
      if (secret.test(field.path) || (!staffOnly && digest.test(field.path))) suspicious.push(name)
    }
  }
  console.log(`Z-4: ${fields} fields`)
  expect(fields).toBeGreaterThan(1_000)
  // The buyer's own, made for the payment form of the browser; what an owner hands to a member who is new or locked out;
  // the key that a member of staff adds to an own authenticator app; the secret that an owner gives to a receiver of webhooks.
  expect(suspicious.sort()).toEqual([
    'POST /api/admin/account/second-factor secret',
    'POST /api/admin/hooks/:id secret',
    'POST /api/admin/staff password',
    'POST /api/admin/staff/:id/password password',
    'POST /api/checkout/create-payment-intent paymentIntent.clientSecret',
    'POST /api/company-orders/:id/payment paymentIntent.clientSecret',
    'PUT /api/admin/hooks/:id secret',
  ])
  // One's own data, whole.
  expect(open).toEqual(['GET /api/users/me/export data'])
})
