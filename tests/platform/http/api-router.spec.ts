import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer as answerOf, Done, Moment, priced } from '#platform/contract/wire.ts'
import { type ApiRouter, Reply } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { asJson, type TinySite, tiny, tinySite } from './tiny-site.ts'

const greet = tiny('POST', '/api/greet/:name', z.object({ greeting: z.string() }), {
  params: z.object({ name: z.string().min(2) }),
  query: z.object({ times: z.coerce.number().int().min(1).max(3).default(1) }),
  body: z.object({ email: z.email(), nested: z.object({ age: z.number() }).optional() }),
})
const mine = tiny('GET', '/api/mine', z.object({ userId: z.string() }), { access: 'customer' })
const books = tiny('GET', '/api/books', z.object({ role: z.string() }), { access: { staff: ['finance'] } })
const maybe = tiny('GET', '/api/maybe', z.object({ who: z.string() }))
const rare = tiny('GET', '/api/rare', z.object({}), { limit: { points: 3, seconds: 60 } })
const bare = tiny('POST', '/api/bare', z.object({ ok: z.literal(true) }))
const broken = tiny('GET', '/api/broken', z.object({ total: z.string() }))
const rows = tiny(
  'GET',
  '/api/rows',
  z.object({ rows: z.array(z.object({ day: z.iso.date() })), total: z.number() }),
  { access: { staff: ['finance'] } },
)
const due = tiny(
  'GET',
  '/api/due',
  answerOf({
    dues: z.array(priced(z.object({ dueAt: Moment, open: Amount, currency: z.string() }))),
  }),
  { access: { staff: ['finance'] } },
)
const done = tiny('POST', '/api/done', Done)
const failing = tiny('GET', '/api/failing/:how', z.object({}), { params: z.object({ how: z.string() }) })
const file = tiny('GET', '/api/file', 'stream')
const hook = tiny('POST', '/api/hook', z.object({ hex: z.string(), actor: z.string() }), {
  access: 'provider',
  bodyType: 'raw',
  bodyLimit: 1_000,
  body: z.custom<Buffer>((value) => Buffer.isBuffer(value)),
})
const devOnly = tiny('GET', '/api/dev/thing', z.object({}), { developmentOnly: true })
const cookies = tiny('POST', '/api/cookies', z.object({ seen: z.string().nullable() }))

function mount(api: ApiRouter): void {
  api.serve(greet, async ({ params, query, body }) => {
    const reply = { greeting: `${params.name} ${body.email} ${query.times}`, secret: 'never leaves' }
    return params.name === 'created' ? new Reply(201, reply, { 'X-Own': 'yes' }) : reply
  })
  api.serve(
    mine,
    async (_input, call) => new Reply(200, { userId: call.actor.userId }, { 'Cache-Control': 'public' }),
  )
  api.serve(books, async (_input, call) => ({ role: call.actor.role }))
  api.serve(maybe, async (_input, call) => {
    const customer = await call.customer()
    await call.customer()
    return new Reply(200, { who: customer?.userId ?? 'guest' }, { 'Cache-Control': 'public, max-age=60' })
  })
  api.serve(rare, async () => ({}))
  api.serve(bare, async () => ({ ok: true as const }))
  api.serve(broken, async () => ({ total: 12 as unknown as string }))
  api.serve(rows, async () => ({ rows: [{ day: '2026-02-28' }, { day: '2026-02-30' }], total: 2 }))
  api.serve(due, async () => ({
    dues: [
      { dueAt: new Date('2026-11-30T00:00:00Z'), open: 1_050, currency: 'eur' },
      { dueAt: new Date(0), open: 1, currency: undefined as unknown as string },
    ],
  }))
  api.serve(done, async () => undefined)
  api.serve(failing, async ({ params }) => {
    if (params.how === 'conflict') {
      throw new AppError('conflict', 'STALE', 'Somebody was quicker.', {
        errors: ['version: is stale'],
        fields: [{ path: 'version', message: 'is stale' }],
        extra: { orderStatus: 'paid', success: true, code: 'FORGED', fields: 'forged' },
      })
    }
    if (params.how === 'busy') throw new AppError('too-many', 'BUSY', 'Busy.', { retryAfter: 2.2 })
    if (params.how === 'database')
      throw Object.assign(new Error('x'), { cause: Object.assign(new Error('no'), { code: '57P01' }) })
    throw new Error('password=hunter2 at /srv/secret.ts')
  })
  api.serve(file, async (_input, call) => {
    call.res.type('text/csv').end('a,b\n')
    return undefined
  })
  api.serve(hook, async ({ body }, call) => ({ hex: body.toString('hex'), actor: call.actor.kind }))
  api.serve(devOnly, async () => ({}))
  api.serve(cookies, async (_input, call) => {
    call.setCookie({ name: 'session', value: 'a b', maxAge: 60 })
    call.clearCookie('reg')
    return { seen: call.cookie('session') ?? null }
  })
}

