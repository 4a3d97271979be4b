import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { HttpServer } from '#platform/http/server.ts'

/** What brotli was asked for, and whether its best quality fails. */
const zlib = vi.hoisted(() => ({ asked: [] as { quality: number; body: string }[], bestFails: false }))
vi.mock('node:zlib', async (original) => {
  const real = await original<typeof import('node:zlib')>()
  const brotliCompress = (
    body: Buffer,
    options: { params: Record<number, number> },
    done: (error: Error | null, compressed: Buffer) => void,
  ) => {
    const quality = options.params[real.constants.BROTLI_PARAM_QUALITY]!
    zlib.asked.push({ quality, body: body.toString() })
    if (quality === 11 && zlib.bestFails) done(new Error('no memory'), Buffer.alloc(0))
    else real.brotliCompress(body, options, done)
  }
  return { ...real, brotliCompress }
})
vi.resetModules()
afterAll(() => void vi.resetModules())
const { DocumentTable, preferredEncoding } = await import('#platform/http/document-table.ts')

const tree = JSON.stringify({
  pages: Array.from({ length: 200 }, (_, i) => ({ route: `/page-${i}`, title: 'A page' })),
})
const timed: string[] = []
const documents = new DocumentTable((path) => timed.push(path))
let port = 0
const server = new HttpServer({
  host: '127.0.0.1',
  port: 0,
  first: documents.handler,
  app: (_req, res) => res.writeHead(404).end('express'),
})

beforeAll(async () => {
  await documents.set('/api/cms', {
    contentType: 'application/json; charset=utf-8',
    body: tree,
    headers: { 'X-Own': 'yes' },
  })
  await documents.set('/small', {
    contentType: 'text/plain',
    body: 'tiny',
    headers: { 'Cache-Control': 'public, max-age=5' },
  })
  port = await server.listen()
})
afterAll(() => server.stop())

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.once('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
        )
      })
        .once('error', reject)
        .end()
    },
  )
}

