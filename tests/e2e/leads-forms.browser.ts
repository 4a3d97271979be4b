import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { noteDelays, noteObservers, observers, takeDelays } from './delays.ts'
import { expectInputs } from './inputs.ts'
import { expectSound } from './paying.ts'
import { site, watchPage } from './person.ts'
import { expectListed } from './stored.ts'
import { keepToasts } from './toasts.ts'
import { test } from './visitor.ts'

const thanks = 'Thank you for partnering with us to kick start an authentic journey!'

const newEmail = (): string => `ada-${randomUUID().slice(0, 8)}@company.example`

/** Notes what the page sends to analytics and the ad network. */
async function listenToTags(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(globalThis, {
      told,
      gtag: (...words: unknown[]) => told.push(words),
      lintrk: (...words: unknown[]) => told.push(words),
    })
  })
}

const form = (page: Page) => page.getByRole('form', { name: 'Join the Movement' })

async function fill(within: ReturnType<typeof form>, email: string): Promise<void> {
  // Slower than a program: a form filled in under two seconds is kept apart.
  await within.getByLabel('Name', { exact: true }).pressSequentially('Ada Lovelace', { delay: 180 })
  await within.getByLabel('Contact Number', { exact: true }).fill('+44 20 7946 0000')
  await within.getByLabel('Email', { exact: true }).fill(email)
  await within.getByLabel('Company Name', { exact: true }).fill('Analytical Engines Ltd.')
}

/** A browser that blocks new windows, and notes which were asked for. */
const noteWindows = (page: Page) =>
  page.evaluate(() => {
    const opened: unknown[] = []
    Object.assign(globalThis, {
      opened,
      open: (address: string, target: string) => {
        opened.push([address, target])
        return null
      },
    })
  })

async function mailsTo(page: Page, email: string): Promise<{ subject: string; text: string }[]> {
  return (await (await page.request.get(site(`/api/dev/mail?to=${encodeURIComponent(email)}`))).json()).mails
}

