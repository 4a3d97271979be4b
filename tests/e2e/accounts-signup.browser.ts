import { expect, type Page } from '@playwright/test'
import { noteDelays, takeDelays } from './delays.ts'
import { expectInputs } from './inputs.ts'
import { test } from './journey.ts'
import { answering, expectSound, signIn, tabTo, toast } from './paying.ts'
import { mailedCode, newPerson, type Person, signUp, site, watchPage } from './person.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const create = (page: Page) => page.getByRole('button', { name: 'Create account' })
const codeField = (page: Page) => page.getByLabel('Verification code')
const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
const product = {
  id: 'p',
  stripeProductId: 'prod_p',
  name: 'A tampered name',
  price: '1.00',
  currency: 'usd',
}

const phone = '+44 20 7946 0000'
const phoneField = (page: Page) => page.getByLabel(/^Phone/)
const company = 'Keel Ltd'
const companyField = (page: Page) => page.getByLabel(/^Company/)

async function fill(page: Page, person: Person): Promise<void> {
  await field(page, 'Full name').fill(person.fullName)
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await field(page, 'Confirm password').fill(person.password)
}

/** Registers `person` through the form; the page is at the code step afterwards. */
async function register(page: Page, person: Person): Promise<void> {
  await page.goto(site('/signup'))
  await fill(page, person)
  await phoneField(page).fill(phone)
  await companyField(page).fill(company)
  const sent = page.waitForRequest('**/api/auth/user/register')
  await create(page).click()
  expect((await sent).postDataJSON(), 'what is optional (M-236)').toMatchObject({ phone, company })
  await expect(codeField(page)).toBeFocused()
}

test('the form checks while one types and cannot be sent until it is right (M-219, M-222, M-225)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await page.goto(site('/signup'))
  await expect(create(page)).toBeDisabled()
  await expectInputs(page, [
    ['Full name', 'text', 'name'],
    ['Email', 'email', 'email'],
    ['Password', 'password', 'new-password'],
    ['Confirm password', 'password', 'new-password'],
    [/^Phone ?optional$/, 'tel', 'tel'],
    [/^Company ?optional$/, 'text', 'organization'],
  ])
  expect(
    await page
      .getByRole('main')
      .locator('input')
      .evaluateAll((all) => all.map((input) => input.name)),
  ).toEqual(['fullName', 'email', 'password', 'confirmPassword', 'phone', 'company'])
  await expect(page.getByText('Are you a person?'), 'where no site key is set (M-223)').toHaveCount(0)
  await expectSound(page, 'the empty form')
  const long = `${'a'.repeat(250)}@host.com`
  const cases: [label: string, typed: string, said: string][] = [
    ['Full name', '', 'Full name is required'],
    ['Full name', 'Al', 'Full name must be at least 3 characters'],
    ['Full name', 'R2D2', 'Full name contains invalid characters'],
    ['Email', '', 'Email is required'],
    ['Email', 'grace@', 'Please enter a valid email address'],
    ['Email', long, 'Email address is too long'],
    ['Password', '', 'Password is required'],
    ['Password', 'Short1', 'Password must be at least 8 characters long'],
    ['Password', `Aa1${'x'.repeat(126)}`, 'Password is too long (max 128 characters)'],
    ['Password', 'lowercase1', 'Password must contain uppercase, lowercase, and number'],
    ['Password', 'Two Words 1', 'Password cannot contain spaces'],
    ['Password', 'Password1234', 'Password is too common. Please choose another one.'],
    ['Confirm password', '', 'Please confirm your password'],
    ['Confirm password', 'Other1234', 'Passwords do not match'],
    ['Phone (optional)', '12', 'Please enter a valid phone number'],
    ['Company (optional)', 'A', 'Company name must be at least 2 characters'],
    ['Company (optional)', 'A'.repeat(101), 'Company name is too long (max 100 characters)'],
  ]
  await test.step('each sentence at its field (M-226, M-227, M-228, M-229, M-230, M-231, M-232)', async () => {
    for (const [label, typed, said] of cases) {
      const input = page.getByLabel(label.split(' (')[0] ?? '', { exact: !label.includes('(') })
      await input.fill('Something9')
      await input.fill(typed)
      await expect(input).toHaveAccessibleDescription(new RegExp(said.replace(/[()]/g, '\\$&')))
      await expect(input).toHaveAttribute('aria-invalid', 'true')
      await expect(create(page)).toBeDisabled()
    }
  })
  await expectSound(page, 'the form with every field wrong')
  await fill(page, { ...newPerson(), fullName: "José María O'Brien-Łukasz" })
  await page.getByLabel('Phone').fill('+44 (20) 7946-0000')
  await page.getByLabel('Company').fill('Keel Ltd')
  await expect(create(page)).toBeEnabled()
  // Another password is not the confirmed one any more.
  await field(page, 'Password').fill('Changed1since')
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  await expect(create(page)).toBeDisabled()
  expect(problems).toEqual([])
})

