import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { maxDepth, parseJson } from '#platform/http/json-body.ts'
import { given } from '../../support/given.ts'
import { asJson, tiny, tinySite } from './tiny-site.ts'

// Takes whatever JSON there is: every refusal below is the platform's own.
const anything = tiny('POST', '/api/anything', z.object({ text: z.string() }), {
  query: z.record(z.string(), z.unknown()),
  body: z.unknown(),
})
const named = tiny('GET', '/api/named/:name', z.object({ name: z.string() }), {
  params: z.object({ name: z.string() }),
})

const site = given(() =>
  tinySite({
    mount: (api) => {
      api.serve(anything, async ({ body }) => ({ text: JSON.stringify(body) ?? 'nothing' }))
      api.serve(named, async ({ params }) => params)
    },
  }),
)

const limit = 100 * 1024
const post = (body: string | Buffer, headers: Record<string, string> = asJson) =>
  site.ask('POST', '/api/anything', headers, body)
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const padded = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))

describe('bodies of an enemy', () => {
  test.each<[string, string | Buffer, Record<string, string>, number]>([
    ['exactly the limit', padded(limit), asJson, 200],
    ['one byte over the limit', padded(limit + 1), asJson, 413],
    ['a gzip bomb', gzipSync(Buffer.alloc(20_000_000, 'x')), { ...asJson, 'content-encoding': 'gzip' }, 413],
    ['an honest gzip', gzipSync('{"a":1}'), { ...asJson, 'content-encoding': 'gzip' }, 200],
    ['gzip that is none', '{"a":1}', { ...asJson, 'content-encoding': 'gzip' }, 400],
    ['an unknown coding', '{"a":1}', { ...asJson, 'content-encoding': 'lzma' }, 415],
    ['no type', '{"a":1}', {}, 415],
    ['plain text, as a foreign form can send it', '{"a":1}', { 'content-type': 'text/plain' }, 415],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['another character set', '{"a":1}', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['utf-8 by name', '{"a":1}', { 'content-type': 'application/json; charset="UTF-8"' }, 200],
    ['truncated JSON', '{"a":', asJson, 400],
    ['no JSON', 'hello', asJson, 400],
    ['NaN', '{"a":NaN}', asJson, 400],
    ['1e400', '{"a":1e400}', asJson, 400],
    ['a huge integer', `{"a":${'9'.repeat(300)}}`, asJson, 200],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), asJson, 400],
    ['a lone surrogate', '{"a":"\\ud800"}', asJson, 400],
    ['a lone surrogate as a name', '{"\\udc00":1}', asJson, 400],
    ['a pair of surrogates', '{"a":"\\ud83d\\ude00"}', asJson, 200],
    ['NUL in a text', '{"a":{"b":["x\\u0000y"]}}', asJson, 400],
    ['NUL in a name', '{"a\\u0000":1}', asJson, 400],
    ['__proto__', '{"a":{"__proto__":{"admin":true}}}', asJson, 400],
    ['__proto__, escaped', '{"\\u005f_proto__":1}', asJson, 400],
    ['duplicate names', '{"a":1,"a":2}', asJson, 200],
    ['the deepest allowed', deep(maxDepth), asJson, 200],
    ['one level too deep', deep(maxDepth + 1), asJson, 400],
    ['depth 100,000', `${'['.repeat(50_000)}${'{"a":'.repeat(10_000)}`, asJson, 400],
    ['brackets within a text', `{"a":"${'[{'.repeat(2_000)}\\""}`, asJson, 200],
    ['a 90 kB name', JSON.stringify({ ['k'.repeat(90_000)]: 'x\0' }), asJson, 400],
    ['a single quote mark', '"', asJson, 400],
    ['an escape at the end', '"\\', asJson, 400],
  ])('given %s, then %#', async (_what, body, headers, status) => {
    const answer = await post(body, headers)
    expect(answer.status).toBe(status)
    if (status !== 200) {
      expect(answer.json).toMatchObject({ success: false })
      expect(answer.text.length).toBeLessThan(1_000)
    }
  })

  test('given a NUL, then the answer names the field', async () => {
    const { json } = await post('{"a":{"b":["x","\\u0000"]}}')
    expect(json.message).toBe('a.b[1] contains a NUL character.')
    expect(json.fields).toEqual([{ path: 'a.b.1', message: 'contains a NUL character.' }])
  })

  test('given 100,000 names, then they are refused by count', () => {
    const many = Buffer.from(`{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join(',')}}`)
    expect(() => parseJson(many)).toThrow('more than 100000 values')
  })

  test('given a name that would reach the prototype, then without the check the parser lets it through', () => {
    const parsed = JSON.parse('{"__proto__":{"admin":true}}') as object
    expect(Object.hasOwn(parsed, '__proto__')).toBe(true)
    expect(Object.assign({}, parsed)).toHaveProperty('admin', true)
  })

  test('given 100 MB in chunks, then 413 or a cut connection, and memory stays flat', async () => {
    // Client and server share this process: the first round pays for both their buffers.
    await chunked(100_000_000)
    // Where bodies would pile up; the size of the whole process belongs to other tests as well.
    const before = process.memoryUsage().external
    const status = await chunked(100_000_000)
    expect([413, 0]).toContain(status)
    expect(process.memoryUsage().external - before).toBeLessThan(50_000_000)
    expect((await post('{"a":1}')).status).toBe(200)
  })
})

