import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '#platform/config/parse-config.ts'
import { clientApp, readShell } from '#platform/http/client-app.ts'
import { securityHeaders } from '#platform/http/headers.ts'
import { inlineHashes } from '#platform/http/inline-hashes.ts'
import { staticAssets } from '#platform/http/static-assets.ts'
import { type TinySite, tinySite } from './tiny-site.ts'

const root = mkdtempSync(join(tmpdir(), 'veralead-client-'))
const script = 'export const x = 1\n'.repeat(100)
const video = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 256))
const shellText =
  '<!doctype html><script type="module" src="/assets/x.js"></script><script>early()</script><div id="root"></div>'
const labSeen: { url?: string | undefined; cookie?: string | undefined; body: string } = { body: '' }
const lab = createServer((req, res) => {
  labSeen.url = req.url
  labSeen.cookie = req.headers.cookie
  req.on('data', (chunk: Buffer) => {
    labSeen.body += chunk.toString()
  })
  req.once('end', () =>
    res.writeHead(201, { 'content-type': 'text/html', 'set-cookie': 'session=stolen' }).end('<p>lab</p>'),
  )
})

let site: TinySite
let labUrl: string | null = null
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  mkdirSync(join(root, 'media'))
  writeFileSync(join(root, 'index.html'), shellText)
  writeFileSync(join(root, 'assets/index-DkF3x9_a.js'), script)
  writeFileSync(join(root, 'assets/index-DkF3x9_a.js.br'), brotliCompressSync(script))
  writeFileSync(join(root, 'assets/index-DkF3x9_a.js.gz'), gzipSync(script))
  writeFileSync(join(root, 'media/intro.mp4'), video)
  writeFileSync(join(root, '.secrets.json'), 'no')
  writeFileSync(join(root, 'notes.unknown'), 'no')
  await new Promise<void>((resolve) => lab.listen(0, '127.0.0.1', resolve))
  const headers = securityHeaders(parseConfig({}))
  site = await tinySite({
    mount: () => {},
    labUrl: () => labUrl,
    assets: staticAssets(root, headers.plain),
    pages: clientApp({
      shell: await readShell(root),
      headers,
      routes: ['/', '/profile', '/orders/:id', '/admin/*', '/broken'],
      render: async (path) => {
        if (path === '/broken') throw new Error('render failed: /srv/secret')
        return path === '/profile' ? { status: 200, html: '<p>rendered</p><style>p{}</style>' } : null
      },
    }),
  })
})
afterAll(async () => {
  await site.stop()
  lab.close()
  rmSync(root, { recursive: true })
})

describe('built assets', () => {
  const asset = '/assets/index-DkF3x9_a.js'

  test('given a hashed name, then it is kept for ever, in the encoding that the browser likes best', async () => {
    const br = await site.ask('GET', asset, { 'accept-encoding': 'gzip, br' })
    const gzip = await site.ask('GET', asset, { 'accept-encoding': 'gzip' })
    const plain = await site.ask('GET', asset)
    expect([br, gzip, plain].map((each) => each.headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ])
    expect(plain.text).toBe(script)
    for (const each of [br, gzip, plain]) {
      expect(each.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      })
    }
    const again = await site.ask('GET', asset, {
      'accept-encoding': 'br',
      'if-none-match': `${br.headers.etag}`,
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('given a video, then ranges work, as browsers need them to seek', async () => {
    const part = await site.ask('GET', '/media/intro.mp4', { range: 'bytes=10-19', 'accept-encoding': 'br' })
    expect(part.status).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 10-19/1000',
      'content-length': '10',
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=3600',
    })
    expect((await site.ask('GET', '/media/intro.mp4', { range: 'bytes=5000-' })).status).toBe(416)
    expect((await site.ask('HEAD', '/media/intro.mp4')).headers['content-length']).toBe('1000')
  })

  test.each([
    '/.secrets.json',
    '/notes.unknown',
    '/../package.json',
    '/assets/..%2f..%2fetc/passwd',
    '/assets/',
    '/assets/none.js',
  ])('given %s, then no file is served', async (path) => {
    expect((await site.ask('GET', path)).status).toBe(404)
  })
})

describe('pages', () => {
  test.each([
    ['/', 200],
    ['/profile/', 200],
    ['/orders/12', 200],
    ['/orders/12/13', 404],
    ['/admin', 200],
    ['/admin/leads/4', 200],
    ['/nowhere', 404],
    ['/profile/%E0%A4%A', 404],
    ['/index.html', 404],
  ])('given %s, then %i and a page of the client either way', async (path, status) => {
    const page = await site.ask('GET', path, { accept: 'text/html' })
    expect(page.status).toBe(status)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.text).toContain('<')
    expect(page.headers['x-robots-tag']).toBe(status === 404 ? 'noindex' : undefined)
  })

  test('given inline blocks, then the policy of the page carries their hashes and nothing unsafe', async () => {
    const shell = await site.ask('GET', '/')
    expect(shell.headers['content-security-policy']).toContain(
      `script-src 'self' ${inlineHashes(shellText).scriptHashes[0]};`,
    )
    const rendered = await site.ask('GET', '/profile')
    expect(rendered.text).toContain('rendered')
    expect(rendered.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^;]+';/)
    expect(rendered.headers['content-security-policy']).not.toContain('unsafe')
  })

  test('given a page that cannot be rendered, then an error page that reveals nothing of it', async () => {
    const page = await site.ask('GET', '/broken', { accept: 'text/html' })
    expect([page.status, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(page.text).not.toContain('secret')
  })

  test('given a client that is not built, then the error says how to build it', async () => {
    await expect(readShell(join(root, 'assets'))).rejects.toThrow('npm run build')
  })
})

describe('the payment lab behind our origin', () => {
  test('given a lab, then /lab/ is forwarded whole, and no cookie crosses', async () => {
    const address = lab.address()
    labUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const answer = await site.ask('POST', '/lab/3ds?x=1', { cookie: 'session=ann' }, 'body')
    expect([answer.status, answer.text]).toEqual([201, '<p>lab</p>'])
    expect(labSeen).toEqual({ url: '/lab/3ds?x=1', cookie: undefined, body: 'body' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['content-security-policy']).toBeUndefined()
    expect((await site.ask('GET', '/laboratory')).text).toContain('root')
  })

  test('given a lab that is gone, then 502; in production, then no lab at all', async () => {
    labUrl = 'http://127.0.0.1:9'
    expect((await site.ask('GET', '/lab/')).status).toBe(502)
    const strict = await tinySite({ mount: () => {}, labUrl: () => labUrl, config: { env: 'production' } })
    expect((await strict.ask('GET', '/lab/')).status).toBe(404)
    await strict.stop()
  })
})
