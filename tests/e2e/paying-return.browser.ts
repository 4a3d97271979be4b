import { expect } from '@playwright/test'
import { test } from './journey.ts'
import {
  answering,
  atProvider,
  cardForm,
  confirmed,
  expectSound,
  included,
  lastPayment,
  mailedLink,
  openPayment,
  payByDebit,
  signIn,
  toast,
  walkTo,
} from './paying.ts'
import { newPerson, payWith, signUp, site, watchPage } from './person.ts'
import { keepToasts, mostToasts, noteToasts, toastsSeen } from './toasts.ts'

const welcome = 'Payment successful! Welcome to the Authentic Leader Certification Program!'
const verification = '**/api/checkout/verify-payment-intent/*'
const minute = 60_000

test('the way back from the provider leads to the enrollment, whatever names the payment (M-319, M-320, M-321, M-323, M-324, M-327)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await noteToasts(page)
  await openPayment(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/checkout/')) asked.push(new URL(request.url()).pathname)
  })
  await payWith(page, '4242 4242 4242 4242')
  const visited = await page.evaluate<number>('history.length')
  // The payment page and the verification both welcome; only one message is there.
  await expect(toast(page, /^Payment successful!/)).toHaveText(welcome, { timeout: 30_000 })
  await expect(confirmed(page)).toBeVisible({ timeout: 30_000 })
  expect(await mostToasts(page), 'at any moment').toBe(1)
  const paid = await lastPayment(page)
  expect(asked).toContain(`/api/checkout/verify-payment-intent/${paid.id}`)
  const enrollment = site(`/certification/enrollment/${paid.orderId}`)
  await expect(page).toHaveURL(enrollment)
  // Neither page is left behind: going back pays nothing and verifies nothing again.
  expect(await page.evaluate<number>('history.length')).toBe(visited)

  // After a redirect the address carries the payment and a secret; the secret goes from it at once.
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(verification, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto(
    site(
      `/checkout/success?payment_intent=${paid.id}&payment_intent_client_secret=s&redirect_status=succeeded`,
    ),
  )
  await expect(page.getByRole('heading', { name: 'Verifying your payment...', exact: true })).toBeVisible()
  await expect(page).toHaveURL(site(`/checkout/success?payment_intent=${paid.id}`))
  await expectSound(page, 'verifying')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Verifying your payment...', exact: true })).toBeVisible()
  open()
  await expect(page).toHaveURL(enrollment)
  await expect(toast(page, welcome, 'success')).toBeVisible()
  await page.unroute(verification)

  await page.route('**/api/checkout/success/*', answering({ success: true, order: { id: paid.orderId } }))
  await page.route('**/api/products/type/*', async (route) => {
    const { products, ...rest } = await (await route.fetch()).json()
    await route.fulfill({ json: { ...rest, products: [{ ...products[0], name: 'Leading Teams' }] } })
  })
  await page.goto(site('/checkout/success?session_id=cs_test_1&payment_intent=pi_other'))
  await expect(page).toHaveURL(enrollment)
  // It names the product, whichever it is.
  await expect(
    toast(page, 'Payment successful! Welcome to the Leading Teams Certification Program!', 'success'),
  ).toBeVisible()
  await page.unroute('**/api/products/type/*')
  expect(asked).toContain('/api/checkout/success/cs_test_1')
  expect(asked).not.toContain('/api/checkout/verify-payment-intent/pi_other')

  // Nothing in the address: what this browser remembers counts for an hour.
  const remember = (age: number) =>
    page.evaluate(
      (text) => localStorage.setItem('lastPaymentIntent', text),
      JSON.stringify({ ...paid, timestamp: Date.now() - age }),
    )
  await remember(59 * minute)
  await page.goto(site('/checkout/success'))
  await expect(page).toHaveURL(enrollment)
  await remember(60 * minute)
  await page.goto(site('/checkout/success'))
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('No payment information found')
  expect(problems).toEqual([])
})

test('a verification that fails says why, and never that the money is lost (M-320, M-323, M-325)', async ({
  page,
}) => {
  await signUp(page, newPerson())
  const alert = page.getByRole('main').getByRole('alert')
  const arrive = async (text: string) => {
    await page.goto(site('/checkout/success?payment_intent=pi_1'))
    await expect(alert).toHaveText(text)
    await page.unroute(verification)
  }
  await arrive('No order information found')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Verification Error')
  await expect(toast(page, 'Unable to verify payment. Please contact support.', 'error')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'View My Orders', exact: true })).toHaveAttribute(
    'href',
    '/profile',
  )
  const { supportEmail } = await (await page.request.get(site('/api/config'))).json()
  await expect(main.getByRole('link', { name: 'Contact Support', exact: true })).toHaveAttribute(
    'href',
    `mailto:${supportEmail}`,
  )
  await expect(main.getByText(/your payment is safe/)).toBeVisible()
  await expectSound(page, 'verification error')
  await page.route(verification, answering({ success: true }))
  await arrive('No order information found')
  await page.route(verification, answering({ success: false }))
  await arrive('Payment verification failed')
  await page.route(verification, answering({ success: false, error: 'Another day.' }))
  await arrive('Another day.')
  await page.route(verification, answering('', 500))
  await arrive('Failed to verify payment')
  // The server was down; it is back, and the same page goes on, to the order that it names and no other.
  await page.evaluate(
    (text) => localStorage.setItem('lastPaymentIntent', text),
    JSON.stringify({ id: 'pi_2', status: 'succeeded', orderId: 'o2', timestamp: Date.now() }),
  )
  await page.route(verification, answering({ success: true, order: { id: 'o1', status: 'processing' } }))
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(site('/certification/enrollment/o1'))
})