test('a person signs up by keyboard: form, code, in, and back where they were going (M-219, M-234, M-236, M-238, M-241, M-247, M-464)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await noteDelays(page)
  const person = newPerson()
  const posts: [path: string, body: Record<string, unknown>][] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/auth/'))
      posts.push([new URL(request.url()).pathname, request.postDataJSON()])
  })
  await page.goto(site('/signup?returnTo=%2Fcertification'))
  await tabTo(page, field(page, 'Full name'))
  await page.keyboard.type(person.fullName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(` ${person.email.toUpperCase()} `)
  for (const label of ['Password', 'Confirm password']) {
    await tabTo(page, field(page, label))
    await page.keyboard.type(person.password)
  }
  await page.keyboard.press('Enter')
  await expect(
    toast(page, 'Account created! Please check your email for the verification code.', 'success'),
  ).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  expect(posts.map(([path]) => path)).toEqual(['/api/auth/user/check-exists', '/api/auth/user/register'])
  expect(posts[0]?.[1]).toEqual({ email: person.email })
  expect(posts[1]?.[1]).toEqual({
    firstName: 'Grace',
    lastName: 'Brewster Hopper',
    email: person.email,
    password: person.password,
    phone: '',
    company: '',
    requireEmailVerification: true,
  })
  await expectHeading(page, 'Check your email')
  await expectSound(page, 'the code step')
  // The sixth digit sends the code.
  await page.keyboard.type(await mailedCode(person.email))
  await expect(toast(page, 'Account created and verified! Redirecting...', 'success')).toBeVisible()
  await page.waitForURL('**/certification')
  expect(await takeDelays(page), 'before the way back').toContain(1_500)
  expect(posts[2]).toEqual([
    '/api/auth/verify-otp',
    { email: person.email, otpCode: expect.stringMatching(/^\d{6}$/) },
  ])
  await test.step('the session is open without another sign-in, and the page is told who came (M-248)', async () => {
    expect(posts).toHaveLength(3)
    await expect(page.getByRole('button', { name: 'GB, account menu' })).toBeVisible()
    expect(await page.evaluate('history.state.usr')).toEqual({
      signupComplete: true,
      user: { firstName: 'Grace', lastName: 'Brewster Hopper', email: person.email },
      productInfo: null,
    })
  })
  expect(problems).toEqual([])
})