describe('a document in the table', () => {
  test('given each encoding, then the same bytes arrive, with their own ETag and length', async () => {
    const plain = await get('/api/cms')
    const gzip = await get('/api/cms', { 'accept-encoding': 'gzip, deflate' })
    const br = await get('/api/cms?v=1', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(plain.body.toString()).toBe(tree)
    expect(gunzipSync(gzip.body).toString()).toBe(tree)
    expect(brotliDecompressSync(br.body).toString()).toBe(tree)
    expect([plain, gzip, br].map((each) => each.headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
    ])
    expect(new Set([plain, gzip, br].map((each) => each.headers.etag)).size).toBe(3)
    for (const each of [plain, gzip, br]) {
      expect(each.headers['content-length']).toBe(String(each.body.length))
      expect(each.headers).toMatchObject({
        vary: 'Accept-Encoding',
        'cache-control': 'no-cache',
        'x-own': 'yes',
      })
    }
    expect(br.body.length).toBeLessThan(plain.body.length / 5)
  })

  test('given the ETag that is current, then 304 without a body but with the headers', async () => {
    const { headers } = await get('/api/cms', { 'accept-encoding': 'br' })
    for (const known of [`${headers.etag}`, `"other", W/${headers.etag}`, '*']) {
      const again = await get('/api/cms', { 'accept-encoding': 'br', 'if-none-match': known })
      expect([again.status, again.body.length, again.headers.etag, again.headers['x-own']]).toEqual([
        304,
        0,
        headers.etag,
        'yes',
      ])
    }
    expect((await get('/api/cms', { 'if-none-match': '"old"' })).status).toBe(200)
    // "no-cache" asks to compare with the origin, which is here; Node's fetch sends it beside every ETag.
    const noCache = {
      'accept-encoding': 'br',
      'if-none-match': `${headers.etag}`,
      'cache-control': 'no-cache',
    }
    expect((await get('/api/cms', noCache)).status).toBe(304)
  })

  test('given HEAD, then the headers of GET and no body', async () => {
    const head = await get('/api/cms', {}, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(tree.length),
    ])
  })

  test('given a small document, then it is never compressed, and its caching is its own', async () => {
    const small = await get('/small', { 'accept-encoding': 'br' })
    expect([
      small.body.toString(),
      small.headers['content-encoding'],
      small.headers['cache-control'],
    ]).toEqual(['tiny', undefined, 'public, max-age=5'])
  })

  test('given another method, another path or a deleted document, then the application answers', async () => {
    expect((await get('/api/cms', {}, 'PUT')).body.toString()).toBe('express')
    expect((await get('/api/cms/')).status).toBe(404)
    documents.delete('/small')
    expect((await get('/small')).status).toBe(404)
  })

  test('given two sets of one path at once, then the later one wins, however long the first compresses', async () => {
    const slow = documents.set('/race', { contentType: 'text/plain', body: 'a'.repeat(3_000_000) })
    const quick = documents.set('/race', { contentType: 'text/plain', body: 'second' })
    await Promise.all([slow, quick])
    expect((await get('/race')).body.toString()).toBe('second')
  })

  test('given a document that is new, then it is there before its best compression, which follows under the same ETag', async () => {
    const body = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ [`word ${i % 97}`]: i * i })))
    await documents.set('/new', { contentType: 'text/plain', body })
    const br = () => get('/new', { 'accept-encoding': 'br' })
    const first = await br()
    expect(brotliDecompressSync(first.body).toString()).toBe(body)
    await expect.poll(async () => (await br()).body.length).toBeLessThan(first.body.length)
    const best = await br()
    expect(brotliDecompressSync(best.body).toString()).toBe(body)
    expect(best.headers.etag).toBe(first.headers.etag)
    await documents.set('/new', { contentType: 'text/plain', body })
    expect((await br()).body.length).toBe(best.body.length)
  })

  describe('given changes', () => {
    const words = (seed: number) =>
      JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ [`word ${i % 97}`]: i * i + seed })))
    const set = (path: string, body: string, headers = {}) =>
      documents.set(path, { contentType: 'text/plain', body, headers })
    /** 5 is quick, 11 is best. */
    const qualitiesOf = (text: string) =>
      zlib.asked.filter(({ body }) => body === text).map(({ quality }) => quality)
    afterEach(() => {
      zlib.bestFails = false
    })

    test('when nothing differs, then nothing is compressed, and other headers or another text are', async () => {
      await set('/same', words(1))
      await Promise.all([set('/same', words(1)), set('/same', words(1))])
      // Improved after all that was set before.
      await set('/last', words(2))
      await expect.poll(() => qualitiesOf(words(2))).toEqual([5, 11])
      expect(qualitiesOf(words(1))).toEqual([5, 11])
      await set('/same', words(1), { 'X-Own': 'other' })
      expect((await get('/same')).headers['x-own']).toBe('other')
      await set('/same', words(3), { 'X-Own': 'other' })
      expect((await get('/same')).body.toString()).toBe(words(3))
    })

    test('when a document is replaced, then the new one is there before its best compression', async () => {
      await set('/replaced', words(4))
      await expect.poll(() => qualitiesOf(words(4))).toEqual([5, 11])
      await set('/replaced', words(5))
      expect(qualitiesOf(words(5))[0]).toBe(5)
      await expect.poll(() => qualitiesOf(words(5))).toEqual([5, 11])
    })

    test('when the best compression of one fails, then it stays as it was, and the next ones are improved', async () => {
      zlib.bestFails = true
      await set('/unlucky', words(6))
      await expect.poll(() => qualitiesOf(words(6))).toEqual([5, 11])
      zlib.bestFails = false
      await set('/lucky', words(7))
      // Quickly compressed it has 1,212 bytes; the best may be there before the first answer.
      const lengthOf = async () => (await get('/lucky', { 'accept-encoding': 'br' })).body.length
      await expect.poll(lengthOf).toBeLessThan(1_000)
      expect((await get('/unlucky')).body.toString()).toBe(words(6))
    })
  })

  test('given answers, then each was timed', () => {
    expect(timed).toContain('/api/cms')
  })
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'br'],
  ['*;q=0', 'identity'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['identity', 'identity'],
  ['', 'identity'],
  ['brotli', 'identity'],
  ['BR', 'br'],
])('given Accept-Encoding %j, then %s', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding)
})
