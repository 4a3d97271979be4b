import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { HttpServer } from '#platform/http/server.ts'
import { type TinySite, tinySite } from './tiny-site.ts'

const none = () => false

test('given a taken port, then the start ends with an error that names PORT', async () => {
  const first = new HttpServer({ host: '127.0.0.1', port: 0, first: none, app: (_req, res) => res.end() })
  const port = await first.listen()
  const second = new HttpServer({ host: '127.0.0.1', port, first: none, app: (_req, res) => res.end() })
  await expect(second.listen()).rejects.toThrow(`PORT ${port} is taken by another process`)
  const elsewhere = new HttpServer({
    host: '203.0.113.1',
    port: 0,
    first: none,
    app: (_req, res) => res.end(),
  })
  await expect(elsewhere.listen()).rejects.toThrow('HOST 203.0.113.1 is not an address of this machine')
  await first.stop()
})

test.each([
  [false, [10_000, 24_000, 65_000, 15_000]],
  [true, [0, 0, 0, 0]],
])(
  'given a server that is unlimited: %s, then silent connections are closed after these times, 0 for never',
  async (unlimited, times) => {
    const server = new HttpServer({ host: '127.0.0.1', port: 0, unlimited })
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server.node
    expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual(times)
  },
)

test('given requests in flight, when the server stops, then they finish, kept connections get a last answer, new ones are refused, and it closes', async () => {
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    first: none,
    app: (req, res) => {
      setTimeout(() => res.end('done'), req.url === '/slow' ? 2_000 : 0)
    },
  })
  const port = await server.listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await get(port, '/', agent)).body).toBe('done')

  const slow = Array.from({ length: 20 }, () => get(port, '/slow', false))
  await expect.poll(() => server.inFlight).toBe(20)
  const stopped = server.stop()
  const kept = await get(port, '/', agent)
  expect([kept.status, kept.body, kept.headers.connection]).toEqual([200, 'done', 'close'])
  await expect(get(port, '/', false)).rejects.toThrow('ECONNREFUSED')
  const answers = await Promise.all(slow)
  expect(answers.map((each) => [each.status, each.body, each.headers.connection])).toEqual(
    Array.from({ length: 20 }, () => [200, 'done', 'close']),
  )
  const started = performance.now()
  await stopped
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(server.inFlight).toBe(0)
  agent.destroy()
})

test('given a server that drains, then new connections are answered too, each answer as the last one', async () => {
  const site = await tinySite({ mount: () => {} })
  const before = await site.ask('GET', '/readyz')
  site.server.drain()
  const [ready, healthy] = [await site.ask('GET', '/readyz'), await site.ask('GET', '/healthz')]
  expect([before.status, ready.status, ready.json.status]).toEqual([200, 503, 'stopping'])
  expect([healthy.status, healthy.headers.connection]).toEqual([200, 'close'])
  await site.stop()
})

test('given idle keep-alive connections only, then stopping takes no second', async () => {
  const server = new HttpServer({ host: '127.0.0.1', port: 0, first: none, app: (_req, res) => res.end('x') })
  const port = await server.listen()
  const agent = new Agent({ keepAlive: true })
  await get(port, '/', agent)
  const started = performance.now()
  await server.stop()
  await server.stop()
  expect(performance.now() - started).toBeLessThan(1_000)
  agent.destroy()
})

test('given checks, then /readyz says which one failed, also one that never answers, and /healthz stays well', async () => {
  const site = await tinySite({
    mount: () => {},
    checks: [
      { name: 'migrations', check: async () => {} },
      { name: 'database', check: () => new Promise(() => {}) },
    ],
  })
  const ready = await site.ask('GET', '/readyz')
  expect(ready.status).toBe(503)
  expect(ready.json).toEqual({ status: 'not ready', checks: { migrations: 'ok', database: 'failed' } })
  expect((await site.ask('GET', '/healthz')).json).toEqual({ status: 'ok' })
  await site.stop()
})

test('given a metrics token, then /metrics wants it; without one it is closed in production only', async () => {
  const guarded = await tinySite({ mount: () => {}, config: { metricsToken: 'a-long-metrics-token' } })
  expect((await guarded.ask('GET', '/metrics')).status).toBe(401)
  expect((await guarded.ask('GET', '/metrics', { authorization: 'Bearer wrong' })).status).toBe(401)
  const right = await guarded.ask('GET', '/metrics', { authorization: 'Bearer a-long-metrics-token' })
  expect([right.status, right.text]).toEqual([200, 'up 1\n'])
  await guarded.stop()
  for (const [env, status] of [
    ['development', 200],
    ['production', 401],
  ] as const) {
    const open = await tinySite({ mount: () => {}, config: { env } })
    expect((await open.ask('GET', '/metrics')).status).toBe(status)
    await open.stop()
  }
})

