import { expect, type Locator, type Page } from '@playwright/test'
import { site, watchPage } from './person.ts'
import { test } from './visitor.ts'

const calculator = '/leadership-cost-calculator'
const required = {
  'Company Size (number of employees)': '250',
  'Turnover Rate (%)': '20',
  'Productivity Loss (%)': '10',
  'Hiring Delay (Weeks)': '6',
  'Average total compensation per employee (USD)': '80,000',
  'Disengagement Rate (%)': '30',
}
const optional = ['R&D Budget (Optional)', 'Revenue Lost (Optional) (USD)']
const input = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const overlay = (page: Page) => page.locator('[data-loading-overlay]')
const results = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Your Estimated Cost of Inauthentic Leadership' })

test('the worksheet has its title, its claims and eight fields, and Next waits for the six that are required (M-003, M-021, M-022, M-370, M-372, M-373, M-375, M-395, M-396, M-397, M-400, M-414)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await page.goto(site(calculator))
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: "What's the Real Cost of Leadership Gaps in Your Team?",
      exact: true,
    }),
  ).toBeVisible()
  await expect(page.getByText('Step 1 of 2', { exact: true })).toBeVisible()
  await expect(page.getByText('All fields are confidential', { exact: true })).toBeVisible()

  await test.step('each claim says that the figure is our own', async () => {
    const cards = page.getByRole('main').getByRole('listitem')
    const saying = (claim: string) => cards.filter({ has: page.getByText(claim, { exact: true }) })
    for (const [value, claim] of [
      ['9%', 'Up to 9% of revenue is lost where leadership gaps stay open.'],
      ['34%', 'Disengagement is 34% higher, and replacing a person costs 50 to 200% of their salary.'],
      ['2–3×', 'Ideas reach the market 2 to 3 times faster, with an EBITDA lift of 5%+.'],
    ] as const) {
      await expect(saying(claim)).toContainText('Our own figures')
      await expect(saying(claim).getByText(value, { exact: true })).toBeVisible()
    }
    const why = page.getByRole('region', { name: 'Why INAUTHENTIC Leadership Costs Matter', exact: true })
    await expect(why.getByRole('listitem')).toHaveCount(4)
    for (const [value, claim] of [
      ['80%', 'Up to 80% turnover-cost reduction in teams whose leads completed the program.'],
      ['50%+', '50%+ engagement increase between the first and the last week.'],
      ['90 days', 'Results in 90 days or money back, under the conditions in the terms.'],
      ['500+', '500+ leaders have worked through these numbers with us.'],
    ] as const) {
      const card = why.getByRole('listitem').filter({ has: page.getByText(claim, { exact: true }) })
      await expect(card).toContainText(/Our own (?:figures|promise)/)
      await expect(card.getByText(value, { exact: true })).toBeVisible()
    }
  })

  await expect(page.getByRole('main').locator('form').getByRole('textbox')).toHaveCount(8)
  await test.step('Next opens with the sixth required field, not before, and closes when one is emptied', async () => {
    for (const label of optional) await expect(input(page, label)).not.toHaveAttribute('required')
    for (const [label, value] of Object.entries(required)) {
      await expect(input(page, label)).toHaveAttribute('required')
      await expect(next(page)).toBeDisabled()
      await input(page, label).fill(value)
    }
    await expect(next(page)).toBeEnabled()
    await input(page, 'Hiring Delay (Weeks)').fill('')
    await expect(next(page)).toBeDisabled()
    await input(page, 'Hiring Delay (Weeks)').fill('200')
    await expect(next(page)).toBeDisabled()
    await input(page, 'Hiring Delay (Weeks)').fill('6')
    await expect(next(page)).toBeEnabled()
    const sent = page.waitForRequest('**/api/leadership/calculate')
    await next(page).click()
    expect((await sent).postDataJSON()).toMatchObject({
      userInputs: { rdBudget: 0, revenueLostPerUnfilledRole: 0 },
    })
    // What was counted waits in this browser, with the figures it was counted from.
    await expect(results(page)).toBeVisible()
    expect(JSON.parse(await page.evaluate<string>("localStorage.getItem('leadershipCostData')"))).toEqual({
      formData: expect.objectContaining({ companySize: '250', avgCompensation: '80,000', hiringDelay: '6' }),
      selectedFactors: {},
      calculation: expect.objectContaining({ tilci: 6_510_954 }),
    })
    // 80% of the turnover, 70% of the disengagement, 50% of the productivity, 60% of the delay, of 6,510,954 in all: 71.5%
    await expect(page.getByText('can reduce these costs by up to 71%.')).toBeVisible()
  })
  expect(problems).toEqual([])
})