let site: TinySite
let strict: TinySite
beforeAll(async () => {
  site = await tinySite({ mount })
  strict = await tinySite({ mount, config: { env: 'production', publicUrl: 'https://ours.example' } })
})
afterAll(async () => {
  await site.stop()
  await strict.stop()
})

const send = (path: string, body: unknown, headers: Record<string, string> = asJson) =>
  site.ask(
    'POST',
    path,
    headers,
    typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  )

describe('input and answers', () => {
  test('given valid params, query and body, then they arrive parsed and unknown answer fields stay home', async () => {
    const answer = await send('/api/greet/ann?times=2', { email: 'a@b.co', unknown: 1 })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ greeting: 'ann a@b.co 2' })
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('given a Reply, then its status and headers are sent', async () => {
    const answer = await send('/api/greet/created', { email: 'a@b.co' })
    expect(answer.status).toBe(201)
    expect(answer.headers['x-own']).toBe('yes')
  })

  test('given wrong fields, then 400 names each of them in one sentence', async () => {
    const answer = await send('/api/greet/ann', { email: 'no', nested: { age: 'x' } })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ success: false, code: 'VALIDATION_ERROR' })
    expect(answer.json.error).toBe(answer.json.message)
    expect(answer.json.requestId).toBe(answer.headers['x-request-id'])
    expect(answer.json.errors).toHaveLength(2)
    expect(answer.json.errors[0]).toMatch(/email/i)
    expect(answer.json.errors[1]).toMatch(/^nested\.age: /)
    expect(answer.json.fields).toEqual([
      { path: 'email', message: expect.stringMatching(/./) },
      { path: 'nested.age', message: expect.stringMatching(/./) },
    ])
  })

  test.each([
    ['/api/greet/a', 'name'],
    ['/api/greet/ann?times=9', 'times'],
    ['/api/greet/ann?times=1&times=2', 'times'],
  ])('given %s, then 400 names %s', async (path, field) => {
    const answer = await send(path, { email: 'a@b.co' })
    expect(answer.status).toBe(400)
    expect(answer.json.errors.join()).toContain(field)
  })

  test('given no body where one is needed, then 400 says body', async () => {
    const answer = await site.ask('POST', '/api/greet/ann')
    expect(answer.status).toBe(400)
    expect(answer.json.message).toMatch(/^body: /)
  })

  test.each([{}, asJson])(
    'given a call without a body, with headers %o, then it needs none',
    async (headers) => {
      expect((await site.ask('POST', '/api/bare', headers)).json).toEqual({ ok: true })
    },
  )

  test('given an answer that breaks the contract, then 500 without details, and the log names the field', async () => {
    const answer = await site.ask('GET', '/api/broken')
    expect(answer.status).toBe(500)
    expect(answer.json).toMatchObject({ success: false, code: 'INTERNAL_ERROR' })
    expect(answer.text).not.toContain('total')
    expect(site.logged.join('')).toContain('total (invalid_type)')
  })

  test('given a row of a list for staff that breaks the contract, then the others are shown, and the log names the row', async () => {
    const answer = await site.ask('GET', '/api/rows', { cookie: 'staff=finance' })
    expect(answer.json).toEqual({ rows: [{ day: '2026-02-28' }], total: 2 })
    expect(site.logged.join('')).toContain('rows.1.day')
  })

  test('given dates and minor units, then they travel as text with success; a row that cannot is left out', async () => {
    const answer = await site.ask('GET', '/api/due', { cookie: 'staff=finance' })
    expect(answer.json).toEqual({
      success: true,
      dues: [{ dueAt: '2026-11-30T00:00:00.000Z', open: '10.50', currency: 'eur' }],
    })
    expect(site.logged.join('')).toContain('dues.1')
  })

  test('given a handler that returns nothing, then the answer is success', async () => {
    expect((await send('/api/done', {})).json).toEqual({ success: true })
  })

  test('given a stream, then the handler writes the answer', async () => {
    const answer = await site.ask('GET', '/api/file')
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      'a,b\n',
      'text/csv; charset=utf-8',
    ])
  })

  test('given a request, then its duration is recorded under its pattern', async () => {
    await send('/api/greet/somebody', { email: 'a@b.co' })
    expect(site.telemetry.stats().map((each) => each.name)).toContain('POST /api/greet/:name')
  })
})

