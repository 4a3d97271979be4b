import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { admin } from '../support/app.ts'
import { digitsOf } from '../support/authenticator-app.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { startTurnstileStandIn, type TurnstileStandIn } from '../support/turnstile-stand-in.ts'
import { expectAccessible } from './axe.ts'
import { challengeWidget } from './challenge-widget.ts'
import { test } from './journey.ts'
import { leadChallengeJourney } from './leads-challenge.ts'
import { expectSound } from './paying.ts'
import { newPerson, watchPage } from './person.ts'

// One site for all of them.
test.describe.configure({ mode: 'default' })
// A browser that does not reveal that it is driven, as a visitor's.
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
  admitted: ['https://challenges.cloudflare.com'],
})

/** A site whose staff need a second factor, and whose visitors have to prove that they are people. */
let app: SpawnedApp
let verifier: TurnstileStandIn
test.beforeAll(async () => {
  verifier = await startTurnstileStandIn()
  app = await spawnApp({
    env: {
      REQUIRE_STAFF_TOTP: 'true',
      TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
      TURNSTILE_SECRET_KEY: 'a-real-secret',
      TURNSTILE_VERIFY_URL: verifier.verifyUrl,
    },
  })
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
  await verifier?.close()
})

const cli = join(import.meta.dirname, '../../src/server/cli/staff-create.ts')
const secretPattern = /Authenticator app, shown once: ([A-Z2-7]+)/

/** What the operator does at the machine; answers what the command printed. */
function enrol(username: string, password: string): Promise<string> {
  const args = [cli, '--username', username, '--role', 'editor', '--totp', '--password-stdin']
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: app.dataDir,
    PORT: String(app.port),
  }
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, { env }, (error, out, complaint) =>
      error ? reject(new Error(`${out}\n${complaint}`)) : resolve(out),
    )
    child.stdin?.end(password)
  })
}

