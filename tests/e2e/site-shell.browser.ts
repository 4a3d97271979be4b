import { expect, type Page } from '@playwright/test'
import { homeQuotes } from '../../src/modules/content/base-template/home-quotes.ts'
import { noteDelays, takeDelays } from './delays.ts'
import { test } from './journey.ts'
import { newPerson, signUp, site, watchPage } from './person.ts'
import { noteToasts, toastsSeen } from './toasts.ts'

const narrow = { width: 390, height: 844 }
const header = (page: Page) => page.locator('header').first()
const form = (page: Page) => page.locator('#lead-gen-form')
const firstInput = (page: Page) => form(page).getByLabel('Name', { exact: true })
const overlay = (page: Page) => page.locator('[data-loading-overlay]')
const joinButton = (page: Page) => header(page).getByRole('button', { name: /Join the Movement|Loading/ })
const leadType = (page: Page) =>
  page.locator('html').evaluate((root) => root.ownerDocument.defaultView.sessionStorage.getItem('lead_type'))
const locked = (page: Page) => page.locator('body[data-scroll-locked]')
const height = (page: Page) => header(page).evaluate((bar) => bar.offsetHeight)

async function open(page: Page, path: string): Promise<void> {
  const ready = page.waitForResponse((answer) => answer.url().includes('/api/auth/user/session'))
  await page.goto(site(path))
  await ready
}

test('given another page, when Join the Movement is pressed, then the form comes with its waits, overlay and focus', async ({
  page,
}) => {
  const problems = watchPage(page)
  await noteDelays(page)
  // Where the page is when it asks to wait for 200 ms.
  await page.addInitScript(`{
    const { setTimeout } = window
    window.waitedAt = []
    window.setTimeout = (run, ms, ...given) => {
      if (ms === 200) window.waitedAt.push(location.pathname)
      return setTimeout(run, ms, ...given)
    }
  }`)
  await page.addInitScript('Math.random = () => 0.5')
  // The page looks for the form for five seconds (M-060). A busy machine needs as long for the questions below: they do not count.
  await page.addInitScript(`{
    const now = performance.now.bind(performance)
    let pausedAt
    let paused = 0
    performance.now = () => (pausedAt ?? now()) - paused
    window.pauseClock = () => { pausedAt = now() }
    window.resumeClock = () => {
      paused += now() - pausedAt
      pausedAt = undefined
    }
  }`)
  let look = (): void => undefined
  const looked = new Promise<void>((resolve) => {
    look = resolve
  })
  // The form comes when the overlay has been looked at.
  await page.route('**/assets/lead-section-*.js', async (route) => {
    await looked
    await route.continue()
  })
  await open(page, '/aboutus?lead_type=pre_order_book')
  expect(await leadType(page)).toBe('pre_order_book')
  await takeDelays(page)
  await page.evaluate('pauseClock()')
  await joinButton(page).click()
  await test.step('busy: disabled, "Loading...", the overlay with a quote of the list and its words (M-002, M-057, M-063)', async () => {
    await expect(overlay(page)).toBeVisible()
    await expect(joinButton(page)).toBeDisabled()
    await expect(joinButton(page)).toHaveText('Loading...')
    await expect(overlay(page).getByText('Loading form...', { exact: true })).toHaveCSS('position', 'static')
    // By chance, which is the eighth of fourteen here.
    const { text = '', source = '' } = homeQuotes.fields.quotes[7] ?? {}
    await expect(overlay(page).locator('blockquote p')).toHaveText(`“${text}”`)
    await expect(overlay(page).locator('blockquote footer')).toHaveText(source)
    expect(await overlay(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
    await expect(overlay(page).locator('progress')).toHaveAttribute('max', '80')
    await expect(overlay(page).locator('svg')).toBeVisible()
    await expect(overlay(page).locator('span')).toHaveCSS('animation-iteration-count', 'infinite')
    await expect(locked(page)).toHaveCSS('overflow', 'hidden')
    const asleep = page.locator('[data-section]:not([data-hydrated])')
    await expect(asleep, 'those above it come before it, and before the page moves (M-062)').toHaveCount(1)
    expect(await page.evaluate('window.scrollY')).toBe(0)
    await page.evaluate('resumeClock()')
    look()
  })
  await test.step('then the home page, below the header, first input focused, lead type stored (M-055, M-056, M-059, M-060, M-460)', async () => {
    await expect(page).toHaveURL(site('/'))
    await expect(firstInput(page)).toBeFocused()
    await expect(overlay(page)).toHaveCount(0)
    await expect(joinButton(page)).toBeEnabled()
    expect(await leadType(page)).toBe('normal_lead')
    await expect(locked(page)).toHaveCount(0)
    const waits = await takeDelays(page)
    expect(
      waits.filter((ms) => ms === 200),
      'after going home, and before the focus',
    ).toHaveLength(2)
    expect(await page.evaluate('window.waitedAt')).toEqual(['/', '/'])
    expect(waits, 'while the form is looked for').toContain(100)
  })
  await test.step('its top stands a header and 40 px below the window’s, though the sections above came late (M-058, M-062)', async () => {
    const top = await page
      .locator('#lead-form-section')
      .evaluate((section) => section.getBoundingClientRect().top)
    expect(Math.abs(top - (await height(page)) - 40)).toBeLessThanOrEqual(24)
    expect(await page.locator('[data-section]:not([data-hydrated])').count()).toBe(0)
  })
  expect(problems).toEqual([])
})

test('given the home page just painted, when Join the Movement is pressed at once, then the click is not lost', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/assets/core-*.js', async (route) => {
    await expect.poll(() => pressed).toBe(true)
    await route.continue()
  })
  let pressed = false
  await page.goto(site('/?utm_source=mail'), { waitUntil: 'commit' })
  await joinButton(page).click()
  pressed = true
  await expect(firstInput(page)).toBeFocused()
  await expect(page, 'whoever is there already goes nowhere (M-056)').toHaveURL(site('/?utm_source=mail'))
})

