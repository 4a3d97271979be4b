import { expect, type Locator, type Page } from '@playwright/test'
import { logIn, tab } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { site, watchPage } from './person.ts'
import { test } from './visitor.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** A source of this run's own: the delivered ones are read by other journeys at the same time. */
const survey = `Harbour Survey ${Date.now().toString(36)}`
const table = (page: Page): Locator => page.getByRole('region', { name: 'Values of the calculator' })
const inList = (page: Page): Locator => table(page).getByRole('button', { name: new RegExp(`^${survey}`) })

async function openSources(page: Page): Promise<void> {
  await logIn(page)
  await tab(page, 'Sources')
  await expect(table(page)).toBeVisible()
}

/** What the calculator offers under Turnover Rate, and what choosing our source fills in. */
async function fillsIn(page: Page, value: string): Promise<void> {
  await page.goto(site('/leadership-cost-calculator'))
  await page.getByRole('button', { name: `Use ${survey}, 41% confidence` }).click()
  await expect(page.getByLabel('Turnover Rate (%)', { exact: true })).toHaveValue(value)
  await expect(page.getByText('Table 4, all employers, voluntary.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Harbour Office, 2026/ })).toHaveAttribute(
    'href',
    'https://harbour.example/survey',
  )
}

test('an editor adds a source, changes its value, sees it in the calculator, takes it back and removes it, by keyboard', async ({
  page,
  browser,
}) => {
  const problems = watchPage(page)
  // A window of their own: what is behind another one is drawn late.
  const elsewhere = await browser.newContext()
  const visitor = await elsewhere.newPage()
  await openSources(page)

  await test.step('a new source is checked field by field, and what is typed is kept', async () => {
    await page.getByRole('button', { name: 'Add a source' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('complementary', { name: 'New source' })
    await expect(form.getByRole('heading', { name: 'New source' })).toBeFocused()
    await form.getByLabel('Name').fill(survey)
    await form.getByLabel('Publisher').fill('Harbour Office')
    await form.getByLabel('Year').fill('2026')
    await form.getByLabel('Address').fill('http://harbour.example/survey')
    await form.getByLabel('Confidence (%)').fill('41')
    await form.getByLabel('Value', { exact: true }).fill('101 %')
    await form.getByLabel('How the value is derived').fill('Table 4, all employers, voluntary.')
    await form.getByRole('button', { name: 'Save source' }).click()
    await expect(form.getByText('Address must be a whole https address')).toBeVisible()
    await expect(form.getByText('Value of Turnover rate must be at most 100 percent')).toBeVisible()
    await expect(form.getByLabel('Address')).toBeFocused()
    await expectAccessible(page, 'a source with problems')
    await form.getByLabel('Address').fill('https://harbour.example/survey')
    await expect(form.getByText('Address must be a whole https address')).toHaveCount(0)
    await form.getByLabel('Value', { exact: true }).fill('21 %')
    await expect(form.getByText(/^Turnover rate: offered number \d of \d, at 41% confidence/)).toBeVisible()

    // Another tab, Log out: what was typed is still there.
    await tab(page, 'Leads')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('dialog').getByText('You have unsaved changes.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await tab(page, 'Sources')
    await page.getByRole('button', { name: 'Add a source' }).click()
    await expect(form.getByLabel('Value', { exact: true })).toHaveValue('21 %')

    await form.getByLabel('Name').fill('Work Institute Retention Report 2019')
    await form.getByRole('button', { name: 'Save source' }).click()
    await expect(form.getByText(/^Name: another source, .* has it\.$/)).toBeVisible()
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Name').fill(survey)
    await page.route('**/api/admin/leadership/sources/**', (route) => route.abort(), { times: 1 })
    await form.getByRole('button', { name: 'Save source' }).click()
    await expect(form.getByText('Not saved: the server could not be reached. Try again.')).toBeVisible()
    await form.getByLabel('Name').press('Enter')
    await expect(page.getByText(`${survey} saved.`)).toBeVisible()
    await expect(page.getByRole('complementary', { name: `Source ${survey}` })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Sources' }).getByTitle('Unsaved changes')).toHaveCount(0)
    await fillsIn(visitor, '21')
  })

  await test.step('its value is changed, and visitors are offered the new one', async () => {
    await page.getByRole('button', { name: 'Close this source' }).click()
    await expect(inList(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const form = page.getByRole('complementary', { name: `Source ${survey}` })
    await form.getByLabel('Value', { exact: true }).fill('23.5')
    await expect(form.getByText('in percent; saved: 21%')).toBeVisible()
    await expect(table(page).getByText('not saved')).toBeVisible()
    await form.getByRole('button', { name: 'Save source' }).click()
    await expect(table(page).getByRole('row').filter({ hasText: survey })).toContainText('23.5%')
    await fillsIn(visitor, '23.5')
  })

  await test.step('somebody else saves meanwhile: nothing is overwritten unseen', async () => {
    const form = page.getByRole('complementary', { name: `Source ${survey}` })
    await form.getByLabel('Freshness (days)').fill('45')
    const all = await page.request.get(site('/api/admin/leadership/sources'))
    const { sources } = (await all.json()) as { sources: { source_id: string; source_name: string }[] }
    const { source_id, ...saved } = sources.find(({ source_name }) => source_name === survey)!
    const theirs = await page.request.put(site(`/api/admin/leadership/sources/${source_id}`), {
      data: {
        ...saved,
        factors: [
          {
            ...saved,
            factor_key: 'turnover_rate',
            value: 24,
            derivation: 'Table 4, all employers, voluntary.',
          },
        ],
      },
    })
    expect(theirs.ok(), await theirs.text()).toBe(true)
    await form.getByRole('button', { name: 'Save source' }).click()
    await expect(form.getByText('admin saved this source after you opened it.')).toBeVisible()
    await form.getByRole('button', { name: 'Load the saved version, keep my changes' }).click()
    await expect(form.getByText('in percent; saved: 24%')).toBeVisible()
    await expect(form.getByLabel('Value', { exact: true })).toHaveValue('23.5')
    await expect(form.getByLabel('Freshness (days)')).toHaveValue('45')
    await form.getByRole('button', { name: 'Discard changes' }).click()
    await expect(form.getByLabel('Value', { exact: true })).toHaveValue('24')
  })

  await test.step('the change is in the log and can be taken back', async () => {
    const log = page
      .getByRole('region', { name: 'Changes' })
      .getByRole('listitem')
      .filter({ hasText: survey })
    await expect(log.first()).toContainText('Turnover rate: 23.5% 24%')
    await log
      .first()
      .getByRole('button', { name: `Undo: changed ${survey}` })
      .click()
    await expect(log.first()).toContainText('Turnover rate: 24% 23.5%')
    await fillsIn(visitor, '23.5')
    await tab(page, 'Audit log')
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: `changed research source: ${survey}` })
        .first(),
    ).toBeVisible()
    await tab(page, 'Sources')
  })

  await test.step('it is removed after a question, and can be brought back', async () => {
    await inList(page).click()
    await page.getByRole('button', { name: 'Remove source' }).click()
    const question = page.getByRole('dialog', { name: 'Remove this source?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(inList(page)).toBeVisible()
    await page.getByRole('button', { name: 'Remove source' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(inList(page)).toHaveCount(0)
    await visitor.goto(site('/leadership-cost-calculator'))
    await expect(visitor.getByRole('button', { name: /^Use Work Institute/ })).toBeVisible()
    await expect(visitor.getByRole('button', { name: new RegExp(`^Use ${survey}`) })).toHaveCount(0)
    await page.getByRole('button', { name: `Undo: removed ${survey}` }).click()
    await expect(inList(page)).toBeVisible()
    await page.getByRole('button', { name: `Undo: added ${survey}` }).click()
    await expect(inList(page)).toHaveCount(0)
  })
  await elsewhere.close()
  expect(problems).toEqual([])
})

test('the sources cannot be loaded, there are none, and a viewer only reads', async ({ page }) => {
  await page.route('**/api/admin/leadership/sources', (route) => route.abort(), { times: 1 })
  await logIn(page)
  await tab(page, 'Sources')
  await expect(page.getByText('The sources could not be loaded.')).toBeVisible()
  await page.route('**/api/admin/leadership/sources', (route) =>
    route.fulfill({ json: { success: true, sources: [], changes: [] } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No sources. In the calculator, every field shows')).toBeVisible()
  await expect(page.getByText('these are the original sources')).toBeVisible()
  await page.unroute('**/api/admin/leadership/sources')

  // What the server refuses a viewer is proven over HTTP; here it is what the screen offers.
  await page.route('**/api/auth/verify', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { user: object }
    await route.fulfill({ response: answer, json: { ...body, user: { ...body.user, role: 'viewer' } } })
  })
  await page.reload()
  await tab(page, 'Sources')
  await table(page)
    .getByRole('button', { name: /^Gallup/ })
    .first()
    .click()
  const source = page.getByRole('complementary', { name: /^Source Gallup/ })
  await expect(source.getByText(/^17%\. Share of employees worldwide/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Save source|Add a source|Remove source|Undo/ })).toHaveCount(
    0,
  )
  await expectAccessible(page, 'a source as a viewer reads it')
})
