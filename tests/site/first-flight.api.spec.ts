import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plan } from '../leadership/cohorts/program-log.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'

/** Bytes of the first flight of a connection: what is larger comes a round trip later. */
const firstFlight = 14_600

const root = join(import.meta.dirname, '../..')
let app: TestApp
beforeAll(async () => {
  // In a process of its own: the test runner's environment would make it a development build.
  execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
  app = await startApp({ dist: join(root, 'dist') })
})
afterAll(() => app?.stop())

/** Bytes of an answer with its headers, as a browser gets it. */
async function transferredBytes(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(app.url + path, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (!path.endsWith('.woff2')) expect(answer.headers['content-encoding']).toBe('br')
      const headers = answer.rawHeaders.reduce(
        (sum, part) => sum + part.length + 2,
        'HTTP/1.1 200 OK\r\n\r\n'.length,
      )
      let body = 0
      answer.on('data', (chunk: Buffer) => {
        body += chunk.length
      })
      answer.on('end', () => resolve(headers + body))
    }).on('error', reject)
  })
}

it('given the content as shipped and three dates that can be booked, then every public page and each file that its first paint waits for fits with its headers into the first flight of a connection', async () => {
  const owner = await app.staff()
  for (const startsOn of ['2033-01-11', '2033-04-12', '2033-07-12']) {
    const opened = await owner.post('/api/admin/cohorts', {
      id: randomUUID(),
      ...plan(startsOn),
      capacity: 20,
    })
    expect(opened.status, opened.text).toBe(200)
  }
  const page = async (path: string): Promise<string> => (await fetch(app.url + path)).text()
  await eventually(async () => (await page('/')).includes('2033-07-12'))
  const paths = [...(await page('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  expect(paths).toHaveLength(9)
  for (const path of paths) {
    // The best compression follows once a document is there.
    await eventually(async () => (await transferredBytes(path)) <= firstFlight).catch(() => undefined)
    const document = await page(path)
    const fonts = [...document.matchAll(/<link rel="preload" href="([^"]*)" as="font"/g)]
    const pictures = [...document.matchAll(/<img [^>]*src="([^"]*)"[^>]*fetchpriority="high"/gi)]
    expect(fonts).toHaveLength(path.startsWith('/credentials') ? 0 : 2)
    // The larger one gets the connection that is open already.
    const sizes = await Promise.all(fonts.map(([, font = '']) => transferredBytes(font)))
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    for (const needed of [path, ...[...fonts, ...pictures].map(([, file = '']) => file)])
      expect(await transferredBytes(needed), needed).toBeLessThanOrEqual(firstFlight)
  }
})
