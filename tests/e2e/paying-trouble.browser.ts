import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import {
  answering,
  cardForm,
  confirmed,
  expectSound,
  lastPayment,
  mailedLink,
  openPayment,
  ordersOf,
  payButton,
  signIn,
  toast,
  walkTo,
} from './paying.ts'
import { newPerson, payWith, signUp, site, watchPage } from './person.ts'

const main = (page: Page) => page.getByRole('main')

// The last journey is about the provider itself.
test.use({ admitted: ['https://js.stripe.com'] })

test('refreshing every page of the purchase loses nothing and pays once; going back does not pay again (M-026, M-293, M-309)', async ({
  page,
}) => {
  const person = newPerson()
  await signUp(page, person)
  await page.goto(site('/certification'))
  for (const group of await page.getByRole('group').all())
    await group.getByRole('radio').first().check({ force: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  const enroll = main(page).getByRole('button', { name: 'Enroll Now' }).first()
  await expect(enroll).toBeVisible()
  await page.reload()
  await enroll.click()
  await expect(page).toHaveURL(site('/payment'))
  await cardForm(page)
  await page.reload()
  await expect(toast(page, 'Resuming your previous payment session...', 'info')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your answers' })).toContainText('Rising leader')
  await payWith(page, '4242 4242 4242 4242')
  await expect(confirmed(page)).toBeVisible({ timeout: 30_000 })
  const { orderId } = await lastPayment(page)
  await page.reload()
  await expect(confirmed(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your assessment, part one' })).toContainText('Rising leader')

  // Back goes behind the payment, not into it; a buyer who enrolls again is asked first.
  await page.goBack()
  await expect(page).toHaveURL(site('/certification/program-details'))
  const again = main(page).getByRole('button', { name: 'Enroll again', exact: true })
  await again.click()
  await expect(enroll).toHaveCount(0)
  const dialog = page.getByRole('dialog', { name: 'You are already enrolled', exact: true })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('link', { name: /View order/ }), 'not Close').toBeFocused()
  await expect(page, 'before the payment').toHaveURL(site('/certification/program-details'))
  await expectSound(page, 'enrolled already')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.goto(site('/payment'))
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('link', { name: /View order/ })).toHaveAttribute(
    'href',
    `/certification/enrollment/${orderId}`,
  )
  expect(await ordersOf(page)).toHaveLength(1)
  const another = dialog.getByRole('button', { name: 'Buy another seat' })
  await another.click()
  await cardForm(page)
  expect(await ordersOf(page)).toHaveLength(2)
  // From the page of the program a clear yes leads to the payment as well.
  await page.goto(site('/certification/program-details'))
  await again.click()
  await another.click()
  await expect(page).toHaveURL(site('/payment'))
  await cardForm(page)
  expect(await ordersOf(page)).toHaveLength(2)
})

test('a payment provider that answers slowly keeps nobody waiting without a word', async ({ page }) => {
  await signUp(page, newPerson())
  const held: (() => void)[] = []
  const hold = (pattern: string) =>
    page.route(pattern, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue().catch(() => undefined)
    })
  const release = async (pattern: string) => {
    await page.unroute(pattern)
    for (const go of held.splice(0)) go()
  }
  const checkout = '**/api/checkout/create-payment-intent'
  await hold(checkout)
  await page.goto(site('/payment'))
  await expect(page.getByText('Setting up your payment...')).toBeVisible()
  const long = main(page).getByText('This is taking longer than usual')
  await expect(long).toBeVisible({ timeout: 15_000 })
  await expect(main(page)).toContainText('Nothing has been charged. This page continues by itself')
  await expectSound(page, 'slow set-up')
  await release(checkout)
  await cardForm(page)
  await expect(long).toHaveCount(0)
  // A buyer who pays sees one filled button.
  const clear = 'rgba(0, 0, 0, 0)'
  await expect(page.getByRole('button', { name: 'Join the Movement' })).toHaveCount(0)
  await expect(payButton(page)).not.toHaveCSS('background-color', clear)

  // A script that did not arrive, as offline, is asked for again at the next press.
  await page.route('**/lab/stripe/payments.js*', (route) => route.abort(), { times: 1 })
  await payWith(page, '4242 4242 4242 4242')
  await expect(main(page).getByText('An unexpected error occurred.', { exact: true })).toBeVisible()

  const confirm = '**/v1/payment_intents/*/confirm'
  await hold(confirm)
  await payButton(page).click()
  await expect(
    main(page).getByText(/Your payment is taking longer than usual.*not be charged twice/),
  ).toBeVisible({
    timeout: 15_000,
  })
  const verify = '**/api/checkout/verify-payment-intent/*'
  await hold(verify)
  await release(confirm)
  await expect(page.getByRole('heading', { name: 'Verifying your payment...' })).toBeVisible()
  await expect(long).toBeVisible({ timeout: 15_000 })
  await expect(main(page)).toContainText('Please do not pay a second time.')
  await expectSound(page, 'slow verification')
  await release(verify)
  await expect(confirmed(page)).toBeVisible({ timeout: 30_000 })
})

test('a tab closed while paying, another device and a second tab end in one enrolled order (M-309, M-318)', async ({
  browser,
}) => {
  const here = await browser.newContext()
  const first = await here.newPage()
  const person = await openPayment(first)
  const [placed] = await ordersOf(first)

  // Another device: signed in there, the same payment goes on.
  const there = await browser.newContext()
  const phone = await there.newPage()
  await phone.goto(site('/login?returnTo=%2Fpayment'))
  await signIn(phone, person)
  await cardForm(phone)
  await expect(toast(phone, 'Resuming your previous payment session...')).toBeVisible()
  expect((await ordersOf(phone)).map(({ id }) => id)).toEqual([placed?.id])

  // Two tabs here: one pays, the other follows. The tab that pays is closed before it gets the result.
  const second = await here.newPage()
  await second.goto(site('/payment'))
  await cardForm(second)
  await first.route('**/api/checkout/verify-payment-intent/*', () => {})
  await payWith(first, '4242 4242 4242 4242')
  await expect(confirmed(second)).toBeVisible({ timeout: 30_000 })
  await first.close()

  // The device knows nothing of that; pressing pay there charges nothing.
  await payWith(phone, '4242 4242 4242 4242')
  await expect(confirmed(phone)).toBeVisible({ timeout: 30_000 })
  expect(await ordersOf(phone)).toEqual([expect.objectContaining({ id: placed?.id, status: 'completed' })])
  await here.close()
  await there.close()
})

test('nobody comes back: the order is completed all the same, and its mail leads to it (M-305, M-318)', async ({
  page,
}) => {
  const person = await openPayment(page)
  await page.route('**/api/checkout/verify-payment-intent/*', () => {})
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { name: 'Verifying your payment...' })).toBeVisible()
  await page.goto('about:blank')
  await expect.poll(async () => (await ordersOf(page))[0]?.status, { timeout: 30_000 }).toBe('completed')
  await page.goto(site('/profile'))
  await expect(page.getByText('Certification Access: Active')).toBeVisible()
  await page.context().clearCookies()
  await page.goto(await mailedLink(person.email, '/certification/enrollment/'))
  await main(page).getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, person)
  await expect(confirmed(page)).toBeVisible()
})

