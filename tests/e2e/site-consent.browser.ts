import { expect, type Page } from '@playwright/test'
import { home } from '../../src/modules/content/base-template/home.ts'
import { storedCookies, storedValues } from '../../src/platform/contract/browser-storage.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { expectSound } from './paying.ts'
import { watchPage } from './person.ts'

/** A second site with third parties and object storage configured; nothing of theirs leaves this machine. */
let app: SpawnedApp

// One process serves all of this file's tests.
test.describe.configure({ mode: 'default' })
test.use({ admitted: ['https://storage.example'] })

test.beforeAll(async () => {
  app = await spawnApp({
    env: {
      BRAND_NAME: 'Northwind',
      GA_MEASUREMENT_ID: 'G-TEST12345',
      ENABLE_LINKEDIN_INSIGHTS: 'true',
      LINKEDIN_PARTNER_ID: '424242',
      SCHEDULER_URL: 'https://calendar.example/book',
      LOAD_ASSETS_FROM_S3: 'true',
      S3_ASSETS_PATH: 'https://storage.example/site',
    },
  })
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
})

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3" width="4" height="3"/>'

/** Answers for the third parties; the policy of the page is asked before any of these is. */
async function standIns(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(/googletagmanager|licdn|calendar\.example|storage\.example/, async (route) => {
    const address = route.request().url()
    asked.push(address)
    if (address.endsWith('.svg')) await route.fulfill({ contentType: 'image/svg+xml', body: drawing })
    else if (address.includes('calendar'))
      await route.fulfill({ contentType: 'text/html', body: 'Choose a day' })
    else
      await route.fulfill({
        contentType: 'text/javascript',
        body: `window.loaded = [...(window.loaded ?? []), '${new URL(address).host}']`,
      })
  })
  return asked
}

/** Waits until React has the page, then until the network rests. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const foreign = (asked: string[]) => asked.filter((address) => !address.includes('storage.example'))
/** To the calendar on the results of a calculation. */
async function openCalendar(page: Page): Promise<void> {
  await page.evaluate(
    (formData) =>
      localStorage.setItem('leadershipCostData', JSON.stringify({ formData, selectedFactors: {} })),
    {
      companySize: '250',
      avgCompensation: '80,000',
      turnoverRate: '20',
      disengagementPercent: '30',
      productivityLoss: '10',
      hiringDelay: '6',
    },
  )
  await page.goto(`${app.url}/leadership-cost-results`)
  await page.getByRole('button', { name: 'Ready to reverse the cost ?' }).click()
  await page.getByRole('button', { name: 'Allow and show the calendar' }).click()
}

const bar = (page: Page) => page.getByRole('region', { name: 'Your choice about third parties' })

