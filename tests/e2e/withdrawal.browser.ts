import { expect, type Page } from '@playwright/test'
import { newDataDir, type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { workFolder } from '../support/work-folder.ts'
import { test } from './journey.ts'
import { expectSound } from './paying.ts'
import { newPerson, payWith, signUp, touch, watchPage } from './person.ts'

const staff = { username: 'admin', password: 'Journey-password-1' }
let app: SpawnedApp
/** A site of its own: the setting changes every page. */
test.beforeAll(async () => {
  test.setTimeout(120_000)
  const env = { ADMIN_USERNAME: staff.username, ADMIN_PASSWORD: staff.password }
  app = await spawnApp({ dataDir: await newDataDir(workFolder()), env })
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
})

/** "We sell to consumers in the EU". */
async function sellInEu(page: Page): Promise<void> {
  expect((await page.request.post(`${app.url}/api/auth/login`, { data: staff })).ok()).toBe(true)
  const { sections } = await (await page.request.get(`${app.url}/api/settings`)).json()
  const { revision } = sections.find(({ key }: { key: string }) => key === 'withdrawal')
  const data = { values: { euConsumers: true }, revision }
  expect((await page.request.put(`${app.url}/api/settings/withdrawal`, { data })).ok()).toBe(true)
}

const link = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here', exact: true })

test('a buyer agrees to an early start, pays, and withdraws signed out in two steps at 390 px', async ({
  page,
  browser,
}) => {
  const problems = watchPage(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(app.url)
  await expect(link(page)).toHaveCount(0)
  await sellInEu(page)
  const buyer = newPerson()
  await signUp(page, buyer, app.url)
  await page.goto(`${app.url}/payment`)
  const agreement = page.getByRole('checkbox', { name: /^I ask you to begin before my 14 days/ })
  await expect(agreement).not.toBeChecked()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByText('Please agree to the early start').first()).toBeVisible()
  await agreement.check()
  await page.getByRole('button', { name: 'Pay $2,500.00', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Enrollment Confirmed!', exact: true })).toBeVisible({
    timeout: 30_000,
  })
  const orderId = page.url().split('/').at(-1)!
  await page.getByRole('main').getByRole('link', { name: 'Withdraw from contract here' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(page.getByText('Within the 14 days. Amount: $2,500.00')).toBeVisible()
  const number = await page.getByLabel('Order or invoice number').inputValue()
  expect(number).toMatch(/^INV-/)

  const stranger = await browser.newPage({ viewport: { width: 390, height: 844 } })
  problems.push(...watchPage(stranger))
  await stranger.goto(app.url)
  await touch(stranger)
  await link(stranger).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Withdraw from contract' })).toBeVisible()
  await expectSound(stranger, 'the form of a withdrawal')
  await stranger.getByRole('button', { name: 'Continue' }).click()
  await expect(stranger.getByText('Name is needed.')).toBeVisible()
  await stranger.getByLabel('Name', { exact: true }).fill(buyer.fullName)
  await stranger.getByLabel('Order or invoice number').fill(number)
  await stranger.getByLabel('Email').fill(buyer.email)
  await stranger.keyboard.press('Enter')
  await expect(stranger.getByText('I withdraw from this contract.')).toBeVisible()
  await expectSound(stranger, 'the summary of a withdrawal')
  await stranger.getByRole('button', { name: 'Confirm withdrawal', exact: true }).click()
  await expect(stranger.getByText('We have received your withdrawal')).toBeVisible()
  await expect
    .poll(
      async () => (await (await page.request.get(`${app.url}/api/orders/${orderId}`)).json()).order.status,
    )
    .toBe('refunded')
  const mails = await (
    await page.request.get(`${app.url}/api/dev/mail?to=${encodeURIComponent(buyer.email)}`)
  ).json()
  const subjects = mails.mails.map(({ subject }: { subject: string }) => subject)
  expect(subjects.filter((subject: string) => subject === 'We have received your withdrawal')).toHaveLength(1)
  await stranger.close()
  expect(problems).toEqual([])
})
