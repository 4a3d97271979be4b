import { expect } from '@playwright/test'
import { logIn, tab } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a page that is left says once what it took, and not who saw it (M-183)', async ({ page }) => {
  await page.addInitScript(`
    window.beacons = []
    navigator.sendBeacon = (path, body) => {
      body.text().then((text) => beacons.push([path, body.type, JSON.parse(text)]))
      return true
    }
  `)
  const left = () => page.evaluate<[string, string, object][]>('beacons')
  const show = (state: string) =>
    page.evaluate(`{
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }`)
  await page.goto(site('/aboutus'))
  await page.evaluate(`new Promise((painted) => {
    new PerformanceObserver(painted).observe({ type: 'largest-contentful-paint', buffered: true })
  }).then(() => undefined)`)
  // A key would end the search for the largest paint.
  await page.mouse.move(5, 5)
  await expect(page.locator('#root')).toHaveAttribute('data-hydrated', '')
  const moved = page.evaluate(`new Promise((moved) => {
    new PerformanceObserver(moved).observe({ type: 'layout-shift' })
    document.querySelector('main').style.marginTop = '150px'
  }).then(() => undefined)`)
  await moved
  await show('visible')
  expect(await left(), 'while it is read').toEqual([])
  for (const state of ['hidden', 'visible', 'hidden']) await show(state)
  await expect.poll(left).toHaveLength(1)
  const [path, type, sample] = (await left())[0]!
  expect([path, type]).toEqual(['/api/performance/load', 'application/json'])
  const figures = ['firstContentfulPaint', 'largestContentfulPaint', 'domContentLoaded', 'load']
  expect(sample).toEqual({
    route: '/aboutus',
    ...Object.fromEntries(figures.map((name) => [name, expect.any(Number)])),
    cumulativeLayoutShift: expect.any(Number),
  })
  expect((await page.request.post(site(path), { data: sample })).status()).toBe(200)
})