test('the code: digits only, wrong, too many, a cool-down, again, and lost by a reload (M-241, M-242, M-243, M-244, M-245, M-246)', async ({
  page,
}) => {
  await page.clock.install()
  const person = newPerson()
  await register(page, person)
  const verify = page.getByRole('button', { name: 'Verify code' })
  const resend = page.getByRole('button', { name: /^Resend code/ })
  await expect(resend, 'of sixty seconds').toHaveText(/^Resend code in (?:60|5\d) s$/)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/verify-otp')) sent += 1
  })
  await expectInputs(page, [['Verification code', 'text', 'one-time-code']])
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
  await verify.click()
  await expect(codeField(page)).toHaveAccessibleDescription('Please enter the OTP code')
  await codeField(page).fill('12a 3')
  await expect(codeField(page)).toHaveValue('123')
  await verify.click()
  await expect(codeField(page)).toHaveAccessibleDescription('OTP code must be 6 digits')
  expect(sent, 'what cannot be a code is not sent').toBe(0)
  await expectSound(page, 'the code step with an error')
  await expect(resend).toBeDisabled()
  await expect(resend).toHaveText(/^Resend code in \d+ s$/)

  const right = await mailedCode(person.email)
  const wrong = right === '000000' ? '000001' : '000000'
  await codeField(page).fill(`${wrong}99`)
  await expect(codeField(page)).toHaveValue(wrong)
  // The sixth digit has sent it; what was refused is sent again by the button only.
  await expect(codeField(page)).toHaveAccessibleDescription('Invalid OTP code. Please try again.')
  for (let tries = 1; tries < 5; tries += 1) {
    await codeField(page).fill(wrong)
    await verify.click()
    await expect(codeField(page)).toHaveAccessibleDescription('Invalid OTP code. Please try again.')
    await expect(verify).toBeEnabled()
    // The sentence goes once six digits are there, so that each try is seen to be answered.
    await codeField(page).fill('')
    await codeField(page).fill(wrong)
    await expect(codeField(page)).not.toHaveAccessibleDescription('Invalid OTP code. Please try again.')
  }
  await expect(toast(page, 'Invalid OTP code. Please try again.', 'error')).toHaveCount(1)
  await codeField(page).fill(right)
  await verify.click()
  await expect(codeField(page)).toHaveAccessibleDescription(
    'Too many wrong codes. Please request a new code.',
  )

  await page.clock.fastForward(61_000)
  await expect(resend).toHaveText('Resend code')
  await test.step('the server keeps the cool-down, too', async () => {
    await resend.click()
    await expect(toast(page, 'Failed to resend OTP. Please try again.', 'error')).toBeVisible()
    await expect(codeField(page)).toHaveAccessibleDescription(
      /^Please wait \d+ seconds before requesting another code\.$/,
    )
  })
  const asked = page.waitForRequest('**/api/auth/send-otp')
  await page.route('**/api/auth/send-otp', answering({ success: true, message: 'OTP sent' }))
  await resend.click()
  expect((await asked).postDataJSON()).toEqual({ email: person.email, isResend: true })
  await expect(toast(page, 'OTP resent successfully!', 'success')).toBeVisible()
  await expect(resend).toHaveText(/^Resend code in (60|59|58) s$/)
  await expect(resend).toBeDisabled()
  await expect(codeField(page)).toBeFocused()

  await page.route(
    '**/api/auth/verify-otp',
    answering({ success: false, error: 'This code has expired. Please request a new code.' }, 400),
  )
  await codeField(page).fill(right)
  await verify.click()
  await expect(codeField(page)).toHaveAccessibleDescription(
    'This code has expired. Please request a new code.',
  )

  await page.reload()
  await expect(toast(page, 'Registration data not found. Please try again.', 'error')).toBeVisible()
  await expect(field(page, 'Full name')).toHaveValue(person.fullName)
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await expect(phoneField(page)).toHaveValue(phone)
  await expect(companyField(page)).toHaveValue(company)
  await expect(field(page, 'Password')).toHaveValue('')
})

