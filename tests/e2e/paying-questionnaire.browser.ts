import { expect, type Page } from '@playwright/test'
import { noteDelays, takeDelays } from './delays.ts'
import { test } from './journey.ts'
import { expectSound, walkTo, withContent } from './paying.ts'
import { site, watchPage } from './person.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => sessionStorage.getItem(name), key)
const onward = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

test('three questions are answered by keyboard and kept; Back leads home (M-260, M-261, M-262, M-263, M-264, M-265, M-266, M-267, M-269, M-272)', async ({
  page,
}) => {
  const problems = watchPage(page)
  const steps: string[] = []
  await page.exposeFunction('noteStep', (step: string) => steps.push(step))
  await page.addInitScript(`
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      if (key === 'certification_step') noteStep(value)
      set.call(this, key, value)
    }
  `)
  await page.goto(site('/certification'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Level Up Your Leadership')
  await expect(page.getByRole('navigation', { name: /progress/i }).getByRole('listitem')).toHaveText([
    '1Questionnaire',
    '2Program Details',
    '3Payment',
    '4Confirmation',
  ])
  const values = (group: number) =>
    page
      .getByRole('group')
      .nth(group)
      .getByRole('radio')
      .evaluateAll((all) => all.map((each) => each.getAttribute('value')))
  expect(await Promise.all([0, 1, 2].map(values))).toEqual([
    ['rising-leader', 'proven-evolving', 'go-to-guide', 'rebuilding-reimagining'],
    ['level-up', 'build-muscles', 'lead-credibility', 'team-org-needs'],
    ['individual', 'organization'],
  ])
  await expectSound(page, 'questionnaire')

  const radio = (name: string) => page.getByRole('radio', { name })
  await page.getByRole('button', { name: 'How to choose' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('There is no better or worse answer.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(radio('Rising leader')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(radio('Proven and evolving')).toBeChecked()
  await expect(radio('Rising leader')).not.toBeChecked()
  await expect(onward(page)).toBeDisabled()
  await radio('Build the muscles').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('2 of 3 answered')).toBeVisible()
  await expect(onward(page)).toBeDisabled()
  await radio('For me').focus()
  await page.keyboard.press('Space')
  await expectSound(page, 'questionnaire, answered')
  await onward(page).focus()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(site('/certification/program-details'))
  expect(JSON.parse((await stored(page, 'certification_profile')) ?? '')).toEqual({
    currentLevel: 'proven-evolving',
    primaryGoal: 'build-muscles',
    certificationType: 'individual',
  })
  // Marked as done here; the next page marks itself at once.
  await expect.poll(() => steps).toEqual(['1', '2'])
  await expect(page.getByRole('main').getByRole('button', { name: 'Enroll Now' }).first()).toBeEnabled()
  await expect(page.getByText('Enrolling more than one person?'), 'it is for one (M-264)').toHaveCount(0)
  await page.goBack()
  await expect(radio('Proven and evolving')).toBeChecked()
  await radio('Rising leader').check({ force: true })
  await onward(page).click()
  await expect(page).toHaveURL(site('/certification/program-details'))
  expect(await stored(page, 'certification_profile'), 'as answered last').toContain('"rising-leader"')
  await page.goBack()
  await page.reload()
  await expect(radio('For me')).toBeChecked()
  const back = page.getByRole('main').getByRole('link', { name: 'Back', exact: true })
  await expect(back).toHaveAttribute('href', '/')
  await back.click()
  await expect(page).toHaveURL(site('/'))
  expect(problems).toEqual([])
})

const denyStorage = `
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })
`

for (const denied of [false, true])
  test(`${denied ? 'with storage denied' : 'in between'}, another document is read and Back pressed: the answers count as they are drawn (M-260, M-265)`, async ({
    page,
  }) => {
    if (denied) await page.addInitScript(denyStorage)
    const count = page.getByRole('main').getByRole('status')
    const radios = page.getByRole('radio', { checked: true })
    await page.goto(site('/certification'))
    await page.getByRole('radio', { name: 'Go-to guide' }).check({ force: true })
    await expect(count).toHaveText('1 of 3 answered')
    await page.goto(site('/terms'))
    await page.goBack()
    await expect(radios).toHaveCount(1)
    await expect(count).toHaveText('1 of 3 answered')
    await page.getByRole('radio', { name: 'Build the muscles' }).check({ force: true })
    await expect(count).toHaveText('2 of 3 answered')
    await walkTo(page, '/privacy')
    await page.goBack()
    await expect(count).toHaveText('2 of 3 answered')
    await page.getByRole('radio', { name: 'For me' }).check({ force: true })
    await onward(page).click()
    await expect(page).toHaveURL(site('/certification/program-details'))
  })

test('while the content is on its way an overlay covers the page for two seconds at most; then the content decides (M-259, M-270, M-280, M-459)', async ({
  page,
}) => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await withContent(page, '/certification-questionnaire', (fields) => ({
    ...fields,
    title: 'Know where you stand',
    subtitle: 'A subtitle of the editor.',
    trackerLabels: ['You', 'The way', 'The price', 'The start'],
    navigation: {
      backButton: { text: 'Not now', icon: 'award' },
      continueButton: { text: 'To the program', icon: 'target' },
    },
    colors: {
      ...(fields.colors as object),
      ...{ primary: '#00513f', border: '#123456', borderHover: '#7a1fa2', selectedBg: '#fedcba' },
      ...{ buttonPrimary: '#0a5c5c', buttonPrimaryHover: '#063b3b' },
    },
    questions: (fields.questions as { options: object[] }[]).map((question, index) => ({
      ...question,
      title: `Question ${index + 1} of the editor`,
      icon: 'users',
      options: question.options.map((option, at) => ({
        ...option,
        icon: 'hammer',
        title: `Choice ${at + 1}`,
        description: `Meaning ${at + 1}`,
      })),
    })),
  }))
  await page.route('**/api/cms', async (route) => {
    await held
    await route.fallback()
  })
  await noteDelays(page)
  await page.goto(site('/reset-password'))
  const overlay = page.locator('[data-loading-overlay]')
  await takeDelays(page)
  await walkTo(page, '/certification')
  await expect(overlay).toBeVisible()
  await expect(overlay).toBeHidden()
  expect(await takeDelays(page)).toContain(2_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Level Up Your Leadership')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Know where you stand')
  for (const text of ['A subtitle of the editor.', 'Question 3 of the editor', 'Choice 4', 'Meaning 2'])
    await expect(page.getByText(text).first()).toBeVisible()
  const steps = page.getByRole('navigation', { name: /progress/i }).getByRole('listitem')
  await expect(steps).toHaveText(['1You', '2The way', '3The price', '4The start'])
  const back = page.getByRole('link', { name: 'Not now', exact: true })
  await expect(back.locator('svg')).toHaveClass(/lucide-award/)
  const go = page.getByRole('button', { name: 'To the program', exact: true })
  await expect(go.locator('svg')).toHaveClass(/lucide-target/)
  // From the last question to the first: whichever is missing counts (M-265).
  for (const group of (await page.getByRole('group').all()).toReversed()) {
    await expect(go).toBeDisabled()
    await group.getByRole('radio').first().check({ force: true })
  }
  await expect(go).toHaveCSS('background-color', 'rgb(10, 92, 92)')
  await go.hover()
  await expect(go).toHaveCSS('background-color', 'rgb(6, 59, 59)')
  const option = page.locator('label', { has: page.getByRole('radio', { checked: false }) }).first()
  await expect(option.locator('svg')).toHaveClass(/lucide-hammer/)
  await expect(option.locator('svg')).toHaveCSS('color', 'rgb(0, 81, 63)')
  await expect(option).toHaveCSS('border-top-color', 'rgb(18, 52, 86)')
  await option.hover()
  await expect(option).toHaveCSS('border-top-color', 'rgb(122, 31, 162)')
  await expect(page.locator('legend svg')).toHaveCount(3)
  await expect(page.locator('legend svg').first()).toHaveClass(/lucide-users/)
  const chosen = page.locator('label', { has: page.getByRole('radio', { checked: true }) }).first()
  await expect(chosen).toHaveCSS('background-color', 'rgb(254, 220, 186)')
  await expect(chosen).toHaveCSS('border-top-color', 'rgb(0, 81, 63)')
  // The pages after it have the same names, but for that of the program.
  for (const path of ['/payment', '/checkout/cancel', '/checkout/success']) {
    await walkTo(page, path)
    await expect(steps, path).toContainText(['You', 'The way', 'The price', 'The start'])
  }
})
