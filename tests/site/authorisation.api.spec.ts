import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'

/** Every call of the specification; a path that disappears fails here (M-431 to M-452). */
const specified = [
  'GET /api/config',
  'POST /api/leads',
  'GET /api/auth/user/verify',
  'GET /api/auth/user/session',
  'POST /api/auth/user/logout',
  'POST /api/auth/user/check-exists',
  'POST /api/auth/user/register',
  'POST /api/auth/user/login',
  'POST /api/auth/user/forgot-password',
  'POST /api/auth/user/reset-password',
  'POST /api/auth/send-otp',
  'POST /api/auth/verify-otp',
  'POST /api/auth/login',
  'GET /api/auth/verify',
  'POST /api/auth/logout',
  'GET /api/cms',
  'GET /api/cms/admin',
  'PUT /api/cms',
  'POST /api/cms/reset',
  'POST /api/cms/publish',
  'GET /api/cms/versions',
  'GET /api/cms/diff',
  'POST /api/cms/receive',
  'GET /api/performance/stats',
  'GET /api/performance/load',
  'POST /api/performance/load',
  'GET /api/products/type/:type',
  'GET /api/products/:id',
  'POST /api/checkout/create-payment-intent',
  'GET /api/checkout/verify-payment-intent/:paymentIntentId',
  'GET /api/checkout/success/:sessionId',
  'GET /api/orders',
  'GET /api/orders/:id',
  'GET /api/orders/:id/download-invoice',
  'GET /api/orders/:id/download-receipt-only',
  'PUT /api/users/profile',
  'POST /api/users/change-password',
  'GET /api/users/sessions',
  'DELETE /api/users/sessions/:id',
  'GET /api/users/me/export',
  'DELETE /api/users/me',
  'GET /api/leadership/sources',
  'GET /api/leadership/factors/source/:sourceName',
  'GET /api/leadership/factors/:factorKey/sources',
  'POST /api/leadership/calculate',
  'POST /api/webhooks/stripe',
  'GET /api/admin/leads',
  'GET /api/admin/leads.csv',
  'PATCH /api/admin/leads/:id',
  'GET /api/finance/orders',
  'GET /api/finance/orders/:id/events',
  'GET /api/finance/orders/:id/state',
  'POST /api/finance/orders/:id/refunds',
  'GET /api/finance/events.csv',
  'GET /api/finance/orders.csv',
  'GET /api/finance/integrity',
  'GET /api/finance/reconciliation',
  'POST /api/finance/reconciliation/run',
  'POST /api/finance/reconciliation/differences/:id/settle',
  'GET /api/finance/inbox',
  'POST /api/finance/inbox/:id/replay',
  'GET /api/dev/mail',
]

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
/** The same shape whatever a parameter is called. */
const shapeOf = (name: string): string => name.replace(/:\w+/g, ':x')
const addressOf = ({ path }: Endpoint): string =>
  path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')

describe('who may call what', () => {
  let app: TestApp
  let endpoints: readonly Endpoint[]
  const callers = new Map<string, HttpClient>()

  const send = (caller: HttpClient, endpoint: Endpoint) =>
    caller.send(
      endpoint.method,
      addressOf(endpoint),
      endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} },
    )

  beforeAll(async () => {
    app = await startApp()
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
      callers.set(role, caller)
    }
  })
  afterAll(() => app?.stop())

  it('given the specification, then every one of its calls is served', () => {
    const served = new Set(endpoints.map((each) => shapeOf(nameOf(each))))
    expect(specified.filter((name) => !served.has(shapeOf(name)))).toEqual([])
  })

  it('given nobody or a forged session, when a guarded call is made, then it is refused with 401 and the error body (M-453)', async () => {
    const guarded = endpoints.filter(({ access }) => access === 'customer' || typeof access === 'object')
    expect(guarded.length).toBeGreaterThan(25)
    for (const endpoint of guarded) {
      for (const name of ['guest', 'forged']) {
        const answer = await send(callers.get(name)!, endpoint)
        expect(answer.status, `${name} ${nameOf(endpoint)}`).toBe(401)
        expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED' })
        expect(answer.body.error).toBe(answer.body.message)
      }
    }
  })

  it('given each staff role, when a staff call is made, then only the declared roles and the owner pass', async () => {
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
      }
    }
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

  it('given an unknown path below /api, then the answer is 404 JSON', async () => {
    const answer = await app.client().get('/api/nowhere')
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND', requestId: expect.any(String) })
  })
})