describe('addresses of an enemy', () => {
  test.each([
    ['/api/named/a%00b', 400],
    ['/api/named/%E0%A4%A', 400],
    ['/api/named/%C3%28', 400],
    ['/api/named/..%2F..%2Fetc', 200],
    [`/api/named/${'x'.repeat(8_000)}`, 200],
    ['/api/%00', 404],
    ['/api//named', 404],
    ['//api/named/x', 404],
  ])('given %s, then %i', async (path, status) => {
    const answer = await site.ask('GET', path)
    expect(answer.status).toBe(status)
  })

  test.each([
    '/api/anything?a=%00',
    '/api/anything?__proto__=1',
    '/api/anything?a=%C3%28&b=%ED%A0%80',
    `/api/anything?${Array.from({ length: 3_000 }, (_, i) => `k${i}`).join('&')}`,
    '/api/anything?a[b][c]=1&a=2&a=3',
  ])('given the query of %s, then no server error', async (path) => {
    expect((await site.ask('POST', path, asJson, '{}')).status).toBeLessThan(500)
  })

  test('given a NUL in a query, then 400 names the parameter', async () => {
    const answer = await site.ask('POST', '/api/anything?a=%00', asJson, '{}')
    expect([answer.status, answer.json.message]).toEqual([400, 'a contains a NUL character.'])
  })

  test('given 20 kB of headers, then 431, and bytes that are not HTTP, then 400', async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
    expect(await raw('\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('given a request id of the caller, then only a harmless one is taken over', async () => {
    const id = async (value: string) =>
      (await site.ask('GET', '/api/x', { 'x-request-id': value })).headers['x-request-id']
    expect(await id('trace-0001')).toBe('trace-0001')
    expect(await id('<script>alert(1)</script>')).not.toContain('<')
    expect(await id('x'.repeat(65))).toHaveLength(36)
  })
})

test('given values in addresses and bodies, then each request is logged and no log line holds them (M-235)', async () => {
  await site.ask(
    'POST',
    '/api/anything?email=leak-1@x.co',
    { ...asJson, cookie: 'session=leak-2' },
    '{"a":"leak-3"}',
  )
  await site.ask('GET', '/api/named/leak-4?token=leak-5')
  const lines = () => site.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const [method, path] of [
    ['POST', '/api/anything'],
    ['GET', '/api/named/:name'],
  ])
    await expect
      .poll(lines)
      .toContainEqual(expect.objectContaining({ level: 30, msg: 'request', method, path }))
  expect(site.logged.join('')).not.toMatch(/leak-/)
})

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.once('close', () => resolve(answer))
    socket.once('error', reject)
  })
}

/** The status of a chunked request of `bytes`; 0 when the connection was cut first. */
function chunked(bytes: number): Promise<number> {
  return new Promise((resolve) => {
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    let sent = 0
    let answer = ''
    const socket = connect(site.port, '127.0.0.1', () => {
      socket.write(
        'POST /api/anything HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      )
      const pump = () => {
        while (sent < bytes && !socket.destroyed) {
          sent += 0x10000
          if (!socket.write(chunk)) {
            socket.once('drain', pump)
            return
          }
        }
        socket.end('0\r\n\r\n')
      }
      pump()
    })
    socket.on('data', (data) => {
      answer += data.toString()
      // Told so early, a client stops; this one goes on until it is cut or done.
    })
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
    socket.once('error', () => {})
  })
}
