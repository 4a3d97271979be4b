import { get } from 'node:http'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { site } from './person.ts'

/** The first flight of a connection: what is larger comes a round trip later. */
const firstFlight = 14_600

test('given the home page, then its document with headers fits into the first flight of a connection', async () => {
  const { headers, body } = await new Promise<{ headers: number; body: number }>((resolve, reject) => {
    get(site('/'), { headers: { 'accept-encoding': 'br' } }, (answer) => {
      expect(answer.headers['content-encoding']).toBe('br')
      const head = answer.rawHeaders.reduce(
        (sum, part) => sum + part.length + 2,
        'HTTP/1.1 200 OK\r\n\r\n'.length,
      )
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ headers: head, body: bytes }))
    }).on('error', reject)
  })
  expect(headers + body).toBeLessThanOrEqual(firstFlight)
})

test.use({ viewport: { width: 412, height: 823 } })

const path = '/certification/program-details'

test('given the program page on a phone, then its italic face is asked for once, behind everything the first paint needs, and moves nothing when it comes', async ({
  page,
}) => {
  const asked: string[] = []
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  network.on('Network.requestWillBeSent', ({ request }) => {
    if (/italic.*\.woff2$/.test(request.url)) asked.push(request.initialPriority)
  })
  let arrive: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/italic.*\.woff2$/, async (route) => {
    await held
    await route.continue()
  })
  await page.addInitScript(`
    globalThis.moved = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) globalThis.moved += shift.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await page.goto(site(path), { waitUntil: 'commit' })
  // Painted, with the stand-in of the face.
  await expect
    .poll(() => page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint').length`))
    .toBe(1)
  // Stand-ins that this machine has not ("error") aside.
  const faces = (style: string) => (): Promise<string[]> =>
    page.evaluate(
      `[...document.fonts].filter(({ style, status }) => style === '${style}' && /^load/.test(status)).map(({ status }) => status)`,
    )
  /** Two frames: the words have been set anew by then. */
  const settled = (): Promise<number> =>
    page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.moved))))',
    )
  // The upright faces may come after the first paint, too, and are not what is measured here.
  await expect.poll(faces('normal')).toEqual(['loaded', 'loaded'])
  expect(await faces('italic')()).toEqual(['loading'])
  const before = await settled()
  arrive()
  await expect.poll(faces('italic')).toEqual(['loaded'])
  expect((await settled()) - before).toBeLessThanOrEqual(0.01)
  expect(asked).toEqual(['Low'])
})

test('given the film of the program, then its poster is the smallest file that is sharp here, and the player shows the same one', async ({
  page,
}) => {
  const posters: string[] = []
  page.on('request', (request) => {
    const [name] = /intro[\w-]*\.(?:avif|webp)$/.exec(request.url()) ?? []
    if (name) posters.push(name)
  })
  await page.goto(site(path))
  await page.locator('#film').scrollIntoViewIfNeeded()
  const still = page.locator('#film img')
  await expect
    .poll(() => still.evaluate<string, { currentSrc: string }>((image) => image.currentSrc))
    .toMatch(/\/intro-480\.avif$/)
  await page.getByRole('button', { name: /^Play video/ }).click()
  await expect(page.locator('#film video')).toHaveAttribute('poster', /\/intro-480\.avif$/)
  expect(new Set(posters)).toEqual(new Set(['intro-480.avif']))

  await test.step('wider windows get a wider one', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await page.locator('#film').scrollIntoViewIfNeeded()
    await expect
      .poll(() => still.evaluate<string, { currentSrc: string }>((image) => image.currentSrc))
      .toMatch(/\/intro-960\.avif$/)
  })
})
