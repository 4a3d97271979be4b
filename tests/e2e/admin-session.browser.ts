import { expect, type Page, type Route } from '@playwright/test'
import { bar, logIn, password, tab, username } from './admin-page.ts'
import { test } from './journey.ts'
import { site } from './person.ts'
import { expectListed } from './stored.ts'

test.use({ viewport: { width: 1280, height: 800 } })

/** Answers of the server that wait until they are let go; nothing of this file changes the stored content. */
function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

const answerWith = (route: Route, status: number, json: object): Promise<void> =>
  route.fulfill({ status, json })

/** How long the toast that says that it went well stays. */
async function expectShown(page: Page, words: string, seconds: string): Promise<void> {
  const toast = page
    .locator('.Toastify__toast--success')
    .filter({ has: page.getByText(words, { exact: true }) })
  await expect(toast.locator('.Toastify__progress-bar--animated')).toHaveCSS('animation-duration', seconds)
}

/** Nothing closes a dialog while its work is under way: neither Escape, nor a click beside it, nor its buttons. */
async function expectLocked(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog).toHaveAttribute('data-shown', '')
}

test('the overlay of the content goes after 2 s, and "Saved successfully!" after 3 s (M-159, M-173, M-459)', async ({
  page,
}) => {
  await page.clock.install()
  const login = gate()
  await page.route('**/api/auth/login', async (route) => {
    await login.opened
    await route.fallback()
  })
  const content = gate()
  await page.route('**/api/cms/admin', async (route) => {
    await content.opened
    await route.fallback()
  })
  await page.goto(site('/admin'))
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()

  // From here on, time passes only when the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000)
  login.open()
  const overlay = page.locator('[data-loading-overlay]')
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return overlay.getByText('Loading content...').count()
    })
    .toBe(1)
  await page.clock.runFor(1_900)
  await expect(overlay).toBeVisible()
  await page.clock.runFor(110)
  await expect(overlay).toBeHidden()
  await page.clock.resume()
  await expectListed(page)
  content.open()

  const saving = gate()
  await page.route('**/api/cms', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await saving.opened
    return answerWith(route, 200, { success: true, version: 1_000_000 })
  })
  const status = bar(page).getByRole('status')
  await page.getByLabel('Page title').fill('Start')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(status).toHaveText('Saving...')
  await page.clock.pauseAt(Date.now() + 300_000)
  saving.open()
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return status.textContent()
    })
    .toBe('Saved successfully!')
  await page.clock.runFor(2_900)
  await expect(status).toHaveText('Saved successfully!')
  await page.clock.runFor(110)
  await expect(status).toBeEmpty()

  await test.step('a server that does not come back is asked once more, not twice (M-162)', async () => {
    let tries = 0
    await page.route('**/api/cms', (route) => {
      tries += 1
      return route.abort('connectionrefused')
    })
    await page.getByLabel('Page title').fill('Start again')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(status).toHaveText('Server may be restarting. Retrying in 3 seconds...')
    await page.clock.runFor(3_000)
    await expect.poll(() => tries).toBe(2)
    await expect(status).toHaveText('Error: Failed to save content')
    await page.clock.runFor(10_000)
    expect(tries).toBe(2)
  })
})

test('an admin cannot close a running reset or publish, and begins again after a reset (M-164, M-165, M-167, M-168, M-456)', async ({
  page,
}) => {
  await logIn(page)
  const dialog = page.getByRole('dialog')
  const held = async (path: string): Promise<() => void> => {
    const waiting = gate()
    await page.route(`**${path}`, async (route) => {
      await waiting.opened
      await answerWith(route, 200, { success: true, version: 1 })
    })
    return waiting.open
  }
  const finishReset = await held('/api/cms/reset')
  const finishPublish = await held('/api/cms/publish')
  const finishComparing = await held('/api/cms/diff')

  await tab(page, '/about')
  const title = page.getByLabel('Page title')
  const stored = await title.inputValue()
  await title.fill('Not saved')
  await page.getByRole('button', { name: 'Open all sections' }).click()
  const hero = page.getByRole('button', { name: /^Our story/ })
  await expect(hero).toHaveAttribute('aria-expanded', 'true')
  await bar(page).getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Reset all content?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Resetting...', exact: true })).toBeVisible()
  await expectLocked(page)
  finishReset()
  await expectShown(page, 'CMS content has been reset to base template successfully.', '5s')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('tab', { name: '/home' })).toHaveAttribute('data-state', 'active')
  await tab(page, '/about')
  await expect(hero).toHaveAttribute('aria-expanded', 'false')
  await expect(title, 'the content is loaded again').toHaveValue(stored)

  await bar(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Publish to Production?' })).toBeVisible()
  // The list of what changes would push the button away from under the pointer.
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  finishComparing()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Publishing...', exact: true })).toBeVisible()
  await expectLocked(page)
  finishPublish()
  await expectShown(page, 'Content published from Development to Production successfully!', '5s')
  await expect(dialog).toBeHidden()
})

