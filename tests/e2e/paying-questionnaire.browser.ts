import { expect, type Page } from '@playwright/test'
import { noteDelays, takeDelays } from './delays.ts'
import { test } from './journey.ts'
import { expectSound, walkTo, withContent } from './paying.ts'
import { site, watchPage } from './person.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => sessionStorage.getItem(name), key)
const onward = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

test('three questions are answered by keyboard and kept; Back leads home (M-260, M-261, M-262, M-263, M-265, M-266, M-267, M-269, M-272)', async ({
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
  await expect(page.getByRole('navigation', { name: /progress/i }).getByRole('listitem')).toContainText([
    'Questionnaire',
    'Program Details',
    'Payment',
    'Confirmation',
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
  await page.goBack()
  await expect(radio('Proven and evolving')).toBeChecked()
  await onward(page).click()
  await page.goBack()
  await page.reload()
  await expect(radio('For me')).toBeChecked()
  const back = page.getByRole('main').getByRole('link', { name: 'Back', exact: true })
  await expect(back).toHaveAttribute('href', '/')
  await back.click()
  await expect(page).toHaveURL(site('/'))
  expect(problems).toEqual([])
})

test('while the content is on its way an overlay covers the page for two seconds at most; then the content decides (M-259, M-270, M-459)', async ({
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
    navigation: {
      backButton: { text: 'Not now', icon: 'arrow-left' },
      continueButton: { text: 'To the program', icon: 'arrow-right' },
    },
    colors: { ...(fields.colors as object), buttonPrimary: '#0a5c5c', borderHover: '#7a1fa2' },
    questions: (fields.questions as { options: object[] }[]).map((question, index) => ({
      ...question,
      title: `Question ${index + 1} of the editor`,
      options: question.options.map((option, at) => ({
        ...option,
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
  await expect(page.getByRole('link', { name: 'Not now' })).toBeVisible()
  const go = page.getByRole('button', { name: 'To the program' })
  for (const group of await page.getByRole('group').all())
    await group.getByRole('radio').first().check({ force: true })
  await expect(go).toHaveCSS('background-color', 'rgb(10, 92, 92)')
  const option = page.locator('label', { has: page.getByRole('radio', { checked: false }) }).first()
  await option.hover()
  await expect(option).toHaveCSS('border-top-color', 'rgb(122, 31, 162)')
})
