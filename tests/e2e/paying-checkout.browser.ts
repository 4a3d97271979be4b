import { expect } from '@playwright/test'
import {
  answering,
  cardForm,
  confirmed,
  expectSound,
  included,
  lastPayment,
  openPayment,
  ordersOf,
  payButton,
  tabTo,
  toast,
  travelled,
  walkTo,
} from './paying.ts'
import { newPerson, payWith, signUp, site, watchPage } from './person.ts'
import { noteToasts, toastsSeen } from './toasts.ts'
import { test } from './visitor.ts'

const answers = {
  currentLevel: 'go-to-guide',
  primaryGoal: 'team-org-needs',
  certificationType: 'organization',
}
const checkout = '**/api/checkout/create-payment-intent'

/** Holds back what `pattern` asks for until the returned function is called. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('the payment page says what is bought, for how much, and keeps what was answered (M-025, M-264, M-266, M-268, M-294, M-295, M-296, M-297, M-298, M-299, M-300, M-301, M-302, M-304, M-306, M-307)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await noteToasts(page)
  const person = newPerson()
  await signUp(page, person)
  await page.goto(site('/profile'))
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.evaluate(
    (text) => sessionStorage.setItem('certification_profile', text),
    JSON.stringify(answers),
  )
  const [code, order] = [gate(), gate()]
  await page.route(/\/assets\/payment-[^/]+\.js/, async (route) => {
    await code.opened
    await route.continue()
  })
  await page.route(checkout, async (route) => {
    await order.opened
    await route.continue()
  })
  const asked = page.waitForRequest(checkout)
  const told = page.waitForResponse(checkout)
  await walkTo(page, '/payment')
  await expect(page.getByText('Loading payment form...', { exact: true })).toBeVisible()
  code.open()
  await expect(page.getByText('Setting up your payment...', { exact: true })).toBeVisible()
  order.open()
  const sent = (await asked).postDataJSON()
  expect(sent.items).toEqual([{ productId: '5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af', quantity: 1 }])
  expect(sent.metadata).toEqual({
    source: 'embedded_payment_page',
    userEmail: person.email,
    productType: 'certification_program',
    answers,
    termsVersion: '2026-11-27',
  })
  expect(JSON.stringify(sent)).not.toContain('2500')
  expect(await (await told).json()).toMatchObject({
    publishableKey: expect.stringMatching(/^pk_test_/),
    paymentIntent: { clientSecret: expect.stringContaining('_secret_') },
    order: { id: expect.any(String), totalAmount: '2500.00' },
    resumed: false,
  })
  await cardForm(page)
  await expect(page.getByText('Loading payment form...')).toHaveCount(0)

  const steps = page.getByRole('navigation', { name: /progress/i }).getByRole('listitem')
  await expect(steps).toHaveText([
    'Questionnaire (done)',
    'Program Details (done)',
    '3Payment',
    '4Confirmation',
  ])
  expect(await toastsSeen(page), 'nothing is resumed').toEqual([])
  expect(await page.evaluate("sessionStorage.getItem('certification_step')"), 'the third (M-272)').toBe('3')
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Enroll in the Authentic Leader Certification',
  )
  const email = page.getByRole('main').getByLabel('Email', { exact: true })
  await expect(email).toHaveValue(person.email)
  await expect(email).toHaveAttribute('readonly', '')
  await expect(page.getByRole('tab')).toHaveText(['Card', 'Bank debit (test)'])

  const summary = page.getByRole('region', { name: 'Order summary', exact: true })
  await expect(summary.getByRole('term')).toHaveText([
    'Authentic Leader CertificationOne seat, 12 weeks',
    'Total',
  ])
  await expect(summary.getByRole('definition')).toHaveText(['$2,500.00', '$2,500.00'])
  for (const text of ['One-time payment. No subscription.', 'Secure checkout.'])
    await expect(summary.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: /included/i }).getByRole('listitem')).toHaveText(included)
  const main = page.getByRole('main')
  for (const text of [
    /All enrollments are final\..*consultation before you buy/,
    /Terms of November 27, 2026/,
    /Payments are secured by Stripe/,
    /assessment begins immediately after payment.*confirmation email with a link to your results/,
    /A person answers within 1 business day/,
  ])
    await expect(main.getByText(text)).toBeVisible()
  // Beside the form, which keeps what was typed.
  for (const [name, path] of [
    ['Terms', '/terms'],
    ['Privacy Policy', '/privacy'],
  ] as const) {
    const agreed = main.getByRole('link', { name, exact: true })
    await expect(agreed).toHaveAttribute('href', path)
    await expect(agreed).toHaveAttribute('target', '_blank')
  }
  const { supportEmail } = await (await page.request.get(site('/api/config'))).json()
  await expect(main.getByRole('link', { name: 'Contact support', exact: true })).toHaveAttribute(
    'href',
    `mailto:${supportEmail}`,
  )
  await expect(page.getByRole('region', { name: 'Your answers' })).toContainText('Go-to guide')
  await expectSound(page, 'payment')

  // "For my organization" leads to the page for several seats, and to a person.
  await expect(main.getByRole('link', { name: 'Buy seats for a team', exact: true })).toHaveAttribute(
    'href',
    '/organization/buy',
  )
  await main.getByRole('button', { name: 'Talk to us', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Talk to us', exact: true })
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(/Grace/)
  await expect(dialog.getByLabel(/Your Message/)).toHaveValue(/For my organization/)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByLabel('Contact Number')).toBeFocused()
  await dialog.getByLabel('Contact Number').fill('+1 555 010 0199')
  await dialog.getByLabel('Company Name').fill('Hopper & Daughters')
  await expectSound(page, 'talk to us')
  const lead = page.waitForRequest('**/api/leads')
  await dialog.getByRole('button', { name: 'Send' }).click()
  expect((await lead).postDataJSON()).toMatchObject({ lead_type: 'normal_lead', email: person.email })
  await expect(
    dialog.getByText('Thank you for partnering with us to kick start an authentic journey!').first(),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await cardForm(page)
  expect(await page.evaluate(() => sessionStorage.getItem('certification_profile'))).toBe(
    JSON.stringify(answers),
  )

  // The answers and the terms that were accepted stay with the order.
  const [placed] = await ordersOf(page)
  const { order: kept } = await (await page.request.get(site(`/api/orders/${placed?.id}`))).json()
  expect(kept).toMatchObject({ answers, termsVersion: '2026-11-27', payable: true, failureCode: null })
  await test.step('the price is the one of the order (M-298, M-299, M-300)', async () => {
    await page.route(checkout, async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, order: { ...answer.order, totalAmount: '2650.00' } } })
    })
    await page.reload()
    await expect(main.getByRole('button', { name: 'Pay $2,650.00', exact: true })).toBeVisible()
    await expect(summary.getByRole('definition')).toHaveText(['$2,650.00', '$2,650.00'])
    await expect(toast(page, 'Resuming your previous payment session...', 'info')).toBeVisible()
  })
  expect(problems).toEqual([])
})

