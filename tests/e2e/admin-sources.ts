import { expect, type Page } from '@playwright/test'
import { logIn, open, save, tab } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

const survey = 'Harbour Survey 2026'

/** What the calculator offers under Turnover Rate, and what choosing our source fills in. */
async function fillsIn(page: Page, value: string, confidence: string): Promise<void> {
  await page.goto(site('/leadership-cost-calculator'))
  await page.getByRole('button', { name: `Use ${survey}, ${confidence} confidence` }).click()
  await expect(page.getByLabel('Turnover Rate (%)', { exact: true })).toHaveValue(value)
  await expect(page.getByText('Table 4, all employers, voluntary.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Harbour Office, 2026/ })).toHaveAttribute(
    'href',
    'https://harbour.example/survey',
  )
}

/** Saves. The message alone may be that of the save before. */
async function saved(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
  await save(page)
  expect((await answer).ok()).toBe(true)
}

/** The research sources of the calculator in the editor. */
export function sourcesJourney(): void {
  test('an editor adds a research source, sees it in the calculator, changes its confidence and removes it', async ({
    page,
    browser,
  }) => {
    const problems = watchPage(page)
    // A window of their own: what is behind another one is drawn late.
    const elsewhere = await browser.newContext()
    const visitor = await elsewhere.newPage()
    await logIn(page)
    await tab(page, '/leadership-cost-calculator')
    await open(page, /^Research sources/)
    const section = page.getByRole('region', { name: 'Research sources', exact: true })

    await test.step('a new source is checked field by field', async () => {
      await section.getByRole('button', { name: 'Add source' }).click()
      await section.getByLabel('Name', { exact: true }).fill(survey)
      await section.getByLabel('Publisher', { exact: true }).fill('Harbour Office')
      await section.getByLabel('Year', { exact: true }).fill('2026')
      await section.getByLabel('Address', { exact: true }).fill('http://harbour.example/survey')
      await expect(section.getByText('Address must be a whole https address.')).toBeVisible()
      await section.getByLabel('Address', { exact: true }).fill('https://harbour.example/survey')
      await expect(section.getByText('Values must have at least one.')).toBeVisible()
      await section.getByRole('button', { name: 'Add turnover rate, in percent' }).click()
      await section.getByLabel('Value', { exact: true }).fill('101')
      await expect(section.getByText('Value must be at most 100.')).toBeVisible()
      await section.getByLabel('Value', { exact: true }).fill('21')
      await section.getByLabel('How the value is derived').fill('Table 4, all employers, voluntary.')
      await saved(page)
      // At the end of the page: elsewhere the sticky bar covers half of some tools, which axe takes for small ones.
      await page.keyboard.press('Control+End')
      await expectAccessible(page, 'the research sources', {
        within: '[data-section="research-sources"], section',
      })
      await fillsIn(visitor, '21', '80%')
    })
    await test.step('its confidence is changed, and visitors see the new one', async () => {
      await section.getByRole('button', { name: 'Add confidence, in percent' }).click()
      await section.getByLabel('Confidence, in percent', { exact: true }).fill('41')
      await saved(page)
      await fillsIn(visitor, '21', '41%')
    })
    await test.step('it is removed, and visitors are offered the others', async () => {
      await section.getByRole('button', { name: 'Remove source 7' }).click()
      await saved(page)
      await visitor.goto(site('/leadership-cost-calculator'))
      await expect(visitor.getByRole('button', { name: /^Use Work Institute/ })).toBeVisible()
      await expect(visitor.getByRole('button', { name: new RegExp(`^Use ${survey}`) })).toHaveCount(0)
    })
    await elsewhere.close()
    expect(problems).toEqual([])
  })
}
