import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectInputs } from './inputs.ts'
import { test } from './journey.ts'
import { answering, cardForm, confirmed, expectSound, signIn, tabTo, toast, walkTo } from './paying.ts'
import { newPerson, payWith, signUp, site, watchPage } from './person.ts'
import { noteToasts, toastsSeen } from './toasts.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const order = (id: string, status: string) => ({
  id,
  status,
  programName: 'Authentic Leader Certification',
  totalAmount: '2500.00',
  currency: 'usd',
  createdAt: '2026-05-04T10:00:00.000Z',
  holdsPlace: status === 'completed',
  organizationId: null,
})

test('a guest is told, and sent home (M-357, M-464)', async ({ page }) => {
  // The way home waits until the screen has been looked at.
  await page.addInitScript(`
    const real = window.setTimeout
    window.setTimeout = (work, ms, ...rest) => ms === 2000 ? ((window.leave = work), 0) : real(work, ms, ...rest)
  `)
  await page.goto(site('/profile'))
  await expect(page.getByRole('heading', { name: 'Access Error', exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/ - Profile$/)
  await expect(toast(page, 'Please log in to access your profile', 'error')).toBeVisible()
  await expect(
    page.getByRole('main').getByText('Please log in to access your profile', { exact: true }),
  ).toBeVisible()
  await expectSound(page, 'the profile of a guest')
  await page.evaluate('window.leave()')
  await page.waitForURL((address) => address.pathname === '/')
})

test('the head and the orders: loading, failing, none, some, and kept for two minutes (M-004, M-029, M-357, M-358, M-359, M-360, M-361, M-455)', async ({
  page,
}) => {
  const problems = watchPage(page)
  const person = newPerson()
  await signUp(page, person)
  await page.clock.install()
  let asked = 0
  let open = (): void => {}
  const held = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route('**/api/auth/user/verify', async (route) => {
    await held
    await route.continue()
  })
  await page.route('**/api/orders', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto(site('/profile'))
  await expect(page.getByText('Loading your profile...')).toBeAttached()
  open()
  await expect(page.getByRole('heading', { name: person.fullName, level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Member since \w+ \d{1,2}, \d{4}$/)).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Orders', 'Profile', 'Security'])
  await expect(page.getByText('Your orders could not be loaded.')).toBeVisible()
  await expectSound(page, 'orders that could not be loaded')

  await page.unroute('**/api/orders')
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/orders') asked += 1
  })
  const { promise: listed, resolve: list } = Promise.withResolvers<void>()
  await page.route('**/api/orders', async (route) => {
    await listed
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  // While the answer is on its way nobody asks a second time.
  await tab(page, 'Security').click()
  await tab(page, 'Orders').click()
  const since = await page.evaluate<number>('Date.now()')
  list()
  await expect(page.getByRole('heading', { name: 'No orders yet', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore Certification', exact: true })).toHaveAttribute(
    'href',
    '/certification',
  )
  await expectSound(page, 'no orders')
  await tab(page, 'Security').click()
  await tab(page, 'Orders').click()
  const untilAge = async (ms: number) =>
    page.clock.fastForward(ms + since - (await page.evaluate<number>('Date.now()')))
  // Two minutes, less what a slow machine may take for the next steps.
  await untilAge(114_000)
  await tab(page, 'Profile').click()
  await tab(page, 'Orders').click()
  // Whatever the page asks for is answered in turn: this comes after it.
  await page.evaluate("fetch('/robots.txt')")
  expect(asked, 'one answer for two minutes').toBe(1)
  const orders = [
    order('0a1b2c3d-1111-4222-8333-44444455ab66', 'completed'),
    {
      ...order('9f8e7d6c-1111-4222-8333-444455556666', 'pending'),
      ...{ createdAt: '2026-06-07T10:00:00.000Z', totalAmount: '1800.00', currency: 'eur' },
    },
    { ...order('5c5c5c5c-1111-4222-8333-444455556666', 'completed'), dispute: 'lost', holdsPlace: false },
  ]
  await page.route('**/api/orders', answering({ success: true, orders }))
  await untilAge(122_000)
  await walkTo(page, '/aboutus')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await walkTo(page, '/profile')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  expect(asked).toBe(2)
  for (const text of ['4455AB66', 'May 4, 2026', '$2,500.00 USD', 'Certification Access: Active'])
    await expect(rows.first().getByText(text, { exact: true })).toBeVisible()
  for (const text of ['55556666', 'June 7, 2026', '€1,800.00 EUR'])
    await expect(rows.nth(1).getByText(text, { exact: true })).toBeVisible()
  for (const [index, label, icon] of [
    [0, 'Completed', 'circle-check'],
    [1, 'Pending', 'clock-3'],
    [2, 'Payment Issue', 'circle-alert'],
  ] as const)
    await expect(
      rows.nth(index).getByText(label, { exact: true }).locator(`svg.lucide-${icon}`),
    ).toBeVisible()
  await expect(rows.first()).not.toContainText(orders[0]?.id ?? '')
  await expect(rows.nth(1)).not.toContainText('Certification Access')
  await expect(rows.last()).toContainText('your bank took the payment back')
  await expect(rows.last()).not.toContainText('Certification Access')
  const details = rows.first().getByRole('link', { name: 'View Details of order 4455AB66', exact: true })
  await expect(details).toHaveText('View Details')
  await expect(details).toHaveAttribute('href', `/certification/enrollment/${orders[0]?.id}`)
  await expectSound(page, 'orders')
  expect(problems).toEqual([])
})

test('the kept orders are forgotten by a payment, a sign-out and another person (M-362)', async ({
  page,
}) => {
  const other = newPerson()
  await signUp(page, other)
  await page.context().clearCookies()
  const buyer = newPerson()
  await signUp(page, buyer)
  await page.goto(site('/profile'))
  const none = page.getByRole('heading', { name: 'No orders yet', exact: true })
  await expect(none).toBeVisible()
  // All within one document and two minutes, so that only what is said here can have emptied the cache.
  await walkTo(page, '/payment')
  await cardForm(page)
  await payWith(page, '4242 4242 4242 4242')
  await expect(confirmed(page)).toBeVisible()
  await walkTo(page, '/profile')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Certification Access: Active')

  /** The sign-in page takes no answer for it that is older than some seconds: it asks who this is. */
  const openSignIn = async () => {
    await page.evaluate('{ const { now } = Date; Date.now = () => now() + 6_000 }')
    await walkTo(page, '/login')
  }
  const expectNoneOf = async (email: string) => {
    await expect(page.getByRole('main').getByText(email)).toBeVisible()
    await expect(none).toBeVisible()
    await expect(rows).toHaveCount(0)
  }
  await test.step('by the sign-out alone: whoever is signed in next has not passed the form', async () => {
    await page.getByRole('button', { name: 'GB, account menu' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(toast(page, 'Logged out successfully', 'success')).toBeVisible()
    const { email, password } = other
    await page.request.post(site('/api/auth/user/login'), { data: { email, password } })
    await openSignIn()
    await page.waitForURL('**/profile')
    await expectNoneOf(other.email)
  })
  await test.step('by the sign-in alone: the session before it ended without a word to this page', async () => {
    await page.request.post(site('/api/auth/user/logout'))
    await openSignIn()
    await signIn(page, buyer)
    await page.waitForURL('**/profile')
    await expect(page.getByRole('main').getByText(buyer.email)).toBeVisible()
    await expect(rows).toHaveCount(1)
  })
  await test.step('by a sign-in in another tab, in place of the person before', async () => {
    await page.request.post(site('/api/auth/user/logout'))
    const second = await page.context().newPage()
    await second.goto(site('/login'))
    await signIn(second, other)
    await expectNoneOf(other.email)
    await second.close()
  })
})

test('a sign-out in one tab empties the pages of all others (M-210, M-357)', async ({ page }) => {
  const person = newPerson()
  await signUp(page, person)
  await page.goto(site('/profile?tab=orders'))
  await expect(page.getByRole('main')).toContainText(person.email)
  const others: [path: string, shows: string, then: string][] = [
    ['/profile?tab=profile', person.email, 'Access Error'],
    ['/profile?tab=security', person.email, 'Access Error'],
    ['/program', 'You are not enrolled yet', 'Sign in to see your program'],
    ['/organization', 'You do not manage', 'Sign in to see your organization'],
  ]
  const opened: { tab: Page; path: string; then: string }[] = []
  for (const [path, shows, then] of others) {
    const tab = await page.context().newPage()
    await tab.goto(site(path))
    await expect(tab.getByRole('main'), path).toContainText(shows)
    opened.push({ tab, path, then })
  }
  await page.getByRole('button', { name: 'GB, account menu' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toast(page, 'Logged out successfully', 'success')).toBeVisible()
  await expect(page.getByText('Please log in to access your profile')).toHaveCount(0)
  for (const { tab, path, then } of opened) {
    // The profile leads home after two seconds.
    if (then !== 'Access Error') await expect(tab.getByRole('heading', { level: 1 }), path).toHaveText(then)
    await expect(tab.locator('body'), path).not.toContainText(person.email)
  }
})

test('the head says when an address is not verified, and a profile that fails can be asked for again (M-358, M-365)', async ({
  page,
}) => {
  await signUp(page, newPerson())
  const answer = await (await page.request.get(site('/api/auth/user/verify'))).json()
  await page.route('**/api/auth/user/verify', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(site('/profile?tab=security'))
  await expect(page.getByText('Your profile could not be loaded')).toBeVisible()
  await expectSound(page, 'a profile that could not be loaded')
  Object.assign(answer.user, { isEmailVerified: false, createdAt: '2025-03-04T12:00:00.000Z' })
  await page.route('**/api/auth/user/verify', answering(answer))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Unverified', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Member since March 4, 2025', { exact: true })).toBeVisible()
})

test('the profile is read, edited and saved; the address stays as it is (M-004, M-212, M-218, M-363, M-364)', async ({
  page,
}) => {
  const person = newPerson()
  await signUp(page, person)
  await page.goto(site('/profile'))
  await tab(page, 'Orders').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Profile')).toHaveAttribute('aria-selected', 'true')
  const region = panel(page, 'Profile')
  await expect(region.getByRole('term')).toHaveText(['First name', 'Last name', 'Email', 'Phone', 'Company'])
  await expect(region.getByRole('definition')).toHaveText([
    'Grace',
    'Brewster Hopper',
    person.email,
    'Not given',
    'Not given',
  ])
  await expectSound(page, 'the profile')
  await tabTo(page, page.getByRole('button', { name: 'Edit Profile', exact: true }))
  await page.keyboard.press('Enter')
  await expect(field(page, 'Email')).toHaveJSProperty('readOnly', true)
  await expectInputs(page, [
    ['First name', 'text', 'given-name'],
    ['Last name', 'text', 'family-name'],
    [/^Phone/, 'tel', 'tel'],
    [/^Company/, 'text', 'organization'],
  ])
  const names = 'First name and last name are required'
  await field(page, 'Last name').fill(' ')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(field(page, 'Last name')).toHaveAccessibleDescription(names)
  await field(page, 'Last name').fill('Brewster Hopper')
  await field(page, 'First name').fill(' ')
  await page.getByLabel('Phone').fill('1')
  await page.getByLabel('Company').fill('A')
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect(field(page, 'First name')).toHaveAccessibleDescription(names)
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Please enter a valid phone number')
  await expect(page.getByLabel('Company')).toHaveAccessibleDescription(
    'Company name must be at least 2 characters',
  )
  await expectSound(page, 'the profile with errors')
  await page.getByLabel('Phone').fill('+1 555 010 0199')
  await page.getByLabel('Company').fill('Navy')
  // A rule that only the server has is shown at its field as well.
  await field(page, 'First name').fill('R2D2')
  await save.click()
  await expect(field(page, 'First name')).toHaveAccessibleDescription('Full name contains invalid characters')
  await expect(field(page, 'First name')).toBeFocused()
  await field(page, 'First name').fill('Amazing')
  await page.route('**/api/users/profile', (route) => route.abort())
  await save.click()
  await expect(page.getByRole('main').getByText('Failed to update profile', { exact: true })).toBeVisible()
  await expect(field(page, 'First name')).toHaveValue('Amazing')
  await page.unroute('**/api/users/profile')
  // What the server says replaces the sentence for everything else.
  await page.route('**/api/users/profile', answering({ success: false, error: 'Names rest today.' }, 503))
  await save.click()
  await expect(page.getByRole('main').getByText('Names rest today.', { exact: true })).toBeVisible()
  await expect(page.getByText('Failed to update profile')).toHaveCount(0)
  await page.unroute('**/api/users/profile')
  const sent = page.waitForRequest('**/api/users/profile')
  await save.click()
  expect((await sent).method()).toBe('PUT')
  expect((await sent).postDataJSON()).toEqual({
    firstName: 'Amazing',
    lastName: 'Brewster Hopper',
    phone: '+1 555 010 0199',
    company: 'Navy',
  })
  await expect(toast(page, 'Profile updated successfully', 'success')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Amazing Brewster Hopper' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'AB, account menu' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile', exact: true }).click()
  await field(page, 'First name').fill('Nobody')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(region.getByRole('definition').first()).toHaveText('Amazing')
})

test('security: a new password ends the other sessions, and each can be ended by itself (M-004, M-365, M-366, M-367, M-368, M-369)', async ({
  page,
  browser,
}) => {
  await noteToasts(page)
  const problems = watchPage(page)
  const person = newPerson()
  await signUp(page, person)
  const elsewhere = async () => {
    const context = await browser.newContext({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    const answer = await context.request.post(site('/api/auth/user/login'), {
      data: { email: person.email, password: person.password },
    })
    expect(answer.ok()).toBe(true)
    return context
  }
  const other = await elsewhere()
  await page.route('**/api/users/sessions', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(site('/profile?tab=security'))
  await expect(panel(page, 'Email verification')).toContainText('Verified')
  await expect(page.getByText('Your sessions could not be loaded.')).toBeVisible()
  await expectSound(page, 'sessions that could not be loaded')
  await page.unroute('**/api/users/sessions')
  await page.getByRole('button', { name: 'Try again' }).click()
  const sessions = panel(page, 'Where you are signed in').getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(sessions.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
  await expect(field(page, 'Current password')).toHaveCount(0)
  await expectSound(page, 'security')
  await page.getByRole('button', { name: /^End session on/ }).click()
  await expect(toast(page, 'Session ended', 'success')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  expect((await other.request.get(site('/api/auth/user/verify'))).status()).toBe(401)
  await other.close()

  const another = await elsewhere()
  await page.getByRole('button', { name: 'Change Password', exact: true }).click()
  await expectInputs(page, [
    ['Current password', 'password', 'current-password'],
    ['New password', 'password', 'new-password'],
    ['Confirm new password', 'password', 'new-password'],
  ])
  const change = page.getByRole('button', { name: 'Change password' })
  let posts = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/change-password')) posts += 1
  })
  const atTheForm: string[] = []
  const attempt = async (current: string, fresh: string, confirmed: string, said: string) => {
    await field(page, 'Current password').fill(current)
    await field(page, 'New password').fill(fresh)
    await field(page, 'Confirm new password').fill(confirmed)
    await change.click()
    await expect(panel(page, 'Password').getByText(said, { exact: true })).toBeVisible()
    atTheForm.push(said)
  }
  const fresh = 'Mark1Relay1944'
  await attempt(person.password, '', '', 'All password fields are required')
  await expect(field(page, 'New password')).toBeFocused()
  for (const [current, again, missing] of [
    ['', fresh, 'Current password'],
    [person.password, '', 'Confirm new password'],
  ] as const) {
    await attempt(current, fresh, again, 'All password fields are required')
    await expect(field(page, missing)).toBeFocused()
  }
  await attempt(person.password, fresh, 'Another1944', 'New passwords do not match')
  await attempt(person.password, 'Short17', 'Short17', 'New password must be at least 8 characters long')
  expect(posts, 'what the form can tell by itself is not sent').toBe(0)
  await expectSound(page, 'a change of password refused')
  await attempt(
    person.password,
    'lower178',
    'lower178',
    'Password must contain uppercase, lowercase, and number',
  )
  await attempt('Wrong1234', fresh, fresh, 'Current password is incorrect')
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('Current password is incorrect')
  await expect(field(page, 'Current password')).toBeFocused()
  await page.route('**/api/users/change-password', (route) => route.abort())
  await attempt(person.password, fresh, fresh, 'Failed to change password')
  await page.unroute('**/api/users/change-password')
  await page.route('**/api/users/change-password', answering({ success: false, error: 'Not now.' }, 503))
  await attempt(person.password, fresh, fresh, 'Not now.')
  await expect(page.getByText('Failed to change password')).toHaveCount(0)
  await page.unroute('**/api/users/change-password')
  const sent = page.waitForRequest('**/api/users/change-password')
  await change.click()
  expect((await sent).postDataJSON()).toEqual({ currentPassword: person.password, newPassword: fresh })
  await expect(toast(page, 'Password changed successfully', 'success')).toBeVisible()
  for (const said of await toastsSeen(page)) expect(atTheForm, 'is said there alone').not.toContain(said)
  await expect(field(page, 'Current password')).toHaveCount(0)
  expect((await another.request.get(site('/api/auth/user/verify'))).status()).toBe(401)
  expect((await page.request.get(site('/api/auth/user/verify'))).status()).toBe(200)
  await another.close()
  expect(problems).toEqual([])
})

test('a person takes their data along, and leaves', async ({ page }) => {
  const person = newPerson()
  await signUp(page, person)
  await page.goto(site('/profile?tab=security'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile((await file.path()) ?? '', 'utf8')
  expect(text).toContain(person.email)
  expect(text).not.toMatch(/argon2|scrypt|password_?hash/i)
  await page.getByRole('button', { name: 'Erase my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' })
  const erase = dialog.getByRole('button', { name: 'Erase my account' })
  await expect(erase).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  await expectSound(page, 'the question before the erasure')
  const secret = dialog.getByLabel('Password', { exact: true })
  await erase.click()
  await expect(secret).toHaveAccessibleDescription('Password is required')
  await expect(secret).toBeFocused()
  await secret.fill('Wrong1password')
  await erase.click()
  await expect(secret).toHaveAccessibleDescription('Password is incorrect')
  await expect(secret).toBeFocused()
  await expectSound(page, 'a wrong password before the erasure')
  expect((await page.request.get(site('/api/auth/user/verify'))).status()).toBe(200)
  await secret.fill(person.password)
  await page.route('**/api/users/me', (route) => route.abort())
  await erase.click()
  await expect(dialog.getByText('Your account could not be erased. Please try again.')).toBeVisible()
  await page.unroute('**/api/users/me')
  await erase.click()
  await expect(toast(page, 'Your account has been erased', 'success')).toBeVisible()
  await page.waitForURL((address) => address.pathname === '/')
  await expect(page.getByRole('button', { name: /account menu/ })).toHaveCount(0)
  const answer = await page.request.post(site('/api/auth/user/login'), {
    data: { email: person.email, password: person.password },
  })
  expect(answer.status()).toBe(401)
})
