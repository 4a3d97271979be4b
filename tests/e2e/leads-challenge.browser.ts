import { expect } from '@playwright/test'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { startTurnstileStandIn, type TurnstileStandIn } from '../support/turnstile-stand-in.ts'
import { test } from './journey.ts'

let app: SpawnedApp
let verifier: TurnstileStandIn
test.beforeAll(async () => {
  verifier = await startTurnstileStandIn()
  app = await spawnApp({
    env: {
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

// A browser that does not tell that it is driven, as a visitor's.
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
  admitted: ['https://challenges.cloudflare.com'],
})

/** Stands in for the provider's script: keeps what the widget is given, so that the test can play the provider. */
const widgetScript = `
  window.turnstile = {
    render(element, options) {
      window.widget = options
      window.resets = 0
      element.textContent = 'Are you a person?'
      return 'widget-1'
    },
    reset() { window.resets += 1 },
    remove() {},
  }`

test('the bot check asks, fails, expires, and the server has the last word (M-112, M-113, M-116, M-117)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Object.getPrototypeOf(navigator), 'webdriver', { get: () => false })
  })
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: widgetScript }),
  )
  const play = (callback: string, value?: string): Promise<void> =>
    page.evaluate(
      ([name, token]) => {
        const widget = Reflect.get(globalThis, 'widget') as Record<string, (token?: string) => void>
        widget[name as string]?.(token)
      },
      [callback, value] as const,
    )
  await page.goto(app.url)
  const form = page.getByRole('form', { name: 'Join the Movement' })
  await form.scrollIntoViewIfNeeded()
  await expect(form.getByText('Are you a person?')).toBeVisible()
  await form.getByLabel('Name', { exact: true }).pressSequentially('Ada Lovelace', { delay: 180 })
  await form.getByLabel('Contact Number').fill('+44 20 7946 0000')
  await form.getByLabel('Email').fill('ada@company.example')
  await form.getByLabel('Company Name').fill('Analytical Engines Ltd.')
  const send = form.getByRole('button')
  await expect(send).toBeDisabled()

  const posts: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/leads'))
      posts.push(request.postDataJSON())
  })
  // Enter gets past a disabled button in no browser; the form says what it waits for when it is sent all the same.
  await form.evaluate((element) =>
    element.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  await expect(form.getByText('Please complete the security verification.', { exact: true })).toBeVisible()
  expect(posts).toEqual([])

  // M-118, M-457
  expect(await page.evaluate("window.widget['retry-interval']")).toBe(8_000)
  await play('error-callback')
  await expect(
    form.getByText('Security verification failed. Please try again.', { exact: true }),
  ).toBeVisible()
  await play('callback', 'token-1')
  await expect(send).toBeEnabled()
  await play('expired-callback')
  await expect(
    form.getByText('Security verification expired. Please try again.', { exact: true }),
  ).toBeVisible()
  await expect(send).toBeDisabled()

  // A token that was spent elsewhere: the server notices, what was typed stays, the widget starts again.
  await fetch(verifier.verifyUrl, {
    method: 'POST',
    body: JSON.stringify({ secret: 'a-real-secret', response: 'token-2' }),
  })
  await play('callback', 'token-2')
  await send.click()
  await expect(
    form.getByText('Security verification expired. Please try again.', { exact: true }),
  ).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue('ada@company.example')
  expect(await page.evaluate(() => Reflect.get(globalThis, 'resets'))).toBe(1)
  await expect(send).toBeDisabled()

  await play('callback', 'token-3')
  await send.click()
  await expect(
    form.getByText('Thank you for partnering with us to kick start an authentic journey!'),
  ).toBeVisible()
  expect(posts).toHaveLength(2)
  expect(posts[1]).toMatchObject({ turnstileToken: 'token-3' })
})