test('a registration that the server no longer has leads back to the form, nothing typed is lost (M-246)', async ({
  page,
}) => {
  const person = newPerson()
  await register(page, person)
  // Who goes back by themselves has lost nothing that a reload would have to speak of.
  await page.getByRole('button', { name: 'Use a different email' }).click()
  await expect(field(page, 'Full name')).toHaveValue(person.fullName)
  await expect.poll(() => page.evaluate('history.state?.usr ?? null')).toBeNull()
  await create(page).click()
  await expect(codeField(page)).toBeFocused()
  await page.context().clearCookies()
  await codeField(page).fill('123456')
  await expect(toast(page, 'Registration data not found. Please try again.', 'error')).toBeVisible()
  await expect(field(page, 'Full name')).toHaveValue(person.fullName)
  await expect(field(page, 'Password')).toHaveValue(person.password)
})

test('an address with an account leads to its sign-in, or back to another address (M-219, M-239, M-250)', async ({
  page,
  context,
}) => {
  const person = newPerson()
  await signUp(page, person)
  await context.clearCookies()
  await page.goto(site('/signup?returnTo=%2Fcertification'))
  await fill(page, { ...person, password: 'Wrong1234' })
  await create(page).click()
  const notice = page.getByText('An account with this email already exists', { exact: true })
  await expect(notice).toBeVisible()
  await expectHeading(page, 'Welcome Back')
  await expectSound(page, 'the existing-user step')
  const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
  await expect(field(page, 'Password')).toHaveValue('Wrong1234')
  await signIn.click()
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    'Invalid password. Please check your credentials.',
  )
  await page.getByRole('button', { name: 'Use a different email' }).click()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('An account with this email already exists')
  await expect(field(page, 'Full name')).toHaveValue(person.fullName)
  // The account may have come since the address was asked for: then the registration itself finds it.
  await page.route('**/api/auth/user/check-exists', answering({ success: true, exists: false }))
  await create(page).click()
  await expect(notice).toBeVisible()
  await expectHeading(page, 'Welcome Back')
  await field(page, 'Password').fill(person.password)
  await signIn.click()
  await page.waitForURL('**/certification')
})

test('what the server finds wrong is shown where it belongs (M-239, M-240, M-436)', async ({ page }) => {
  await page.goto(site('/signup'))
  await fill(page, newPerson())
  const refuse = (body: object, status: number) =>
    page.route('**/api/auth/user/register', answering({ success: false, ...body }, status))
  const errors = ['Email domain is not accepted', 'Password is on a list', 'Full name is taken']
  await refuse({ code: 'VALIDATION_FAILED', errors }, 400)
  await create(page).click()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(errors[0] ?? '')
  await expect(field(page, 'Password')).toHaveAccessibleDescription(new RegExp(errors[1] ?? ''))
  await expect(field(page, 'Full name')).toHaveAccessibleDescription(errors[2] ?? '')
  await page.reload()
  await fill(page, newPerson())
  // The path decides and not the words, whatever field a reworded sentence speaks of.
  const fields = [
    { path: 'password', message: 'Your email must not be part of it' },
    { path: 'company', message: 'We do not know this password or name' },
  ]
  await refuse({ code: 'VALIDATION_FAILED', errors, fields }, 400)
  await create(page).click()
  await expect(field(page, 'Password')).toHaveAccessibleDescription(new RegExp(fields[0]?.message ?? ''))
  await expect(page.getByLabel('Company')).toHaveAccessibleDescription(fields[1]?.message ?? '')
  await expect(field(page, 'Password')).toBeFocused()
  for (const label of ['Email', 'Full name'])
    await expect(field(page, label)).not.toHaveAttribute('aria-invalid', 'true')
  await page.reload()
  await fill(page, newPerson())
  await refuse({}, 500)
  await create(page).click()
  await expect(
    page.getByRole('main').getByText('Registration failed. Please try again.', { exact: true }),
  ).toBeVisible()
  await expect(field(page, 'Full name')).toHaveValue(newPerson().fullName)
  const busy = 'Too many codes were requested for this address. Please try again in 9 minutes.'
  await refuse({ code: 'TOO_MANY_CODES', error: busy }, 429)
  await create(page).click()
  await expect(page.getByRole('main').getByText(busy, { exact: true })).toBeVisible()
  await refuse({ code: 'USER_EXISTS' }, 409)
  await create(page).click()
  await expect(page.getByText('An account with this email already exists', { exact: true })).toBeVisible()
})