/** Notes what the page asks of the provider's script, in turn. Call before the page is opened. */
const noteProviderCalls = `{
  window.calls = []
  let provider
  Object.defineProperty(window, 'Stripe', {
    get: () => provider,
    set: (Stripe) => {
      provider = (...given) => {
        const client = Stripe(...given)
        const { elements, confirmPayment } = client
        client.elements = (options) => {
          const group = elements(options)
          const { submit } = group
          group.submit = () => {
            window.calls.push(['submit'])
            return submit()
          }
          return group
        }
        client.confirmPayment = (options) => {
          window.calls.push(['confirm', options.redirect, options.confirmParams])
          return confirmPayment(options)
        }
        return client
      }
    },
  })
}`

const refusals = [
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
  ['4000 0000 0000 9987', 'Your card was declined.'],
  ['4000 0000 0000 9979', 'Your card was declined.'],
  ['4000 0000 0000 0069', 'Your card has expired.'],
  ['4000 0000 0000 0127', "Your card's security code is incorrect."],
  ['4000 0000 0000 0119', 'An error occurred while processing your card. Try again in a little bit.'],
] as const

test('every documented refusal is told in the provider’s words, nothing typed is lost, and the next card enrolls (M-298, M-307, M-312, M-313, M-315, M-316)', async ({
  page,
}) => {
  await page.addInitScript(noteProviderCalls)
  const calls = () => page.evaluate<unknown[]>('window.calls.splice(0)')
  await openPayment(page)
  const notice = page.getByRole('main').locator('form').getByRole('alert')
  await payButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(notice).toHaveText('Your card number is incomplete.')
  expect(await calls(), 'what is not complete is not confirmed').toEqual([['submit']])
  const [form, told] = [await payButton(page).boundingBox(), await notice.boundingBox()]
  expect(told?.y, 'under the form').toBeGreaterThanOrEqual((form?.y ?? 0) + (form?.height ?? 0))
  for (const [card, text] of refusals) {
    await payWith(page, card)
    await expect(notice.getByText(text, { exact: true })).toBeVisible()
    await expect(notice).toContainText('Nothing has been charged. Please try again, or use another card.')
    await expect(page.getByLabel(/card number/i)).toHaveValue(card)
    await expect(payButton(page)).toBeEnabled()
  }
  await expectSound(page, 'refused card')

  // Three dimensions of "it is you": refused by the holder, and refused by the bank after that.
  await payWith(page, '4000 0027 6000 3184')
  await page.getByRole('dialog').getByRole('button', { name: 'Fail', exact: true }).click()
  await expect(notice).toContainText('could not confirm that it was you. Nothing has been charged.')
  await payWith(page, '4000 0082 6000 3178')
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(notice).toContainText('Your card has insufficient funds.')

  // The server is down in the middle of it: nothing is lost, and it goes on where it was.
  const confirmation = /\/v1\/payment_intents\/[^/]+\/confirm/
  await page.route(confirmation, (route) => route.abort())
  await payWith(page, '4242 4242 4242 4242')
  await expect(notice.getByText('An unexpected error occurred.', { exact: true })).toBeVisible()
  await expect(notice).toContainText('You will not be charged twice.')
  await page.unroute(confirmation)

  const [held, verified] = [gate(), gate()]
  await page.route(confirmation, async (route) => {
    await held.opened
    await route.continue()
  })
  await page.route('**/api/checkout/verify-payment-intent/*', async (route) => {
    await verified.opened
    await route.continue()
  })
  const confirming = page.waitForRequest(confirmation)
  await calls()
  await payButton(page).click()
  const asked = new URLSearchParams((await confirming).postData() ?? '')
  expect(asked.get('return_url')).toBe(site('/checkout/success'))
  expect(await calls()).toEqual([
    ['submit'],
    ['confirm', 'if_required', { return_url: site('/checkout/success') }],
  ])
  await expect(page.getByRole('button', { name: 'Processing...', exact: true })).toBeDisabled()
  held.open()
  await expect(toast(page, 'Payment successful! Welcome to the program!', 'success')).toBeVisible()
  await test.step('the page that verifies is told what was paid, by its address and along with it', async () => {
    const { id, orderId } = await lastPayment(page)
    await expect(page).toHaveURL(site(`/checkout/success?payment_intent=${id}`))
    expect(await travelled(page)).toMatchObject({
      orderId,
      paymentIntentId: id,
      productInfo: {
        id: expect.any(String),
        stripeProductId: expect.any(String),
        name: 'Authentic Leader Certification',
        price: '2500.00',
        currency: 'usd',
      },
    })
  })
  verified.open()
  await expect(toast(page, /^Payment successful! Welcome to the/)).toHaveCount(1)
  await expect(confirmed(page)).toBeVisible({ timeout: 30_000 })
  const [order, ...more] = await ordersOf(page)
  expect(more).toEqual([])
  expect(order?.status).toBe('completed')
  const remembered = await lastPayment(page)
  expect(remembered).toEqual({
    id: expect.stringMatching(/^pi_/),
    status: 'succeeded',
    amount: 250_000,
    currency: 'usd',
    orderId: order?.id,
    timestamp: expect.any(Number),
  })
  expect(Math.abs(Date.now() - Number(remembered.timestamp)), 'now, in milliseconds').toBeLessThan(60_000)
})