async function openDesk(page: Page, username: string, password: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${app.url}/admin`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('given REQUIRE_STAFF_TOTP, then nobody gets to the staff screen without a code of their app, and no code works twice', async ({
  page,
}) => {
  const problems = watchPage(page)
  const password = 'Quiet-harbour-27'
  const secret = secretPattern.exec(await enrol('anna', password))?.[1] ?? ''
  expect(secret.length).toBeGreaterThanOrEqual(32)
  const field = page.getByLabel('Code of your authenticator app')
  const button = page.getByRole('button', { name: 'Sign in' })
  const refused = page.getByText('These six digits are not valid any more')
  const inside = () => page.request.get(`${app.url}/api/auth/verify`).then((answer) => answer.status())

  await openDesk(page, 'anna', password)
  await expect(field).toBeVisible()
  expect(await inside()).toBe(401)
  await test.step('a window made small for a moment loses neither the field nor what was typed', async () => {
    await field.fill('12')
    await page.setViewportSize({ width: 900, height: 800 })
    await expect(page.getByRole('heading', { name: 'Screen Too Small for Admin Panel' })).toBeVisible()
    await expect(field).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(field).toHaveValue('12')
    await expect(page.getByLabel('Username')).toHaveValue('anna')
    await field.fill('')
  })
  await button.click()
  await expect(field).toHaveAccessibleDescription('Enter the six digits of your authenticator app.')
  await expectAccessible(page, 'the second factor')
  const near = [-1, 0, 1, 2].map((ahead) => digitsOf(secret, new Date(), ahead))
  await field.fill(
    ['111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '',
  )
  await button.click()
  await expect(refused).toBeVisible()
  expect(await inside()).toBe(401)

  const used = digitsOf(secret, new Date())
  await field.fill(used)
  await button.click()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  expect(await inside()).toBe(200)

  await openDesk(page, 'anna', password)
  await field.fill(used)
  await button.click()
  await expect(refused).toBeVisible()
  expect(await inside()).toBe(401)
  await field.fill(digitsOf(secret, new Date(), 1))
  await button.click()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  expect(await inside()).toBe(200)
  expect(problems).toEqual([])
})

test('given REQUIRE_STAFF_TOTP and an account without a second factor, then the first sign-in sets one up', async ({
  page,
}) => {
  const problems = watchPage(page)
  const field = page.getByLabel('Code of your authenticator app')
  const button = page.getByRole('button', { name: 'Sign in' })
  await openDesk(page, admin.username, admin.password)
  await expect(page.getByText('This account needs a second factor.')).toBeVisible()
  const key = async () => ((await page.getByTestId('totp-key').textContent()) ?? '').replaceAll(' ', '')
  const secret = await key()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(page.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  )
  await expectAccessible(page, 'setting up the second factor')
  await expect(field).toBeFocused()
  await button.click()
  await expect(field).toHaveAccessibleDescription('Enter the six digits of your authenticator app.')
  const near = [-1, 0, 1, 2].map((ahead) => digitsOf(secret, new Date(), ahead))
  await field.fill(
    ['111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '',
  )
  await button.click()
  await expect(page.getByText('These six digits are not valid any more')).toBeVisible()
  expect(await key()).toBe(secret)
  await field.fill(digitsOf(secret, new Date()))
  await button.click()
  await expect(page.getByRole('heading', { name: 'Content Management' })).toBeVisible()

  await openDesk(page, admin.username, admin.password)
  await expect(page.getByText('Enter the six digits from your authenticator app.')).toBeVisible()
  await expect(page.getByTestId('totp-key')).toHaveCount(0)
  expect(problems).toEqual([])
})

/** The code in the newest mail to `email` at this file's own site. */
async function codeOf(email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const answer = await fetch(`${app.url}/api/dev/mail?to=${encodeURIComponent(email)}`)
      const { mails } = (await answer.json()) as { mails: { subject: string }[] }
      code = mails.map(({ subject }) => /^\d{6}/.exec(subject)?.[0]).findLast(Boolean)
      return code
    })
    .toBeDefined()
  return code ?? ''
}

test('given a site key, then signing up and in ask for the bot check, say what is missing, and spend one token each (M-113, M-223, M-233, M-235, M-248, M-251)', async ({
  page,
}) => {
  const problems = watchPage(page)
  const widget = await challengeWidget(page)
  const person = newPerson()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const question = page.getByText('Are you a person?')
  const posts: [path: string, token: unknown][] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/auth/'))
      posts.push([new URL(request.url()).pathname, request.postDataJSON().turnstileToken])
  })
  const create = page.getByRole('button', { name: 'Create account' })
  const fill = async () => {
    await field('Full name').fill(person.fullName)
    await field('Email').fill(person.email)
    await field('Password').fill(person.password)
    await field('Confirm password').fill(person.password)
  }

  await page.goto(`${app.url}/signup`)
  await expect(question).toBeVisible()
  await fill()
  await create.click()
  await expect(page.getByText('Please complete the security verification.', { exact: true })).toBeVisible()
  expect(posts).toEqual([])
  await expectSound(page, 'the sign-up that waits for the bot check')
  await widget.play('error-callback')
  await expect(
    page.getByText('Security verification failed. Please try again.', { exact: true }),
  ).toBeVisible()
  await widget.play('callback', 'token-1')
  await expect(
    page.getByText('Security verification failed. Please try again.', { exact: true }),
  ).toHaveCount(0)
  // Nobody answered it in time. (That a token is too old is in the journey of the lead form.)
  await widget.play('timeout-callback')
  await expect(
    page.getByText('Security verification expired. Please try again.', { exact: true }),
  ).toBeVisible()
  await create.click()
  expect(posts).toEqual([])

  await test.step('a token that was spent elsewhere: the server has the last word, and nothing typed is lost', async () => {
    await fetch(verifier.verifyUrl, {
      method: 'POST',
      body: JSON.stringify({ secret: 'a-real-secret', response: 'spent' }),
    })
    await widget.play('callback', 'spent')
    await create.click()
    await expect(
      page.getByRole('main').getByText('Security verification expired. Please try again.', { exact: true }),
    ).toBeVisible()
    expect(posts.splice(0)).toEqual([['/api/auth/user/check-exists', 'spent']])
    expect(await widget.resets()).toBe(1)
    await expect(field('Email')).toHaveValue(person.email)
    await expect(field('Password')).toHaveValue(person.password)
  })
  await widget.play('callback', 'token-2')
  await create.click()
  const code = await codeOf(person.email)
  expect(posts.splice(0)).toEqual([
    ['/api/auth/user/check-exists', 'token-2'],
    ['/api/auth/user/register', 'token-2'],
  ])
  await page.getByLabel('Verification code').fill(code)
  await page.waitForURL('**/profile')
  expect(posts.splice(0)).toEqual([['/api/auth/verify-otp', undefined]])

  await test.step('somebody who has an account is asked again before the sign-in', async () => {
    await page.context().clearCookies()
    await page.goto(`${app.url}/signup`)
    await fill()
    await expect(question).toBeVisible()
    await widget.play('callback', 'token-3')
    await create.click()
    const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
    await expect(page.getByText('An account with this email already exists')).toBeVisible()
    await expect(question).toBeVisible()
    await signIn.click()
    await expect(page.getByText('Please complete the security verification.', { exact: true })).toBeVisible()
    expect(posts.splice(0)).toEqual([['/api/auth/user/check-exists', 'token-3']])
    // A wrong password has spent its token, too.
    await field('Password').fill('Wrong1234')
    await widget.play('callback', 'token-4')
    const before = await widget.resets()
    await signIn.click()
    await expect(page.getByText('Invalid password. Please check your credentials.')).toBeVisible()
    expect(await widget.resets()).toBe(before + 1)
    await field('Password').fill(person.password)
    await widget.play('callback', 'token-5')
    await signIn.click()
    await page.waitForURL('**/profile')
    expect(posts.splice(0)).toEqual([
      ['/api/auth/user/login', 'token-4'],
      ['/api/auth/user/login', 'token-5'],
    ])
  })
  const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
  const missing = page.getByText('Please complete the security verification.', { exact: true })
  await test.step('a page that says a test drives it shows no bot check; the server asks all the same', async () => {
    await page.context().clearCookies()
    await page.goto(`${app.url}/login?test=true`)
    await field('Email').fill(person.email)
    await field('Password').fill(person.password)
    await signIn.click()
    await expect(missing).toBeVisible()
    expect(posts.splice(0)).toEqual([['/api/auth/user/login', undefined]])
    await expect(question).toHaveCount(0)
  })
  await test.step('and so is whoever signs in', async () => {
    await page.goto(`${app.url}/login`)
    await expect(question).toBeVisible()
    await field('Email').fill(person.email)
    await field('Password').fill(person.password)
    await signIn.click()
    await expect(missing).toBeVisible()
    await widget.play('callback', 'token-6')
    await signIn.click()
    await page.waitForURL('**/profile')
    expect(posts).toEqual([['/api/auth/user/login', 'token-6']])
  })
  expect(problems).toEqual([])
})

// M-112, M-113, M-115, M-116, M-117, M-118, M-123, M-135, M-457
leadChallengeJourney(() => ({ url: app.url, verifyUrl: verifier.verifyUrl }))
