import { expect, type Locator, type Page, type PlaywrightWorkerArgs } from '@playwright/test'
import { site } from './person.ts'

/** What the tests' own site is started with. */
export const username = 'admin'
export const password = 'Test-admin-password-1'

/** Signs in at the screen. */
export async function logIn(page: Page): Promise<void> {
  await page.goto(site('/admin'))
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login', exact: true })).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Content Management', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: '/home', exact: true })).toBeVisible()
}

/** Whatever a run before this one left behind goes: the base template again. */
export async function resetContent(playwright: PlaywrightWorkerArgs['playwright']): Promise<void> {
  const request = await playwright.request.newContext()
  const login = await request.post(site('/api/auth/login'), { data: { username, password } })
  expect(login.ok()).toBe(true)
  expect((await request.post(site('/api/cms/reset'))).ok()).toBe(true)
  await request.dispose()
}

const groups = {
  Sales: ['Orders', 'Quotes', 'Prices and coupons', 'Sources'],
  Money: [
    'Books',
    'Deferred income',
    'Bank transfers',
    'Payouts',
    'Receivables',
    'Withdrawals',
    'Reconciliation',
  ],
  Documents: ['Register', 'Vendor pack', 'Tax', 'Emails'],
  Audit: ['Proof', 'Exports', 'Webhooks'],
  Content: ['Advanced', 'Publishing', 'Versions'],
}

/** Presses a tab; where its group is folded, the head of the group first, which may lead to the tab at once. */
export async function tab(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('tab', { name, exact: true })
  await expect(page.getByRole('tab').first()).toBeVisible()
  if (!(await wanted.isVisible())) {
    const [group] = Object.entries(groups).find(([, names]) => names.includes(name)) ?? ['Content']
    await page.getByRole('tab', { name: group, exact: true }).click()
    await expect(wanted).toBeVisible()
    if ((await wanted.getAttribute('aria-selected')) === 'true') return
  }
  await wanted.click()
}

/** The name of a tab. */
export const nameOf = async (tab: Locator): Promise<string> =>
  (await tab.locator('span').first().textContent()) ?? ''

/** Opens what is folded, by the beginning of its name. */
export async function open(within: Page | Locator, name: RegExp): Promise<void> {
  await within.getByRole('button', { name, expanded: false }).first().click()
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes', exact: true }).click()
  await expect(page.getByText('Saved successfully!', { exact: true })).toBeVisible()
}

export const bar = (page: Page): Locator => page.getByRole('banner').first()
