import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { expectAccessible } from './axe.ts'
import { watchPage } from './person.ts'
import { test } from './visitor.ts'

// One process serves all of this file's tests.
test.describe.configure({ mode: 'default' })

const button = 'Ready to reverse the cost ?'
const formData = {
  companySize: '250',
  avgCompensation: '80,000',
  turnoverRate: '20',
  disengagementPercent: '30',
  productivityLoss: '10',
  hiringDelay: '6',
}

/** Replaces the scheduler's own site; it records who asked for what. */
let scheduler: Server
const asked: string[] = []
let address = ''
let app: SpawnedApp
test.beforeAll(async () => {
  scheduler = createServer((req, res) => {
    asked.push(req.url ?? '')
    res.setHeader('content-type', 'text/html')
    res.end('<!doctype html><title>Times</title><h1>Choose among our times</h1>')
  })
  await new Promise<void>((resolve) => scheduler.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(scheduler.address() as AddressInfo).port}/book`
  app = await spawnApp({ env: { SCHEDULER_URL: address, TRUST_PROXY_HOPS: '1' } })
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
  scheduler?.close()
})

async function openResults(page: Page): Promise<void> {
  asked.length = 0
  await page.addInitScript(
    `if (window === window.top) localStorage.setItem('leadershipCostData', ${JSON.stringify(JSON.stringify({ formData, selectedFactors: {} }))})`,
  )
  await page.goto(`${app.url}/leadership-cost-results`)
  await expect(page.getByRole('button', { name: button })).toBeVisible()
}

test('the calendar of another company is asked for only after the click and the yes, and Escape or the cross closes it (M-417, M-418)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await openResults(page)
  const open = page.getByRole('button', { name: button })
  const tip = page.getByRole('tooltip', { includeHidden: true })
  const dialog = page.getByRole('dialog', { name: 'Choose a time' })
  const frame = page.frameLocator('iframe[title="Consultation scheduler"]')

  await test.step('a tip sits 80 px above the button while it is pointed at or focused', async () => {
    await expect(tip).toBeHidden()
    await open.hover()
    await expect(tip).toHaveText('Choose a time with one of our advisors. Thirty minutes, no charge.')
    const [above, below] = [await tip.boundingBox(), await open.boundingBox()]
    expect(Math.round((below?.y ?? 0) - (above?.y ?? 0))).toBe(80)
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    await page.mouse.move(0, 0)
    await expect(tip).toBeHidden()
    await open.focus()
    await expect(tip).toBeVisible()
    await expect(open).toHaveAccessibleDescription(/^Choose a time with one of our advisors/)
  })

  await test.step('the click alone loads nothing of theirs', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('The calendar comes from another company')).toBeVisible()
    await expect(dialog).toHaveCSS('opacity', '1')
    await expectAccessible(page, 'the question before the calendar')
    expect(asked).toEqual([])
    await dialog.getByRole('button', { name: 'Allow and show the calendar' }).click()
    await expect(frame.getByText('Choose among our times')).toBeVisible()
    expect(asked).toContain('/book')
  })

  await test.step('Escape and the cross close it, and the focus returns', async () => {
    // The keys go to whatever has the focus: in their window it is theirs.
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
    await open.click()
    await expect(frame.getByText('Choose among our times')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a visitor who said yes before still loads it with the click only, at any width', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openResults(page)
    await open.hover()
    await expect(tip).toBeVisible()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
    expect((await tip.boundingBox())?.x).toBeGreaterThanOrEqual(0)
    expect(asked).toEqual([])
    await open.click()
    await expect(frame.getByText('Choose among our times')).toBeVisible()
  })
  expect(problems).toEqual([])
})

test('the policy of the page admits that calendar and no other frame (M-418)', async ({ page }) => {
  await openResults(page)
  const refused = await page.evaluate<string>(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
    const frame = document.createElement('iframe')
    frame.src = ${JSON.stringify(address.replace('127.0.0.1', 'localhost'))}
    document.body.append(frame)
  })`)
  expect(refused).toBe('frame-src')
  expect(asked).toEqual([])
  const policy = async (path: string): Promise<string> =>
    (await page.request.get(`${app.url}${path}`)).headers()['content-security-policy'] ?? ''
  expect(await policy('/leadership-cost-results')).toContain(`frame-src ${new URL(address).origin}`)
  for (const path of ['/admin', '/payment']) expect(await policy(path)).not.toContain(new URL(address).origin)
})

/** From the calculator to its results, as a visitor fills it. */
async function fillCalculator(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/leadership-cost-calculator$/)
  for (const [label, value] of [
    ['Company Size (number of employees)', '250'],
    ['Average total compensation per employee (USD)', '80000'],
    ['Turnover Rate (%)', '20'],
    ['Disengagement Rate (%)', '30'],
    ['Productivity Loss (%)', '10'],
    ['Hiring Delay (Weeks)', '6'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\/leadership-cost-results$/)
}

test('given a visitor who begins on the home page, when they walk to the calendar, then the policy of that first document admits it, after the click and the yes (M-417, M-418)', async ({
  page,
}) => {
  const problems = watchPage(page)
  asked.length = 0
  await page.goto(app.url)
  // Whatever is loaded again has a policy of its own; this walk stays in the first document.
  await page.evaluate('globalThis.first = true')
  const bar = page.getByRole('region', { name: 'Your choice about third parties' })
  // The calendar is asked for where it is opened, and nothing else is configured here.
  await expect(bar).toHaveCount(0)

  const teaser = page.locator('[data-section="cost"]')
  await teaser.scrollIntoViewIfNeeded()
  const link = teaser.getByRole('link', { name: 'Run the Numbers!' })
  // Before React has it, a link loads a document, as it should.
  await expect
    .poll(() => link.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
  await link.click()
  await fillCalculator(page)

  const open = page.getByRole('button', { name: button, exact: true })
  const frame = page.frameLocator('iframe[title="Consultation scheduler"]')
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Choose a time' })
  await expect(dialog.getByText('The calendar comes from another company')).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: 'Allow and show the calendar' }).click()
  await expect(frame.getByText('Choose among our times')).toBeVisible()
  expect(asked).toContain('/book')
  expect(await page.evaluate('globalThis.first')).toBe(true)

  await test.step('that yes is kept: nothing asks again, and nothing of theirs is on the home page', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(bar).toHaveCount(0)
    asked.length = 0
    await page.goto(app.url)
    await page.waitForLoadState('networkidle')
    await expect(bar).toHaveCount(0)
    expect(asked).toEqual([])
  })
  expect(problems).toEqual([])
})

test('given a visitor who comes from a cancelled checkout, whose document admits no third party, then the calendar opens all the same', async ({
  page,
}) => {
  const problems = watchPage(page)
  await page.goto(`${app.url}/checkout/cancel`)
  const anew = page.waitForEvent('load')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /calculator/i })
    .click()
  await fillCalculator(page)
  // The results keep what was typed while their page loads as a document of its own.
  await anew
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('button', { name: 'Allow and show the calendar' }).click()
  await expect(
    page.frameLocator('iframe[title="Consultation scheduler"]').getByText('Choose among our times'),
  ).toBeVisible()
  expect(problems).toEqual([])
})