test('given third parties, when a visitor declines, then nothing of them loads, now or on the next page', async ({
  page,
}) => {
  const problems = watchPage(page)
  const asked = await standIns(page)
  await page.goto(app.url)
  await expect(bar(page)).toBeVisible()
  await expect(bar(page)).toContainText('visit statistics (Google Analytics)')
  expect(foreign(asked)).toEqual([])
  await bar(page).getByRole('button', { name: 'Decline' }).click()
  await expect(bar(page)).toHaveCount(0)
  await page.goto(`${app.url}/aboutus`)
  await expect(page.locator('header[data-compact], header').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(bar(page)).toHaveCount(0)
  expect(foreign(asked)).toEqual([])
  const choices = page.getByRole('dialog', { name: 'Privacy choices' })
  await test.step('and the calendar that they allow later is the calendar alone (M-418)', async () => {
    await openCalendar(page)
    await expect(
      page.frameLocator('iframe[title="Consultation scheduler"]').getByText('Choose a day'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.goto(app.url)
    await settled(page)
    expect(foreign(asked).filter((address) => !address.includes('calendar.example'))).toEqual([])
    await expect(bar(page)).toHaveCount(0)
  })
  await test.step('and may think again, from the footer, purpose by purpose', async () => {
    await page.getByRole('button', { name: 'Privacy choices' }).click()
    await expect(choices.getByLabel('Visit statistics (Google Analytics)')).not.toBeChecked()
    await expect(choices.getByLabel('The appointment calendar')).toBeChecked()
    await choices.getByLabel('Ad measurement (LinkedIn)').check()
    await choices.getByRole('button', { name: 'Save choices' }).click()
    await expect.poll(() => page.evaluate<string[]>('window.loaded ?? []')).toEqual(['snap.licdn.com'])
  })
  await test.step('and takes it back: its cookies go, and the page is loaded again without it', async () => {
    await page.context().addCookies([{ name: 'li_fat_id', value: '1', url: app.url }])
    await page.getByRole('button', { name: 'Privacy choices' }).click()
    await choices.getByLabel('Ad measurement (LinkedIn)').uncheck()
    asked.length = 0
    const anew = page.waitForEvent('load')
    await choices.getByRole('button', { name: 'Save choices' }).click()
    await anew
    await settled(page)
    expect(foreign(asked)).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })
  expect(problems).toEqual([])
})

test('given third parties, when a visitor allows them, then both load under the policy of the page, except where one pays (M-041)', async ({
  page,
}) => {
  const problems = watchPage(page)
  const asked = await standIns(page)
  await page.goto(app.url)
  await bar(page).getByRole('button', { name: 'Allow' }).click()
  await expect
    .poll(() => page.evaluate<string[]>('(window.loaded ?? []).toSorted()'))
    .toEqual(['snap.licdn.com', 'www.googletagmanager.com'])
  expect(asked.some((address) => address.includes('id=G-TEST12345'))).toBe(true)
  expect(await page.evaluate('window._linkedin_data_partner_ids')).toEqual(['424242'])
  await test.step('not even then where the owner has switched ad measurement off', async () => {
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), enableLinkedInInsights: false } })
    })
    await page.goto(`${app.url}/reset-password`)
    await expect(page, 'the product has its configured name (M-001)').toHaveTitle(
      'Northwind - Reset Password',
    )
    await expect(page.locator('body')).not.toContainText('Veralead')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Northwind home' })).toBeVisible()
    await expect(page.locator('script#analytics')).toBeAttached()
    await expect(page.locator('script#insights')).toHaveCount(0)
    await page.unroute('**/api/config')
  })
  asked.length = 0
  await page.goto(`${app.url}/checkout/cancel`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(foreign(asked)).toEqual([])
  expect(problems).toEqual([])
})

