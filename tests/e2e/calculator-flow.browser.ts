import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { costRange } from '../../src/modules/leadership/calculator/domain/explanation.ts'
import { plainAmounts } from '../../src/modules/leadership/calculator/domain/formula.ts'
import { companies, type HandCounted } from '../leadership/companies.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'
import { expectListed } from './stored.ts'

const labels: Record<keyof HandCounted['inputs'], string> = {
  employees: 'Company Size (number of employees)',
  averageSalary: 'Average total compensation per employee (USD)',
  turnoverRate: 'Turnover Rate (%)',
  disengagementRate: 'Disengagement Rate (%)',
  productivityLossPercent: 'Productivity Loss (%)',
  hiringDelayWeeks: 'Hiring Delay (Weeks)',
  rdBudget: 'R&D Budget (Optional)',
  revenueLostPerUnfilledRole: 'Revenue Lost (Optional) (USD)',
}
/** The name of each field in the form, which is its key in what is kept (M-374). */
const names: Record<keyof HandCounted['inputs'], string> = {
  employees: 'companySize',
  averageSalary: 'avgCompensation',
  turnoverRate: 'turnoverRate',
  disengagementRate: 'disengagementPercent',
  productivityLossPercent: 'productivityLoss',
  hiringDelayWeeks: 'hiringDelay',
  rdBudget: 'rndBudget',
  revenueLostPerUnfilledRole: 'revenueLost',
}
/** What each category is, in words of its card that no other card has. */
const meanings: Record<string, RegExp> = {
  'Turnover Cost': /^Replacing the people who leave: .* at 1\.5 salaries a leaver\.$/,
  'Disengagement Cost': /^Work that disengaged people do not do, at 34% of their compensation\.$/,
  'Productivity Loss': /^Output lost .* at the productivity loss you entered\.$/,
  'Innovation Gap': /^The share of the R&D budget .* 5%\.$/,
  'Hiring Delay Cost': /^Roles that stand empty while leavers are replaced, week by week\.$/,
  'Revenue Lost': /^Revenue you told us is lost .*\.$/,
}
const calculator = '/leadership-cost-calculator'
const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`

async function fill(page: Page, { inputs }: HandCounted): Promise<void> {
  for (const [key, label] of Object.entries(labels))
    await page.getByLabel(label, { exact: true }).fill(String(inputs[key as keyof typeof inputs]))
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const results = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Your Estimated Cost of Inauthentic Leadership', exact: true })

test('five companies read the hand-counted figures, live, on the cards and in the PDF (M-385, M-391, M-404, M-407, M-408, M-429, M-430)', async ({
  page,
}) => {
  const problems = watchPage(page)
  for (const company of companies) {
    await page.goto(site(calculator))
    await expect(next(page)).toBeVisible()
    await fill(page, company)
    await expect(
      page.getByText('* Cost adjusted for overlapping effects between leadership factors', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(dollars(company.total), { exact: true })).toBeVisible()
    await next(page).click()
    await expect(results(page)).toBeVisible()
    await expect(page).toHaveTitle(/ - Leadership Cost Results$/)
    await expect(
      page.getByText('What the gaps cost in one year, by where the money goes.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(dollars(company.total)).first()).toBeVisible()
    await expect(page.getByRole('main').locator('li > h2')).toHaveText(Object.keys(company.parts))
    for (const [name, amount] of Object.entries(company.parts)) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
      await expect(card.getByText(dollars(amount), { exact: true })).toBeVisible()
      const share = ((amount / company.total) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })
      await expect(card.getByText(`${share}% of the total`, { exact: true })).toBeVisible()
      await expect(card.getByRole('paragraph').nth(2)).toHaveText(meanings[name]!)
      // Its words describe what it is before the overlap; one line leads from there to the amount.
      const before = dollars(plainAmounts(company.inputs)[name] ?? 0)
      await expect(card.getByText(`${before} before overlap × 0.62 = ${dollars(amount)}`)).toBeVisible()
    }
    const { low, high } = costRange(company.inputs)
    await expect(page.getByText(`between ${dollars(low)} and ${dollars(high)}`)).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF', exact: true }).click(),
    ])
    const bytes = new Uint8Array(await readFile(await file.path()))
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
    for (const amount of [company.total, ...Object.values(company.parts)])
      expect(text).toContain(dollars(amount))
    await page.getByRole('button', { name: 'Start Over', exact: true }).click()
    await expect(page).toHaveURL(site(calculator))
    await expect(page.getByLabel(labels.employees, { exact: true })).toHaveValue('')
  }
  expect(problems).toEqual([])
})

test('the whole flow by keyboard, with pasted figures and a source that keeps what was typed (M-371, M-374, M-376, M-377, M-382, M-383, M-385, M-399, M-405, M-406, M-412, M-415, M-416, M-429, M-466)', async ({
  page,
}) => {
  const messages: string[] = []
  page.on('request', (request) => {
    if (/\/toasts-[^/]+\.js$/.test(request.url())) messages.push(request.url())
  })
  await page.route('**/factors/hiring_delay_weeks/sources', async (route) => {
    const { sources, ...rest } = await (await route.fetch()).json()
    const unrated = sources.map(({ confidence_score: _, ...source }: Record<string, unknown>) => source)
    await route.fulfill({ json: { ...rest, sources: unrated } })
  })
  await page.goto(site(calculator))
  for (const text of ['All fields are confidential', 'Step 1 of 2'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator('li > h2')).toHaveText([
    'Financial Impact',
    'Talent Retention',
    'Growth Potential',
  ])
  for (const [key, label] of Object.entries(labels)) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('inputmode', 'decimal')
    // A field of text has no spinners to hide.
    await expect(field).toHaveAttribute('type', 'text')
    await expect(field).toHaveAttribute('name', names[key as keyof typeof names])
  }
  // A source that nobody has rated.
  await expect(
    page.getByRole('button', {
      name: 'Use SHRM Human Capital Benchmarking 2016, 80% confidence',
      exact: true,
    }),
  ).toHaveAttribute('title', '80% confidence')
  const rated = page.getByRole('button', { name: /^Use SHRM .*, 70% confidence$/ })
  await expect(rated.first()).toHaveAttribute('title', '70% confidence')
  await expect(next(page)).toBeDisabled()
  await expect(
    page.getByText('Complete all required fields to see your estimated cost', { exact: true }),
  ).toBeVisible()
  const type = async (label: string, text: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).focus()
    await page.keyboard.insertText(text)
  }
  await type(labels.employees, '1,200')
  await type(labels.averageSalary, '$85,000')
  await type(labels.turnoverRate, '101 %')
  const turnover = page.getByLabel(labels.turnoverRate, { exact: true })
  await expect(turnover).toHaveAccessibleDescription('Turnover Rate (%) must be from 0 to 100')
  await expectAccessible(page, 'a figure out of bounds')
  // Not awaited: a message would go by itself.
  expect(await page.locator('.Toastify__toast').count(), 'a hint, and no message beside it').toBe(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('12 %')

  // The source has a turnover rate too: the typed one stays until the visitor says otherwise.
  const source = page
    .getByRole('button', { name: /^Use SHRM Human Capital Benchmarking 2016, 70% confidence/ })
    .first()
  // What came of it is said where it was chosen, not above a form as long as three of these windows.
  await page.setViewportSize({ width: 390, height: 600 })
  await source.focus()
  await test.step('a source whose figures cannot be had is passed over without a word (M-380)', async () => {
    await page.route('**/factors/source/**', (route) => route.abort(), { times: 1 })
    const failed = page.waitForEvent('requestfailed')
    await page.keyboard.press('Enter')
    await failed
    await expect(page.getByRole('main').locator('[role=alert], [role=status]')).toHaveCount(0)
  })
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('Using data from SHRM Human Capital Benchmarking 2016', { exact: true }),
  ).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(
    page.getByText('Empty fields were filled with its figures, and the values you entered were kept.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(source).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByLabel(labels.turnoverRate, { exact: true })).toHaveValue('12 %')
  await expect(page.getByLabel(labels.hiringDelayWeeks, { exact: true })).toHaveValue('6')
  await expect(page.getByText('filling a position takes 42 days on average')).toBeVisible()
  const mine = page.getByRole('button', { name: 'Replace mine too', exact: true })
  await mine.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(labels.turnoverRate, { exact: true })).toHaveValue('19')
  await expect(source).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('the values you entered were kept')).toBeHidden()
  await expect(page.getByText('Its figures have replaced the values you entered')).toBeVisible()
  await expect(mine, 'nothing is left to replace').toHaveCount(0)
  // The messages of the site come with code of their own, which nothing here has asked for.
  expect(messages, 'of the source that failed').toEqual([])

  const gallup = page.getByRole('button', { name: /^Use Gallup/ }).first()
  await gallup.focus()
  await page.keyboard.press('Space')
  await expect(page.getByLabel(labels.disengagementRate, { exact: true })).toHaveValue('17')
  await expect(page.getByLabel(labels.productivityLossPercent, { exact: true })).toHaveValue('9')
  await page.getByLabel(labels.employees, { exact: true }).focus()
  const sent = page.waitForRequest('**/api/leadership/calculate')
  await page.keyboard.press('Enter')
  const shrm = 'SHRM Human Capital Benchmarking 2016'
  const { userInputs, selectedFactors } = (await sent).postDataJSON()
  expect(userInputs).toEqual({
    employees: 1200,
    averageSalary: 85_000,
    turnoverRate: 19,
    disengagementRate: 17,
    productivityLossPercent: 9,
    rdBudget: 0,
    hiringDelayWeeks: 6,
    revenueLostPerUnfilledRole: 0,
  })
  expect(selectedFactors).toEqual({
    turnoverRate: shrm,
    hiringDelay: shrm,
    disengagementPercent: expect.stringMatching(/^Gallup/),
    productivityLoss: expect.stringMatching(/^Gallup/),
  })
  await expect(results(page)).toBeVisible()

  const kinds = page.getByRole('group', { name: 'Chart type', exact: true })
  await expect(kinds.getByRole('button', { pressed: true })).toHaveText(['Bar Chart'])
  await expect(kinds.getByRole('button', { pressed: false })).toHaveText(['Pie Chart'])
  await page.getByRole('button', { name: 'Pie Chart', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(kinds.getByRole('button', { pressed: true })).toHaveText(['Pie Chart'])
  await expect(page.getByRole('img', { name: /^Bar chart/ })).toHaveCount(0)
  // Payroll 102,000,000: 29,070,000 + 5,895,600 + 9,180,000 + 2,236,153.85; × .62
  await expect(page.getByRole('img', { name: /\$28\.8M in all/ })).toBeVisible()
  await expect(page.getByText('$28.8M', { exact: true })).toBeVisible()
  await page.getByText('The figures as a table').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /^Total \$28,756,687/ })).toBeVisible()
  const less = page.getByText(' of the total · $14,418,720 less')
  for (const saved of [page.getByText(/saved per year/), page.getByText(/ less$/)])
    await expect(saved).toHaveCount(0)
  await expect(page.getByRole('slider')).toHaveAttribute('min', '0')
  await expect(page.getByRole('slider')).toHaveAttribute('max', '100')
  await page.getByRole('slider').focus()
  await page.keyboard.press('End')
  // 18,023,400 × .8
  await expect(less).toBeVisible()
  // Each card has its own, but for one that has nothing to lose.
  await expect(
    page
      .getByRole('main')
      .locator('li:has(> h2)')
      .getByText(/ of the total · \$[\d,]+ less$/),
  ).toHaveCount(4)
  await expect(
    page.getByText(/^\$20,655,059 saved per year, from \$28,756,687 to \$8,101,628$/),
  ).toBeVisible()
  await expect(page.getByText(/^\$8,101,628per year, adjusted for overlapping effects$/)).toBeVisible()
  await expect(page.getByText(/^Investment level 100 · 10% of payroll$/)).toBeVisible()
  await test.step('the investment stands beside what it saves, and chart and slider are in one view', async () => {
    // 10% of 102,000,000 against 29,070,000 × .8 + 5,895,600 × .7 + 9,180,000 × .5 + 2,236,153.85 × .6, each × .62
    const panel = page.getByRole('region', { name: 'What would an investment change?' })
    await expect(panel).toContainText('Invested per year$10,200,000')
    await expect(panel).toContainText('Net savings$10,455,059')
    await expect(panel).toContainText('Paid back after5.9 months')
    await page.getByRole('button', { name: 'Bar Chart' }).click()
    const axis = page.getByRole('img', { name: /^Bar chart/ }).locator('.recharts-xAxis-tick-labels text')
    await page.getByRole('slider').fill('0')
    await expect(axis.first()).toBeVisible()
    const before = await axis.allTextContents()
    for (const label of before) expect(label).toMatch(/^\$[\d,.]+K$/)
    await expect(page.getByText(/saved per year/)).toHaveCount(0)
    // Counted from the first figures each time: nothing of the way to the end is left.
    await expect(
      page.getByText(/^\$28,756,687per year, adjusted for overlapping effects; between/),
    ).toBeVisible()
    // The smallest step is shown already, with its own share.
    await page.getByRole('slider').fill('1')
    await expect(page.getByText(/saved per year, from \$28,756,687/)).toBeVisible()
    await expect(page.getByText(/^Investment level 1 · 0\.1% of payroll$/)).toBeVisible()
    await page.getByRole('slider').fill('100')
    expect(await axis.allTextContents()).toEqual(before)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.getByRole('slider').evaluate((slider) => slider.scrollIntoView({ block: 'end' }))
      await expect(page.getByRole('img', { name: /^Bar chart/ })).toBeInViewport({ ratio: 0.9 })
      await expect(page.getByRole('slider')).toBeInViewport()
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })
  // The slider is at its end: the promotion speaks of the cost without any investment.
  await expect(
    page.getByRole('heading', { level: 2, name: 'Stop Losing $28,756,687 Annually', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Stop Your Loss Now', exact: true })).toHaveAttribute(
    'href',
    '/certification/program-details',
  )
  await page.getByRole('link', { name: 'Back to Calculator', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(labels.employees, { exact: true })).toHaveValue('1,200')
  // The sources were kept with the figures.
  await expect(gallup).toHaveAttribute('aria-pressed', 'true')
})

test('on a phone: one press fills the rates, the total stays in sight, doubtful figures are asked about, nothing and trillions read well (M-376, M-382, M-383, M-385)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(site(calculator))
  await expect(page.getByText('Turnover cost = employees × turnover rate')).toBeAttached()
  await page.getByLabel(labels.employees, { exact: true }).fill('1’200')
  await page.getByLabel(labels.averageSalary, { exact: true }).fill('€85.000,00')
  await expect(page.getByText(/must be in US dollars/)).toBeVisible()
  await page.getByLabel(labels.averageSalary, { exact: true }).fill('85.000,00')
  await page.getByRole('button', { name: 'Fill all rates from research' }).click()
  await expect(page.getByText('Using data from published research')).toBeVisible()
  for (const label of [
    'turnoverRate',
    'disengagementRate',
    'productivityLossPercent',
    'hiringDelayWeeks',
  ] as const)
    await expect(page.getByLabel(labels[label], { exact: true })).not.toHaveValue('')
  await test.step('the running total and Next stand at the foot of the window from the first field to the last', async () => {
    const total = page.getByRole('complementary', { name: 'Estimated Annual Cost', exact: true })
    for (const field of [labels.employees, labels.hiringDelayWeeks]) {
      await page.getByLabel(field, { exact: true }).focus()
      await expect(total.getByText(/^\$\d/)).toBeInViewport()
      await expect(next(page)).toBeInViewport()
      await expect(page.getByLabel(field, { exact: true })).toBeInViewport({ ratio: 1 })
    }
    await expectAccessible(page, 'the running total on a phone')
  })
  await test.step('a fraction where a percentage is wanted is asked about, and a source that gives nothing new is not "used"', async () => {
    await page.getByLabel(labels.turnoverRate, { exact: true }).fill('0.18')
    await page.getByRole('button', { name: 'I meant 18%' }).click()
    await expect(page.getByLabel(labels.turnoverRate, { exact: true })).toHaveValue('18')
    await page.getByLabel(labels.disengagementRate, { exact: true }).fill('30')
    await page.getByLabel(labels.productivityLossPercent, { exact: true }).fill('10')
    await page
      .getByRole('button', { name: /^Use Gallup/ })
      .first()
      .click()
    await expect(page.getByText(/^Nothing was taken from Gallup/)).toBeVisible()
    await expect(page.getByText(/^Using data from Gallup/)).toHaveCount(0)
  })
  await test.step('trillions stay on one line', async () => {
    await page.getByLabel(labels.employees, { exact: true }).fill('5,000,000')
    await page.getByLabel(labels.averageSalary, { exact: true }).fill('12,345,678')
    await next(page).click()
    await expect(results(page)).toBeVisible()
    const amount = page.locator('[data-long]').first()
    expect(await amount.evaluate((node) => node.firstChild && node.scrollWidth <= node.clientWidth)).toBe(
      true,
    )
    const lines = await amount.evaluate((node) => {
      const range = node.ownerDocument.createRange()
      range.selectNodeContents(node.firstChild ?? node)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    await page.getByRole('button', { name: 'Pie Chart' }).click()
    const ring = page.getByRole('img', { name: /^Pie chart/ }).locator('p[data-long]')
    expect(
      await ring.evaluate((node) => {
        const range = node.ownerDocument.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect().width
      }),
    ).toBeLessThan(170)
  })
  await test.step('figures that come to nothing are said in words, without charts and without a promotion', async () => {
    await page.getByRole('link', { name: 'Back to Calculator', exact: true }).click()
    for (const label of ['turnoverRate', 'disengagementRate', 'productivityLossPercent'] as const)
      await page.getByLabel(labels[label], { exact: true }).fill('0')
    await next(page).click()
    await expect(page.getByText('With these figures, the gaps cost nothing')).toBeVisible()
    await expect(page.getByText(/Stop Losing/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Bar Chart' })).toHaveCount(0)
    await expectAccessible(page, 'a result of nothing')
  })
})

test('a link reopens the result elsewhere and nothing of it reaches the server; a damaged one says so', async ({
  page,
  browser,
}) => {
  await page.addInitScript(`
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => false
  `)
  await page.goto(site(calculator))
  await fill(page, companies[0]!)
  await next(page).click()
  await expect(results(page)).toBeVisible()
  await page.getByRole('button', { name: 'Copy link to this result' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy this link' })
  const link = await dialog.getByLabel('Text to copy').inputValue()
  expect(link).toContain('/leadership-cost-results#v=1&companySize=250')

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  const asked: string[] = []
  other.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await other.goto(link)
  await expect(results(other)).toBeVisible()
  await expect(other.getByText('$6,603,954').first()).toBeVisible()
  await expectListed(other)
  await other.getByRole('link', { name: 'Back to Calculator', exact: true }).click()
  await expect(other.getByLabel(labels.employees, { exact: true })).toHaveValue('250')
  // The browser's own view of the address keeps the fragment; what goes over the wire never has it.
  // The port of the site may have such digits, too.
  const onTheWire = asked.map((each) => each.replace(site('/'), '/').replace(/#.*$/, ''))
  expect(onTheWire).toContain('/api/config ')
  expect(onTheWire.filter((each) => /250|80000|6603954/.test(each))).toEqual([])
  await other.goto(site('/leadership-cost-results#v=1&companySize=many'))
  await expect(other.getByText('This link could not be read')).toBeVisible()
  await expectAccessible(other, 'a damaged link')
  await elsewhere.close()
})
