import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'

/**
 * Every call of the specification, and who may make it: everybody, a customer, the provider, or the roles of staff that
 * are named (the owner always). A path that disappears or lets in somebody else fails here (M-431 to M-452, M-006).
 */
const specified: Record<string, string> = {
  'GET /api/config': 'public',
  'POST /api/leads': 'public',
  'GET /api/auth/user/verify': 'customer',
  'GET /api/auth/user/session': 'public',
  'POST /api/auth/user/logout': 'public',
  'POST /api/auth/user/check-exists': 'public',
  'POST /api/auth/user/register': 'public',
  'POST /api/auth/user/login': 'public',
  'POST /api/auth/user/forgot-password': 'public',
  'POST /api/auth/user/reset-password': 'public',
  'POST /api/auth/send-otp': 'public',
  'POST /api/auth/verify-otp': 'public',
  'POST /api/auth/login': 'public',
  'GET /api/auth/verify': 'owner, editor, finance, viewer',
  'POST /api/auth/logout': 'public',
  'GET /api/cms': 'public',
  'GET /api/cms/admin': 'editor, viewer',
  'PUT /api/cms': 'editor',
  'POST /api/cms/reset': 'editor',
  'POST /api/cms/publish': 'editor',
  'GET /api/cms/versions': 'editor, viewer',
  'GET /api/cms/diff': 'editor, viewer',
  'POST /api/cms/receive': 'provider',
  'GET /api/performance/stats': 'editor, finance, viewer',
  'GET /api/performance/load': 'editor, finance, viewer',
  'POST /api/performance/load': 'public',
  'GET /api/products/type/:type': 'public',
  'GET /api/products/:id': 'public',
  'POST /api/checkout/create-payment-intent': 'customer',
  'GET /api/checkout/verify-payment-intent/:paymentIntentId': 'public',
  'GET /api/checkout/success/:sessionId': 'public',
  'GET /api/orders': 'customer',
  'GET /api/orders/:id': 'customer',
  'GET /api/orders/:id/download-invoice': 'customer',
  'GET /api/orders/:id/download-receipt-only': 'customer',
  'PUT /api/users/profile': 'customer',
  'POST /api/users/change-password': 'customer',
  'GET /api/users/sessions': 'customer',
  'DELETE /api/users/sessions/:id': 'customer',
  'GET /api/users/me/export': 'customer',
  'DELETE /api/users/me': 'customer',
  'GET /api/leadership/sources': 'public',
  'GET /api/leadership/factors/source/:sourceName': 'public',
  'GET /api/leadership/factors/:factorKey/sources': 'public',
  'POST /api/leadership/calculate': 'public',
  'POST /api/leadership/report': 'public',
  'POST /api/webhooks/stripe': 'provider',
  'GET /api/admin/leads': 'editor, viewer',
  'GET /api/admin/leads.csv': 'editor',
  'PATCH /api/admin/leads/:id': 'editor',
  'GET /api/admin/today': 'owner, editor, finance, viewer',
  'GET /api/finance/orders': 'finance, viewer',
  'GET /api/finance/orders/:id/events': 'finance',
  'GET /api/finance/orders/:id/state': 'finance',
  'POST /api/finance/orders/:id/refunds': 'finance',
  'GET /api/finance/events.csv': 'finance',
  'GET /api/finance/orders.csv': 'finance',
  'GET /api/finance/integrity': 'finance',
  'GET /api/finance/reconciliation': 'finance, viewer',
  'POST /api/finance/reconciliation/run': 'finance',
  'POST /api/finance/reconciliation/differences/:id/settle': 'finance',
  'GET /api/finance/inbox': 'finance, viewer',
  'POST /api/finance/inbox/:id/replay': 'finance',
  'GET /api/dev/mail': 'public',
}

/**
 * How often one address may call in a minute what reveals who is a customer, tries a secret, sends a mail, stores something
 * or asks the payment provider (M-235, M-322); a second figure is of a day.
 */