test('a bank debit is processing, then settles while one looks on; the welcome waits for the money (M-326, M-333, M-338)', async ({
  page,
}) => {
  await noteToasts(page)
  await openPayment(page)
  await payByDebit(page, '000000000009')
  await expect(
    page.getByText('Payment is being processed. This may take a few minutes.', { exact: true }),
  ).toBeVisible({
    timeout: 30_000,
  })
  const paid = await lastPayment(page)
  expect(paid.status, 'what the browser remembers (M-316)').toBe('processing')
  await expect(page).toHaveURL(site(`/certification/enrollment/${paid.orderId}`))
  expect(await toastsSeen(page)).not.toContainEqual(expect.stringContaining('Payment successful'))
  await expectSound(page, 'processing')
  // Paying again is not offered: the payment page leads back here.
  await page.goto(site('/payment'))
  await expect(page).toHaveURL(site(`/certification/enrollment/${paid.orderId}`))
  await atProvider(page, paid.id, 'settle')
  await expect(confirmed(page)).toBeVisible({ timeout: 60_000 })
})

test('a bank account that is verified by a deposit is no failure: the order says what to do, and leads to the page for it', async ({
  page,
}) => {
  const asked = page.waitForResponse('**/api/checkout/create-payment-intent')
  await openPayment(page)
  const { paymentIntent } = await (await asked).json()
  await test.step('payments of this site ask for accounts that can be verified at once', async () => {
    await payByDebit(page, '000987654321')
    await expect(page.getByText('This bank account cannot be verified instantly.')).toBeVisible()
    await expect(page.getByText(/Nothing has been charged/)).toBeVisible()
  })
  await atProvider(page, paymentIntent.id, 'allow-deposits')
  await payByDebit(page, '000987654321')
  await expect(page.getByText('Your payment is complete once your bank account is verified.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(/unexpected error/i)).toHaveCount(0)
  await expectSound(page, 'bank account to verify')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Confirm the deposit/ }).click()
  const provider = await opened
  await provider.getByLabel('Code').fill('SM11AA')
  await provider.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(provider.getByRole('heading', { name: 'Your bank account is verified' })).toBeVisible()
  await provider.close()
  await atProvider(page, paymentIntent.id, 'settle')
  await expect(confirmed(page)).toBeVisible({ timeout: 60_000 })
})

test('a bank debit that comes back shows why by itself; the mail about it leads to the same payment on another device', async ({
  page,
  browser,
}) => {
  const person = await openPayment(page)
  await payByDebit(page, '000222222227')
  await expect(
    page.getByText('Payment is being processed. This may take a few minutes.', { exact: true }),
  ).toBeVisible({
    timeout: 30_000,
  })
  const paid = await lastPayment(page)
  await atProvider(page, paid.id, 'settle')
  await expect(page.getByText('Your payment did not go through. You can try again.')).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText('There was not enough money in the account.')).toBeVisible()
  await expectSound(page, 'debit that came back')
  await expect(page.getByRole('link', { name: 'Complete your payment' })).toHaveAttribute('href', '/payment')
  await page.goto(site('/profile'))
  const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: 'View Details' })
  await expect(listed).toContainText('Pending')
  await expect(listed).toContainText('Your last payment did not go through. There was not enough money')
  // The word about the resumed payment must not have gone by itself before the form of the card is there.
  await keepToasts(page)
  await listed.getByRole('link', { name: 'Complete your payment' }).click()
  await cardForm(page)
  await test.step('the word about the resumed payment goes with the page, also where it would stay by itself', async () => {
    const resumed = toast(page, 'Resuming your previous payment session...', 'info')
    await expect(resumed).toBeVisible()
    await walkTo(page, '/profile')
    await expect(listed).toBeVisible()
    await expect(resumed).toHaveCount(0)
  })

  const phone = await (await browser.newContext()).newPage()
  await phone.goto(await mailedLink(person.email, '/api/checkout/resume/'))
  await expect(phone).toHaveURL(site('/login?returnTo=%2Fpayment'))
  await signIn(phone, person)
  await cardForm(phone)
  await payWith(phone, '4242 4242 4242 4242')
  await expect(confirmed(phone)).toBeVisible({ timeout: 30_000 })
  expect((await lastPayment(phone)).orderId).toBe(paid.orderId)
  // The link still leads somewhere that says what became of it.
  await phone.goto(await mailedLink(person.email, '/api/checkout/resume/'))
  await expect(confirmed(phone)).toBeVisible()
  await phone.context().close()
})

test('a cancelled checkout says so and shows what waits; anybody may look (M-354, M-355, M-356)', async ({
  page,
}) => {
  await page.goto(site('/checkout/cancel'))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Checkout Cancelled')
  await expect(toast(page, 'Checkout was cancelled. You can try again anytime.', 'info')).toBeVisible()
  await expect(main.getByRole('list').filter({ hasText: '12-week cohort' }).getByRole('listitem')).toHaveText(
    included,
  )
  await expect(main.getByText(/Support replies within 1 business day/)).toBeVisible()
  await expectSound(page, 'cancelled')
  await main.getByRole('link', { name: 'Complete Your Enrollment', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site('/certification/program-details'))
  await page.goBack()
  await main.getByRole('link', { name: 'Return to Home', exact: true }).click()
  await expect(page).toHaveURL(site('/'))
})

test('an order that was placed is in the list at once, paid or not (M-362)', async ({ page }) => {
  // The list is asked for before the order is placed: what it said then is dropped.
  const asked = page.waitForResponse('**/api/orders')
  await openPayment(page)
  await asked
  await walkTo(page, '/profile')
  await expect(page.getByRole('link', { name: /View Details/ })).toBeVisible()
  await expect(page.getByText('No orders yet')).toHaveCount(0)
})
