import { expect, type Page } from '@playwright/test'
import { logIn } from './admin-page.ts'
import { test } from './journey.ts'
import { site, touch, watchPage } from './person.ts'

const program = '/certification/program-details'
const header = (page: Page) => page.locator('header').first()
/** Runs in the page: how many first headings are made from now on. */
const countHeadings = `globalThis.made = 0
const make = document.createElement
document.createElement = function (name, ...rest) {
  if (name === 'h1') made += 1
  return make.call(this, name, ...rest)
}
undefined`

/** Runs in the page: the heading and the requests after a press, before any other task. */
const pressCertification = `(async () => {
  globalThis.asked = 0
  const send = fetch
  fetch = (...all) => {
    asked += 1
    return send(...all)
  }
  document.querySelector('footer a[href="${program}"]').click()
  for (let turn = 0; turn < 5; turn += 1) await undefined
  return { heading: document.querySelector('main h1').textContent, asked }
})()`

const said = (page: Page) => page.locator('body > p[aria-live="polite"]')

test('given a walk through the site, then each new page has the focus at its heading and is announced; the first and a new query are not (M-033)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await page.goto(site('/terms'))
  await touch(page)
  await expect(page).toHaveTitle(/ - Terms$/)
  await expect(said(page)).toHaveText('')
  const certification = page.getByRole('contentinfo').getByRole('link', { name: 'The certification' })
  await test.step('a page whose link is pointed at is drawn before it is opened, where nothing finds it', async () => {
    await page.evaluate(countHeadings)
    await certification.hover()
    await expect.poll(() => page.evaluate<number>('made')).toBe(1)
    await expect(page.locator('h1')).toHaveText(['Terms'])
    await expect(page).toHaveTitle(/ - Terms$/)
  })
  await test.step('it is opened within the press, and what it asks the server for waits until it is painted', async () => {
    await page.evaluate('new Promise(requestIdleCallback)')
    expect(await page.evaluate(pressCertification)).toEqual({
      heading: 'Authentic Leader Certification',
      asked: 0,
    })
    await expect.poll(() => page.evaluate<number>('asked')).toBeGreaterThan(0)
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Authentic Leader Certification' })).toBeVisible()
  await expect(page.locator('h1')).toHaveCount(1)
  expect(await page.evaluate<number>('made'), 'it is not drawn anew').toBe(1)
  // The content of the page was still on its way: then there is no heading yet, and the focus is where it comes.
  await expect(page.locator('main:focus, main h1:focus')).toHaveCount(1)
  await expect(said(page)).toHaveText(/ - Program Details$/)
  await header(page).getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(site('/login'))
  await expect(said(page)).toHaveText(/ - Sign In$/)
  await expect(page.locator('main :focus')).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL(site(program))
  await expect(page.getByRole('heading', { level: 1, name: 'Authentic Leader Certification' })).toBeFocused()
  await test.step('a link within the page leaves the focus to the browser', async () => {
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    await expect(page).toHaveURL(/#questions$/)
    await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()
  })
  await test.step('an address that names a part of another page leads to that part', async () => {
    await page.evaluate(
      `history.pushState(null, '', '/aboutus#people'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await expect(page.getByRole('heading', { level: 2, name: 'Who teaches you' })).toBeFocused()
    await expect(page.locator('#people')).toBeInViewport()
  })
  await test.step('a link of the content to a part of its own page leads there, as often as it is followed', async () => {
    await page.route('**/api/cms', async (route) => {
      const tree = (await (await route.fetch()).json()) as {
        pages: { title: string; sections: { id: string; fields: object }[] }[]
      }
      for (const each of tree.pages) each.title += ' it is'
      const sections = tree.pages.flatMap((each) => each.sections)
      for (const { id, fields } of sections)
        if (id === 'about-hero')
          Object.assign(fields, { content: [{ text: 'Meet them', link: '/aboutus#people' }] })
      await route.fulfill({ json: tree })
    })
    await page.goto(site('/aboutus'))
    await touch(page)
    for (const _ of ['first', 'again']) {
      await page.getByRole('link', { name: 'Meet them' }).click()
      await expect(page.getByRole('heading', { level: 2, name: 'Who teaches you' })).toBeFocused()
      await expect(page).toHaveURL(/#people$/)
    }
    await expect(page, 'the title of the content (M-144)').toHaveTitle(/ - About us it is$/)
    await page.unroute('**/api/cms')
  })
  await test.step('an address whose fragment is no part of the page begins at its top', async () => {
    // The code of the calculator is here already: nothing shorter is there in between.
    await page.goto(site('/leadership-cost-calculator'))
    // Before, the browser would follow the links by itself, and the second one before it has the figure.
    await touch(page)
    await header(page).getByRole('link', { name: 'Home', exact: true }).click()
    await page.locator('[data-section="cost"]').scrollIntoViewIfNeeded()
    await page.getByLabel('Employees').fill('400')
    await page.getByRole('link', { name: 'Run the Numbers!' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^What's the Real Cost/ })).toBeVisible()
    await expect(page).toHaveURL(/leadership-cost-calculator#v=1/)
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  })
  expect(problems).toEqual([])
})

test('given a phone, then Join the Movement is in reach on all ten public screens, and nothing scrolls sideways (M-002)', async ({
  page,
}) => {
  for (const path of [
    '/',
    '/aboutus',
    '/certification',
    program,
    '/leadership-cost-calculator',
    '/terms',
    '/privacy',
    '/signup',
    '/login',
    '/forgot-password',
  ]) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(site(path))
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const join = header(page).getByRole('button', { name: 'Join the Movement', exact: true })
      await expect(join, path).toBeInViewport({ ratio: 1 })
      await expect(header(page).getByRole('button', { name: 'Open menu' }), path).toBeInViewport({ ratio: 1 })
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByRole('link', { name: 'About us', exact: true }), path).toBeVisible()
      if (path === '/') await expect(page.getByRole('button', { name: /^Show slide/ })).toHaveCount(4)
      const inner = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(inner, path).toBeLessThanOrEqual(width)
    }
  }
})

test('given a phone, then home and program page are at most half of their former 11,700 px, and what is folded opens by finger, key and search', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [program, '/']) {
    await page.goto(site(path))
    // Sections that are far from the window are not laid out until they are measured.
    for (const section of await page.locator('[data-section]').all())
      await section.evaluate((element) => {
        element.style.contentVisibility = 'visible'
      })
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    expect(height, path).toBeLessThanOrEqual(5_850)
  }
  await test.step('a part with a summary, before any script has run and in a wide window', async () => {
    const part = page.locator('[data-section="certification"] details').first()
    const inside = part.locator('p')
    await expect(inside).toBeHidden()
    await part.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(inside).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(inside).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 844 })
    await expect(inside).toBeVisible()
    await touch(page)
    await part.scrollIntoViewIfNeeded()
    await expect(part, 'a screen reader is told').toHaveAttribute('open', '')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(inside).toBeHidden()
  })
  await test.step('a card of the timeline, whose words the search of the browser finds', async () => {
    const card = page.locator('[data-section="timeline"]').getByRole('article').first()
    await card.scrollIntoViewIfNeeded()
    const words = card.locator('[hidden="until-found"]').first()
    await expect(words).toHaveCount(1)
    await expect(card.locator('img')).toBeHidden()
    await words.evaluate((part) => part.dispatchEvent(new Event('beforematch', { bubbles: true })))
    await expect(card.getByRole('button')).toHaveAttribute('aria-expanded', 'true')
    await expect(card.locator('img')).toBeVisible()
    await card.getByRole('button').click()
    await expect(card.locator('img')).toBeHidden()
  })
})

test('given a program that cannot be asked for, then its painted page stays, says why nobody can enroll, and tries again', async ({
  page,
}) => {
  await page.route('**/api/products/**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(site(program))
  await expect(page.getByText('You cannot enroll at the moment')).toBeVisible()
  await expect(page.getByText('Failed to fetch certification product.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Authentic Leader Certification' })).toBeVisible()
  const enroll = page.getByRole('main').getByRole('button', { name: 'Enroll Now' })
  for (const button of await enroll.all()) await expect(button).toBeDisabled()
  await page.unroute('**/api/products/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(enroll.first()).toBeEnabled()
  await expect(page.getByText('You cannot enroll at the moment')).toHaveCount(0)
})

test('given colors that the visitor forces, then highlight, chosen answer and shown slide can be told apart', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.goto(site('/'))
  const color = (selector: string, pseudo?: string, property = 'color') =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, [part, name]) =>
          element.ownerDocument.defaultView.getComputedStyle(element, part)[name as string],
        [pseudo, property] as const,
      )
  expect(await color('h1 mark')).toBe(await color('h1'))
  const dot = '[aria-label^="Show slide 1 of 4"]'
  const other = '[aria-label^="Show slide 2 of 4"]'
  expect(await color(dot, '::before', 'backgroundColor')).not.toBe(
    await color(other, '::before', 'backgroundColor'),
  )
  await page.goto(site('/certification'))
  await page.getByRole('radio').first().check()
  await page.mouse.click(5, 400)
  const option = 'label:has(:checked)'
  expect(await color(option, undefined, 'outlineStyle')).toBe('solid')
  expect(await color('label:not(:has(:checked))', undefined, 'outlineStyle')).toBe('none')
})

test('given paper, then neither shortcuts nor bars are printed, and every answer is open', async ({
  page,
}) => {
  await page.goto(site(program))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  await expect(header(page).getByRole('button', { name: 'Join the Movement', exact: true })).toBeHidden()
  await expect(header(page)).toHaveCSS('position', 'static')
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.locator('#questions details').first()).not.toHaveAttribute('open')
  for (const answer of await page.locator('details > div').all())
    expect((await answer.boundingBox())?.height ?? 0).toBeGreaterThan(10)

  await page.goto(site('/'))
  const button = page.getByRole('main').getByRole('button', { name: 'Download Whitepaper' })
  await expect(button).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

test('given a finger drawn sideways on the carousel, then the browser does not take it for a way back (M-081)', async ({
  page,
}) => {
  await page.goto(site('/'))
  const carousel = page.getByRole('region', { name: 'Introduction' })
  await expect(carousel).toHaveCSS('touch-action', 'pan-y pinch-zoom')
  await expect(carousel).toHaveCSS('overscroll-behavior-x', 'contain')
})

test('given an editor beside the preview, when the preview shows a page, then the focus stays with the editor', async ({
  page,
}) => {
  await logIn(page)
  await page.getByRole('tab', { name: '/about', exact: true }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const title = page.getByLabel('Page title')
  await title.focus()
  await expect(
    page.frameLocator('iframe[title^="Preview of"]').getByRole('heading', { level: 1 }).first(),
  ).toBeVisible()
  await expect(title).toBeFocused()
})