test('given a page without the form, when Join the Movement finds nothing, then the loading ends without a message (M-061)', async ({
  page,
}) => {
  await page.route('**/assets/lead-section-*.js', (route) => route.abort())
  // The messages of the site come with code of their own.
  const messages: string[] = []
  page.on('request', (request) => {
    if (/\/toasts-[^/]+\.js$/.test(request.url())) messages.push(request.url())
  })
  await page.clock.install()
  await open(page, '/terms')
  await joinButton(page).click()
  await expect(overlay(page)).toBeVisible()
  await expect(page).toHaveURL(site('/'))
  await page.clock.runFor(5_500)
  await expect(overlay(page)).toHaveCount(0)
  await expect(joinButton(page)).toBeEnabled()
  expect(messages).toEqual([])
})

test('given a wide window, then the header has its links and shrinks after ten pixels; narrow, it has a menu', async ({
  page,
}) => {
  await open(page, '/')
  await test.step('wide and signed out (M-052)', async () => {
    const links = header(page).getByRole('navigation', { name: 'Main', exact: true })
    await expect(links.getByRole('link')).toHaveText(['Home', 'About us'])
    const signUpLink = header(page).getByRole('link', { name: 'Sign Up', exact: true })
    await expect(signUpLink).toHaveAttribute('href', '/signup')
    await expect(signUpLink).toHaveText('')
    await expect(signUpLink.locator('svg.lucide-user-round-plus')).toBeVisible()
    for (const [name, to] of [
      ['Home', '/'],
      ['About us', '/aboutus'],
    ] as const)
      await expect(links.getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
    const logo = header(page).getByRole('link', { name: 'Veralead home', exact: true })
    await expect(logo).toHaveAttribute('href', '/')
    await expect(logo.locator('svg')).toBeVisible()
    await expect(header(page).getByRole('button', { name: /account menu/ })).toHaveCount(0)
  })
  await test.step('compact after 10 px, not before (M-053, M-458)', async () => {
    // Two frames later the header has the new size, so that one which is not compact stays so.
    const scrollTo = (y: number) =>
      page.evaluate(`new Promise((done) => {
        scrollTo({ top: ${y}, behavior: 'instant' })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))
      })`)
    await scrollTo(10)
    expect(await page.evaluate('scrollY')).toBe(10)
    await expect(page.locator('header[data-compact]')).toHaveCount(0)
    const before = await height(page)
    await scrollTo(11)
    await expect(page.locator('header[data-compact]')).toHaveCount(1)
    await expect.poll(() => height(page)).toBeLessThan(before)
    await scrollTo(0)
    await expect(page.locator('header[data-compact]')).toHaveCount(0)
  })
  await test.step('the header opens the whitepaper (M-066)', async () => {
    await header(page).getByRole('button', { name: 'Whitepaper' }).click()
    await expect(
      page.getByRole('dialog', { name: 'The Hidden ROI of Real Leadership', exact: true }),
    ).toBeVisible()
    await expect(locked(page)).toHaveCount(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(locked(page)).toHaveCount(0)
  })
  await test.step('narrow under 768 px: logo and menu; the menu holds its four places (M-016, M-017, M-049, M-051, M-054, M-458)', async () => {
    await page.setViewportSize({ width: 768, height: 844 })
    await expect(header(page).getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
    await expect(header(page).getByRole('button', { name: 'Open menu' })).toBeHidden()
    await page.setViewportSize({ width: 767, height: 844 })
    await expect(header(page).getByRole('button', { name: 'Open menu' })).toBeVisible()
    await expect(
      header(page)
        .getByRole('link', { name: / home$/ })
        .locator('svg'),
    ).toBeVisible()
    await expect(header(page).getByRole('link', { name: / home$/ })).toHaveAttribute('href', '/')
    await expect(header(page).getByRole('navigation', { name: 'Main', exact: true })).toBeHidden()
    await header(page).getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link')).toHaveText(['Home', 'About us', 'Join the Movement', 'Sign Up'])
    expect(
      await menu.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    ).toEqual(['/', '/aboutus', '/certification', '/signup'])
    await expect(menu, 'it slides in').toHaveCSS('animation-duration', '0.22s')
    await expect(page.locator('a[href^="/admin"]')).toHaveCount(0)
    await expect(locked(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(locked(page)).toHaveCount(0)
    const opener = header(page).getByRole('button', { name: 'Open menu' })
    await expect(opener).toBeFocused()
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    const isShown = `getComputedStyle(document.querySelector('dialog[aria-label="Menu"]')).display !== 'none'`
    const pressed = `document.querySelector('[aria-label="Open menu"]').click(), ${isShown}`
    expect(await page.evaluate(pressed), 'it is shown before anything is drawn').toBe(true)
    await expect(page.locator('dialog[aria-label="Menu"]:modal'), 'and modal afterwards').toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Open menu', includeHidden: true })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    const closed = `document.querySelector('[aria-label="Close menu"]').click(), ${isShown}`
    expect(await page.evaluate(closed), 'and hidden').toBe(false)
    await expect(locked(page)).toHaveCount(0)
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await expect(opener).toBeFocused()
    expect(await page.evaluate(`(${pressed}, ${closed})`), 'closed before it is modal').toBe(false)
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await expect(locked(page)).toHaveCount(0)
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await opener.click()
    await menu.getByRole('link', { name: 'About us', exact: true }).click()
    await expect(page).toHaveURL(site('/aboutus'))
    await expect(menu).toBeHidden()
  })
})

test('given a customer, then the header knows them, and signing out leads home', async ({ page }) => {
  const person = newPerson()
  await signUp(page, person)
  await open(page, '/aboutus')
  await test.step('wide: the circle opens name, e-mail, Profile and Sign Out (M-052, M-004)', async () => {
    const circle = header(page).getByRole('button', { name: 'GB, account menu', exact: true })
    await expect(circle).toHaveText('GB')
    await expect(circle).toHaveCSS('border-radius', '50%')
    await expect(header(page).getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
    await circle.click()
    const menu = page.locator('#account-menu')
    await expect(menu).toHaveText(`${person.fullName}${person.email}ProfileSign Out`)
    await expect(menu.getByRole('link', { name: 'Profile', exact: true })).toHaveAttribute('href', '/profile')
    await expect(menu.getByRole('link'), 'none to the staff screen (M-030)').toHaveCount(1)
    await expect(menu.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(menu).toHaveCount(1)
    await page.mouse.click(300, 800)
    await expect(menu, 'a press beside it closes it').toHaveCount(0)
  })
  await test.step('narrow: the initials lead to the profile; the menu starts with name and e-mail (M-049, M-050)', async () => {
    await page.setViewportSize(narrow)
    const initials = header(page).getByRole('link', { name: 'GB, profile', exact: true })
    await expect(initials).toHaveAttribute('href', '/profile')
    await expect(initials).toHaveText('GB')
    await header(page).getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const words = (await menu.textContent()) ?? ''
    expect(words).toBe(`${person.fullName}${person.email}HomeAbout usJoin the MovementProfileSign Out`)
    await expect(menu.getByRole('link')).toHaveText(['Home', 'About us', 'Join the Movement', 'Profile'])
    await expect(menu.getByRole('link', { name: 'Profile', exact: true })).toHaveAttribute('href', '/profile')
    await expect(menu.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  })
  await test.step('a failing sign-out says so and keeps the session (M-068)', async () => {
    await page.route('**/api/auth/user/logout', (route) => route.abort())
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('button', { name: 'Sign Out', exact: true })
      .click()
    await expect(page.locator('.Toastify__toast--error')).toHaveText('Logout failed. Please try again.')
    await expect(header(page).getByRole('link', { name: 'GB, profile', exact: true })).toBeVisible()
    await page.unroute('**/api/auth/user/logout')
  })
  await test.step('toasts stand at the bottom centre for 5 s, wait under the pointer and while the window is left, can be drawn, and go when clicked (M-042, M-043, M-456)', async () => {
    const toast = page.locator('.Toastify__toast')
    const bar = toast.locator('.Toastify__progress-bar')
    await toast.hover()
    await expect(bar).toHaveCSS('animation-play-state', 'paused')
    await expect(bar).toHaveCSS('animation-duration', '5s')
    await expect(page.locator('.Toastify__toast-container--bottom-center')).toHaveCount(1)
    await page.mouse.move(0, 0)
    await expect(bar).toHaveCSS('animation-play-state', 'running')
    await page.evaluate("dispatchEvent(new Event('blur'))")
    await expect(bar).toHaveCSS('animation-play-state', 'paused')
    await toast.hover()
    await page.mouse.down()
    await page.mouse.move(narrow.width - 60, narrow.height - 50, { steps: 3 })
    await expect(toast).not.toHaveCSS('opacity', '1')
    await page.mouse.move(narrow.width / 2, narrow.height - 50)
    await page.mouse.up()
    await expect(toast).toHaveCSS('opacity', '1')
    const place = await toast.boundingBox()
    expect(place?.y).toBeGreaterThan(narrow.height / 2)
    expect(Math.abs((place?.x ?? 0) + (place?.width ?? 0) / 2 - narrow.width / 2)).toBeLessThan(4)
    await toast.click()
    await expect(toast).toHaveCount(0)
  })
  await test.step('a working one says so and goes home (M-067)', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url() === site('/api/auth/user/logout')) asked.push(request.method())
    })
    await header(page).getByRole('button', { name: 'Open menu' }).click()
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('button', { name: 'Sign Out', exact: true })
      .click()
    await expect(page.locator('.Toastify__toast--success')).toHaveText('Logged out successfully')
    await expect(page).toHaveURL(site('/'))
    await expect(header(page).getByRole('link', { name: /profile$/ })).toHaveCount(0)
    await expect(header(page).getByRole('button', { name: 'Join the Movement', exact: true })).toBeVisible()
    expect(asked, 'what ended the session').toEqual(['POST'])
    expect((await page.request.get(site('/api/auth/user/verify'))).status()).toBe(401)
  })
})

test('given only a keyboard, then the whole page can be read and worked: skip link, menu, carousel, timeline, cards', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await noteToasts(page)
  await open(page, '/')
  const focused = () => page.locator(':focus')
  await test.step('the first stop skips to the content', async () => {
    await page.keyboard.press('Tab')
    await expect(focused()).toHaveText('Skip to content')
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })
  await test.step('every stop down the page is visible in the window and shows its focus', async () => {
    const seen: string[] = []
    for (let stops = 0; stops < 60; stops += 1) {
      await page.keyboard.press('Tab')
      // Sections are laid out as they come near; the page may still be settling under the focus.
      await expect(focused()).toBeInViewport()
      const stop = await focused().evaluate((element) => {
        const view = element.ownerDocument.defaultView
        const ringed = [element, element.closest('article')].some(
          (each) => each && view.getComputedStyle(each).outlineStyle !== 'none',
        )
        return {
          name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.name,
          ringed,
          footer: element.closest('footer') !== null,
        }
      })
      expect(stop, `stop ${stops}, after ${seen.join(', ')}`).toMatchObject({ ringed: true })
      seen.push(stop.name)
      if (stop.footer) break
    }
    for (const name of [
      'Show slide 4 of 4: Certification',
      'Run the Numbers!',
      'The Cracks Began to Show',
      'DOWNLOAD WHITEPAPER',
    ])
      expect(seen).toContain(name)
  })
  await test.step('a dot answers Enter', async () => {
    await page.getByRole('button', { name: 'Show slide 2 of 4' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Show slide 2 of 4' })).toHaveAttribute(
      'aria-current',
      'true',
    )
  })
  await test.step('a page that cannot be scrolled keeps nobody waiting: Join the Movement ends without a message (M-061)', async () => {
    await page.evaluate('window.scrollTo = () => { throw new Error("No scrolling here") }')
    await joinButton(page).press('Enter')
    await expect.poll(() => leadType(page)).toBe('normal_lead')
    await expect(overlay(page)).toHaveCount(0)
    await expect(joinButton(page)).toBeEnabled()
    expect(await toastsSeen(page)).toEqual([])
  })
})
