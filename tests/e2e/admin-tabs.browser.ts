import { expect } from '@playwright/test'
import { logIn, nameOf, tab } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { site } from './person.ts'
import { test } from './visitor.ts'

test.use({ viewport: { width: 1280, height: 800 } })

/** These two have every kind of editor; elsewhere only what is not folded differs. */
const withEveryEditor = ['/home', '/certification-program-details']
const long = process.env.LONG === '1'

test('an admin reads every content page in light and dark', async ({ page }) => {
  await logIn(page)
  const tabs = await page.getByRole('tab').all()
  const found = await Promise.all(
    tabs.map(async (each) => ({ path: (await each.getAttribute('href')) ?? '', name: await nameOf(each) })),
  )
  const pages = found.filter(({ name }) => name.startsWith('/'))
  expect(pages).toHaveLength(8)
  for (const { path, name } of pages) {
    // By its address, as a new document.
    await page.goto(site(path))
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
    const panel = page.getByRole('tabpanel')
    await expect(panel).not.toBeEmpty()
    await expect(panel.locator('[class*="skeleton"]')).toHaveCount(0)
    const whole = withEveryEditor.includes(name)
    if (whole) await page.getByRole('button', { name: 'Open all sections' }).click()
    // No movement: what is measured is what stays.
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await expectAccessible(page, `${name}, light`)
    if (!long && !whole) continue
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
    await expectAccessible(page, `${name}, dark`, { contrastOnly: true })
  }
})

test('an admin sorts the operations, releases a lead, and is told when the window is too small (M-146, M-458)', async ({
  page,
  request,
}) => {
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
  await tab(page, 'Performance')
  const operations = page.getByRole('table', { name: /^Every operation/ })
  await expect(operations.getByRole('columnheader', { name: 'Average' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await operations.getByRole('button', { name: 'Operation', exact: true }).click()
  await expect(operations.getByRole('columnheader', { name: 'Operation' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )

  await tab(page, 'Leads')
  await page.getByRole('link', { name: /^Quarantine/ }).click()
  await page.getByRole('link', { name }).first().click()
  const lead = page.getByRole('complementary', { name: `Lead ${name}` })
  await expectAccessible(page, 'one lead')
  await lead.getByLabel('New note').fill('Wrote a fine book.')
  await lead.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Note added.')).toBeVisible()
  await lead.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText(/^Released\. /)).toBeVisible()

  // 1024 px are enough, as a tablet on its side has them; one less is not.
  const small = page.getByRole('heading', { name: 'Screen Too Small for Admin Panel', exact: true })
  await page.setViewportSize({ width: 1023, height: 700 })
  await expect(small).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(small).toHaveCount(0)
  await page.setViewportSize({ width: 1023, height: 700 })
  await expect(small).toBeVisible()
  await expect(page.getByText('1023px', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 900, height: 700 })
  await expect(page.getByText('900px', { exact: true }), 'as it is by now').toBeVisible()
  await page.getByRole('button', { name: 'Return to Home', exact: true }).click()
  await expect(page).toHaveURL(site('/'))
})