test('a product in the address is shown with the name and price of the server, goes along, and nonsense is ignored (M-023, M-024, M-031, M-220, M-221, M-224, M-251, W-6)', async ({
  page,
}) => {
  const query = new URLSearchParams({ returnTo: '/payment', product: JSON.stringify(product) })
  for (const [path, other, link] of [
    ['/signup', '/login', 'Sign in'],
    ['/login', '/signup', 'Create an account'],
  ] as const) {
    await page.goto(site(`${path}?${query}`))
    await expect(page.getByText("You're enrolling in", { exact: true })).toBeVisible()
    await expect(page.getByText(product.name)).toHaveCount(0)
    await expect(page.getByText('$1.00')).toHaveCount(0)
    const href = await page.getByRole('main').getByRole('link', { name: link }).getAttribute('href')
    const target = new URL(href ?? '', site())
    expect(target.pathname).toBe(other)
    expect(target.searchParams.get('returnTo')).toBe('/payment')
    expect(JSON.parse(target.searchParams.get('product') ?? '')).toEqual(product)
    for (const [legal, to] of [
      ['Terms', '/terms'],
      ['Privacy Policy', '/privacy'],
    ] as const)
      await expect(page.getByRole('main').getByRole('link', { name: legal, exact: true })).toHaveAttribute(
        'href',
        to,
      )
    for (const nonsense of ['{', '[]', JSON.stringify({ ...product, price: '-1' })]) {
      await page.goto(site(`${path}?product=${encodeURIComponent(nonsense)}`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText("You're enrolling in", { exact: true })).toHaveCount(0)
    }
  }
  await test.step('the product that is sold, with another name and price: both come from the server (W-6)', async () => {
    const answer = await page.request.get(site('/api/products/type/certification_program'))
    const [sold] = (await answer.json()).products
    await page.goto(site(`/login?product=${encodeURIComponent(JSON.stringify({ ...product, id: sold.id }))}`))
    const box = page.getByRole('main').filter({ hasText: "You're enrolling in" })
    await expect(box.getByText(sold.name, { exact: true })).toBeVisible()
    await expect(box.getByText('$2,500.00')).toBeVisible()
    await expect(page.getByText(product.name)).toHaveCount(0)
    await expect(page.getByText('$1.00')).toHaveCount(0)
  })
  await page.getByRole('main').getByRole('link', { name: 'Terms', exact: true }).click()
  await page.waitForURL('**/terms')
})

test('given a product that is no longer sold, then the account exists and the checkout is said to have failed (M-249)', async ({
  page,
}) => {
  const person = newPerson()
  const query = new URLSearchParams({ returnTo: '/certification', product: JSON.stringify(product) })
  await page.goto(site(`/signup?${query}`))
  await fill(page, person)
  await create(page).click()
  await codeField(page).fill(await mailedCode(person.email))
  await expect(
    toast(page, 'Verification successful, but checkout failed. Please try again.', 'error'),
  ).toBeVisible()
  await page.waitForURL('**/certification')
  // The page that the visitor comes back to is notified, and must not go on to the payment (M-247).
  expect(await page.evaluate('history.state.usr')).toEqual({
    signupComplete: false,
    user: { firstName: 'Grace', lastName: 'Brewster Hopper', email: person.email },
    productInfo: product,
  })
  await test.step('a plain sign-in does not speak of a verification', async () => {
    await page.context().clearCookies()
    await page.goto(site(`/login?${query}`))
    await signIn(page, person)
    await expect(
      toast(page, 'You are signed in, but checkout failed. Please try again.', 'error'),
    ).toBeVisible()
    await page.waitForURL('**/certification')
  })
})