test('staff see what is slow, when it was, which route ran it and what one request waited for (M-010)', async ({
  page,
}) => {
  const faults = watchPage(page)
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const at = (ago: number): string => new Date(now - ago * 60_000).toISOString()
  const timing = { p50: 0.01, p99: 0.2, average: 0.02, max: 0.3 }
  // Minutes take minutes, and nothing here is slow: both are played.
  await page.route('**/api/performance/history?*', (route) =>
    route.fulfill({
      json: {
        success: true,
        releases: [{ name: '2.1', at: at(2) }],
        step: new URL(route.request().url()).searchParams.get('span') === 'day' ? 900 : 60,
        categories: [3, 2, 1].flatMap((ago) => [
          { ...timing, at: at(ago), category: 'api', count: ago * 10, p95: 0.0123 * ago },
          { ...timing, at: at(ago), category: 'database', count: ago * 50, p95: 0.002 },
        ]),
        processes: [3, 2, 1].map((ago) => ({
          at: at(ago),
          processes: 2,
          cpu: 0.25,
          rss: 200 * 1_048_576,
          eventLoopP99: 12,
          eventLoopMax: 40,
        })),
      },
    }),
  )
  await page.route('**/api/performance/statements', (route) =>
    route.fulfill({
      json: {
        success: true,
        statements: [
          {
            statement: 'select * from commerce_order where id = $1',
            route: 'GET /api/orders',
            count: 3,
            average: 0.09,
            max: 0.4,
            requestId: 'slow-request-1',
            lastSeen: at(1),
          },
        ],
      },
    }),
  )
  await page.route('**/api/performance/problems', (route) =>
    route.fulfill({
      json: {
        success: true,
        problems: [
          {
            kind: 'repeated',
            route: 'GET /api/orders',
            what: 'select * from commerce_order where id = $1',
            count: 7,
            most: 25,
            requestId: 'slow-request-1',
            firstSeen: at(60),
            lastSeen: at(1),
            firstRelease: '2.0',
            lastRelease: '2.1',
          },
          {
            kind: 'error',
            route: 'job lead-mail',
            what: 'Error: The mail server answered … (src/platform/mail/smtp-mailer.ts:66)',
            count: 2,
            most: 1,
            requestId: null,
            firstSeen: at(50),
            lastSeen: at(3),
            firstRelease: '2.0',
            lastRelease: '2.0',
          },
        ],
      },
    }),
  )
  await page.route('**/api/performance/requests/slow-request-1', (route) =>
    route.fulfill({
      json: {
        success: true,
        requests: [
          {
            requestId: 'slow-request-1',
            route: 'GET /api/orders',
            status: 200,
            startedAt: at(1),
            seconds: 0.5,
            databaseSeconds: 0.4,
            statementCount: 3,
            statements: [
              { text: 'select * from commerce_order where id = $1', seconds: 0.4 },
              { text: 'update commerce_order_reading', seconds: null },
            ],
          },
        ],
      },
    }),
  )
  await logIn(page)
  await tab(page, 'Performance')
  await expect(page.locator('.Toastify').getByText('Performance statistics loaded')).toBeVisible()
  const operations = page.getByRole('table', { name: 'Every operation, times over its last samples' })
  for (const column of ['Operation', 'Category', 'Count', 'Average', 'Min', 'Max', 'p50', 'p95', 'p99'])
    await expect(operations.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  await expect(operations.getByRole('row', { name: /GET \/api\/cms\/admin/ })).toBeVisible()
  const slowest = page.locator('figure').filter({ hasText: 'slowest operations, in milliseconds' })
  await expect(slowest.locator('.recharts-bar-rectangle').first()).toBeVisible()

  const history = page.getByText('95th percentiles in milliseconds, one point for each minute', {
    exact: false,
  })
  await expect(history).toBeVisible()
  const percentiles = page.locator('figure').filter({ has: history })
  await expect(percentiles.locator('.recharts-line-curve'), 'API, database, external').toHaveCount(3)
  await page.getByText('The figures of the chart').click()
  const moments = page.getByRole('table', { name: 'Calls, 95th percentiles and load by moment' })
  await expect(moments.getByRole('row')).toHaveCount(4)
  await expect(moments.getByRole('row').nth(1)).toContainText('12.3 ms')
  await expect(moments.getByRole('row').nth(1)).toContainText('200 MB')
  await page.getByLabel('Period').selectOption('Last day')
  await expect(page.getByText('one point for every 15 minutes', { exact: false })).toBeVisible()

  await expect(page.getByText(/^Started in this period: release 2\.1, /)).toBeVisible()

  // The statistics come first: statements are many lines long.
  await expect(page.getByLabel('Request id')).toBeHidden()
  await page.getByText(/^Details: /).click()
  const problems = page.getByRole('table', {
    name: 'Errors, slow statements and repeated statements by route',
  })
  await expect(problems.getByRole('row', { name: /Repeated statement.*25 times/ })).toBeVisible()
  await expect(problems.getByRole('row', { name: /The mail server answered.*release 2\.0/ })).toBeVisible()
  await problems.getByRole('button', { name: 'Show statements of GET /api/orders' }).click()
  await expect(page.getByRole('region', { name: 'One request' }).getByText('answered 200')).toBeVisible()
  await expect(page).toHaveURL(/\?request=slow-request-1$/)
  await expect(page.getByRole('heading', { name: 'One request' })).toBeFocused()
  await expect(page.getByLabel('Request id')).toHaveValue('slow-request-1')
  // One that compares seconds with numbers of runs cannot be sorted by.
  await expect(problems.getByRole('columnheader', { name: 'Worst' }).getByRole('button')).toHaveCount(0)
  const again = ['problems', 'statements', 'load', 'history'].map((part) =>
    page.waitForRequest((request) => request.url().includes(`/api/performance/${part}`)),
  )
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await Promise.all(again)
  await page.goBack()
  await expect(page.getByText('Every response has its id')).toBeVisible()

  const statements = page.getByRole('table', {
    name: 'The slowest database statements and the routes that ran them',
  })
  await statements.getByRole('button', { name: 'show the slowest request of GET /api/orders' }).click()
  const one = page.getByRole('region', { name: 'One request' })
  await expect(
    one.getByText('GET /api/orders answered 200 after 500.0 ms, 400.0 ms of it for the database'),
  ).toBeVisible()
  await expect(one.getByRole('meter', { name: 'Share of statement 1' })).toBeVisible()
  await expect(one.getByText('with the one before')).toBeVisible()
  await expect(one.getByText('And 1 more.')).toBeVisible()
  await expect(page.getByText(/^[\d.]+ µs/)).toBeVisible()
  await expectAccessible(page, 'performance')
  await one.getByLabel('Request id').fill('asked-long-ago')
  await one.getByLabel('Request id').press('Enter')
  await expect(one.getByText(/^No request is stored under this id\./)).toBeVisible()

  expect(faults).toEqual([])
  expect(page.url()).toBe(site('/admin/operations/performance?request=asked-long-ago'))
})