const perMinute: Record<string, readonly number[]> = {
  'POST /api/auth/user/check-exists': [10, 100],
  'POST /api/auth/user/register': [10, 100],
  'POST /api/auth/send-otp': [20],
  'POST /api/auth/verify-otp': [30],
  'POST /api/auth/user/login': [30],
  'POST /api/auth/login': [30],
  'POST /api/auth/user/forgot-password': [10],
  'POST /api/auth/user/reset-password': [10],
  'POST /api/users/change-password': [20],
  'DELETE /api/users/me': [20],
  'POST /api/leads': [60],
  'POST /api/checkout/create-payment-intent': [60, 100],
  'GET /api/checkout/verify-payment-intent/:x': [30],
  'GET /api/checkout/success/:x': [30],
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
/** Who may call it, as a line. */
const told = ({ access }: Endpoint): string => (typeof access === 'object' ? access.staff.join(', ') : access)
/** The same shape whatever a parameter is called. */
const shapeOf = (name: string): string => name.replace(/:\w+/g, ':x')
const addressOf = ({ path }: Endpoint): string =>
  path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')

describe('who may call what', () => {
  const app = given(startApp)
  let endpoints: readonly Endpoint[]
  const callers = new Map<string, HttpClient>()

  const send = (caller: HttpClient, endpoint: Endpoint) =>
    caller.send(
      endpoint.method,
      addressOf(endpoint),
      endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} },
    )

  beforeAll(async () => {
    endpoints = app.site.api.endpoints
    callers.set('guest', app.client())
    const forged = app.client()
    forged.setCookie('session', 'A'.repeat(43))
    forged.setCookie('staff', 'A'.repeat(43))
    callers.set('forged', forged)
    const staff = app.site.container.get((await import('../../src/server/services.ts')).Staff)
    for (const role of staffRoles) {
      const member = { username: `matrix-${role}`, password: `Matrix-password-of-${role}-1` }
      await staff.create({ ...member, role })
      const caller = app.client()
      const answer = await caller.post('/api/auth/login', { ...member, credentials: 'include' })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body, 'M-440').toMatchObject({ success: true, message: expect.stringMatching(/\w{3}/) })
      callers.set(role, caller)
    }
  })

  it('given the specification, then every one of its calls is served, to whom it names (M-003, M-004, M-005)', () => {
    const served = new Map(endpoints.map((each) => [shapeOf(nameOf(each)), told(each)]))
    expect(
      Object.fromEntries(Object.keys(specified).map((name) => [name, served.get(shapeOf(name))])),
    ).toEqual(specified)
  })

  it('given the roles of staff, then they are four, and the first account is the owner’s (M-006)', async () => {
    expect(staffRoles).toEqual(['owner', 'editor', 'finance', 'viewer'])
    const { body } = await (await app.staff()).get('/api/auth/verify')
    expect(body.user ?? body).toMatchObject({ role: 'owner' })
  })

  it('given what is worth trying often, then each such call has its limit (M-235)', () => {
    const served = endpoints.map((each) => {
      const { points = 0, seconds = 0, perDay } = each.limit ?? {}
      return [
        shapeOf(nameOf(each)),
        [(points * 60) / seconds, ...(perDay === undefined ? [] : [perDay])],
      ] as const
    })
    expect(Object.fromEntries(served.filter(([name]) => name in perMinute))).toEqual(perMinute)
  })

  it('given nobody or a forged session, when a guarded call is made, then it is refused with 401 and the error body (M-453)', async () => {
    const guarded = endpoints.filter(({ access }) => access === 'customer' || typeof access === 'object')
    expect(guarded.length).toBeGreaterThan(25)
    for (const endpoint of guarded) {
      for (const name of ['guest', 'forged']) {
        const answer = await send(callers.get(name)!, endpoint)
        expect(answer.status, `${name} ${nameOf(endpoint)}`).toBe(401)
        expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED' })
        expect(answer.body.error).toMatch(/\w{3}/)
        expect(answer.body.error).toBe(answer.body.message)
      }
    }
  })

  it('given each staff role, when a staff call is made, then only the declared roles and the owner pass (M-453)', async () => {
    // Logging out would end the caller's own session half way through.
    const staffOnly = endpoints.filter(
      ({ access, path }) => typeof access === 'object' && !path.endsWith('/logout'),
    )
    for (const endpoint of staffOnly) {
      const allowed = (endpoint.access as { staff: readonly string[] }).staff
      for (const role of staffRoles) {
        if (role === 'owner' || allowed.includes(role)) continue
        const answer = await send(callers.get(role)!, endpoint)
        expect(answer.status, `${role} ${nameOf(endpoint)}`).toBe(403)
        expect(answer.body).toMatchObject({
          ...{ success: false, code: 'FORBIDDEN' },
          ...{ error: expect.stringMatching(/\w{3}/), message: answer.body.error },
        })
      }
    }
  })

  it('given what waits, when each role reads Today, then it is told the numbers of the lists that it may read, and nothing of the others', async () => {
    const lead = { name: 'Ada', company_name: 'Engines', phone_number: '+44 20 7946 0000' }
    for (const email of ['ada@company.example', 'eda@company.example']) {
      const sent = { ...lead, email, lead_type: 'normal_lead', website: email.startsWith('e') ? 'x' : '' }
      expect((await app.client().post('/api/leads', sent)).status).toBeLessThan(300)
    }
    const read = async (role: string) =>
      (await callers.get(role)!.get('/api/admin/today')).body.areas as {
        area: string
        items: { title: string; count: number; address: string }[]
      }[]
    const leads = {
      own: { title: 'Your new leads', count: 0, address: '/leads?status=new&owner=%7Eme' },
      rest: [
        { title: 'New leads without an owner', count: 1, address: '/leads?status=new&owner=%7Enobody' },
        { title: 'New leads in all', count: 1, address: '/leads?status=new' },
        { title: 'Leads in quarantine', count: 1, address: '/leads?status=quarantined' },
      ],
    }
    const money = [
      'Withdrawals and refunds to answer',
      ...['Private cohorts to open', 'Bank transfers to allocate', 'Bank statement lines without a match'],
      ...['Overdue invoices', 'Papers to replace', 'Tax ids that VIES does not know'],
      'Countries sold to without a tax rate',
      ...['Differences from Stripe', 'Emails to buyers that were not sent', 'Webhooks that failed'],
      'Webhooks that wait for their order',
    ]
    const places = [
      'Paid participants without a place',
      'Participants without a group',
      'People on wait lists',
    ]
    const errors = ['Errors of the last 24 hours']
    const titles = async (role: string) =>
      Object.fromEntries((await read(role)).map(({ area, items }) => [area, items.map(({ title }) => title)]))
    const rest = leads.rest.map(({ title }) => title)
    expect(await titles('owner')).toEqual({
      Leads: [leads.own.title, ...rest],
      Finance: ['Refunds requested by buyers', ...money],
      Participants: ['Assignments to answer', ...places],
      Content: ['Scheduled publishes'],
      Operations: errors,
    })
    expect(await titles('editor')).toEqual({
      Leads: [leads.own.title, ...rest],
      Participants: ['Assignments to answer', ...places],
      Content: ['Scheduled publishes'],
      Operations: errors,
    })
    expect(await titles('finance')).toEqual({
      Finance: ['Refunds requested by buyers', ...money],
      Participants: ['Assignments to answer', ...places],
      Operations: errors,
    })
    expect(await titles('viewer')).toEqual({
      Leads: rest,
      Finance: money,
      Participants: places,
      Content: ['Scheduled publishes'],
      Operations: errors,
    })
    const [found] = await read('editor')
    expect(found?.items).toEqual([leads.own, ...leads.rest])
    for (const { count, address } of found?.items ?? [])
      expect((await callers.get('editor')!.get(`/api/admin${address}`)).body.total, address).toBe(count)
  })

  it('given a member of staff, when a customer call is made, then the staff session counts for nothing', async () => {
    for (const endpoint of endpoints.filter(({ access }) => access === 'customer')) {
      expect((await send(callers.get('owner')!, endpoint)).status, nameOf(endpoint)).toBe(401)
    }
  })

  it('given a public call, then no session is asked for', async () => {
    const quiet = new Set(['GET /api/auth/user/verify', 'GET /api/auth/verify'])
    for (const endpoint of endpoints.filter(
      ({ access, path }) => access === 'public' && !path.includes('/dev/'),
    )) {
      if (quiet.has(nameOf(endpoint))) continue
      expect((await send(app.client(), endpoint)).body?.code, nameOf(endpoint)).not.toBe('UNAUTHENTICATED')
    }
  })

  it('given any answer to a guarded call, then no cache may keep it (W-7)', async () => {
    for (const endpoint of endpoints.filter(({ access }) => typeof access === 'object').slice(0, 12)) {
      const answer = await send(callers.get('viewer')!, endpoint)
      expect(answer.headers.get('cache-control'), nameOf(endpoint)).toContain('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('given an unknown path below /api, then the answer is 404 JSON (M-453)', async () => {
    const answer = await app.client().get('/api/nowhere')
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND', requestId: expect.any(String) })
    expect(answer.body.error).toMatch(/\w{3}/)
    expect(answer.body.message).toBe(answer.body.error)
  })

  it('given a body that breaks a rule, then each problem is in `errors`, and one sentence in `error` and `message` (M-453)', async () => {
    const answer = await app.client().post('/api/leadership/calculate', { userInputs: { employees: 0 } })
    expect(answer.status).toBe(400)
    const { error, message, errors, code, success } = answer.body
    expect({ success, code, message }).toEqual({ success: false, code: 'VALIDATION_ERROR', message: error })
    expect(errors).toContainEqual(expect.stringContaining('employees'))
    expect(errors.length).toBeGreaterThan(1)
  })

  it('given the addresses for machines, then each is there (M-452)', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await app.client().get(path)).status, path).toBe(200)
    const document = (await app.client().get('/api/openapi.json')).body
    const { paths } = document
    const takes = (path: string, method: string) => Object.keys(paths[path][method].requestBody.content)
    expect(takes('/api/leads/form', 'post')).toEqual(['application/x-www-form-urlencoded'])
    expect(takes('/api/webhooks/stripe', 'post')).toEqual(['application/json'])
    expect(takes('/api/cms/uploads', 'post')).toEqual(['application/octet-stream'])
    expect(JSON.stringify(document)).not.toMatch(/"(?:control|weights|choices)":/)
    for (const name of Object.keys(specified)) {
      const [method = '', path = ''] = name.split(' ')
      const described = Object.keys(paths).find(
        (each) => shapeOf(each.replace(/\{\w+\}/g, ':x')) === shapeOf(path),
      )
      expect(paths[described ?? '']?.[method.toLowerCase()], name).toBeDefined()
    }
    // The same for people, in groups and not longer than a browser likes.
    const page = (await app.client().get('/api/docs')).text
    expect(page.match(/<h2>[^<]+/g)).toContain('<h2>credentials')
    expect(page.match(/<h2>[^<]+/g)).not.toContain('<h2>status')
    expect(page.split('\n').length).toBeLessThan(20_000)
  })
})
