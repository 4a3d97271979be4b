import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

/** Holds scripts back, all of them or all but the first, as a slow phone does, until `arrive` is called. */
async function slowScripts(page: Page, which: RegExp): Promise<() => void> {
  let arrive: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(which, async (route) => {
    await held
    await route.continue()
  })
  return arrive
}

const everyScript = /\/assets\/[\w-]+\.js$/
const allButTheFirst = /\/assets\/(?!index-|loader-|rolldown-)[\w-]+\.js$/
const hydrated = (page: Page) => expect(page.locator('#root')).toHaveAttribute('data-hydrated', '')

for (const [when, which] of [
  ['even the first script', everyScript],
  ['all scripts but the first', allButTheFirst],
] as const)
  test(`given ${when} on the way, then what is chosen and typed meanwhile stays, and counts (M-260, M-373)`, async ({
    page,
  }) => {
    const problems = watchPage(page)
    const arrive = await slowScripts(page, which)
    await test.step('answers of the questionnaire', async () => {
      await page.goto(site('/certification'), { waitUntil: 'commit' })
      const chosen = page.getByRole('radio').nth(1)
      await page.getByRole('radio').first().check()
      await chosen.check()
      await page.getByRole('radio').nth(5).check()
      arrive()
      await hydrated(page)
      await expect(page.getByText('2 of 3 answered')).toBeVisible()
      await expect(chosen).toBeChecked()
    })
    const again = await slowScripts(page, which)
    await test.step('figures of the calculator, and what is typed while the script begins to answer', async () => {
      await page.goto(site('/leadership-cost-calculator'), { waitUntil: 'commit' })
      for (const [label, figure] of [
        [/^Company Size/, '1200'],
        [/^Turnover Rate/, '18'],
        [/^Productivity Loss/, '12'],
        [/^Hiring Delay/, '6'],
        [/^Average total/, '85000'],
      ] as const)
        await page.getByLabel(label).fill(figure)
      const last = page.getByLabel(/^Disengagement/)
      await last.pressSequentially('1')
      again()
      for (const key of '2.25') await last.pressSequentially(key, { delay: 60 })
      await hydrated(page)
      await expect(last).toHaveValue('12.25')
      await expect(page.getByLabel(/^Company Size/)).toHaveValue('1200')
      // The amount is worked out of what was typed before.
      await expect(page.getByRole('complementary').getByText(/^\$\d/)).toBeVisible()
    })
    expect(problems).toEqual([])
  })

test('given every script on the way, when a form is filled and sent, then it shows the click, and is sent once, with all of it', async ({
  page,
}) => {
  const problems = watchPage(page)
  const sent: unknown[] = []
  await page.route('**/api/leads', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ status: 201, json: { success: true } })
  })
  const arrive = await slowScripts(page, everyScript)
  await page.goto(site('/'), { waitUntil: 'commit' })
  const form = page.locator('#lead-gen-form')
  for (const [label, value] of [
    ['Name', 'Ada Byron'],
    ['Contact Number', '+1 555 010 0100'],
    ['Email', 'ada@northwind.example'],
    ['Company Name', 'Northwind'],
    ['Your Message', 'Early'],
  ] as const)
    await form.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(value)
  const filled = await page.evaluate<number>('performance.now()')
  const send = form.getByRole('button', { name: 'Join the Movement' })
  await send.click()
  await expect(send).toHaveAttribute('data-pressed', '')
  await expect(page).toHaveURL(site('/'))
  arrive()
  await expect(form.getByText('Thank you for partnering')).toBeVisible()
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
  expect(sent).toMatchObject([
    { name: 'Ada Byron', email: 'ada@northwind.example', additional_message: 'Early' },
  ])
  // It took as long as the visitor did, not as long as the script: a visitor who needs no time is taken for a bot.
  expect(sent).toEqual([expect.objectContaining({ fill_ms: expect.any(Number) })])
  expect((sent as { fill_ms: number }[])[0]?.fill_ms).toBeGreaterThanOrEqual(Math.floor(filled))
  expect(problems).toEqual([])
})