test('a visitor sends the lead form: what is typed, what is missing, what fails, what is kept, what is thanked (M-013, M-101, M-102, M-103, M-111, M-112, M-119, M-120, M-121, M-122, M-123, M-124, M-125, M-126, M-127)', async ({
  page,
}) => {
  const problems = watchPage(page)
  await listenToTags(page)
  await page.goto(site('/?utm_source=newsletter&utm_campaign=spring'))
  await form(page).scrollIntoViewIfNeeded()
  const lead = form(page)
  const message = lead.getByLabel('Your Message')
  for (const [label, placeholder] of [
    ['Name', 'Jordan Avery'],
    ['Contact Number', '+1 (555) 010-0142'],
    ['Email', 'jordan@company.com'],
    ['Company Name', 'Avery & Sons'],
  ] as const) {
    await expect(lead.getByLabel(label, { exact: true })).toHaveAttribute('placeholder', placeholder)
    await expect(lead.getByLabel(label, { exact: true })).toHaveAttribute('required')
  }
  await expectInputs(lead, [
    ['Name', 'text', 'name'],
    ['Contact Number', 'tel', 'tel'],
    ['Email', 'email', 'email'],
    ['Company Name', 'text', 'organization'],
  ])
  // What the fields are called within the page (M-120).
  for (const [label, name] of [
    ['Name', 'name'],
    ['Contact Number', 'contactNumber'],
    ['Email', 'email'],
    ['Company Name', 'companyName'],
    ['Your Message', 'message'],
  ] as const)
    await expect(lead.locator(`[name="${name}"]`)).toHaveAccessibleName(new RegExp(`^${label}`))
  await expect(message).toHaveAttribute('placeholder', 'What are you trying to change?')
  await expect(message).not.toHaveAttribute('required')
  await expect(message).toHaveAttribute('rows', '2')
  await expect(lead.getByText('0/500 characters', { exact: true })).toBeVisible()
  await expect(lead.getByText('optional', { exact: true })).toBeVisible()
  const send = lead.getByRole('button')

  // Nothing typed: every field says what it wants, the first one gets the focus, nothing is sent.
  const posts: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/leads'))
      posts.push(request.postDataJSON())
  })
  await send.click()
  await expect(lead.getByLabel('Name', { exact: true })).toBeFocused()
  for (const field of ['Name', 'Contact Number', 'Email', 'Company Name'])
    await expect(lead.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(lead.getByText('Name must be at least 2 characters', { exact: true })).toBeVisible()
  await expect(message).not.toHaveAttribute('aria-invalid', 'true')
  expect(posts).toEqual([])
  await expectSound(page, 'the lead form with every error', '#lead-form-section')

  await test.step('each field keeps what it may hold (M-104, M-106, M-107, M-109)', async () => {
    for (const [label, typed, kept] of [
      ['Name', "Zoë 2 <O'Neill>", "Zoë  O'Neill"],
      ['Contact Number', '+44 (20) x7946', '+44 (20) 7946'],
      ['Email', 'ada lovelace!@b.example', 'adalovelace@b.example'],
      ['Company Name', 'Engines & Co. <3>*', 'Engines & Co. 3'],
    ] as const) {
      await lead.getByLabel(label, { exact: true }).fill(typed)
      await expect(lead.getByLabel(label, { exact: true })).toHaveValue(kept)
    }
    await lead.getByLabel('Name', { exact: true }).fill('')
  })
  const email = newEmail()
  await fill(lead, email)
  await lead.getByLabel('Email', { exact: true }).fill('ada')
  await lead.getByLabel('Email', { exact: true }).pressSequentially('+work@company.example')
  await expect(
    lead.getByText('A “+” is not allowed here and was removed. Please check the address.', { exact: true }),
  ).toBeVisible()
  await expect(lead.getByLabel('Email', { exact: true })).toHaveValue('adawork@company.example')
  await test.step('a “+” that was pasted is told as well (M-108)', async () => {
    const told = lead.getByText(/^A “\+” is not allowed here/)
    await lead.getByLabel('Email', { exact: true }).fill('')
    await expect(told).toHaveCount(0)
    await lead.getByLabel('Email', { exact: true }).fill('ada+home@company.example')
    await expect(told).toBeVisible()
  })
  await lead.getByLabel('Email', { exact: true }).fill(email)
  await message.fill('x'.repeat(600))
  await expect(lead.getByText('500/500 characters', { exact: true })).toBeVisible()
  await expect(message).toHaveValue('x'.repeat(500))
  await message.fill('Please call on Tuesday.')
  await expect(lead.getByText('23/500 characters', { exact: true })).toBeVisible()
  await test.step('what is filled in must hold as in the whitepaper’s form: a number of six signs does not (M-111)', async () => {
    for (const [label, wrong] of [
      ['Name', 'A'],
      ['Contact Number', '123456'],
      ['Email', 'ada@company'],
      ['Company Name', 'A'],
    ] as const) {
      const field = lead.getByLabel(label, { exact: true })
      const right = await field.inputValue()
      await field.fill(wrong)
      await send.click()
      await expect(field).toBeFocused()
      await expect(lead.locator('[aria-invalid="true"]')).toHaveCount(1)
      expect(posts, label).toEqual([])
      await field.fill(right)
    }
  })

  // What the server says is shown, and nothing typed is lost.
  const failures: [Parameters<Page['route']>[1], string][] = [
    [
      (route) =>
        route.fulfill({ status: 503, json: { success: false, error: 'We are closed for a minute.' } }),
      'We are closed for a minute.',
    ],
    [(route) => route.fulfill({ status: 500, body: 'oops' }), 'Failed to submit.'],
    [(route) => route.abort(), 'Something went wrong. Please try again.'],
  ]
  for (const [fail, sentence] of failures) {
    await page.route('**/api/leads', fail)
    await send.click()
    await expect(lead.getByText(sentence, { exact: true })).toBeVisible()
    await expect(page.locator('.Toastify__toast--error').last()).toHaveText(sentence)
    await expect(lead.locator('svg.lucide-circle-alert').last(), 'red').toHaveCSS('color', 'rgb(163, 48, 28)')
    for (const [field, typed] of [
      ['Name', 'Ada Lovelace'],
      ['Contact Number', '+44 20 7946 0000'],
      ['Email', email],
      ['Company Name', 'Analytical Engines Ltd.'],
    ] as const)
      await expect(lead.getByLabel(field, { exact: true })).toHaveValue(typed)
    await expect(message).toHaveValue('Please call on Tuesday.')
    expect(new URL(page.url()).search, 'no marker').toBe('?utm_source=newsletter&utm_campaign=spring')
    await page.unroute('**/api/leads')
  }
  await expectSound(page, 'the lead form after a failure', '#lead-form-section')
  await test.step('what the server refuses of a field stands at that field, which takes the focus', async () => {
    const said = 'This number is not in service'
    await page.route('**/api/leads', (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, error: said, fields: [{ path: 'phone_number', message: said }] },
      }),
    )
    await send.click()
    await expect(lead.getByLabel('Contact Number', { exact: true })).toHaveAccessibleDescription(
      new RegExp(said),
    )
    await expect(lead.getByLabel('Contact Number', { exact: true })).toBeFocused()
    await page.unroute('**/api/leads')
    await lead.getByLabel('Contact Number', { exact: true }).press('End')
    await lead.getByLabel('Contact Number', { exact: true }).press('1')
    await expect(lead.getByText(said)).toHaveCount(0)
    await lead.getByLabel('Contact Number', { exact: true }).press('Backspace')
  })

  // The answer is held back, so that the state in between can be seen.
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/leads', async (route) => {
    await held
    await route.continue()
  })
  const pages = await page.evaluate<number>('history.length')
  await send.click()
  await expect(lead.getByRole('button', { name: 'Submitting...', exact: true })).toBeDisabled()
  release()
  await expect(lead.getByText(thanks, { exact: true })).toBeVisible()
  await expect(lead.locator('svg.lucide-circle-check'), 'green').toHaveCSS('color', 'rgb(47, 107, 60)')
  await expect(page.locator('.Toastify__toast--success').getByText(thanks, { exact: true })).toBeVisible()
  for (const field of ['Name', 'Contact Number', 'Email', 'Company Name'])
    await expect(lead.getByLabel(field, { exact: true })).toHaveValue('')
  await expect(message).toHaveValue('')
  expect(posts.at(-1)).toMatchObject({
    name: 'Ada Lovelace',
    phone_number: '+44 20 7946 0000',
    email,
    company_name: 'Analytical Engines Ltd.',
    additional_message: 'Please call on Tuesday.',
    lead_type: 'normal_lead',
    attribution: { first: { source: 'newsletter', campaign: 'spring' } },
  })
  expect(posts.at(-1), 'no bot check, no token').not.toHaveProperty('turnstileToken')
  expect(new URL(page.url()).searchParams.get('success')).toBe('true')
  expect(new URL(page.url()).searchParams.get('lead_type')).toBe('normal_lead')
  expect(await page.evaluate<number>('history.length'), 'the marker is no step back').toBe(pages)
  // Each once, and nothing of what was not taken.
  expect(await page.evaluate(() => Reflect.get(globalThis, 'told') as unknown[])).toEqual([
    [
      'event',
      'lead_generation',
      { event_category: 'lead', event_label: 'normal_lead', lead_type: 'normal_lead' },
    ],
    ['track', { lead_type: 'normal_lead', event_category: 'lead_generation' }],
  ])
  await expectSound(page, 'the lead form after it was sent', '#lead-form-section')
  await expectListed(page)
  await test.step('the next try takes the marker and the thanks away (M-126)', async () => {
    await send.click()
    await expect(page).toHaveURL(site('/?utm_source=newsletter&utm_campaign=spring'))
    await expect(lead.getByText(thanks, { exact: true })).toHaveCount(0)
  })
  await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
  expect(problems).toEqual([])
})

