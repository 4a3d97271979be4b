import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { test } from './journey.ts'
import { watchPage } from './person.ts'

/** Stands in for the scheduler's own site; it tells who asked for what. */
let scheduler: Server
const asked: string[] = []
let app: SpawnedApp
test.beforeAll(async () => {
  scheduler = createServer((req, res) => {
    asked.push(req.url ?? '')
    res.setHeader('content-type', 'text/html')
    res.end('<!doctype html><title>Times</title><h1>Choose among our times</h1>')
  })
  await new Promise<void>((resolve) => scheduler.listen(0, '127.0.0.1', resolve))
  const { port } = scheduler.address() as AddressInfo
  app = await spawnApp({ env: { SCHEDULER_URL: `http://127.0.0.1:${port}/book` } })
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
  scheduler?.close()
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
  await page.goto(app.url)
  // Whatever is loaded anew has a policy of its own; this walk stays in the first document.
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

  const open = page.getByRole('button', { name: 'Ready to reverse the cost ?', exact: true })
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
  await page.getByRole('button', { name: 'Ready to reverse the cost ?', exact: true }).click()
  await page.getByRole('button', { name: 'Allow and show the calendar' }).click()
  await expect(
    page.frameLocator('iframe[title="Consultation scheduler"]').getByText('Choose among our times'),
  ).toBeVisible()
  expect(problems).toEqual([])
})
