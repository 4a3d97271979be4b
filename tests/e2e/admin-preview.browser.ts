import { expect } from '@playwright/test'
import { pageRoutes } from '../../src/modules/content/sections/tree.ts'
import { logIn, tab } from './admin-page.ts'
import { test } from './journey.ts'
import { site } from './person.ts'

test.use({ actionTimeout: 10_000, viewport: { width: 1440, height: 900 } })

const calculatorForm = [
  'Fill all rates from research',
  'Company Size (number of employees)',
  'Average total compensation per employee (USD)',
  'Turnover Rate (%)',
  'Disengagement Rate (%)',
  'Productivity Loss (%)',
  'Hiring Delay (Weeks)',
  'R&D Budget (Optional)',
  'Revenue Lost (Optional) (USD)',
  'Next',
]

/** What is no content: the words of controls and of the site's own forms. Header and footer are none, either. */
const notContent: Record<string, string[]> = {
  '/home': [
    ...['Employees', 'Average annual pay', 'Name', 'Contact Number', 'Email', 'Company Name', 'Your Message'],
    ...['optional', 'Leave this empty'],
  ],
  '/about': ['Career'],
  '/certification-questionnaire': ['How to choose'],
  '/certification-program-details': ['At a glance', 'Talk to us', 'Career'],
  '/leadership-cost-calculator': calculatorForm,
  // Without a calculation the results lead to the calculator, in the preview too.
  '/leadership-cost-results': calculatorForm,
  '/terms': [],
  '/privacy': [],
}

/** Every text in a value. */
function textsOf(value: unknown): Set<string> {
  if (typeof value === 'string') return new Set([value.replace(/\s+/g, ' ').trim()])
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(Object.values(value).flatMap((part) => [...textsOf(part)]))
}

/** What was clicked, with the pointer that the editor was asked for. */
type Clicked = { words: string; pointer?: string }[]

/** Keeps what the frame asks for, instead of opening it. */
const takeNote = `(() => {
  window.asked = []
  const note = (event) => {
    if (event.data?.kind !== 'preview-pick') return
    window.asked.push(event.data.pointer)
    event.stopImmediatePropagation()
  }
  window.addEventListener('message', note, true)
})()`

/** Clicks each visible text and picture of the preview, outside of header and footer; controls are not pressed, only asked. */
const crawl = `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  for (let y = 0; y < document.documentElement.scrollHeight; y += 300) {
    window.scrollTo(0, y)
    await pause(120)
  }
  await pause(500)
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
  const all = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      (own(element) || element.tagName === 'IMG') &&
      !element.closest('header, footer, nav, script, style, noscript, option') &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
  const clicked = []
  for (const element of all) {
    if (!element.isConnected) continue
    window.parent.asked.length = 0
    const stop = (event) => event.stopPropagation()
    element.addEventListener('click', stop, { once: true })
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    element.removeEventListener('click', stop)
    await pause(4)
    const words = element.getAttribute('src') ?? element.textContent.replace(/\\s+/g, ' ').trim()
    clicked.push({ words, pointer: window.parent.asked.at(-1) })
  }
  return clicked
})()`

test('an editor reaches the field of every text and picture by one click in the preview, by keyboard too', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await logIn(page)
  await tab(page, '/about')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe[title^="Preview of"]')
  const focused = page.locator('input:focus, textarea:focus')

  const quote = preview.locator('#people p[data-field]').first()
  await quote.click({ timeout: 20_000 })
  await expect(focused).toHaveValue((await quote.textContent()) ?? '')
  await preview.locator('#people img').first().click({ timeout: 20_000 })
  await expect(focused).toHaveValue(/^art\/portrait-1/)
  const heading = preview.getByRole('heading', { level: 1 })
  await heading.focus()
  await heading.press('Enter')
  await expect(focused).toHaveValue((await heading.textContent()) ?? '')
  await preview.getByRole('banner').getByRole('link').first().click({ timeout: 10_000 })
  await expect(heading).toBeVisible()

  const stored = (await (await page.request.get(site('/api/cms/admin'))).json()).pages as unknown[]
  const valueAt = (pointer: string): unknown =>
    pointer
      .slice('/pages/'.length)
      .split('/')
      .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], stored)
  await page.evaluate(takeNote)
  const missed: Record<string, string[]> = {}
  for (const [index, route] of pageRoutes.entries()) {
    await tab(page, route)
    await expect(preview.locator('[data-field]').first()).toBeVisible()
    await page.waitForTimeout(2_000)
    const frame = page.frames().find((each) => each.url().endsWith('/admin/preview'))
    const clicked = (await frame?.evaluate(crawl)) as Clicked
    const unreached = clicked.filter(({ pointer }) => pointer === undefined).map(({ words }) => words)
    missed[route] = [...new Set(unreached)]
    expect(clicked.length, route).toBeGreaterThan(25)
    // Whatever is a text of the page as it is leads to that text.
    const texts = textsOf(stored[index])
    for (const { words, pointer } of clicked)
      if (pointer !== undefined && texts.has(words)) expect(textsOf(valueAt(pointer)), words).toContain(words)
  }
  expect(missed).toEqual(notContent)
})
