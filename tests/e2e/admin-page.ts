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

export const tab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name, exact: true }).click()

/** The name of a tab: without the title of the page beneath it. */
export const nameOf = (tab: Locator): Promise<string> =>
  tab
    .locator('span')
    .first()
    .evaluate((text) => text.firstChild?.textContent ?? '')

/** Opens what is folded, by the beginning of its name. */
export async function open(within: Page | Locator, name: RegExp): Promise<void> {
  await within.getByRole('button', { name, expanded: false }).first().click()
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes', exact: true }).click()
  await expect(page.getByText('Saved successfully!', { exact: true })).toBeVisible()
}

export const bar = (page: Page): Locator => page.getByRole('banner').first()
