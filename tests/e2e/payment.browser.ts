import { expect, test } from '@playwright/test'
import { expectAccessible, newPerson, payWith, signUp, site, watchPage } from './person.ts'

test('a declined card says why and costs nothing; the next one enrolls', async ({ page }) => {
  const problems = watchPage(page)
  await signUp(page, newPerson())
  // Opened directly, without navigation state: product and person are fetched again (M-026).
  await page.goto(site('/payment'))
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  await expectAccessible(page, 'declined')
  await page.reload()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { name: 'Enrollment Confirmed!' })).toBeVisible({ timeout: 30_000 })
  const { orders } = await (await page.request.get(site('/api/orders'))).json()
  expect(orders).toHaveLength(1)
  expect(problems).toEqual([])
})

test('a card that asks for its holder is confirmed in a dialog, by keyboard', async ({ page }) => {
  await signUp(page, newPerson())
  await page.goto(site('/payment'))
  await payWith(page, '4000 0027 6000 3184')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible(page, '3-D Secure')
  await dialog.getByRole('button', { name: /complete/i }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Enrollment Confirmed!' })).toBeVisible({ timeout: 30_000 })
})

test('a bank debit is processing first and the page updates by itself', async ({ page }) => {
  await signUp(page, newPerson())
  await page.goto(site('/payment'))
  await page.getByRole('tab', { name: /bank debit/i }).click()
  await page.getByLabel(/routing number/i).fill('110000000')
  await page.getByLabel(/account number/i).fill('000123456789')
  await page.getByRole('button', { name: 'Pay $2,500.00' }).click()
  await expect(page.getByText('Payment is being processed. This may take a few minutes.')).toBeVisible({
    timeout: 30_000,
  })
  await expectAccessible(page, 'processing')
  await expect(page.getByRole('heading', { name: 'Enrollment Confirmed!' })).toBeVisible({ timeout: 60_000 })
})

test('without JavaScript the home page can be read', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site('/'))
  await expect(page).toHaveTitle('Veralead - Home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const text of [
    'The Rise of Real Leadership',
    'AUTHENTICITY THAT DELIVERS',
    'Forthcoming Book',
    'Run the Numbers!',
  ]) {
    await expect(page.getByText(text).first()).toBeAttached()
  }
  expect(await page.locator('meta[name=description]').getAttribute('content')).toBeTruthy()
  await context.close()
})

test('an unknown address answers 404 and the browser finds the way home', async ({ page }) => {
  const answer = await page.goto(site('/no/such/page'))
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveURL(site('/'))
})
