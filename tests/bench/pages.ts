/** What a visitor waits for in a browser: the next page of the site, and the answer to a touch on a slow processor. */
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright'
import { findBrowser } from '../support/browser.ts'
import type { TestDatabase } from '../support/database.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { bareMenu, showAtClick, touch, withoutScripts } from './pages-bare.ts'
import type { BenchRow } from './rounds.ts'

const goalNextMs = 50
const goalTouchMs = 100
const slowdown = 6
const rounds = 5
const phone = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true }

/** From one public page to the next by a link that both have. */
const walks = [
  ['/', '/aboutus'],
  ['/aboutus', '/certification/program-details'],
  ['/certification/program-details', '/leadership-cost-calculator'],
  ['/leadership-cost-calculator', '/'],
] as const

/** Runs in the page: milliseconds from the click to the paint of the next page's heading. */
const watchNext = `globalThis.nextPaint = new Promise((resolve) => {
  addEventListener('click', ({ timeStamp }) => {
    const before = document.querySelector('h1')
    const look = () => {
      const now = document.querySelector('main h1')
      if (now && now !== before) requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - timeStamp)
        channel.port2.postMessage(0)
      })
      else requestAnimationFrame(look)
    }
    look()
  }, { capture: true, once: true })
})
undefined`

/** Runs in the page: the longest answer to a touch or key so far, as the browser measures it (rounded to 8 ms). */
const watchTouches = `globalThis.longest = 0
new PerformanceObserver((list) => {
  for (const { duration, interactionId } of list.getEntries())
    if (interactionId) longest = Math.max(longest, duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })`

export async function benchPages(database: TestDatabase): Promise<BenchRow[]> {
  const { executablePath, args } = await findBrowser()
  const app = await spawnApp({
    env: { DATABASE_URL: database.url, DATABASE_ADMIN_URL: database.adminUrl, LOG_LEVEL: 'silent' },
  })
  const browser = await chromium.launch({ executablePath, args })
  try {
    const next: number[] = []
    const bareNext: number[] = []
    const touches: number[] = []
    const bareTouches: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      next.push(...(await nextPages(await browser.newContext(), app.url, isHydrated)))
      bareNext.push(...(await nextPages(await withoutScripts(browser), app.url, showAtClick)))
      touches.push(await touchesOf(browser, app.url))
      bareTouches.push(await bareMenu(browser, app.url, phone, slowdown, watchTouches))
    }
    return [
      row(
        {
          path: 'next public page: its heading painted, of a link pointed at before, 75th percentile',
          bar: 1,
          atMost: true,
        },
        goalNextMs,
        next,
        thirdQuarter,
      ),
      row(
        { path: 'its limit here: the same page put in place by the browser, without scripts of the site' },
        goalNextMs,
        bareNext,
        thirdQuarter,
      ),
      row(
        {
          path: `the slowest answer to a touch or key on a phone, processor ${slowdown} × slower, median of ${rounds} rounds`,
          bar: 1,
          atMost: true,
        },
        goalTouchMs,
        touches,
        middle,
      ),
      row(
        { path: 'its limit here: the menu of the home page without scripts of the site' },
        goalTouchMs,
        bareTouches,
        middle,
      ),
    ]
  } finally {
    await browser.close()
    await app.stop()
    await app.clean()
  }
}

const middle = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]
const thirdQuarter = (sorted: readonly number[]) => sorted[Math.ceil(sorted.length * 0.75) - 1]

/** @param figure which of the sorted milliseconds counts */
function row(
  name: Pick<BenchRow, 'path' | 'bar' | 'atMost'>,
  goalMs: number,
  took: readonly number[],
  figure: (sorted: readonly number[]) => number | undefined,
): BenchRow {
  const sorted = took.toSorted((a, b) => a - b)
  const [ratio, least, most] = [figure(sorted), sorted[0], sorted.at(-1)].map(
    (ms = Number.NaN) => ms / goalMs,
  )
  return { ...name, against: `${goalMs} ms`, ratio: ratio!, spread: [least!, most!] }
}

/**
 * Milliseconds of each walk, in a browser that is closed afterwards.
 * @param ready makes the page ready for the click on a link to `to`
 */
async function nextPages(
  context: BrowserContext,
  url: string,
  ready: (page: Page, to: string) => Promise<unknown>,
): Promise<number[]> {
  const page = await context.newPage()
  const took: number[] = []
  for (const [from, to] of walks) {
    await page.goto(url + from, { waitUntil: 'networkidle' })
    const link = page.getByRole('contentinfo').locator(`a[href="${to}"]`).first()
    await link.hover()
    await page.evaluate(watchNext)
    await ready(page, to)
    // As long as a pointer rests on a link before it is pressed.
    await page.waitForTimeout(300)
    await link.click()
    took.push(await page.evaluate<number>('nextPaint'))
  }
  await context.close()
  return took
}

const isHydrated = (page: Page) => page.locator('[data-hydrated]').first().waitFor({ state: 'attached' })

/** Milliseconds of the slowest of the touches that each public form and menu gets. */
async function touchesOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let slowest = 0
  for (const [path, touchAll] of touched) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.touchscreen.tap(1, 400)
    await isHydrated(page)
    await page.evaluate(watchTouches)
    await touchAll(page)
    await page.waitForTimeout(500)
    const longest = await page.evaluate<number>('longest')
    if (longest > goalTouchMs) console.log(`${path}: ${longest} ms`)
    slowest = Math.max(slowest, longest)
  }
  await context.close()
  return slowest
}

/** Lets a field settle after its touch, then types. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await touch(field)
  await page.waitForTimeout(300)
  await page.keyboard.type(text, { delay: 100 })
}

const touched: readonly [path: string, touchAll: (page: Page) => Promise<void>][] = [
  [
    '/',
    async (page) => {
      await touch(page.getByRole('button', { name: 'Open menu' }))
      await touch(page.getByRole('dialog').getByRole('button', { name: 'Close menu' }))
      await touch(page.getByRole('button', { name: /^Show slide 3/ }))
      await type(page, page.locator('#lead-gen-form').getByLabel('Name', { exact: true }), 'Ada')
    },
  ],
  ['/certification', (page) => touch(page.getByRole('radio').first().locator('xpath=ancestor::label'))],
  ['/certification/program-details', (page) => touch(page.locator('main details > summary').first())],
  [
    '/leadership-cost-calculator',
    (page) => type(page, page.getByRole('main').getByRole('textbox').first(), '1200'),
  ],
  [
    '/signup',
    async (page) => {
      await type(page, page.getByLabel('Full name'), 'Ada Byron')
      await type(page, page.getByLabel('Email'), 'ada@example.com')
    },
  ],
]
