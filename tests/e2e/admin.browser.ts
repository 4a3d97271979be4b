import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, site, watchPage } from './person.ts'

/** What the tests' own site is started with. */
const username = 'admin'
const password = 'test-admin-password-1'

async function logIn(page: Page): Promise<void> {
  await page.goto(site('/admin'))
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Content Management' })).toBeVisible()
  await expect(page.getByRole('tab', { name: '/home' })).toBeVisible()
}

const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name, exact: true }).click()

/** Opens what is folded, by the beginning of its name. */
async function open(within: Page | Locator, name: RegExp): Promise<void> {
  await within.getByRole('button', { name, expanded: false }).first().click()
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved successfully!')).toBeVisible()
}

const bar = (page: Page): Locator => page.getByRole('banner').first()

test.describe.configure({ mode: 'serial' })

/** Whatever a run before this one left behind. */
test.beforeEach(async ({ playwright }) => {
  const request = await playwright.request.newContext()
  const login = await request.post(site('/api/auth/login'), { data: { username, password } })
  expect(login.ok()).toBe(true)
  expect((await request.post(site('/api/cms/reset'))).ok()).toBe(true)
  await request.dispose()
})

test('an admin changes a slide, a voice and a colour; the site shows it; it is published and put back', async ({
  page,
}) => {
  const problems = watchPage(page)
  const stamp = Date.now().toString(36)

  await page.goto(site('/admin'))
  await expectAccessible(page, 'login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid credentials')).toBeVisible()
  await logIn(page)
  await expect(bar(page).getByText('Development channel')).toBeVisible()
  const before = Number(/version (\d+)/.exec((await bar(page).textContent()) ?? '')?.[1])

  await open(page, /^carousel/)
  const carousel = page.getByRole('region', { name: 'carousel' })
  await open(carousel, /^item-1/)
  await carousel.getByRole('textbox', { name: 'Text 1' }).fill(`Leadership ${stamp}`)
  await expect(bar(page).getByText('Unsaved changes')).toBeVisible()
  await expectAccessible(page, 'carousel editor')

  await open(page, /^certification Auth/)
  const promo = page.getByRole('region', { name: 'certification', exact: true })
  await promo.getByRole('textbox', { name: 'Primary', exact: true }).fill('#2F6B3C')

  await tab(page, '/certification-program-details')
  await open(page, /^certification-program/)
  await open(page, /^testimonial 1/)
  await page.getByRole('textbox', { name: 'Content', exact: true }).first().fill(`I listen now, ${stamp}.`)
  await save(page)
  await expect(bar(page).getByText('Unsaved changes')).toBeHidden()

  const visitor = await page.context().newPage()
  await visitor.goto(site('/'))
  await expect(visitor.getByText(`Leadership ${stamp}`).first()).toBeAttached()
  await visitor.goto(site('/certification/program-details'))
  await expect(visitor.getByText(`I listen now, ${stamp}.`).first()).toBeAttached()
  await visitor.close()

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText('/certification-program-details › certification-program › testimonials › 1 › content'),
  ).toBeVisible()
  await expect(dialog).toHaveCSS('opacity', '1')
  await expectAccessible(page, 'publish dialog')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Content published from Development to Production successfully!')).toBeVisible()

  await tab(page, 'Versions')
  await page.getByRole('button', { name: `Restore version ${before}`, exact: true }).click()
  await expect(dialog.getByText(`Leadership ${stamp}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(`Version ${before} restored as a new version.`)).toBeVisible()
  await tab(page, '/certification-program-details')
  await expect(page.getByText(`I listen now, ${stamp}.`)).toHaveCount(0)
  expect(problems).toEqual([])
})

test('an admin undoes, is told what is wrong, and two of them merge what they changed', async ({
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
  await text.fill(good.replace('"order": 1', '"order": 11'))
  await expect(page.getByText(/slides\.\d\.order: /)).toBeVisible()
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
  await expect(dialog.getByRole('heading', { name: 'Somebody else saved meanwhile' })).toBeVisible()
  await expect(dialog.getByRole('group', { name: '/about › title' }).getByLabel(/Theirs/)).toBeChecked()
  await expect(dialog.getByRole('group', { name: '/home › title' }).getByLabel(/Mine/)).toBeChecked()
  await expect(dialog).toHaveCSS('opacity', '1')
  await expectAccessible(page, 'conflict dialog')
  await dialog.getByRole('button', { name: 'Save the merge' }).click()
  await expect(page.getByText('Saved successfully!')).toBeVisible()
  await colleague.reload()
  await expect(colleague.getByLabel('Page title')).toHaveValue('Start')
  await tab(colleague, '/about')
  await expect(colleague.getByLabel('Page title')).toHaveValue('Who we are')
  await other.close()

  await page.getByRole('button', { name: 'Reset' }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('CMS content has been reset to base template successfully.')).toBeVisible()
  await expect(page.getByRole('tab', { name: '/home' })).toHaveAttribute('data-state', 'active')
  await expect(page.getByLabel('Page title')).toHaveValue('Home')
})

test('an admin whose server is away for a moment is retried once, and whose session ended keeps the edits', async ({
  page,
}) => {
  await logIn(page)
  await page.getByLabel('Page title').fill('Kept')
  let refused = 0
  await page.route('**/api/cms', async (route) => {
    if (route.request().method() !== 'PUT' || refused > 0) return route.fallback()
    refused += 1
    await route.abort('connectionrefused')
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Server may be restarting. Retrying in 3 seconds...')).toBeVisible()
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
  await expect(page.getByLabel('Page title')).toHaveValue('Still here')
  await page.getByLabel('Page title').fill('Home')
  await save(page)

  await page.getByLabel('Page title').fill('Never saved')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(dialog.getByRole('heading', { name: 'Log out without saving?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
})

test('an admin reads every tab in light and dark, releases a lead, and is told when the window is too small', async ({
  page,
  request,
}) => {
  // Every tab, opened whole, in both schemes.
  test.slow()
  const name = `Mary Somerville ${'abcdefgh'.charAt(Date.now() % 8)}`
  const sent = await request.post(site('/api/leads'), {
    data: {
      name,
      phone_number: '+1 555 010 0142',
      email: `mary-${Date.now()}@example.com`,
      company_name: 'Connexion & Co',
      lead_type: 'normal_lead',
      website: 'https://spam.example',
    },
  })
  expect(sent.ok()).toBe(true)
  await logIn(page)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const each of await page.getByRole('tab').all()) {
      await each.click()
      const all = page.getByRole('button', { name: 'Open all sections' })
      if (await all.isVisible()) await all.click()
      await page.waitForTimeout(400)
      await expectAccessible(page, `${await each.textContent()}, ${scheme}`)
    }
  }
  await tab(page, 'Performance')
  await expect(page.getByRole('columnheader', { name: 'Average' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Operation', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Operation' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )

  await tab(page, 'Leads')
  await page.getByLabel('Status').selectOption('Quarantined')
  await page.getByRole('button', { name }).first().click()
  const lead = page.getByRole('complementary', { name: `Lead ${name}` })
  await expectAccessible(page, 'one lead')
  await lead.getByLabel('Notes').fill('Wrote a fine book.')
  await lead.getByRole('button', { name: 'Save notes' }).click()
  await expect(page.getByText('Notes saved.')).toBeVisible()
  await lead.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Status changed.')).toBeVisible()

  await page.setViewportSize({ width: 1000, height: 700 })
  await expect(page.getByRole('heading', { name: 'Screen Too Small for Admin Panel' })).toBeVisible()
  await expect(page.getByText('1000px')).toBeVisible()
  await page.getByRole('button', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(site('/'))
})