test('given endpoints, then the OpenAPI document and its page describe exactly them', async () => {
  const site = await tinySite({
    mount: (api) => {
      api.serve(
        endpoint({
          method: 'PATCH',
          path: '/api/admin/things/:id',
          summary: 'Changes <a> thing',
          access: { staff: ['editor'] },
          limit: { points: 5, seconds: 60 },
          params: z.object({ id: z.uuid() }),
          query: z.object({ dry: z.string().optional() }),
          body: z.object({ price: z.string().transform(Number), at: z.coerce.date() }),
          response: z.object({ success: z.literal(true) }),
        }),
        async () => undefined,
      )
    },
  })
  const { json } = await site.ask('GET', '/api/openapi.json')
  const operation = json.paths['/api/admin/things/{id}'].patch
  expect(Object.keys(json.paths)).toEqual(['/api/admin/things/{id}', '/api/openapi.json', '/api/docs'])
  expect(json.components.schemas.Error.properties.fields.items.required).toEqual(['path', 'message'])
  expect(operation).toMatchObject({
    summary: 'Changes <a> thing',
    tags: ['admin'],
    'x-roles': ['owner', 'editor'],
    security: [{ staff: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'dry', in: 'query', required: false },
    ],
  })
  expect(operation.requestBody.content['application/json'].schema.properties.price).toEqual({
    type: 'string',
  })
  expect(operation.requestBody.required).toBe(true)
  expect(Object.keys(operation.responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '429',
    'default',
  ])
  expect(json.servers).toEqual([{ url: expect.stringMatching(/^http/) }])
  const page = await site.ask('GET', '/api/docs')
  expect(page.text).toContain('PATCH /api/admin/things/{id}')
  expect(page.text).not.toContain('<a> thing')
  expect(page.text).not.toContain('<script')
  expect(page.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/)
  const packed = await site.ask('HEAD', '/api/openapi.json', { 'accept-encoding': 'br' })
  expect(packed.headers['content-encoding']).toBe('br')
  const known = { 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) }
  expect((await site.ask('GET', '/api/openapi.json', known)).status).toBe(304)
  await site.stop()
})

test('given production, then the description of the API is for staff who are signed in, unless the setting opens it; it has a limit', async () => {
  const statuses = async (site: TinySite, headers = {}) =>
    Promise.all(
      ['/api/openapi.json', '/api/docs'].map(async (path) => (await site.ask('GET', path, headers)).status),
    )
  const closed = await tinySite({ mount: () => {}, config: { env: 'production', apiDocs: 'staff' } })
  expect(await statuses(closed)).toEqual([401, 401])
  expect(await statuses(closed, { cookie: '__Host-staff=finance' })).toEqual([200, 200])
  await closed.stop()
  const opened = await tinySite({ mount: () => {}, config: { env: 'production', apiDocs: 'public' } })
  const many = await Promise.all(Array.from({ length: 70 }, () => statuses(opened)))
  expect(many.filter(([json]) => json === 200)).toHaveLength(60)
  expect(many.filter(([json]) => json === 429)).toHaveLength(10)
  await opened.stop()
})

test('given many who ask whether the process is ready, then the checks run once for all of them', async () => {
  let looks = 0
  const site = await tinySite({
    mount: () => {},
    checks: [{ name: 'database', check: async () => void looks++ }],
  })
  await Promise.all(Array.from({ length: 30 }, () => site.ask('GET', '/readyz')))
  expect(looks).toBeLessThan(10)
  await expect.poll(async () => (await site.ask('GET', '/readyz')) && looks).toBeGreaterThan(1)
  await site.stop()
})

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

function get(port: number, path: string, agent: Agent | false): Promise<Got> {
  return new Promise((resolve, reject) => {
    request(
      { port, host: '127.0.0.1', path, agent, ...(agent ? {} : { headers: { connection: 'keep-alive' } }) },
      (res) => {
        let body = ''
        res.on('data', (chunk: Buffer) => {
          body += chunk.toString()
        })
        res.once('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }))
      },
    )
      .once('error', reject)
      .end()
  })
}