test('a session that ended while paying is asked for again, and the way leads back', async ({ page }) => {
  const person = await openPayment(page)
  // It ends before the page is loaded again: this browser still thinks it is signed in.
  await page.context().clearCookies()
  await page.route(
    '**/api/auth/user/verify',
    answering({ success: true, user: { email: person.email, firstName: 'G', lastName: 'H' } }),
  )
  await page.goto(site('/payment'))
  await expect(main(page).getByText(/Your session has ended/)).toBeVisible()
  await expectSound(page, 'session ended')
  await page.unroute('**/api/auth/user/verify')
  await main(page).getByRole('link', { name: 'Sign in and continue' }).click()
  await signIn(page, person)
  await cardForm(page)

  // It ends while the provider asks for 3-D Secure: the way back knows the order and nothing more.
  await page.getByLabel(/card number/i).fill('4242 4242 4242 4242')
  await page.getByLabel(/expir/i).fill('12 / 34')
  await page.getByLabel(/security code/i).fill('123')
  await page.context().clearCookies()
  await payButton(page).click()
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Sign in to see your enrollment', {
    timeout: 30_000,
  })
  await main(page).getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, person)
  await expect(confirmed(page)).toBeVisible({ timeout: 30_000 })
})

test('without a session nobody is welcomed to a program they may not have paid for', async ({ page }) => {
  await page.route(
    '**/api/checkout/verify-payment-intent/*',
    answering({ success: true, order: { id: '00000000-0000-4000-8000-000000000000' } }),
  )
  await page.addInitScript(`
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Payment successful!')) window.welcomed = true
    }).observe(document, { childList: true, subtree: true, characterData: true })
  `)
  await page.goto(site('/checkout/success?payment_intent=pi_1'))
  await expect(page).toHaveURL(/\/certification\/enrollment\//)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Sign in to see your enrollment')
  // Whatever would be said has been said by then, even if it is gone again.
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate<boolean>('window.welcomed === true')).toBe(false)
})

test('with the real provider the payment is a document of its own, and nothing that was chosen is lost (M-317)', async ({
  page,
}) => {
  const problems = watchPage(page)
  const stripe = 'https://js.stripe.com'
  const person = newPerson()
  await signUp(page, person)
  // The stand-in answers in the provider's place; the payment's document admits it, as the real configuration does.
  await page.route(`${stripe}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const answer = await fetch(site(`/lab${pathname.replace('/endive', '')}`))
    await route.fulfill({
      status: answer.status,
      body: Buffer.from(await answer.arrayBuffer()),
      contentType: answer.headers.get('content-type') ?? '',
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json()
    await route.fulfill({ json: { ...config, stripeScriptUrl: `${stripe}/endive/stripe.js` } })
  })
  let documents = 0
  await page.route(site('/payment'), async (route) => {
    documents += 1
    const answer = await route.fetch()
    const headers = answer.headers()
    const policy = headers['content-security-policy'] ?? ''
    await route.fulfill({
      response: answer,
      headers: {
        ...headers,
        'content-security-policy': policy.replace(/(script-src|connect-src|style-src)/g, `$1 ${stripe}`),
      },
    })
  })
  await page.context().clearCookies()
  // A page that was not painted with the configuration asks for it.
  await page.goto(site('/reset-password'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await walkTo(page, '/login?returnTo=%2Fpayment')
  await signIn(page, person)
  await expect(page).toHaveURL(site('/payment'), { timeout: 20_000 })
  const loaded = () => page.evaluate<boolean>("typeof window.Stripe === 'function'").catch(() => false)
  await expect.poll(loaded).toBe(true)
  expect(documents).toBe(1)
  expect(problems).toEqual([])
})
