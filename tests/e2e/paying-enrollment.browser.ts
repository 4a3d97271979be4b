import { expect, type Page } from '@playwright/test'
import { noteDelays, takeDelays } from './delays.ts'
import { test } from './journey.ts'
import {
  answering,
  atProvider,
  cardForm,
  confirmed,
  expectSound,
  lastPayment,
  openPayment,
  toast,
} from './paying.ts'
import { newPerson, payWith, signUp, site, watchPage } from './person.ts'

const main = (page: Page) => page.getByRole('main')
const steps = (page: Page) => page.getByRole('navigation', { name: /progress/i }).getByRole('listitem')
const download = (page: Page, what: 'Invoice' | 'Receipt') =>
  page.getByRole('button', { name: `Download ${what}`, exact: true })

const inWords = (at: string) =>
  new Date(at).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })

async function enrolled(page: Page): Promise<{ id: string; orderId: string }> {
  await openPayment(page)
  await payWith(page, '4242 4242 4242 4242')
  await expect(confirmed(page)).toBeVisible({ timeout: 30_000 })
  return lastPayment(page)
}

test('a confirmed enrollment shows the place, the next steps, the order and its documents (M-004, M-020, M-033, M-328, M-329, M-330, M-331, M-339, M-340, M-342, M-343, M-465)', async ({
  page,
}) => {
  const problems = watchPage(page)
  const { orderId } = await enrolled(page)
  const told = page.waitForResponse(site(`/api/orders/${orderId}`))
  await page.reload()
  const { order: bought } = await (await told).json()
  expect(bought).toMatchObject({
    items: [{ name: 'Authentic Leader Certification', price: '2500.00', quantity: 1 }],
    customer: { firstName: 'Grace', email: expect.any(String) },
  })
  await expect(confirmed(page)).toBeVisible()
  expect(await page.evaluate("sessionStorage.getItem('certification_step')"), 'the last (M-272)').toBe('4')
  await expect(
    main(page).getByText('Payment confirmed! Your enrollment is active.', { exact: true }),
  ).toBeVisible()
  await expect(steps(page)).toContainText([
    // This buyer came the direct way: no check for what nobody answered.
    /Questionnaire$/,
    'Program Details (done)',
    'Payment (done)',
    'Confirmation (done)',
  ])
  await expect(main(page).getByRole('status').locator('svg.lucide-circle-check')).toBeVisible()
  const details = page.getByRole('region', { name: 'Order details' })
  for (const text of [
    `Order${orderId.slice(-8).toUpperCase()} ${orderId}`,
    'ProgramAuthentic Leader Certification',
    `Ordered${inWords(bought.createdAt)}`,
    'Total$2,500.00 USD',
    'StatusCompleted',
    /^InvoiceINV-\d{6}$/,
    'TermsAccepted, version of November 27, 2026. Read the terms',
  ])
    await expect(details.locator('dl > div').filter({ hasText: text }), String(text)).toHaveText(text)
  const next = page.getByRole('region', { name: 'What Happens Next', exact: true })
  await expect(next.getByRole('heading', { level: 3 })).toContainText([
    'Check your email',
    'Your training schedule',
    'Complete your profile',
  ])
  await expect(next).toContainText('Within 24 hours we send your training schedule')
  await expect(next.getByRole('link', { name: 'Open your profile' })).toHaveAttribute(
    'href',
    '/profile?tab=profile',
  )
  await expect(next).toContainText('Your confirmation is on its way')
  await page.getByRole('button', { name: /play video/i }).click()
  await expect
    .poll(() => page.evaluate<number>("document.querySelector('video').readyState"))
    .toBeGreaterThan(0)
  await expect(page.getByRole('region', { name: 'What you now have' }).getByRole('listitem')).toHaveCount(8)
  await expectSound(page, 'enrollment')

  // A buyer who comes back later does not read again that the mails are still to come.
  const path = `**/api/orders/${orderId}`
  const { order } = await (await page.request.get(site(`/api/orders/${orderId}`))).json()
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
  const yesterday = hoursAgo(24.1)
  await page.route(
    path,
    answering({
      success: true,
      order: {
        ...{ ...order, createdAt: yesterday, confirmedAt: yesterday },
        ...{ programName: 'Leading Teams', totalAmount: '1800.00', currency: 'eur' },
      },
    }),
  )
  await page.reload()
  for (const text of ['ProgramLeading Teams', 'Total€1,800.00 EUR'])
    await expect(details.locator('dl > div').filter({ hasText: text }), 'the order’s own').toHaveText(text)
  await expect(next).toContainText(`Your confirmation was sent to ${order.customer.email}`)
  await expect(next).toContainText('We sent your training schedule in a second email')
  await expect(next).not.toContainText(/on its way|Within 24 hours/)
  await page.unroute(path)
  // A debit that took a month: the mails are on their way now, and what came since moves nothing.
  const begun = hoursAgo(30 * 24)
  await page.route(
    path,
    answering({
      success: true,
      order: { ...order, createdAt: begun, confirmedAt: hoursAgo(23.9), refundedAmount: '500.00' },
    }),
  )
  await page.reload()
  await expect(next).toContainText('Your confirmation is on its way')
  await expect(next).toContainText('Within 24 hours we send your training schedule')
  await expect(details).toContainText(/Payment confirmed[A-Z][a-z]+ \d/)
  await expect(details).toContainText(`Ordered${inWords(begun)}`)
  await page.unroute(path)
  // An order with an invoice says where the money goes, and by what it finds the order.
  const account = [{ label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' }]
  const bankTransfer = { rows: account, reference: 'RF25 GWKM TSLZ MHGH', open: '1500.00', dueAt: yesterday }
  const unpaid = { ...order, status: 'pending', holdsPlace: false, payable: true, confirmedAt: null }
  await page.route(path, answering({ success: true, order: { ...unpaid, bankTransfer } }))
  await page.reload()
  await expect(main(page).getByRole('heading', { name: 'Your Order Is Placed' })).toBeVisible()
  const transfer = page.getByRole('region', { name: 'Pay by bank transfer' })
  await expect(transfer).toContainText('Amount$1,500.00 USD')
  await expect(transfer).toContainText('ReferenceRF25 GWKM TSLZ MHGHIBANDE02 1203 0000 0000 2020 51')
  await expectSound(page, 'an order to be paid by bank transfer')
  await page.unroute(path)
  await page.reload()

  const invoice = page.waitForEvent('download')
  const asked = page.waitForRequest(site(`/api/orders/${orderId}/download-invoice`))
  await download(page, 'Invoice').focus()
  await page.keyboard.press('Enter')
  await asked
  expect((await invoice).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(page.getByText('Invoice ready. Check your email for both documents').first()).toBeVisible()
  await expectSound(page, 'invoice downloaded')
  await test.step('on a telephone what is said is clear of the toast that says the same', async () => {
    const before = page.viewportSize() ?? { width: 1280, height: 900 }
    await page.setViewportSize({ width: 390, height: 844 })
    await download(page, 'Receipt').evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await download(page, 'Invoice').click()
    const said = page.getByRole('region', { name: 'Documents' }).getByText('Invoice ready.')
    await expect
      .poll(async () => {
        const box = await said.boundingBox()
        return (box?.y ?? 844) + (box?.height ?? 0)
      })
      .toBeLessThan(844 - 90)
    await page.setViewportSize(before)
  })
  const receipt = page.waitForRequest(site(`/api/orders/${orderId}/download-receipt-only`))
  const window = page.waitForEvent('popup')
  await download(page, 'Receipt').click()
  await receipt
  await (await window).close()
  await main(page).getByRole('link', { name: 'Return to Dashboard', exact: true }).click()
  await expect(page).toHaveURL(site('/profile'))
  await test.step('the order keeps the name under which it was bought', async () => {
    const renamed = await page.request.put(site('/api/users/profile'), {
      data: { firstName: 'Amazing', lastName: 'Grace' },
    })
    expect(renamed.ok()).toBe(true)
    const { order: later } = await (await page.request.get(site(`/api/orders/${orderId}`))).json()
    expect([later.customer, later.items]).toEqual([bought.customer, bought.items])
  })
  expect(problems).toEqual([])
})

test('each status has its words, and only a completed order has all steps done (M-329, M-332, M-333, M-334, M-335, M-336, M-338)', async ({
  page,
}) => {
  const { orderId } = await enrolled(page)
  const path = `**/api/orders/${orderId}`
  const { order } = await (await page.request.get(site(`/api/orders/${orderId}`))).json()
  // The signs of alarm are beside the heading, in the notice and on the badge; money on its way back is no alarm.
  const cases = [
    ['pending', 'Payment Processing', 'Payment is being processed. Please wait for confirmation.', 0],
    ['processing', 'Payment Processing', 'Payment is being processed. This may take a few minutes.', 0],
    [
      'cancelled',
      'Payment Issue',
      'Payment was cancelled. Please contact support if you need assistance.',
      3,
    ],
    ['refunded', 'Payment Issue', 'Payment was refunded. Please contact support if you need assistance.', 1],
    ['lost-in-space', 'Payment Issue', 'Payment status is unknown. Please contact support.', 3],
  ] as const
  for (const [status, title, message, alarms] of cases) {
    await page.route(path, answering({ success: true, order: { ...order, status } }))
    await page.reload()
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(main(page).getByText(message)).toBeVisible()
    const clock = main(page).getByRole('status').locator('svg.lucide-clock-3')
    await expect(clock).toHaveCount(title === 'Payment Processing' ? 1 : 0)
    await expect(main(page).locator('svg.lucide-circle-alert')).toHaveCount(alarms)
    await expect(steps(page)).toContainText([
      /Questionnaire$/,
      'Program Details (done)',
      /Payment$/,
      /Confirmation$/,
    ])
    await expect(steps(page).nth(2)).toHaveAttribute('aria-current', 'step')
    await expect(download(page, 'Invoice')).toHaveCount(status === 'refunded' ? 1 : 0)
    if (title === 'Payment Processing') {
      // Both terms are those of M-465.
      await expect(
        main(page).getByText(
          /^This usually takes minutes, and can take up to 24 hours\. You can refresh this page to check\./,
        ),
      ).toBeVisible()
    } else {
      await expect(main(page).getByText(/A person answers within 1 business day/)).toBeVisible()
    }
    if (status === 'cancelled' || status === 'refunded') await expectSound(page, status)
    const again = main(page).getByRole('link', { name: 'Enroll again' })
    await expect(again).toHaveCount(status === 'cancelled' ? 1 : 0)
    await page.unroute(path)
  }
  // Of a payment that was never made nobody says that it is under way.
  const left = { ...order, status: 'pending', holdsPlace: false, payable: true }
  await page.route(path, answering({ success: true, order: left }))
  await page.reload()
  await expect(main(page).getByText('We have not seen your payment yet')).toBeVisible()
  await expect(main(page).getByText(/nothing has been charged, and you can continue/)).toBeVisible()
  await expect(main(page).getByText('Your payment is on its way')).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Complete your payment' })).toBeVisible()
  await page.unroute(path)
  // An answer of the bare specification is enough for the page to be shown.
  const { createdAt } = order
  const bare = { id: orderId, status: 'pending', totalAmount: '2500.00', currency: 'usd', createdAt }
  await page.route(path, answering({ success: true, order: bare }))
  await page.reload()
  await expect(main(page).getByText('$2,500.00 USD')).toBeVisible()
  await page.unroute(path)
  // In flight the page looks again by itself.
  await expect(confirmed(page)).toBeVisible()
})

test('refunds and disputes are seen by the customer (M-335, M-337)', async ({ page }) => {
  const { id, orderId } = await enrolled(page)
  const standing = async (field: string, value: unknown) =>
    expect
      .poll(async () => (await (await page.request.get(site(`/api/orders/${orderId}`))).json()).order[field])
      .toBe(value)
  await atProvider(page, id, 'refund', { amount: 50_000 })
  await standing('refundedAmount', '500.00')
  await page.reload()
  await expect(confirmed(page)).toBeVisible()
  await expect(main(page).getByText(/\$500\.00 of \$2,500\.00 went back.*stays active/)).toBeVisible()
  await expectSound(page, 'partly refunded')
  await atProvider(page, id, 'refund')
  await standing('status', 'refunded')
  // A buyer who looks back at the window sees it, without a reload.
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await expect(
    main(page).getByText('Payment was refunded. Please contact support if you need assistance.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(main(page).getByText('$2,500.00 goes back to the payment method you used')).toBeVisible()
  // The papers stay: the invoice, the receipt, and a credit note for each of the two refunds.
  const papers = page.getByRole('region', { name: 'Documents' }).getByRole('listitem')
  await expect(papers).toContainText([/INV-\d{6}/, 'Receipt', /CN-\d{6}, \$500/, /CN-\d{6}, \$2,000/])
  for (const at of [0, 2, 3]) {
    const paper = papers.nth(at)
    const [number] = /(?:INV|CN)-\d{6}/.exec((await paper.textContent()) ?? '') ?? []
    let answer = (): void => undefined
    await page.route(/\/api\/orders\/[^/]+\/download/, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    const saved = page.waitForEvent('download')
    await paper.getByRole('button').click()
    await expect(papers.getByText(/^Preparing /), 'the one that was pressed').toHaveCount(1)
    await expect(paper).toContainText('Preparing ')
    answer()
    expect((await saved).suggestedFilename()).toBe(`${number}.pdf`)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await expect(page.getByText('Credit note ready').first()).toBeVisible()
  await expectSound(page, 'refunded with its papers')
  // A refund that the bank sent back leaves nobody to find that out from the papers alone.
  const path = `**/api/orders/${orderId}`
  const { order } = await (await page.request.get(site(`/api/orders/${orderId}`))).json()
  const sentBack = { ...order.notes[1], kind: 'debit-note', number: 'DN-000001' }
  const notes = [...order.notes, sentBack]
  const returned = { ...order, status: 'completed', refundedAmount: '500.00', notes }
  await page.route(path, answering({ success: true, order: returned }))
  await page.reload()
  await expect(main(page).getByText('A refund did not reach you')).toBeVisible()
  await expect(main(page).getByText(/returned \$2,000\.00 to us/)).toBeVisible()
})

test('a disputed payment says its state: held, asked about, won or lost (M-337)', async ({ page }) => {
  const { id, orderId } = await enrolled(page)
  const dispute = await atProvider(page, id, 'dispute')
  await expect(async () => {
    await page.reload()
    await expect(main(page).getByText('This payment is being disputed')).toBeVisible({ timeout: 1_500 })
  }).toPass({ timeout: 30_000 })
  await expect(confirmed(page)).toBeVisible()
  await expectSound(page, 'disputed')

  // Each way it can go has its own words; none of them still says that we are answering.
  const path = `**/api/orders/${orderId}`
  const { order } = await (await page.request.get(site(`/api/orders/${orderId}`))).json()
  const answered = /while (we answer|it reviews)/
  for (const [dispute, title, text] of [
    [
      'inquiry',
      'Your bank has a question about this payment',
      'No money has moved. Your access does not change.',
    ],
    ['won', 'The dispute is over: your payment is confirmed', 'Your enrollment stays active.'],
    ['closed', 'Your bank’s question is settled', 'Nothing has changed.'],
  ] as const) {
    await page.route(path, answering({ success: true, order: { ...order, dispute } }))
    await page.reload()
    await expect(main(page).getByText(title)).toBeVisible()
    await expect(main(page)).toContainText(text)
    await expect(confirmed(page)).toBeVisible()
    await expect(main(page).getByText(answered)).toHaveCount(0)
    await page.unroute(path)
  }
  await atProvider(page, dispute.id, 'lose')
  await expect(async () => {
    await page.reload()
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Payment Issue', {
      timeout: 1_500,
    })
  }).toPass({ timeout: 30_000 })
  await expect(main(page).getByText('Your bank took this payment back.')).toBeVisible()
  await expect(main(page)).toContainText('This order is no longer paid and gives no access')
  await expect(main(page).getByRole('link', { name: 'Enroll again' })).toHaveAttribute(
    'href',
    '/certification/program-details',
  )
  await expect(main(page).getByText(answered)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'What Happens Next', exact: true })).toHaveCount(0)
  await expect(download(page, 'Invoice')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order details' })).toContainText(
    'StatusPayment IssueDisputePaid back',
  )
  await expect(steps(page).nth(2)).toHaveAttribute('aria-current', 'step')
  await expectSound(page, 'dispute lost')
  // The list says the same, and a place that is lost may be bought again without further question.
  await main(page).getByRole('link', { name: 'Return to Dashboard', exact: true }).click()
  const listed = page.getByRole('tabpanel').getByRole('listitem')
  await expect(listed).toContainText('The dispute is over: your bank took the payment back')
  await expect(page.getByText('Certification Access: Active')).toHaveCount(0)
  await page.goto(site('/payment'))
  await cardForm(page)
  await page.goto(site(`/certification/enrollment/${orderId}`))
  // Nor does a part that had been refunded before speak of an active enrollment.
  const lost = { ...order, dispute: 'lost', holdsPlace: false, refundedAmount: '500.00' }
  await page.route(path, answering({ success: true, order: lost }))
  await page.reload()
  await expect(main(page).getByText('$500.00 of $2,500.00 went back')).toBeVisible()
  await expect(main(page).getByText('stays active')).toHaveCount(0)
})

test('an order that is not there, not yours or not named says so (M-004, M-020, M-341)', async ({ page }) => {
  const heading = main(page).getByRole('heading', { level: 1 })
  await page.goto(site('/certification/enrollment/00000000-0000-4000-8000-000000000000'))
  await expect(heading).toHaveText('Sign in to see your enrollment')
  await expect(page).toHaveTitle(/ - Enrollment$/)
  await expectSound(page, 'enrollment of a guest')
  await signUp(page, newPerson())
  await page.reload()
  await expect(heading).toHaveText('Order Not Found')
  await expect(toast(page, 'Unable to fetch order details. Please contact support.', 'error')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'View My Orders', exact: true })).toHaveAttribute(
    'href',
    '/profile',
  )
  const { supportEmail } = await (await page.request.get(site('/api/config'))).json()
  await expect(main(page).getByRole('link', { name: 'Contact Support', exact: true })).toHaveAttribute(
    'href',
    `mailto:${supportEmail}`,
  )
  await expectSound(page, 'order not found')
  await page.goto(site('/certification/enrollment/%20'))
  await expect(main(page).getByRole('alert')).toHaveText('No order ID provided')
  await page.route('**/api/orders/o1', answering('', 500))
  await page.goto(site('/certification/enrollment/o1'))
  // A fault of the server says nothing about whose order it is.
  await expect(main(page).getByText('The order could not be loaded just now.')).toBeVisible()
  await expect(main(page).getByText('It may belong to another account')).toHaveCount(0)
  await expect(main(page).getByRole('alert')).toHaveText('Failed to fetch order details')
})

test('a download has its words for every answer (M-345, M-346, M-347, M-348, M-349, M-350, M-351, M-464)', async ({
  page,
  context,
}) => {
  await noteDelays(page)
  // What the receipt's window is asked to do, and when.
  await page.addInitScript(`
    window.asked = []
    window.open = (address, target, features = '') => {
      const begun = performance.now()
      const note = (what) => window.asked.push([what, performance.now() - begun])
      if (window.blocked) return null
      note('open ' + address)
      // As browsers do: who asks for no opener gets no window either.
      if (features.includes('noopener')) return null
      return { document: { body: {} }, location: { replace: (to) => note('show ' + to.slice(0, 5)) },
        print: () => note('print'), close: () => note('close'), closed: false }
    }
  `)
  const { orderId } = await enrolled(page)
  const notice = main(page).getByRole('region', { name: 'Documents' }).locator('[role=alert], [role=status]')
  const asked = () => page.evaluate<[string, number][]>('window.asked.splice(0)')

  await download(page, 'Receipt').click()
  await expect(notice).toContainText('Receipt ready')
  await expect.poll(() => page.evaluate<number>('window.asked.length')).toBe(3)
  const done = await asked()
  expect(done.map(([what]) => what)).toEqual(['open ', 'show blob:', 'print'])
  expect((done[2]?.[1] ?? 0) - (done[1]?.[1] ?? 0)).toBeGreaterThan(1_900)
  expect(await takeDelays(page)).toContain(2_000)

  const links = {
    downloadUrl: undefined as string | undefined,
    hostedUrl: site('/terms').replace('localhost', '127.0.0.1'),
  }
  const cases = [
    [
      'Invoice',
      409,
      { code: 'ORDER_NOT_COMPLETED', error: 'the order is pending' },
      'Cannot generate invoice: the order is pending',
    ],
    [
      'Receipt',
      409,
      { code: 'ORDER_NOT_COMPLETED', error: 'the order is pending' },
      'Cannot generate receipt: the order is pending',
    ],
    [
      'Receipt',
      404,
      { code: 'RECEIPT_NOT_AVAILABLE' },
      'Receipt not available. This may be due to the payment method used.',
    ],
    ['Invoice', 500, { error: 'The printer is out of paper.' }, 'The printer is out of paper.'],
    ['Invoice', 500, undefined, 'Failed to generate invoice. Please try again.'],
    ['Receipt', 500, undefined, 'Failed to generate receipt. Please try again.'],
    ['Invoice', 200, { success: true, document: {} }, 'Invoice URL not available. Please contact support.'],
    ['Receipt', 200, { success: true }, 'Receipt URL not available. Please contact support.'],
    [
      'Invoice',
      200,
      { success: true, message: 'Invoice ready', email: { sent: false }, document: links },
      'Invoice ready (Email delivery failed)',
    ],
    [
      'Receipt',
      200,
      { success: true, email: { sent: true }, document: links },
      'Receipt ready. Check your email for both documents',
    ],
  ] as const
  const path = `**/api/orders/${orderId}/download-*`
  for (const [what, status, body, text] of cases) {
    await page.route(
      path,
      body === undefined ? (route) => route.fulfill({ status }) : answering(body, status),
    )
    await download(page, what).click()
    await expect(notice).toHaveText(text)
    const went = status === 200 && 'document' in body && 'downloadUrl' in body.document
    await expect(toast(page, text, went ? 'success' : 'error')).toBeVisible()
    await page.unroute(path)
  }
  // The provider's page opened in a tab of its own, and this page stayed where it was.
  const opened = (await asked()).map(([what]) => what)
  expect(opened.filter((what) => what === `open ${links.hostedUrl}`)).toHaveLength(2)
  await expect(page).toHaveURL(site(`/certification/enrollment/${orderId}`))
  expect(context.pages()).toHaveLength(1)

  await test.step('the hosted page is the fallback: where there is a document as well, that is taken (M-346, M-347)', async () => {
    const document = { downloadUrl: site('/robots.txt'), hostedUrl: links.hostedUrl, filename: 'I-1.txt' }
    await page.route(path, answering({ success: true, document }))
    const saved = page.waitForEvent('download')
    await download(page, 'Invoice').click()
    expect((await saved).suggestedFilename()).toBe('I-1.txt')
    await download(page, 'Receipt').click()
    await expect(notice).toHaveText('Receipt ready')
    expect((await asked()).map(([what]) => what).slice(0, 2)).toEqual(['open ', 'show blob:'])
    await page.unroute(path)
  })
  await page.route(path, (route) => route.abort())
  await download(page, 'Receipt').click()
  await expect(notice).toHaveText('Failed to generate receipt. Please check your connection and try again.')
  await download(page, 'Invoice').click()
  await expect(notice).toHaveText('Failed to generate invoice. Please check your connection and try again.')
  await page.unroute(path)
  await expectSound(page, 'download refused')

  // Pop-ups are blocked: the receipt is saved instead, and a link to it stays.
  await page.evaluate('window.blocked = true')
  const file = page.waitForEvent('download')
  await download(page, 'Receipt').click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(notice).toContainText(
    'Your browser blocked the new window, so the receipt was saved as a file instead.',
  )
  await expect(notice.getByRole('link', { name: 'Open it in a new tab' })).toHaveAttribute('target', '_blank')
  await page.route(path, answering({ success: true, document: links }))
  await download(page, 'Receipt').click()
  await expect(notice).toContainText('Your browser blocked the new window. Use this link:')
  await expect(notice.getByRole('link')).toHaveAttribute('href', links.hostedUrl)
  await page.unroute(path)

  // The server knows better than the page: the status follows.
  const answer = { code: 'ORDER_NOT_COMPLETED', error: 'refunded', orderStatus: 'refunded' }
  await page.route(path, answering(answer, 409))
  await download(page, 'Invoice').click()
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Payment Issue')
  await expect(main(page).getByText(/^Payment was refunded\./)).toBeVisible()
})