test('the whole payment by keyboard, 3-D Secure too: refused first, then passed', async ({ page }) => {
  await openPayment(page)
  await page.getByRole('main').getByLabel('Email', { exact: true }).focus()
  for (const [field, typed] of [
    [page.getByLabel(/card number/i), '4000000000003220'],
    [page.getByLabel(/expir/i), '1234'],
    [page.getByLabel(/security code/i), '123'],
  ] as const) {
    await tabTo(page, field)
    await page.keyboard.type(typed)
  }
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').locator('form').getByRole('alert')).toBeVisible()
  await payButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(confirmed(page)).toBeVisible({ timeout: 30_000 })
})

test('a payment that cannot be set up says why, what it means for the money, and where to go (M-026, M-311, M-314)', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { name: 'Payment Setup Failed', exact: true })
  const main = page.getByRole('main')
  await page.goto(site('/payment'))
  await expect(heading).toBeVisible()
  await expect(main.getByRole('alert')).toHaveText('Missing product or user information')
  await expect(toast(page, 'Missing product or user information', 'error')).toBeVisible()
  await expectSound(page, 'payment of nobody')

  await signUp(page, newPerson())
  await page.route('**/api/products/**', answering({ success: false }, 404))
  await page.goto(site('/payment'))
  await expect(main.getByRole('alert')).toHaveText('Missing product or user information')
  await page.unroute('**/api/products/**')
  await page.route(checkout, answering({ success: false, error: 'The provider is resting.' }, 503))
  await page.goto(site('/payment'))
  await expect(main.getByRole('alert')).toHaveText('The provider is resting.')
  await expect(toast(page, 'The provider is resting.', 'error')).toBeVisible()
  await expect(main.getByText('Nothing has been charged.')).toBeVisible()
  await page.unroute(checkout)
  await page.route(checkout, (route) => route.abort())
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('alert')).toHaveText('Failed to create payment intent')
  await expect(toast(page, 'Failed to create payment intent', 'error'), 'not the one before').toBeVisible()
  await expectSound(page, 'payment without a server')
  await page.unroute(checkout)

  const review = {
    success: false,
    code: 'PAYMENT_UNDER_REVIEW',
    error: 'Your payment is being reviewed.',
    orderId: 'o1',
  }
  await page.route(checkout, answering(review, 409))
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText(/do not pay again/)).toBeVisible()
  await expect(main.getByText('Nothing has been charged.')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'View your order' })).toHaveAttribute(
    'href',
    '/certification/enrollment/o1',
  )
  await page.unroute(checkout)

  // The session has ended somewhere else meanwhile.
  await page.context().clearCookies()
  await page.goto(site('/payment'))
  await expect(main.getByRole('link', { name: 'Sign in and continue' })).toHaveAttribute(
    'href',
    '/login?returnTo=%2Fpayment',
  )
  await main.getByRole('link', { name: 'Return to Program Details', exact: true }).click()
  await expect(page).toHaveURL(site('/certification/program-details'))
})

test('the form follows the reader’s colour scheme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openPayment(page)
  const input = page.getByLabel(/card number/i)
  const label = page.getByText('Card number', { exact: true })
  await expect(input).toHaveCSS('background-color', 'rgb(38, 35, 32)')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(input).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(label).toHaveCSS('color', 'rgb(41, 41, 41)')
})