test('leaving by Back or Forward in a window too small asks where it can be answered; a logout that the server missed is sent again (M-174, M-175)', async ({
  page,
}) => {
  await logIn(page)
  const dialog = page.getByRole('dialog')
  // To the site and back, without another document: the site is where Forward leads then.
  await page.setViewportSize({ width: 900, height: 700 })
  await page.getByRole('button', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(site('/'))
  await page.goBack()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Page title').fill('Never saved')
  await page.setViewportSize({ width: 900, height: 700 })
  await page.goForward()
  await expect(dialog.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByLabel('Page title')).toHaveValue('Never saved')
  await page.goForward()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(site('/'))
  await page.goBack()
  await page.getByLabel('Page title').fill('Never saved')

  let logouts = 0
  await page.route('**/api/auth/logout', async (route) => {
    logouts += 1
    if (logouts === 1) await route.abort('connectionrefused')
    else await route.fallback()
  })
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Log out without saving?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Page title')).toHaveValue('Never saved')
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  expect(logouts).toBe(1)
  await expect(page.getByLabel('Username')).toHaveValue('')
  await expect(page.getByLabel('Password')).toHaveValue('')
  // The server got nothing of it; the next person here is not signed in all the same.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  expect(logouts).toBe(2)
  expect((await page.request.get(site('/api/auth/verify'))).status()).toBe(401)
})

test('the tab Performance shows figures or an error box, and says which by a toast (M-176, M-177, M-178, M-456)', async ({
  page,
}) => {
  await page.clock.install()
  await logIn(page)
  await tab(page, 'Performance')
  const panel = page.getByRole('tabpanel')
  const toasts = page.locator('.Toastify')
  const told = toasts.getByText('Performance statistics loaded')
  await expect(panel.getByText('Types of operation')).toBeVisible()
  await expect(
    panel.getByRole('table', { name: /^Every operation/ }).getByRole('columnheader', { name: 'Average' }),
  ).toBeVisible()
  await expect(told).toBeVisible()
  await expectShown(page, 'Performance statistics loaded', '3s')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.clock.resume()
  await expect(told).toHaveCount(0)

  for (const [status, words] of [
    [404, 'Performance statistics are only available in development environment'],
    [401, 'Authentication required. Please log in again.'],
    [500, 'Failed to fetch performance statistics'],
  ] as const) {
    await page.route('**/api/performance/stats', (route) => answerWith(route, status, {}))
    await panel.getByRole('button', { name: 'Refresh', exact: true }).click()
    const box = panel.getByText('Error', { exact: true }).locator('xpath=../..')
    await expect(box.getByText(words, { exact: true })).toBeVisible()
    await expect(box).toHaveCSS('background-color', 'rgb(249, 230, 224)')
    await expect(panel.getByText('Types of operation')).toHaveCount(0)
    await expect(toasts.locator('.Toastify__toast--error').getByText(words, { exact: true })).toBeVisible()
    await page.unroute('**/api/performance/stats')
  }
  await page.route('**/api/performance/stats', async (route) => {
    const stats = await (await route.fetch()).json()
    stats.summary.slowestOperation = { name: 'GET /slow', averageTime: 1.5 }
    stats.summary.fastestOperation = { name: 'GET /fast', averageTime: 0.002 }
    Object.assign(stats.summary, { totalOperations: 1_234, uniqueOperationTypes: 56 })
    stats.summary.categories = { api: 11, database: 22, external: 33, other: 44 }
    await route.fulfill({ json: stats })
  })
  await panel.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(told, 'each time').toBeVisible()
  const figures = panel.locator('dl', { has: page.getByText('Types of operation') })
  await expect(figures).toHaveText(
    'Operations1,234Types of operation56Slowest1.50 sGET /slowFastest2.0 msGET /fast',
  )
  await expect(panel.locator('dl', { has: page.getByText('API calls') })).toHaveText(
    'API calls11Database statements22External services33Other work44',
  )
})

test('text of the tab Advanced that is not valid is not called saved, and is kept on other tabs (M-157, M-159)', async ({
  page,
}) => {
  await logIn(page)
  let saves = 0
  await page.route('**/api/cms', async (route) => {
    if (route.request().method() === 'PUT') saves += 1
    await route.fallback()
  })
  const status = bar(page).getByRole('status')
  const text = page.getByLabel('Content of every page as JSON')
  const press = () => page.getByRole('button', { name: 'Save Changes' }).click()
  await tab(page, 'Advanced')
  for (const typed of [`${await text.inputValue()}xx`, '5', '[]', '']) {
    await text.fill(typed)
    await press()
    await expect(status, typed.slice(-9)).toHaveText(/^Error: The text of the tab Advanced is not valid yet/)
  }
  await text.fill('{ "pages": [')
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await tab(page, '/home')
  await press()
  await expect(status).toHaveText(/^Error: The text of the tab Advanced/)
  await tab(page, 'Advanced')
  await expect(text).toHaveValue('{ "pages": [')
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Log out without saving?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await test.step('a page that is edited meanwhile is not taken back by that text', async () => {
    const stored = await page.getByRole('tabpanel').locator('textarea').inputValue()
    await tab(page, '/home')
    await page.getByLabel('Page title').fill('Edited meanwhile')
    await tab(page, 'Advanced')
    await text.fill(`${stored} `)
    await expect(page.getByText('The content has changed since this text was typed')).toBeVisible()
    await page.getByRole('button', { name: 'Discard this text' }).click()
    await expect(text).toHaveValue(/Edited meanwhile/)
  })
  expect(saves).toBe(0)

  await test.step('a link that is typed and not set yet is part of a save', async () => {
    const sent: string[] = []
    await page.route('**/api/cms', async (route) => {
      sent.push(route.request().postData() ?? '')
      await answerWith(route, 200, { success: true, version: 1_000_000 })
    })
    await tab(page, '/about')
    const story = page.getByRole('region', { name: 'Our story', exact: true })
    await story.getByRole('button', { expanded: false }).first().click()
    await story.getByRole('textbox', { name: 'Text', exact: true }).selectText()
    await page.keyboard.press('Control+k')
    await page.getByLabel(/^Link of the selected words/).fill('/terms')
    await press()
    await expect(status).toHaveText('Saved successfully!')
    expect(sent[0]).toContain('"link":"/terms"')
  })
})

test('what was typed when the browser died is offered again; a lost answer and another account are said (M-162)', async ({
  page,
}) => {
  await logIn(page)
  const title = page.getByLabel('Page title')
  const stored = await title.inputValue()
  await title.fill('Not saved by a crash')
  await expect
    .poll(() => page.evaluate<string>("localStorage.getItem('veralead_unsaved_content') ?? ''"))
    .toContain('Not saved by a crash')
  // A tab that dies asks nothing.
  const next = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await next.goto(site('/admin'))
  const notice = next.getByText(/^Restore what was not saved \(/)
  await expect(notice).toBeVisible()
  await expect(next.getByLabel('Page title')).toHaveValue(stored)
  await next.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(next.getByLabel('Page title')).toHaveValue('Not saved by a crash')
  await expect(notice).toBeHidden()
  await expect(next.getByText('Unsaved changes', { exact: true })).toBeVisible()

  await test.step('another account signs in with this browser', async () => {
    const verify = '**/api/auth/verify'
    await next.route(verify, async (route) => {
      const answer = await route.fetch()
      const { user, ...rest } = await answer.json()
      await route.fulfill({ json: { ...rest, user: { ...user, username: 'vera.viewer', role: 'viewer' } } })
    })
    await next.evaluate("window.dispatchEvent(new Event('focus'))")
    await expect(next.getByRole('heading', { name: 'You are signed in as vera.viewer now' })).toBeVisible()
    await next.unroute(verify)
    const dialog = next.getByRole('dialog')
    await dialog.getByLabel('Username').fill(username)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(next.getByLabel('Page title')).toHaveValue('Not saved by a crash')
  })
  await next.getByRole('button', { name: 'Undo (Ctrl Z)' }).click()
  await expect(next.getByLabel('Page title')).toHaveValue(stored)
  await expect.poll(() => next.evaluate("localStorage.getItem('veralead_unsaved_content')")).toBe(null)
  await next.close()
})

test('at 1024 × 768 every tab is on the screen, whatever group is open; in a lower window the rail says that more are below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await logIn(page)
  const more = page.getByText('More tabs below', { exact: true })
  for (const [group, tabs] of [
    ['Sales', 4],
    ['Money', 7],
    ['Documents', 4],
    ['Audit', 3],
    ['Content', 11],
  ] as const) {
    const head = page.getByRole('tab', { name: group, exact: true })
    await expect(head).toHaveAttribute('aria-expanded', 'false')
    await head.press(group === 'Money' ? ' ' : 'Enter')
    await expect(head).toHaveAttribute('aria-expanded', 'true')
    // The head keeps the focus; the arrows go on to what has been opened.
    await expect(head).toBeFocused()
    await head.press('ArrowDown')
    await expect(page.locator('[role=tab][data-grouped]').first()).toBeFocused()
    await expect(page.locator('[role=tab][data-grouped]')).toHaveCount(tabs)
    await expect(page.locator('[role=tab][aria-expanded=true]')).toHaveCount(1)
    for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 })
    await expect(more).toHaveCount(0)
  }
  await page.setViewportSize({ width: 1024, height: 500 })
  await expect(more).toBeVisible()
  await page.getByRole('tab', { name: 'Settings', exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('navigation', { name: 'Content pages and tools' }).evaluate((rail) => {
    rail.scrollTop = rail.scrollHeight
  })
  await expect(more).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Settings', exact: true })).toBeInViewport()
})

test('a coupon whose last day or number of uses is half typed is not made without them', async ({ page }) => {
  await logIn(page)
  await page.goto(site('/admin/finance/prices/new'))
  let made = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('coupon')) made += 1
  })
  await page.getByLabel('Code').fill('HALFTYPED')
  await page.getByLabel('Value').fill('10')
  const day = page.getByLabel(/^Last day/)
  await day.focus()
  await page.keyboard.type('12')
  await page.getByRole('button', { name: 'Create this coupon' }).click()
  await expect(day).toHaveAccessibleDescription(/Last day: complete it or clear it\./)
  expect(made).toBe(0)
})

