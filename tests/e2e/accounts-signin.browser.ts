import { expect, type Page } from '@playwright/test'
import { noteDelays, takeDelays } from './delays.ts'
import { expectInputs } from './inputs.ts'
import { test } from './journey.ts'
import { answering, expectSound, mailedLink, signIn, tabTo, toast, walkTo } from './paying.ts'
import { mailedCode, newPerson, type Person, signUp, site, watchPage } from './person.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const menu = (page: Page) => page.getByRole('button', { name: 'GB, account menu' })
const arrived = 'Logged in successfully! Redirecting...'

/** An account of somebody who is signed out in this browser. */
async function signedOut(page: Page): Promise<Person> {
  const person = newPerson()
  await signUp(page, person)
  await page.context().clearCookies()
  return person
}

test('"Welcome Back": what is missing, wrong, garbled or failing is said, then one gets in by keyboard (M-251, M-252, M-253, M-254, M-255, M-256)', async ({
  page,
}) => {
  const problems = watchPage(page)
  const person = await signedOut(page)
  await page.goto(site('/login?returnTo=%2Fcertification%3Fa%3D1%23top'))
  await expect(page.getByRole('heading', { name: 'Welcome Back', exact: true })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Terms', exact: true })).toHaveAttribute('href', '/terms')
  await expect(main(page).getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  await expectInputs(page, [
    ['Email', 'email', 'username'],
    ['Password', 'password', 'current-password'],
  ])
  await expectSound(page, 'the sign-in form')
  const button = main(page).getByRole('button', { name: 'Sign in' })
  await button.click()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Email is required')
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required')
  await field(page, 'Email').fill('grace')
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await field(page, 'Email').fill(`${'a'.repeat(250)}@host.com`)
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Email address is too long')
  await expectSound(page, 'the sign-in form with errors')

  const say = async (text: string) => {
    await signIn(page, { ...person, password: 'Wrong1234' })
    await expect(main(page).getByText(text, { exact: true })).toBeVisible()
    await expect(field(page, 'Password')).toBeFocused()
    await expect(field(page, 'Email')).toHaveValue(person.email)
  }
  await say('Invalid email or password. Please check your credentials and try again.')
  await expectSound(page, 'the sign-in form refused')
  const login = '**/api/auth/user/login'
  await page.route(login, (route) => route.abort())
  await say('Login failed. Please try again.')
  await page.route(login, answering({ success: false, errors: ['One.', 'Two.'] }, 400))
  await say('One. Two.')
  await page.route(
    login,
    answering({ success: false, error: 'Too many attempts. Please try again in 1 minute.' }, 429),
  )
  await say('Too many attempts. Please try again in 1 minute.')
  await page.route(login, answering({ success: true }))
  await signIn(page, person)
  await expect(
    main(page).getByText('Server returned invalid response. Please try again.', { exact: true }),
  ).toBeVisible()
  await page.route(login, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello</p>' }))
  const answered = page.waitForResponse(login)
  await signIn(page, person)
  // The sentence of the try before is gone by then.
  await answered
  await expect(
    main(page).getByText('Server returned invalid response. Please try again.', { exact: true }),
  ).toBeVisible()
  await page.unroute(login)

  await noteDelays(page)
  const { products } = await (await page.request.get(site('/api/products/type/certification_program'))).json()
  const { id, stripeProductId, name, price, currency } = products[0]
  const product = { id, stripeProductId, name, price, currency }
  const query = new URLSearchParams({
    returnTo: '/certification?a=1#top',
    product: JSON.stringify(product),
  })
  await page.goto(site(`/login?${query}`))
  await tabTo(page, field(page, 'Email'))
  await page.keyboard.type(person.email)
  await tabTo(page, field(page, 'Password'))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, arrived, 'success')).toBeVisible()
  await page.waitForURL('**/certification?a=1#top')
  expect(await takeDelays(page)).toContain(1_500)
  await expect(menu(page)).toBeVisible()
  expect(await page.evaluate('history.state.usr')).toEqual({
    signupComplete: true,
    user: { firstName: 'Grace', lastName: 'Brewster Hopper', email: person.email },
    productInfo: product,
  })
  expect(problems).toEqual([])
})

test('whatever address `returnTo` names, one stays on this site (M-034, W-5)', async ({ page }) => {
  const person = await signedOut(page)
  // Every other spelling is tried where the rule is: tests/web/return-to.spec.ts.
  for (const evil of ['https://evil.example/a', '/\\evil.example']) {
    await page.goto(site(`/login?returnTo=${encodeURIComponent(evil)}`))
    await signIn(page, person)
    await expect(toast(page, arrived, 'success')).toBeVisible()
    await page.waitForURL((address) => address.pathname !== '/login')
    expect(new URL(page.url()).origin).toBe(new URL(site()).origin)
    expect(new URL(page.url()).pathname).toBe('/profile')
    await page.context().clearCookies()
  }
})

test('a person who is signed in already is led on from both forms; a session that is over is asked for again (M-034)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await signUp(page, newPerson())
  for (const [from, to] of [
    ['/login?returnTo=%2Fcertification%3Fa%3D1', '/certification?a=1'],
    ['/signup?returnTo=%2Faboutus', '/aboutus'],
    ['/login', '/profile'],
    ['/login?returnTo=%2Flogin', '/profile'],
    ['/signup?returnTo=https%3A%2F%2Fevil.example', '/profile'],
  ] as const) {
    await page.goto(site(from))
    await expect(page, from).toHaveURL(site(to))
  }
  await expect(toast(page, 'You are already signed in.', 'info')).toBeVisible()
  await expect(menu(page)).toBeVisible()
  // The page knew somebody a moment ago; the server does not any more.
  await page.context().clearCookies()
  await page.goto(site('/login?returnTo=%2Fcertification'))
  await expect(main(page).getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(menu(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/login/)
  expect(problems).toEqual([])
})

test('an account that was never verified goes to the code step (M-257)', async ({ page }) => {
  const person = newPerson()
  const answer = await page.request.post(site('/api/auth/user/register'), {
    data: { firstName: 'Grace', lastName: 'Brewster Hopper', email: person.email, password: person.password },
  })
  expect(answer.status()).toBe(201)
  await page.context().clearCookies()
  await page.goto(site('/login'))
  await signIn(page, person)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByLabel('Verification code').fill(await mailedCode(person.email))
  await expect(toast(page, 'Account created and verified! Redirecting...', 'success')).toBeVisible()
  await page.waitForURL('**/profile')
})

test('a forgotten password: a link that works once, and ends every session (M-217)', async ({
  page,
  browser,
}) => {
  const person = newPerson()
  await signUp(page, person)
  const status = async (path: string, data?: object) =>
    (data ? await page.request.post(site(path), { data }) : await page.request.get(site(path))).status()
  expect(await status('/api/auth/user/verify')).toBe(200)
  const other = await (await browser.newContext()).newPage()
  const problems = watchPage(other)
  await other.goto(site('/login'))
  await other.getByRole('link', { name: 'Forgot your password?' }).click()
  const send = other.getByRole('button', { name: 'Send the link' })
  await send.click()
  await expect(field(other, 'Email')).toHaveAccessibleDescription('Email is required')
  await expectSound(other, 'the forgotten password')
  await other.route('**/forgot-password', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await field(other, 'Email').fill(person.email)
  await send.click()
  await expect(other.getByText('The link could not be sent. Please try again.')).toBeVisible()
  await other.unroute('**/forgot-password')
  await send.click()
  await expect(other.getByText('Check your inbox')).toBeVisible()
  await expectSound(other, 'the link was sent')

  const mailed = new URL(await mailedLink(person.email, '/reset-password'))
  const link = site(mailed.pathname + mailed.search)
  await other.goto(link)
  await expect(other).toHaveURL(/\/reset-password$/)
  const set = other.getByRole('button', { name: 'Set the new password' })
  await expectInputs(other, [
    ['New password', 'password', 'new-password'],
    ['Confirm new password', 'password', 'new-password'],
  ])
  await field(other, 'New password').fill('short')
  await field(other, 'Confirm new password').fill('other')
  await set.click()
  await expect(field(other, 'New password')).toHaveAccessibleDescription(
    /Password must be at least 8 characters long/,
  )
  await expect(field(other, 'Confirm new password')).toHaveAccessibleDescription('Passwords do not match')
  await expectSound(other, 'the new password with errors')
  const fresh = 'Mark1Relay1944'
  await field(other, 'New password').fill(fresh)
  await field(other, 'Confirm new password').fill(fresh)
  const refused = 'Password is on the list of common ones'
  const reset = '**/api/auth/user/reset-password'
  await other.route(
    reset,
    answering({ error: refused, fields: [{ path: 'password', message: refused }] }, 400),
  )
  await set.click()
  await expect(field(other, 'New password')).toHaveAccessibleDescription(new RegExp(refused))
  await expect(field(other, 'New password')).toBeFocused()
  await other.unroute(reset)
  await set.click()
  await expect(toast(other, 'Password changed successfully')).toBeVisible()
  await other.waitForURL('**/login')

  await test.step('the session that was open is over, and so is the old password', async () => {
    expect(await status('/api/auth/user/verify')).toBe(401)
    const { email, password } = person
    expect(await status('/api/auth/user/login', { email, password })).toBe(401)
  })
  await test.step('the link is used up', async () => {
    await other.goto(link)
    await field(other, 'New password').fill(fresh)
    await field(other, 'Confirm new password').fill(fresh)
    await set.click()
    await expect(
      other.getByText('This link has expired or was already used. Please request a new one.'),
    ).toBeVisible()
    await expect(other.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
    await expectSound(other, 'the used link')
  })
  await other.goto(site('/reset-password'))
  await expect(other.getByText('This link is incomplete')).toBeVisible()
  await expectSound(other, 'the incomplete link')
  await other.goto(site('/login'))
  await signIn(other, { ...person, password: fresh })
  await other.waitForURL('**/profile')
  expect(problems).toEqual([])
  await other.context().close()
})

test('who is signed in is asked once, kept for five minutes, and followed across tabs (M-208, M-209, M-210, M-211, M-455)', async ({
  page,
  context,
}) => {
  const person = newPerson()
  await signUp(page, person)
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/auth\/user\/(verify|session)$/.test(pathname)) asked.push(pathname)
  })
  const heading = page.getByRole('heading', { level: 1 })
  // A page that asks who this is, as the header does.
  const wander = async () => {
    await walkTo(page, '/aboutus')
    await expect(heading).toHaveText(/leader|about|story/i)
    await walkTo(page, '/certification/enrollment/0a1b2c3d-1111-4222-8333-444455556666')
    await expect(heading).not.toHaveText(/leader|about|story/i)
  }
  await page.goto(site('/aboutus'))
  await expect(menu(page)).toBeVisible()
  await wander()
  expect(asked, 'one answer for the header and the page').toHaveLength(1)
  await page.clock.fastForward(290_000)
  await wander()
  expect(asked).toHaveLength(1)
  await page.clock.fastForward(11_000)
  await wander()
  await expect.poll(() => asked.length, 'after five minutes').toBe(2)
  await test.step('asked again on the sign-in page, however young the answer', async () => {
    await walkTo(page, '/login?returnTo=%2Faboutus')
    await expect.poll(() => asked.length).toBe(3)
    await expect(page, 'and led on by the answer').toHaveURL(site('/aboutus'))
    await walkTo(page, '/signup?returnTo=%2Faboutus')
    await expect.poll(() => asked.length, 'and to sign up').toBe(4)
    await expect(page).toHaveURL(site('/aboutus'))
    await walkTo(page, '/checkout/success')
    await expect.poll(() => asked.length, 'and after a payment').toBe(5)
    await walkTo(page, '/aboutus')
    await expect(heading).toHaveText(/leader|about|story/i)
  })

  const second = await context.newPage()
  await second.goto(site('/certification'))
  await menu(second).click()
  await second.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toast(second, 'Logged out successfully')).toBeVisible()
  await expect(menu(page), 'the other tab follows the sign-out').toHaveCount(0)
  expect(asked, 'without asking').toHaveLength(5)
  await second.goto(site('/login'))
  await signIn(second, person)
  await expect(menu(page), 'and the sign-in').toBeVisible()
  expect(asked).toHaveLength(6)
  await test.step('any other answer than a user is nobody (M-208)', async () => {
    await second.route(
      '**/api/auth/user/verify',
      answering({ user: { firstName: 'G', lastName: 'B', email: 'g@example.com' } }, 500),
    )
    const answered = second.waitForResponse('**/api/auth/user/verify')
    await second.goto(site('/login'))
    await answered
    await second.waitForLoadState('networkidle')
    await expect(main(second).getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(second.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(menu(second)).toHaveCount(0)
    // A page that waits for it is notified, too.
    await walkTo(second, '/certification/enrollment/0a1b2c3d-1111-4222-8333-444455556666')
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Sign in to see your enrollment')
  })
  await second.close()
})