test('title, subtitle, heading, banner, the icon of a card and both numbers of leaders are content that an editor can change, and so are the words of the results (M-370, M-397, M-404, M-416, M-419, M-428)', async ({
  page,
}) => {
  await page.route('**/api/cms', async (route) => {
    const answer = await route.fetch()
    const text = (await answer.text())
      .replace("What's the Real Cost of Leadership Gaps in Your Team?", 'What do gaps cost?')
      .replace('Enter what you know, and take the rest from published research.', 'Enter what you know.')
      .replace('Your organization', 'Your workshop')
      .replace('All fields are confidential', 'Nobody reads along')
      .replace('500+ leaders have worked', '700+ leaders have worked')
      .replace('over 1,000 authentic leaders', 'over 2,000 authentic leaders')
      .replace('"title":"In good company"', '"icon":"users","title":"In good company"')
      .replace('Your Estimated Cost of Inauthentic Leadership', 'Your Cost')
      .replace('What the gaps cost in one year, by where the money goes.', 'In one year.')
      .replace('Stop Losing {amount} Annually', 'Keep {amount} a year')
      .replace('Stop Your Loss Now', 'Begin now')
      .replace('Share what you found', 'Tell others')
      .replace('Only the total is shared. Your inputs are not.', 'The total, and nothing else.')
      .replace("Just discovered my organization's leadership cost:", 'Our gaps cost')
      .replace('Professional Network', 'Your peers')
      .replace('Say what it costs, and what you intend to do about it.', 'Say it aloud.')
      .replace('The certification trains the behaviors behind these figures', 'We train them')
      .replace('Growth Potential', 'Room above')
      .replace('Ideas reach the market 2 to 3 times faster', 'Ideas arrive')
      .replace('"2–3×"', '"4×"')
      .replace('Why INAUTHENTIC Leadership Costs Matter', 'Why it matters')
      .replace('What participants report after the program.', 'What they say.')
      .replace('"title":"Results soon"', '"title":"Soon"')
    await route.fulfill({ response: answer, body: text })
  })
  await page.goto(site(calculator))
  await expect(page.getByRole('heading', { level: 1, name: 'What do gaps cost?' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Your workshop' })).toBeVisible()
  await expect(page.getByText('Enter what you know. The estimate')).toBeVisible()
  await expect(page.getByText('Nobody reads along')).toBeVisible()
  await expect(page.getByText('700+ leaders have worked')).toBeVisible()
  const third = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Room above' })
  await expect(third).toContainText('Ideas arrive')
  await expect(third.getByText('4×', { exact: true })).toBeVisible()
  const marketing = page.getByRole('region', { name: 'Why it matters', exact: true })
  await expect(marketing).toContainText('What they say.')
  await expect(marketing.getByRole('heading', { level: 3 }).nth(2)).toHaveText('Soon')
  await expect(marketing.locator('svg')).toHaveCount(1)
  await expect(marketing.getByRole('listitem').last().locator('svg.lucide-users')).toBeVisible()
  await test.step('the results', async () => {
    const formData = {
      ...{ companySize: '250', avgCompensation: '80000', turnoverRate: '20', disengagementPercent: '30' },
      ...{ productivityLoss: '10', hiringDelay: '6' },
    }
    await page.evaluate(
      (text) => localStorage.setItem('leadershipCostData', text),
      JSON.stringify({ formData }),
    )
    await page.goto(site('/leadership-cost-results'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Cost')
    await expect(page.getByText('In one year.', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Keep $10,501,538 a year' })).toBeVisible()
    await expect(page.getByText(/^We train them, /)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Begin now', exact: true })).toBeVisible()
    const card = page.getByRole('region', { name: 'Tell others', exact: true })
    await expect(card.getByText('The total, and nothing else.', { exact: true })).toBeVisible()
    await expect(card.locator('blockquote')).toHaveText(/^Our gaps cost \$10,501,538 annually\.\.\. /)
    await expect(card.getByRole('heading', { level: 3 }).first()).toHaveText('Your peers')
    await expect(card.getByText('Say it aloud.', { exact: true })).toBeVisible()
  })
  await page.goto(site('/'))
  await page.getByText(/^Trusted by over/).scrollIntoViewIfNeeded()
  await expect(page.getByText('Trusted by over 2,000 authentic leaders')).toBeAttached()
})

/** Lets the stopped clock tick until `what` is there: showing a page takes a few ticks of its own. */
async function soon(page: Page, what: Locator): Promise<void> {
  await expect
    .poll(async () => {
      if (await what.isVisible()) return true
      await page.clock.runFor(50)
      return what.isVisible()
    })
    .toBe(true)
}

test('without content the calculator is covered for two seconds at most; the results for two at least, and until their content is here (M-398, M-403, M-459)', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-21T08:00:00Z') })
  let answer: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/cms', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(site('/reset-password'))
  // From here on by a link of the site: the next page comes without a document of its own, and so without content.
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Cost calculator' })
  await expect(link).toBeVisible()
  await page.clock.pauseAt(new Date('2026-11-21T09:00:00Z'))

  await test.step('the calculator', async () => {
    await link.click()
    await soon(page, overlay(page))
    await page.clock.runFor(1_900)
    await expect(overlay(page)).toBeVisible()
    await page.clock.runFor(100)
    await expect(overlay(page)).toHaveCount(0)
    await expect(
      page.getByRole('heading', {
        level: 1,
        name: "What's the Real Cost of Leadership Gaps in Your Team?",
        exact: true,
      }),
    ).toBeVisible()
  })

  const ask = async (): Promise<void> => {
    for (const [label, value] of Object.entries(required)) await input(page, label).fill(value)
    await next(page).click()
    await soon(page, overlay(page))
    await expect(page).toHaveURL(site('/leadership-cost-results'))
  }
  await test.step('the results wait for their content, counting 80 ticks of 50 ms meanwhile (M-065, M-461)', async () => {
    await ask()
    const counter = overlay(page).getByRole('progressbar')
    await page.clock.runFor(1_000)
    const before = Number(await counter.getAttribute('value'))
    await page.clock.runFor(1_000)
    await expect(counter).toHaveAttribute('value', String(before + 20))
    await page.clock.runFor(8_000)
    await expect(counter).toHaveAttribute('value', '80')
    await expect(overlay(page)).toBeVisible()
    await expect(results(page)).toHaveCount(0)
    const content = page.waitForResponse('**/api/cms')
    answer?.()
    await content
    await soon(page, results(page))
  })

  await test.step('with their content here, they wait for two seconds all the same', async () => {
    await page.getByRole('button', { name: 'Start Over' }).click()
    await ask()
    await page.clock.runFor(1_900)
    await expect(overlay(page)).toBeVisible()
    await expect(results(page)).toHaveCount(0)
    await page.clock.runFor(100)
    await expect(results(page)).toBeVisible()
    await expect(overlay(page)).toHaveCount(0)
  })
})