test('given a press in a section of which hardly anything is in view, and a card turned twice, then each press counts once', async ({
  page,
}) => {
  const problems = watchPage(page)
  await page.setViewportSize({ width: 390, height: 700 })
  const arrive = await slowScripts(page, allButTheFirst)
  await page.goto(site('/'))
  const step = page.locator('[data-section="timeline"] button[aria-expanded]').last()
  // At the upper edge of the window, right below the header: far less than a fifth of the section.
  await step.evaluate((button) => {
    const { top } = button.getBoundingClientRect()
    button.ownerDocument.defaultView.scrollBy({ top: top - 110, behavior: 'instant' })
  })
  await step.click()
  await expect(step).toHaveAttribute('data-pressed', '')
  arrive()
  await expect(step).toHaveAttribute('aria-expanded', 'true')

  const again = await slowScripts(page, allButTheFirst)
  await page.goto(site('/aboutus'), { waitUntil: 'commit' })
  const cards = page.locator('button[aria-pressed]')
  const [mission, vision] = [cards.first(), cards.last()]
  await mission.click()
  await mission.click()
  await vision.click()
  again()
  await hydrated(page)
  await expect(vision).toHaveAttribute('aria-pressed', 'true')
  await expect(mission).toHaveAttribute('aria-pressed', 'false')
  expect(problems).toEqual([])
})

test('given a page that was open while another version was deployed, then it is loaded again, once, and not over what was entered', async ({
  page,
}) => {
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  let entered = Promise.resolve()
  const deploy = () =>
    page.route(everyScript, async (route) => {
      const looks = route.request().method() === 'HEAD'
      if (looks) await entered
      if (looks || allButTheFirst.test(route.request().url())) await route.fulfill({ status: 404 })
      else await route.continue()
    })
  const gone = () => page.waitForResponse((answer) => answer.status() === 404)
  await page.goto(site('/aboutus'))
  await deploy()
  const loadedAgain = page.waitForEvent('framenavigated')
  await page.keyboard.press('Shift')
  await loadedAgain
  const missing = gone()
  await page.keyboard.press('Shift')
  await missing
  await expect(page.locator('button[aria-pressed]').last()).toBeVisible()
  expect(documents).toBe(2)

  let enter = (): void => undefined
  entered = new Promise((resolve) => {
    enter = resolve
  })
  await page.goto(site('/certification'), { waitUntil: 'commit' })
  const asked = page.waitForResponse((answer) => answer.request().method() === 'HEAD')
  await page.getByRole('radio').nth(1).check()
  enter()
  await asked
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  expect(documents).toBe(3)

  await test.step('a link that is only pointed at loads nothing again, and one that is opened nothing over what was typed', async () => {
    await page.unrouteAll()
    await page.goto(site('/'))
    const name = page.locator('#lead-gen-form').getByLabel('Name', { exact: true })
    await name.focus()
    await page.keyboard.type('Ada')
    await expect(page.locator('[data-section="lead"]')).toHaveAttribute('data-hydrated', '')
    await deploy()
    let looks = 0
    page.on('request', (request) => {
      if (request.method() === 'HEAD') looks += 1
    })
    const pages = page.getByRole('contentinfo').getByRole('link')
    for (const link of ['Terms', 'Privacy']) {
      const refused = gone()
      await pages.filter({ hasText: link }).focus()
      await refused
    }
    expect(looks).toBe(0)
    await expect(name).toHaveValue('Ada')
    const looked = page.waitForResponse((answer) => answer.request().method() === 'HEAD')
    await pages.filter({ hasText: 'Terms' }).click()
    await looked
    expect(documents).toBe(4)
  })
})

test('given scripts that never come, then the buttons of a page are free again', async ({ page }) => {
  await page.route(allButTheFirst, (route) => route.abort())
  await page.goto(site('/certification'))
  await page.getByRole('button', { name: 'How to choose' }).first().click()
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
})