describe('errors', () => {
  test('given an expected failure, then its fields are added but cannot forge ours', async () => {
    const answer = await site.ask('GET', '/api/failing/conflict')
    expect(answer.status).toBe(409)
    expect(answer.json).toMatchObject({
      success: false,
      code: 'STALE',
      error: 'Somebody was quicker.',
      message: 'Somebody was quicker.',
      errors: ['version: is stale'],
      fields: [{ path: 'version', message: 'is stale' }],
      orderStatus: 'paid',
    })
  })

  test('given too many, then Retry-After is whole seconds', async () => {
    const answer = await site.ask('GET', '/api/failing/busy')
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3'])
  })

  test('given a database that is gone, then 503 with Retry-After', async () => {
    const answer = await site.ask('GET', '/api/failing/database')
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('given an unexpected error, then 500 reveals nothing of it', async () => {
    const answer = await site.ask('GET', '/api/failing/else')
    expect(answer.status).toBe(500)
    expect(answer.text).not.toMatch(/hunter2|secret\.ts|at /)
  })

  test('given an unknown address below /api, then 404 in JSON', async () => {
    const answer = await site.ask('GET', '/api/nothing/here', { accept: 'text/html' })
    expect(answer.status).toBe(404)
    expect(answer.json).toMatchObject({ success: false, code: 'NOT_FOUND' })
  })

  test('given a failed navigation outside the API, then a page', async () => {
    const answer = await site.ask('POST', '/somewhere', { accept: 'text/html,*/*' })
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })

  test('given another method on a known address, then 405 with Allow, and OPTIONS says the same', async () => {
    const wrong = await site.ask('DELETE', '/api/greet/ann')
    expect([wrong.status, wrong.headers.allow, wrong.json.code]).toEqual([
      405,
      'POST, OPTIONS',
      'METHOD_NOT_ALLOWED',
    ])
    const options = await site.ask('OPTIONS', '/api/mine')
    expect([options.status, options.headers.allow, options.text]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
  })
})

describe('access', () => {
  const as = (cookie: string) => ({ cookie })

  test.each([
    ['/api/mine', {}, 401],
    ['/api/mine', as('session=stranger'), 401],
    ['/api/mine', as('staff=owner'), 401],
    ['/api/mine', as('session=ann'), 200],
    ['/api/mine', as('x=1; session=ann; y=2'), 200],
    ['/api/books', {}, 401],
    ['/api/books', as('session=ann'), 401],
    ['/api/books', as('staff=editor'), 403],
    ['/api/books', as('staff=finance'), 200],
    ['/api/books', as('staff=owner'), 200],
  ])('given %s with %o, then %i', async (path, headers, status) => {
    const answer = await site.ask('GET', path, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers['cache-control']).toBe('no-store')
    if (status === 401) expect(answer.json.code).toBe('UNAUTHENTICATED')
    if (status === 403) expect(answer.json.code).toBe('FORBIDDEN')
    expect((await site.ask('HEAD', path, headers)).status).toBe(status)
  })

  test('given a session value of 100 kB of cookie, then nobody is asked about it', async () => {
    const asked = site.people.asked
    expect((await site.ask('GET', '/api/mine', as(`session=${'x'.repeat(5_000)}`))).status).toBe(401)
    expect(site.people.asked).toBe(asked)
  })

  test('given a public call, then it may be cached for guests and never for a signed-in caller', async () => {
    const guest = await site.ask('GET', '/api/maybe')
    expect([guest.json.who, guest.headers['cache-control']]).toEqual(['guest', 'public, max-age=60'])
    const asked = site.people.asked
    const ann = await site.ask('GET', '/api/maybe', as('session=ann'))
    expect([ann.json.who, ann.headers['cache-control']]).toEqual(['u-ann', 'no-store'])
    expect(site.people.asked).toBe(asked + 1)
  })

  test('given production, then only the __Host- cookie counts and is set Secure (A-15)', async () => {
    expect((await strict.ask('GET', '/api/mine', as('session=ann'))).status).toBe(401)
    expect((await strict.ask('GET', '/api/mine', as('__Host-session=ann'))).status).toBe(200)
    const set = (await strict.ask('POST', '/api/cookies')).headers['set-cookie'] ?? []
    expect(set[0]).toMatch(
      /^__Host-session=a%20b; Max-Age=60; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(set[1]).toMatch(
      /^__Host-reg=; Path=\/; Expires=Thu, 01 Jan 1970[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('given development, then cookies have their bare name and are read back decoded', async () => {
    const answer = await site.ask('POST', '/api/cookies', as('session=c%20d'))
    expect(answer.json.seen).toBe('c d')
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^session=a%20b; .*HttpOnly; SameSite=Lax$/)
  })

  test('given production, then a development-only call is not there', async () => {
    expect((await site.ask('GET', '/api/dev/thing')).status).toBe(200)
    expect((await strict.ask('GET', '/api/dev/thing')).status).toBe(404)
    expect(strict.api.endpoints.map((each) => each.path)).not.toContain('/api/dev/thing')
  })

  test('given a declaration without access, or the same call twice, then the site does not start (Z-1)', () => {
    const { access: _, ...open } = mine
    expect(() => site.api.serve(open as unknown as typeof mine, async () => ({ userId: '' }))).toThrow(
      'who may call',
    )
    const empty = { ...books, path: '/api/other', access: { staff: [] } } as unknown as typeof books
    expect(() => site.api.serve(empty, async () => ({ role: '' }))).toThrow('who may call')
    expect(() => site.api.serve(mine, async () => ({ userId: '' }))).toThrow('served twice')
  })
})

describe('requests from other sites', () => {
  test.each<[string, Record<string, string>, number]>([
    ['no browser', {}, 200],
    ['our page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['our page in an old browser', { origin: 'http://ours.example' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['a typed address', { 'sec-fetch-site': 'none' }, 403],
    ['another site in an old browser', { origin: 'http://evil.example' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['a site that adds our Origin', { 'sec-fetch-site': 'cross-site', origin: 'http://ours.example' }, 403],
  ])('given %s, then an unsafe call answers as it must', async (_who, headers, status) => {
    const answer = await site.ask('POST', '/api/bare', headers)
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.json.code).toBe('CROSS_SITE_REQUEST')
  })

  test('given a safe method or a provider, then no origin is demanded', async () => {
    const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await site.ask('GET', '/api/maybe', cross)).status).toBe(200)
    expect((await site.ask('POST', '/api/hook', { ...cross, ...asJson }, '{}')).status).toBe(200)
  })

  test('given production, then the asked host is not an origin of ours', async () => {
    const origin = `http://127.0.0.1:${strict.port}`
    expect((await strict.ask('POST', '/api/bare', { origin })).status).toBe(403)
    expect((await strict.ask('POST', '/api/bare', { origin: 'https://ours.example' })).status).toBe(200)
    expect((await site.ask('POST', '/api/bare', { origin: `http://127.0.0.1:${site.port}` })).status).toBe(
      200,
    )
  })
})

describe('limits per address', () => {
  test('given more calls than the limit, then 429 with Retry-After, whatever X-Forwarded-For says', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) {
      statuses.push((await site.ask('GET', '/api/rare', { 'x-forwarded-for': `10.0.0.${i}` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await site.ask('GET', '/api/rare')
    expect(refused.json.code).toBe('RATE_LIMITED')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('given one trusted proxy, then its visitors are counted apart; relaxed is a hundred times as much', async () => {
    const behind = await tinySite({ mount, config: { trustProxyHops: 1 } })
    const relaxed = await tinySite({ mount, config: { rateLimits: 'relaxed' } })
    const ignored = await tinySite({ mount, config: { env: 'production', rateLimits: 'relaxed' } })
    try {
      for (let i = 0; i < 5; i++) {
        const forwarded = { 'x-forwarded-for': `6.6.6.6, 10.0.0.${i}` }
        expect((await behind.ask('GET', '/api/rare', forwarded)).status).toBe(200)
        expect((await relaxed.ask('GET', '/api/rare')).status).toBe(200)
        expect((await ignored.ask('GET', '/api/rare')).status).toBe(i < 3 ? 200 : 429)
      }
    } finally {
      await Promise.all([behind.stop(), relaxed.stop(), ignored.stop()])
    }
  })
})

test('given callers with a session, then the line of the request names them by id, and others by nothing', async () => {
  const lines = async (headers: Record<string, string>, path: string) => {
    const before = site.logged.length
    await site.ask('GET', path, headers)
    await expect.poll(() => site.logged.length).toBeGreaterThan(before)
    return JSON.parse(site.logged[before] ?? '').actor
  }
  expect(await lines({ cookie: 'session=ann' }, '/api/mine')).toBe('customer:u-ann')
  expect(await lines({ cookie: 'staff=finance' }, '/api/books')).toBe('staff:st-finance')
  expect(await lines({ cookie: 'session=stranger' }, '/api/mine')).toBeUndefined()
})

describe('signed bytes', () => {
  test('given a raw endpoint, then the handler gets exactly the bytes that were sent', async () => {
    const bytes = Buffer.from('{"a": 1,\n "a":2}')
    const answer = await send('/api/hook', bytes)
    expect(answer.json).toEqual({ hex: bytes.toString('hex'), actor: 'provider' })
  })

  test('given a wrong type, a compressed or an oversized body, then 415, 415 and 413', async () => {
    expect((await send('/api/hook', '{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send('/api/hook', '{}', { ...asJson, 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await send('/api/hook', 'x'.repeat(1_001))).status).toBe(413)
  })
})

test('given a type that is not part of the contract, then the compiler refuses the handler', () => {
  const typed = (api: ApiRouter) => {
    // @ts-expect-error the answer has another shape
    api.serve(mine, async () => ({ wrong: 1 }))
    // @ts-expect-error an endpoint without access
    endpoint({ method: 'GET', path: '/api/x', summary: '', response: z.object({}) })
  }
  expect(typed).toBeTypeOf('function')
  expect((greet satisfies Endpoint<'POST'>).method).toBe('POST')
})