test('a visitor reserves the book, and the next lead is an ordinary one again (M-013, M-092, M-093, M-123, M-128)', async ({
  page,
}) => {
  await listenToTags(page)
  await page.goto(site('/'))
  const book = page.getByRole('region', { name: 'Forthcoming Book', exact: true })
  await book.scrollIntoViewIfNeeded()
  await expect(book.getByText('The Rise of Real Leadership').first()).toBeVisible()
  await book.getByRole('button', { name: 'Contact Me To Reserve Your Copy', exact: true }).click()
  await expect(form(page).getByLabel('Name', { exact: true })).toBeFocused()
  expect(await page.evaluate(() => sessionStorage.getItem('lead_type'))).toBe('pre_order_book')
  const reserving = page.locator('#lead-form-section').getByText('You are reserving a copy of the book')
  await expect(reserving).toBeInViewport()
  await expect(page.locator('#lead-form-section').getByText('The Rise of Real Leadership')).toBeVisible()
  await expectSound(page, 'the form for the book', '#lead-form-section')
  await test.step('whoever wants something else says so, and comes back', async () => {
    await page.getByRole('button', { name: 'Write about something else' }).click()
    await expect(reserving).toHaveCount(0)
    await expect(form(page).getByLabel('Name', { exact: true })).toBeFocused()
    expect(await page.evaluate(() => sessionStorage.getItem('lead_type'))).toBe('normal_lead')
    await book.getByRole('button', { name: 'Contact Me To Reserve Your Copy', exact: true }).click()
    await expect(reserving).toBeInViewport()
  })
  const email = newEmail()
  await fill(form(page), email)
  await test.step('a try that fails leaves what the visitor came for (M-123, M-124)', async () => {
    await page.route('**/api/leads', (route) => route.abort(), { times: 1 })
    await form(page).getByRole('button').click()
    await expect(
      form(page).getByText('Something went wrong. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(reserving).toBeVisible()
  })
  const sent = page.waitForRequest('**/api/leads')
  await form(page).getByRole('button').click()
  expect((await sent).postDataJSON(), 'a message that nobody wrote').toMatchObject({
    additional_message: '',
    lead_type: 'pre_order_book',
  })
  await expect(form(page).getByText(thanks, { exact: true })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('lead_type')).toBe('pre_order_book')
  expect(await page.evaluate(() => sessionStorage.getItem('lead_type'))).toBe('normal_lead')
  await expect(reserving).toHaveCount(0)
  const told = await page.evaluate(() => Reflect.get(globalThis, 'told') as unknown[])
  expect(told).toContainEqual(['track', { lead_type: 'pre_order_book', event_category: 'lead_generation' }])
  await expect
    .poll(async () => (await mailsTo(page, email))[0]?.subject)
    .toBe('Your copy of the book is reserved')
})

test('a visitor gets the whitepaper, whatever fails first and even when the new tab is blocked (M-013, M-086, M-110, M-112, M-129, M-130, M-131, M-132, M-133, M-134, M-135, M-136, M-458)', async ({
  page,
}) => {
  await noteDelays(page)
  await listenToTags(page)
  await page.goto(site('/?lead_type=whitepaper_download'))
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('lead_type')))
    .toBe('whitepaper_download')
  // Whatever the tab came for, this form asks for the whitepaper.
  await page.evaluate(() => sessionStorage.setItem('lead_type', 'normal_lead'))
  const opener = page.getByRole('banner').getByRole('button', { name: 'Whitepaper', exact: true })
  const dialog = page.getByRole('dialog', { name: 'The Hidden ROI of Real Leadership', exact: true })
  await expect(dialog).toHaveCount(0)
  await opener.click()
  await expect(dialog).toBeVisible()
  await test.step('while nothing is sent, its cross, Escape and a press beside it close it (M-131, M-132)', async () => {
    for (const close of [
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
    ]) {
      await close()
      await expect(dialog).toBeHidden()
      await opener.click()
      await expect(dialog).toBeVisible()
    }
  })
  expect((await dialog.boundingBox())?.width).toBe(631)
  await expect(dialog).toHaveCSS('transition-duration', '0.225s, 0.225s')
  await expectSound(page, 'the whitepaper dialog', '[role=dialog], dialog')
  const download = dialog.getByRole('button', { name: 'Download whitepaper' })
  await expect(download).toBeDisabled()
  const email = newEmail()
  const within = dialog.getByRole('form', { name: 'Whitepaper', exact: true })
  await fill(within, email)
  await expect(download).toBeEnabled()
  await within.getByLabel('Contact Number', { exact: true }).fill('12345')
  await expect(download).toBeDisabled()
  await within.getByLabel('Contact Number', { exact: true }).fill('+44 20 7946 0000')

  const failures: [Parameters<Page['route']>[1], string][] = [
    [
      (route) => route.fulfill({ status: 500, json: { error: 'no' } }),
      'Failed to submit your request. Please try again later.',
    ],
    [(route) => route.abort(), 'Failed to submit your request. Please try again later.'],
    [
      (route) => route.fulfill({ json: { success: true, message: 'ok' } }),
      'Failed to get download URL. Please try again later.',
    ],
  ]
  for (const [fail, sentence] of failures) {
    await page.route('**/api/leads', fail)
    await download.click()
    await expect(within.getByText(sentence, { exact: true })).toBeVisible()
    await expect(page.locator('.Toastify__toast--error').last()).toHaveText(sentence)
    await expect(within.locator('svg.lucide-circle-alert').last(), 'red').toHaveCSS(
      'color',
      'rgb(163, 48, 28)',
    )
    await expect(dialog).toBeVisible()
    await expect(within.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace')
    const kept = await page.evaluate(() => sessionStorage.getItem('lead_type'))
    expect(kept, 'it goes with a success only (M-129)').toBe('normal_lead')
    await page.unroute('**/api/leads')
  }
  await expectSound(page, 'the whitepaper dialog after a failure', '[role=dialog], dialog')

  // While it is sending neither Escape nor a click beside it closes the dialog.
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/leads', async (route) => {
    await held
    await route.continue()
  })
  await noteWindows(page)
  await download.click()
  await expect(within.getByRole('button', { name: 'Submitting...', exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeDisabled()
  await expect(dialog).toBeVisible()
  await takeDelays(page)
  release()
  await expect(dialog).toBeHidden()
  expect(await takeDelays(page), 'while it closes').toContain(225)
  const toast = page
    .locator('.Toastify__toast--success')
    .getByText(/^Thank you! Your whitepaper is ready for download\. Open whitepaper$/)
  await expect(toast).toBeVisible()
  await expect(
    page.locator('.Toastify__progress-bar--success.Toastify__progress-bar--animated'),
    'time to follow its link',
  ).toHaveCSS('animation-duration', '15s')
  expect(await page.evaluate(() => sessionStorage.getItem('lead_type'))).toBeNull()
  expect(new URL(page.url()).search, 'the success marker').toBe('?lead_type=whitepaper_download&success=true')
  const lead_type = 'whitepaper_download'
  expect(
    await page.evaluate(() => Reflect.get(globalThis, 'told') as unknown[]),
    'analytics and the ad network',
  ).toEqual([
    ['event', 'lead_generation', { event_category: 'lead', event_label: lead_type, lead_type }],
    ['track', { lead_type, event_category: 'lead_generation' }],
  ])
  const link = page.getByRole('link', { name: 'Open whitepaper', exact: true })
  await expect(link, 'the page stays').toHaveAttribute('target', '_blank')
  const address = (await link.getAttribute('href')) ?? ''
  const pdf = await page.request.get(address)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect(await page.evaluate(() => Reflect.get(globalThis, 'opened') as unknown)).toEqual([
    [address, '_blank'],
  ])
  await expect.poll(async () => (await mailsTo(page, email))[0]?.text).toContain('/api/leads/whitepaper?')
  await test.step('it opens again, empty', async () => {
    await opener.click()
    await expect(dialog).toBeVisible()
    await expect(within.getByLabel('Name', { exact: true })).toHaveValue('')
  })
})

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('a visitor whose request fails sees so in the form, clear of the toast that says the same', async ({
    page,
  }) => {
    await noteObservers(page)
    await page.goto(site('/'))
    await page.getByRole('button', { name: 'DOWNLOAD WHITEPAPER' }).tap()
    // On a narrow window a section answers when a fifth of it is in view (M-074, M-462).
    await expect.poll(() => observers(page)).toContainEqual(['0px', 0.2])
    const within = page.getByRole('dialog').getByRole('form', { name: 'Whitepaper', exact: true })
    await within.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await within.getByLabel('Contact Number', { exact: true }).fill('+44 20 7946 0000')
    await within.getByLabel('Email', { exact: true }).fill(newEmail())
    await within.getByLabel('Company Name', { exact: true }).fill('Analytical Engines Ltd.')
    await page.route('**/api/leads', (route) => route.abort())
    await keepToasts(page)
    await within.getByRole('button', { name: 'Download whitepaper' }).tap()
    const said = within.getByText('Failed to submit your request. Please try again later.', { exact: true })
    await expect(said).toBeVisible()
    // The toast takes the last 80 pixels.
    await expect
      .poll(async () => {
        const box = await said.boundingBox()
        return (box?.y ?? 0) + (box?.height ?? 0)
      })
      .toBeLessThan(844 - 90)
    await test.step('in a low window the dialog ends above the toast: its button can be pressed', async () => {
      await page.setViewportSize({ width: 390, height: 560 })
      const bottom = async (of: Locator) =>
        (await of.boundingBox().then((box) => box && box.y + box.height)) ?? 0
      const toast = page.locator('.Toastify__toast')
      // It has slid in.
      await expect.poll(() => bottom(toast)).toBeLessThanOrEqual(560)
      await page.evaluate('document.querySelector("dialog[open]").scrollTo(0, 9999)')
      const button = within.getByRole('button', { name: 'Download whitepaper' })
      await expect
        .poll(async () => ((await toast.boundingBox())?.y ?? 0) - (await bottom(button)))
        .toBeGreaterThanOrEqual(0)
    })
  })

  test('the development mailbox fits the screen, whatever is mailed', async ({ page }) => {
    const email = `a-long-name-without-a-place-to-break-${newEmail()}`
    const sent = await page.request.post(site('/api/leads'), {
      data: {
        name: 'Ada Lovelace',
        phone_number: '+44 20 7946 0000',
        email,
        company_name: 'Analytical Engines Ltd.',
        additional_message: 'Please call.',
        lead_type: 'normal_lead',
      },
    })
    expect(sent.ok()).toBe(true)
    await expect.poll(async () => (await mailsTo(page, email)).length).toBeGreaterThan(0)
    await page.goto(site(`/dev/mail?to=${encodeURIComponent(email)}`))
    await expect(page.getByRole('heading', { name: 'Development mailbox' })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})
