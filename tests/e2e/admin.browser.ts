import { expect } from '@playwright/test'
import { firstDayJourneys } from './admin-first-day.ts'
import { olderContentJourney } from './admin-older-content.ts'
import { logIn, password, resetContent, save, tab, username } from './admin-page.ts'
import { sourcesJourney } from './admin-sources.ts'
import { expectAccessible } from './axe.ts'
import { noteDelays, takeDelays } from './delays.ts'
import { test } from './journey.ts'

test.use({ viewport: { width: 1440, height: 900 } })
// One after the other, in one file, all that change the content: beside each other they would reset each other's work.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ playwright }) => resetContent(playwright))

firstDayJourneys()
olderContentJourney()
sourcesJourney()

test('an admin undoes, is told what is wrong, and two of them merge what they changed (M-157, M-158, M-163, M-165)', async ({
  page,
  browser,
}) => {
  await logIn(page)
  const title = page.getByLabel('Page title')
  const own = await title.inputValue()
  await title.fill('Start')
  await page.keyboard.press('Control+z')
  await expect(title).toHaveValue(own)
  await page.keyboard.press('Control+Shift+z')
  await expect(title).toHaveValue('Start')

  await tab(page, 'Advanced')
  const text = page.getByLabel('Content of every page as JSON')
  const good = await text.inputValue()
  await text.fill(good.slice(0, -1))
  await expect(page.getByText(/^Invalid JSON: /)).toBeVisible()
  await text.fill(good)
  await expect(page.getByText(/^Invalid JSON: /)).toBeHidden()
  await text.fill(good.replace('"order": 1', '"order": 11'))
  await expect(
    page.getByText(/slide \d, Order must be at most 10\. In the text: .*slides\.\d\.order\./),
  ).toBeVisible()
  await expectAccessible(page, 'advanced with a problem')
  await page.getByRole('button', { name: 'Discard this text' }).click()
  await expect(text).toHaveValue(good)

  const other = await browser.newContext()
  const colleague = await other.newPage()
  await logIn(colleague)
  await tab(colleague, '/about')
  await colleague.getByLabel('Page title').fill('Who we are')
  await save(colleague)

  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'The content was saved in the meantime' })).toBeVisible()
  await expect(
    dialog.getByRole('group', { name: 'Page /about, Page title' }).getByLabel(/Theirs/),
  ).toBeChecked()
  await expect(dialog.getByRole('group', { name: 'Page /home, Page title' }).getByLabel(/Mine/)).toBeChecked()
  await expect(dialog).toHaveCSS('opacity', '1')
  await expectAccessible(page, 'conflict dialog')
  await dialog.getByRole('button', { name: 'Save the merge' }).click()
  await expect(page.getByText('Saved successfully!')).toBeVisible()
  await colleague.reload()
  await expect(colleague.getByLabel('Page title')).toHaveValue('Who we are')
  await tab(colleague, '/home')
  await expect(colleague.getByLabel('Page title')).toHaveValue('Start')
  await other.close()

  await page.getByRole('button', { name: 'Reset' }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('CMS content has been reset to base template successfully.')).toBeVisible()
  await expect(page.getByRole('tab', { name: '/home' })).toHaveAttribute('data-state', 'active')
  await expect(page.getByLabel('Page title')).toHaveValue('Home')

  await tab(page, 'Versions')
  await page
    .getByRole('row', { name: /admin Saved/ })
    .first()
    .getByRole('button', { name: /^Restore/ })
    .click()
  await expect(dialog.getByText('Page /about, Page title')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(/^Version \d+ restored as a new version\.$/)).toBeVisible()
  await tab(page, '/about')
  await expect(page.getByLabel('Page title')).toHaveValue('Who we are')
})

test('an admin whose server is away for a moment is retried once, and whose session ended keeps the edits (M-162, M-459)', async ({
  page,
}) => {
  await noteDelays(page)
  await logIn(page)
  await page.getByLabel('Page title').fill('Kept')
  let refused = 0
  await page.route('**/api/cms', async (route) => {
    if (route.request().method() !== 'PUT' || refused > 0) return route.fallback()
    refused += 1
    await route.abort('connectionrefused')
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page.getByText('Server may be restarting. Retrying in 3 seconds...', { exact: true }),
  ).toBeVisible()
  expect(await takeDelays(page)).toContain(3_000)
  await expect(page.getByText('Saved successfully!')).toBeVisible()
  await expect(page.getByText('Saved successfully!')).toBeHidden()

  await page.getByLabel('Page title').fill('Still here')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Your session has ended.')).toBeVisible()
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  // Until it is closed, the dialog has whatever is typed.
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Page title')).toHaveValue('Still here')
  await page.getByLabel('Page title').fill('Home')
  await save(page)

  await page.getByLabel('Page title').fill('Never saved')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(dialog.getByRole('heading', { name: 'Log out without saving?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
})