test('a refused coupon keeps what was typed and shows the reason at its field; the next one can be used and ended', async ({
  page,
}) => {
  await logIn(page)
  await page.goto(site('/admin/finance/prices/new'))
  const code = page.getByLabel('Code')
  const value = page.getByLabel('Value')
  await code.fill('short')
  await value.fill('0.5')
  const create = page.getByRole('button', { name: 'Create this coupon' })
  await create.click()
  await expect(value).toHaveAccessibleDescription(/Value: enter a whole number from 1 to 100\./)
  await expect(value).toBeFocused()
  await value.fill('15')
  await create.click()
  await expect(code).toHaveAccessibleDescription(/^Code [a-z]/)
  await expect(code).toBeFocused()
  await expect(value).toHaveValue('15')
  await expect(value).not.toHaveAttribute('aria-invalid')
  await code.fill(`spring-${Date.now()}`)
  await page.getByLabel(/^Maximum seats per order/).fill('3')
  await create.click()
  await expect(page.getByText(/^The code SPRING-\d+ can be used now\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Code SPRING-/ })).toBeFocused()
  await expect(page.getByRole('cell', { name: 'up to 3 seats' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'End this coupon' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText(/^The code SPRING-\d+ has ended\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'End this coupon' })).toHaveCount(0)
})