test('given third parties, when a visitor chooses one purpose in the bar, then that one loads and the other does not', async ({
  page,
}) => {
  const asked = await standIns(page)
  await page.goto(app.url)
  await expect(bar(page)).not.toContainText('calendar')
  await bar(page).getByRole('button', { name: 'Choose' }).click()
  const choices = page.getByRole('dialog', { name: 'Privacy choices' })
  await choices.getByLabel('Visit statistics (Google Analytics)').check()
  await expectAccessible(page, 'the privacy choices')
  await choices.getByRole('button', { name: 'Save choices' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect
    .poll(() => page.evaluate<string[]>('window.loaded ?? []'))
    .toEqual(['www.googletagmanager.com'])
  expect(foreign(asked).filter((address) => address.includes('licdn'))).toEqual([])
  await test.step('and the privacy page lists the cookies of both, and all of our own', async () => {
    await page.goto(`${app.url}/privacy`)
    for (const { name } of [...storedCookies, ...storedValues])
      await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('row', { name: /^device / })).toContainText('180 days')
    await expectSound(page, 'the privacy page')
  })
})

test('given a phone on which the question is not answered yet, then the way to enroll is above it and both can be pressed', async ({
  page,
}) => {
  await standIns(page)
  const enroll = page.getByRole('region', { name: 'Enroll', exact: true })
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${app.url}/certification/program-details`)
    await expect(bar(page)).toBeVisible()
    // Where they are, not whether they can be pressed: a press would scroll until it finds them free.
    await expect(async () => {
      const [above, below] = [await enroll.boundingBox(), await bar(page).boundingBox()]
      if (!above || !below) throw new Error('One of the two is not on the screen')
      expect(above.y, `${width} px`).toBeGreaterThan(0)
      expect(above.y + above.height, `${width} px`).toBeLessThanOrEqual(below.y)
      expect(below.y + below.height, `${width} px`).toBeLessThanOrEqual(height)
    }).toPass({ timeout: 10_000 })
  }
  await bar(page).getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => enroll.evaluate((bar) => bar.getBoundingClientRect().bottom)).toBe(1024)
  await enroll.getByRole('button').click()
  await expect(page).toHaveURL(/\/signup/)
})

test('given object storage, then pictures come from its assets folder; what fails there comes from here, and then a sign', async ({
  page,
}) => {
  const asked = await standIns(page)
  await page.route('**/art/certificate.svg', (route) => route.abort())
  await page.route('https://storage.example/**/book-cover.svg', (route) => route.abort())
  await page.goto(app.url)
  await test.step('the folder, its slash, and each name once (M-044, M-045, M-046)', async () => {
    await expect(page.locator('[data-shown] img')).toHaveAttribute(
      'src',
      'https://storage.example/site/assets/art/slide-keel.svg',
    )
    expect(asked).toContain('https://storage.example/site/assets/art/slide-keel.svg')
  })
  await test.step('the bundled picture for one that fails there (M-047, M-202)', async () => {
    const book = page.locator('[data-section="book"]')
    await book.scrollIntoViewIfNeeded()
    await expect(book.locator('img')).toHaveAttribute('src', '/assets/art/book-cover.svg')
  })
  await test.step('the cross where both fail (M-201, M-202)', async () => {
    const section = page.locator('[data-section="certification"]')
    await section.scrollIntoViewIfNeeded()
    await expect(section.getByRole('img')).toHaveText('Both S3 and local fallback failed')
  })
  await test.step('a film is asked for three times there and three times here (M-205, M-206)', async () => {
    await page.clock.install()
    const tries: string[] = []
    await page.route('**/videos/*.webm', (route) => {
      tries.push(new URL(route.request().url()).origin)
      return route.abort()
    })
    const awake = page.waitForResponse((answer) => answer.url().includes('/api/auth/user/session'))
    await page.goto(`${app.url}/certification/program-details`)
    await page.clock.runFor(4_000)
    await awake
    await page.getByRole('button', { name: /Play video/ }).click()
    for (const [count, wait] of [1_000, 2_000, 0, 1_000, 2_000].entries()) {
      await expect.poll(() => tries.length).toBeGreaterThan(count)
      await page.clock.runFor(wait)
    }
    await expect(
      page.getByText('S3 video failed to load and fallback also failed', { exact: true }),
    ).toBeVisible()
    const [there, here] = ['https://storage.example', new URL(app.url).origin]
    expect(tries).toEqual([there, there, there, here, here, here])
  })
  await test.step('and on a phone, whose own picture fails there (M-202)', async () => {
    const changed = structuredClone(home)
    for (const { id, fields } of changed.sections)
      if (id === 'book') fields.media.mobile = { illustration: 'art/compass.svg' }
    await page.route('**/api/cms', (route) => route.fulfill({ json: { pages: [changed], version: 1 } }))
    await page.route('https://storage.example/**/compass.svg', (route) => route.abort())
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${app.url}/reset-password`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Home', exact: true }).click()
    const book = page.locator('[data-section="book"]')
    await book.scrollIntoViewIfNeeded()
    await expect(book.locator('img')).toHaveAttribute('src', '/assets/art/book-cover.svg')
    await expect(book.locator('img')).toHaveAttribute('data-state', 'painted')
  })
})
