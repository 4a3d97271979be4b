import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { bar, logIn, open, password, tab, username } from './admin-page.ts'
import { expectInputs } from './inputs.ts'
import { test } from './journey.ts'
import { site } from './person.ts'

test.use({ viewport: { width: 1440, height: 900 } })

type Answer = { status: number; json: object } | 'offline'

/** Answers each call of `path` when the test says how, before the call arrives or after, and lets it see the screen meanwhile. */
async function standIn(page: Page, path: string, method: string) {
  const calls: unknown[] = []
  const answers: Answer[] = []
  const waiting: ((answer: Answer) => void)[] = []
  await page.route(path, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    calls.push(route.request().postDataJSON())
    const answer = answers.shift() ?? (await new Promise<Answer>((resolve) => waiting.push(resolve)))
    await (answer === 'offline' ? route.abort() : route.fulfill(answer))
  })
  return {
    calls,
    answer: (next: Answer) => {
      const call = waiting.shift()
      if (call) call(next)
      else answers.push(next)
    },
  }
}

test('an admin signs in, finds a tab for each page, is told when content does not come, and signs out (M-147, M-148, M-149, M-150, M-151, M-172, M-173, M-174, M-187)', async ({
  page,
}) => {
  const asked: string[] = []
  const logins: unknown[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (/^\/api\/(?:auth\/verify|cms\/admin)$/.test(path)) asked.push(path)
    if (path === '/api/auth/login') logins.push(request.postDataJSON())
  })
  // Whatever refuses the session, nobody is signed in.
  await page.route('**/api/auth/verify', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await page.goto(site('/admin'))
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login', exact: true })).toBeVisible()
  const [name, secret] = [page.getByLabel('Username'), page.getByLabel('Password')]
  for (const field of [name, secret]) await expect(field).toHaveAttribute('required')
  await expectInputs(page, [
    ['Username', 'text', 'username'],
    ['Password', 'password', 'current-password'],
  ])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Enter your username.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expect(name).toBeFocused()
  expect(logins, 'nothing is sent before both are filled in').toEqual([])

  await name.fill(username)
  await secret.fill('Not-the-password-1')
  for (const [answer, words] of [
    [{ status: 401, json: { message: 'Not today.' } }, 'Not today.'],
    [{ status: 401, json: {} }, 'Invalid credentials'],
    ['offline', 'Login failed. Please try again.'],
    ['own', 'Invalid credentials'],
  ] as const) {
    await page.route(
      '**/api/auth/login',
      (route) => {
        if (answer === 'own') return route.continue()
        return answer === 'offline' ? route.abort() : route.fulfill(answer)
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(words)
    await expect(page.getByRole('alert').locator('svg'), 'red').toHaveCSS('color', 'rgb(163, 48, 28)')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  }

  let letIn = (): void => undefined
  await page.route('**/api/auth/login', async (route) => {
    await new Promise<void>((resolve) => {
      letIn = resolve
    })
    await route.continue()
  })
  await secret.fill(password)
  await secret.press('Enter')
  await expect(page.getByRole('button', { name: 'Logging in...', exact: true })).toBeDisabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(logins.at(-1)).toMatchObject({ username, password })
  expect(asked).toEqual(['/api/auth/verify'])
  // The content waits until its overlay was seen: a fast server would have it gone before anybody looks.
  let deliver = (): void => undefined
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route('**/api/cms/admin', async (route) => {
    await delivered
    await route.fallback()
  })
  letIn()
  await expect(page.getByText('Loading content...').first()).toBeVisible()
  deliver()
  await expect(bar(page).getByRole('heading', { name: 'Content Management', exact: true })).toBeVisible()
  const actions = ['Save Changes', 'Reset', 'Publish', 'Logout']
  for (const action of actions)
    await expect(bar(page).getByRole('button', { name: action, exact: true })).toBeVisible()
  const words = (await bar(page).getByRole('button').allTextContents()).map((text) => text.trim())
  expect(words.filter((each) => actions.includes(each))).toEqual(actions)
  const { pages } = (await (await page.request.get(site('/api/cms'))).json()) as {
    pages: { route: string }[]
  }
  await expect(page.getByRole('tab', { name: /^\// })).toContainText(pages.map(({ route }) => route))
  for (const other of ['Advanced', 'Performance'])
    await expect(page.getByRole('tab', { name: other, exact: true })).toBeVisible()

  // A known session is asked for first; the content comes after it, and its absence is said and can be mended.
  asked.length = 0
  await page.unroute('**/api/cms/admin')
  await page.route('**/api/cms/admin', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to fetch content', { exact: true })).toBeVisible()
  expect(asked.slice(0, 2)).toEqual(['/api/auth/verify', '/api/cms/admin'])
  await page.unroute('**/api/cms/admin')
  // Where nothing can be published, nothing offers it (M-171).
  await page.route('**/api/cms/admin', async (route) => {
    const content = await (await route.fetch()).json()
    await route.fulfill({ json: { ...content, canPublish: false } })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Page title')).not.toHaveValue('')
  await expect(bar(page).getByRole('button', { name: 'Reset', exact: true })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
  await tab(page, 'Publishing')
  await expect(page.getByText(/^Content is published only from the development environment\./)).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('button')).toHaveCount(0)

  // Whatever the server says to it, the screen forgets who was here.
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json: { error: 'no' } }))
  await bar(page).getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Login', exact: true })).toBeVisible()
  await expect(name).toHaveValue('')
  await expect(secret).toHaveValue('')
})

test('each section has the editor of its id and every part of it (M-152 to M-156, M-463)', async ({
  page,
}) => {
  await logIn(page)
  await expect(page.getByLabel('Page title')).not.toHaveValue('')
  const section = (id: string) => page.getByRole('region', { name: id, exact: true })
  const unfold = async (id: string) => {
    await section(id).getByRole('button', { expanded: false }).first().click()
    await expect(section(id).getByRole('button', { expanded: true }).first()).toBeVisible()
    return section(id)
  }

  const carousel = await unfold('Slides of the first screen')
  await expect(carousel.getByText(/^Slides appear by their order, 1 to 10\./)).toBeVisible()
  await open(carousel, /^slide 1/)
  const order = carousel.getByRole('spinbutton', { name: 'Order' }).first()
  await expect(order).toHaveAttribute('min', '1')
  await expect(order).toHaveAttribute('max', '10')
  const own = await order.inputValue()
  await order.fill('11')
  await order.press('Enter')
  await expect(order).toHaveAccessibleDescription('Order must be a whole number from 1 to 10.')
  await order.fill(own)
  await order.press('Enter')
  await expect(order).not.toHaveAttribute('aria-invalid', 'true')
  for (const device of ['desktop', 'mobile']) {
    const label = `Illustration (${device})`
    const path = await carousel.getByRole('textbox', { name: label }).first().inputValue()
    const view = carousel.getByRole('link', { name: `View ${label} in a new tab` }).first()
    await expect(view).toHaveAttribute('href', `/assets/${path}`)
    await expect(view).toHaveAttribute('target', '_blank')
  }
  const weights = (within: typeof carousel) =>
    within
      .getByRole('combobox', { name: /^Weight of/ })
      .first()
      .getByRole('option')
  const all = ['as designed', 'normal', 'bold', 'bolder', 'medium', 'semibold', 'light']
  const few = ['as designed', 'normal', 'bold', 'bolder', 'medium']
  await expect(weights(carousel)).toHaveText(all)

  const form = await unfold('Lead form and contact')
  await expect(form.getByRole('group', { name: 'Words above the form' })).toBeVisible()
  const timeline = await unfold('Timeline')
  await open(timeline, /^step 1/)
  await expect(timeline.getByRole('spinbutton', { name: 'Order' }).first()).toHaveAttribute('min', '1')
  await expect(timeline.getByRole('spinbutton', { name: 'Order' }).first()).toHaveAttribute('max', '10')
  // A step that was just added is offered at once, and no longer when it is removed.
  const offered = timeline.getByLabel('From step').first().getByRole('option')
  const steps = await offered.count()
  await timeline.getByRole('button', { name: 'Add step' }).click()
  await expect(offered).toHaveCount(steps + 1)
  await timeline.getByRole('button', { name: `Remove step ${steps + 1}`, exact: true }).click()
  await expect(offered).toHaveCount(steps)
  await expect(timeline.getByRole('button', { name: `Remove step ${steps}`, exact: true })).toBeFocused()
  const generic = await unfold('Book')
  await expect(generic.getByRole('group', { name: 'Pictures', exact: true })).toBeVisible()
  const weight = generic.getByRole('combobox', { name: 'Weight of Title', exact: true })
  await expect(weight, 'offered while its text is edited').toBeHidden()
  await generic.getByRole('textbox', { name: 'Title', exact: true }).focus()
  await expect(weight.getByRole('option')).toHaveText(all)
  await page.keyboard.press('Tab')
  await expect(weight).toBeFocused()
  await tab(page, '/about')
  const about = await unfold('Our story')
  await expect(about.getByRole('group', { name: 'Heading' })).toBeVisible()
  const content = about.getByRole('toolbar', { name: 'Text: tools' })
  await expect(weights(content)).toHaveText(few)
  await expect((await unfold('Mission and vision')).getByText(/^Two cards that flip/)).toBeVisible()
  await tab(page, '/certification-questionnaire')
  const questions = await unfold('Questionnaire')
  await expect(questions.getByRole('group', { name: 'Questions' })).toBeVisible()
  await tab(page, '/certification-program-details')
  const programme = await unfold('Program')
  for (const part of ['First screen', 'Program', 'Price', 'Voices and answers'])
    await expect(programme.getByRole('group', { name: part, exact: true })).toBeVisible()
  await section('Program').getByRole('button', { expanded: true }).first().click()
  await expect(programme.getByRole('group', { name: 'Price', exact: true })).toBeHidden()
})

/** The bar's sentence is beside its title, and leaves room for the page, at every width of the staff screen. */
async function expectBarInOrder(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const box = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [whole, user] = [await box(bar(page)), await box(bar(page).getByText('admin, owner'))]
    expect(whole.height, `the bar at ${width}`).toBeLessThan(140)
    for (const said of [bar(page).getByRole('status'), bar(page).getByText('Unsaved changes')]) {
      const { x, y, height } = await box(said)
      expect(y + height, `what is said at ${width}`).toBeLessThanOrEqual(whole.y + whole.height)
      expect(x >= user.x + user.width || y >= user.y + user.height, `apart at ${width}`).toBe(true)
    }
  }
  await page.setViewportSize(before)
}

test('saving, resetting and publishing say how they go, and nothing closes what runs (M-159 to M-161, M-164, M-166 to M-168, M-456)', async ({
  page,
}) => {
  await logIn(page)
  const title = page.getByLabel('Page title')
  await expect(title).not.toHaveValue('')
  const { pages, version } = (await (await page.request.get(site('/api/cms/admin'))).json()) as {
    pages: unknown[]
    version: number
  }
  const status = bar(page).getByRole('status')
  const saving = await standIn(page, '**/api/cms', 'PUT')
  const wordy = 'The disk is full. Nothing was saved; what you have written stays on this screen.'
  const titles: string[] = []
  for (const [answer, words, tone] of [
    [{ status: 500, json: { message: wordy } }, `Error: ${wordy}`, 'bad'],
    [{ status: 500, json: {} }, 'Error: Unknown server error', 'bad'],
    [{ status: 200, json: { success: true, version } }, 'Saved successfully!', 'good'],
  ] as const) {
    titles.push(`Try ${words.length}`)
    await title.fill(`Try ${words.length}`)
    await page.getByRole('button', { name: 'Save Changes', exact: true }).click()
    await expect(status).toHaveText('Saving...')
    await expect(status).toHaveAttribute('data-tone', 'good')
    saving.answer(answer)
    await expect(status).toHaveText(words)
    await expect(status).toHaveAttribute('data-tone', tone)
    // Red and green of the light scheme.
    await expect(status).toHaveCSS('color', tone === 'bad' ? 'rgb(163, 48, 28)' : 'rgb(47, 107, 60)')
    if (tone === 'bad') {
      await expectBarInOrder(page)
      // What was refused is being mended: the reason is of the content as it was.
      await title.fill(`Mended ${words.length}`)
      await expect(status).toHaveText('')
    }
  }
  expect(saving.calls).toHaveLength(3)
  // The whole tree, made from the version that was loaded.
  const [home, ...others] = pages as object[]
  expect(saving.calls[0]).toEqual({ pages: [{ ...home, title: titles[0] }, ...others], version })
  await expect(status).toHaveText('')

  const dialog = page.getByRole('dialog')
  await test.step('after another save, mine or theirs goes on from the version that the server named (M-163)', async () => {
    const theirs = (pages as { title: string }[]).map((each) => ({ ...each, title: 'Theirs' }))
    const sent = (call: number) => {
      const { version, pages } = (saving.calls[call] ?? {}) as {
        version?: number
        pages?: { title: string }[]
      }
      return [version, pages?.[0]?.title]
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const clash = { message: 'Somebody saved.', pages: theirs }
    saving.answer({ status: 409, json: { ...clash, version: 71 } })
    saving.answer({ status: 409, json: { ...clash, version: 72 } })
    saving.answer({ status: 200, json: { success: true, version: 73 } })
    await title.fill('Mine')
    await press('Save Changes')
    await press('Keep mine')
    await expect.poll(() => sent(4)).toEqual([71, 'Mine'])
    await press('Take theirs')
    await expect(dialog).toBeHidden()
    await expect(title).toHaveValue('Theirs')
    await press('Save Changes')
    await expect(status).toHaveText('Nothing to save')
    expect(saving.calls).toHaveLength(5)
    await title.fill('Mine after all')
    await press('Save Changes')
    await expect.poll(() => sent(5)).toEqual([72, 'Mine after all'])
    await expect(status).toHaveText('Saved successfully!')
  })

  for (const { action, busy, failed, path, shown } of [
    { action: 'Reset', busy: 'Resetting...', failed: 'Reset failed', path: '**/api/cms/reset', shown: '7s' },
    {
      action: 'Publish',
      busy: 'Publishing...',
      failed: 'Publish failed',
      path: '**/api/cms/publish',
      shown: '5s',
    },
  ]) {
    const calls = await standIn(page, path, 'POST')
    for (const [answer, words] of [
      [{ status: 500, json: { message: 'Not today.', error: 'Closed.' } }, `${failed}: Not today.`],
      [{ status: 500, json: { error: 'Closed.' } }, `${failed}: Closed.`],
      [{ status: 500, json: {} }, `${failed}: Unknown error`],
      ['offline', `${failed}: Network error or server unavailable`],
    ] as const) {
      await bar(page).getByRole('button', { name: action }).click()
      await dialog.getByRole('button', { name: action }).click()
      await expect(dialog.getByRole('button', { name: busy })).toBeDisabled()
      await page.keyboard.press('Escape')
      await page.mouse.click(5, 5)
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
      calls.answer(answer)
      await expect(dialog).toBeHidden()
      const toast = page
        .locator('.Toastify__toast--error')
        .filter({ has: page.getByText(words, { exact: true }) })
      await expect(toast).toBeVisible()
      await expect(toast.locator('.Toastify__progress-bar--animated')).toHaveCSS('animation-duration', shown)
    }
    expect(calls.calls).toHaveLength(4)
  }
})

test('what is not saved is asked about before the tab closes and before a small window leads home (M-175)', async ({
  page,
}) => {
  await logIn(page)
  await page.getByLabel('Page title').fill('Not saved')
  const kinds: string[] = []
  page.on('dialog', (dialog) => {
    kinds.push(dialog.type())
    return dialog.dismiss()
  })
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => kinds).toEqual(['beforeunload'])
  await expect(page.getByLabel('Page title')).toHaveValue('Not saved')
  // The same of what is typed elsewhere, with the content as it is saved.
  await page.keyboard.press('Control+z')
  await expect(bar(page).getByText('Unsaved changes')).toBeHidden()
  await tab(page, 'Settings')
  await page.getByRole('tabpanel').getByRole('textbox').first().fill('Not saved')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => kinds).toHaveLength(2)
  await bar(page).getByRole('button', { name: 'Logout', exact: true }).click()
  const logout = page.getByRole('dialog').filter({ hasText: 'Log out without saving?' })
  await expect(logout).toBeVisible()
  await logout.getByRole('button', { name: 'Cancel' }).click()
  await expect(logout).toBeHidden()
  await tab(page, '/home')
  await page.getByLabel('Page title').fill('Not saved')

  await page.setViewportSize({ width: 900, height: 900 })
  const home = page.getByRole('button', { name: 'Return to Home' })
  await home.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByLabel('Page title')).toHaveValue('Not saved')
  await page.setViewportSize({ width: 900, height: 900 })
  await home.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(site('/'))
})
