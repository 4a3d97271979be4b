import { expect } from '@playwright/test'
import { about } from '../../src/modules/content/base-template/about.ts'
import type { Fields, SectionId } from '../../src/modules/content/contract.ts'
import { noteDelays, takeDelays } from './delays.ts'
import { test } from './journey.ts'
import { site } from './person.ts'

const fieldsOf = <I extends SectionId>(id: I): Fields<I> =>
  about.sections.find((section) => section.id === id)?.fields as Fields<I>

test('given the about page, then its words come from the content and its two cards turn', async ({
  page,
}) => {
  const ready = page.waitForResponse((answer) => answer.url().includes('/api/auth/user/session'))
  await page.goto(site('/aboutus'))
  await ready
  await test.step('hero and title from the content page /about (M-015, M-139, M-140, M-144)', async () => {
    const hero = fieldsOf('about-hero')
    expect(about.route).toBe('/about')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(hero.title))
    const story = hero.content.map(({ text }) => text.replace('{product}', 'Veralead')).join('')
    await expect(page.getByRole('article').locator('p')).toContainText(story.split('\n\n'))
    for (const { text, format } of hero.content)
      if (format) await expect(page.locator(`.weight-${format}`, { hasText: text })).toHaveCount(1)
    await expect(page).toHaveTitle(`Veralead - ${about.title}`)
  })
  const join = page.getByRole('main').getByRole('button', { name: 'Join the Movement', exact: true })
  await expect(join, 'as everywhere (M-002, M-017)').toBeVisible()
  const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
  await expect(here, 'the page that is open').toHaveText('About us')
  const cards = page.getByRole('button', { pressed: false }).filter({ hasText: 'Turn over' })
  const turned = (index: number) =>
    page
      .locator('button[aria-pressed]')
      .nth(index)
      .locator(':scope > span')
      .evaluate((inner) => inner.ownerDocument.defaultView.getComputedStyle(inner).transform)
  await test.step('two cards: Mission, then Vision, each with its text (M-141)', async () => {
    await expect(cards).toHaveCount(2)
    for (const [index, { title, content }] of fieldsOf('mission-vision').cards.entries()) {
      expect(title).toBe(['Mission', 'Vision'][index])
      await expect(cards.nth(index)).toHaveText(`${title}Turn over${title}${content}`)
    }
  })
  await test.step('wide: a card turns on hover and on a click (M-142)', async () => {
    await cards.nth(0).hover()
    await expect.poll(() => turned(0)).toContain('matrix3d')
    await page.mouse.move(0, 0)
    await expect.poll(() => turned(0)).toBe('none')
    await cards.nth(0).click()
    await page.mouse.move(0, 0)
    await expect.poll(() => turned(0)).toContain('matrix3d')
  })
  await test.step('by keyboard: Enter and Space, with its state told (M-143)', async () => {
    const vision = page.locator('button[aria-pressed]').nth(1)
    await vision.focus()
    await page.keyboard.press('Enter')
    await expect(vision).toHaveAttribute('aria-pressed', 'true')
    await page.mouse.move(0, 0)
    await expect.poll(() => turned(1)).toContain('matrix3d')
    await page.keyboard.press('Space')
    await expect(vision).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => turned(1)).toBe('none')
  })
  await test.step('narrow: a tap turns it and a second one turns it back (M-142)', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const vision = page.locator('button[aria-pressed]').nth(1)
    await vision.click()
    await expect(vision).toHaveAttribute('aria-pressed', 'true')
    await page.mouse.move(0, 0)
    await expect.poll(() => turned(1)).toContain('matrix3d')
    await vision.click()
    await expect(vision).toHaveAttribute('aria-pressed', 'false')
    // The pointer is on it still: there, only a tap turns it.
    await expect.poll(() => turned(1)).toBe('none')
  })
})

test('given the about page of an editor, then each word of it is the one of that editor (M-139, M-140, M-141, M-144)', async ({
  page,
}) => {
  const changed = structuredClone(about)
  changed.title = 'Who we are'
  for (const { id, fields } of changed.sections)
    if (id === 'about-hero')
      Object.assign(fields, {
        title: 'The editor’s story',
        content: [{ text: 'It began ' }, { text: 'small', format: 'bold' }],
      })
    else if (id === 'mission-vision')
      fields.cards = ['Task', 'Aim'].map((title) => ({ title, content: `${title} of the editor` }))
  await page.route('**/api/cms', (route) => route.fulfill({ json: { pages: [changed], version: 1 } }))
  await page.goto(site('/reset-password'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The editor’s story')
  await expect(page).toHaveTitle('Veralead - Who we are')
  await expect(page.getByText('It began small', { exact: true })).toBeVisible()
  await expect(page.locator('.weight-bold', { hasText: 'small' })).toBeVisible()
  await expect(page.getByRole('button', { pressed: false }).filter({ hasText: 'Turn over' })).toHaveText([
    'TaskTurn overTaskTask of the editor',
    'AimTurn overAimAim of the editor',
  ])
})

test('given content that never comes, when the about page is reached by a link, then the overlay leaves after two seconds (M-145, M-459)', async ({
  page,
}) => {
  await page.route('**/api/cms', () => undefined)
  await noteDelays(page)
  await page.goto(site('/reset-password'))
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About us' })
  await expect(link).toBeVisible()
  await takeDelays(page)
  await link.click()
  await expect(page.locator('[data-loading-overlay]')).toBeVisible()
  await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
  expect(await takeDelays(page)).toContain(2_000)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
