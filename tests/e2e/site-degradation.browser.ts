import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { site, touch, watchPage } from './person.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('given JavaScript off, then the home page is all there: title, description, headings, texts, fields', async ({
    page,
  }) => {
    await page.goto(site('/'))
    expect(await page.title()).toMatch(/ - Home$/)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /twelve-week/)
    for (const heading of [
      'Leadership that',
      'Authentic Leader',
      'Poor leadership',
      'Rise of Real',
      'Forthcoming',
      'AUTHENTICITY',
      'Join',
    ])
      await expect(
        page.locator('main').getByRole('heading').filter({ hasText: heading }).first(),
      ).toBeVisible()
    for (const words of [
      'Trusted by over 1,000',
      'productivity drop',
      'One voice at the top',
      'Reserved copies come signed',
    ])
      await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.getByLabel('Company Name')).toBeVisible()
    // The rules are in the document, and no sheet holds up its painting; that of the other faces comes behind everything.
    await expect(page.locator('head link[rel="stylesheet"]')).toHaveCount(0)
    await expect(page.locator('body > noscript link[rel="stylesheet"]')).toHaveCount(1)
    expect((await page.locator('head style').first().textContent())?.length).toBeGreaterThan(5_000)
    // Not getByText, which passes over <noscript>.
    await expect(page.locator('noscript p')).toBeInViewport()
    await expect(page.locator('noscript p')).toContainText('JavaScript is off.')
    await page.goto(site('/certification/program-details'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('given JavaScript off, when the form is sent, then a page answers: what is wrong with what was typed, then thanks', async ({
    page,
  }) => {
    await page.goto(site('/'))
    const form = page.locator('#lead-gen-form')
    for (const [label, value] of [
      [/^Name/, 'Grace Hopper'],
      [/^Contact Number/, '+1 555 010 0199'],
      [/^Email/, 'grace at navy'],
      [/^Company Name/, 'Navy'],
      [/^Your Message/, 'Without script'],
    ] as const)
      await form.getByLabel(label).fill(value)
    await form.getByRole('button', { name: 'Join the Movement' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please check the form')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(page.getByLabel(/^Your Message/)).toHaveValue('Without script')
    await page.getByLabel('Email').fill(`grace-${randomUUID().slice(0, 8)}@navy.example`)
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Thank you for partnering/)
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveURL(site('/'))
  })

  test('given JavaScript off, then the other spelling of the programme leads there too (M-019)', async ({
    page,
  }) => {
    await page.goto(site('/certification-program-details?from=mail'))
    await expect(page).toHaveURL(site('/certification/program-details?from=mail'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('given JavaScript off, then a page that only a script can draw says so and leads on, and so does a wrong address', async ({
    page,
  }) => {
    for (const [path, heading] of [
      ['/login', 'This page needs JavaScript'],
      ['/payment', 'This page needs JavaScript'],
      ['/no/such/page', 'Page not found'],
    ] as const) {
      await page.goto(site(path))
      await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveText(heading)
      await page.getByRole('link', { name: 'The certification' }).click()
      await expect(page).toHaveURL(site('/certification/program-details'))
    }
  })
})

test('given a configuration call that fails or hangs, then its failure is ignored and the routes are shown', async ({
  page,
}) => {
  const problems = watchPage(page)
  const methods = new Set<string>()
  await test.step('until it ends a screen without content says "Loading..." (M-035)', async () => {
    let answer: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/config', async (route) => {
      await held
      await route.fulfill({ status: 500, body: 'broken' })
    })
    page.on('request', (request) => {
      if (request.url() === site('/api/config')) methods.add(request.method())
    })
    await page.goto(site('/reset-password'), { waitUntil: 'commit' })
    await expect(page.locator('#root')).toHaveText('Loading...')
    // Not a moment that passes by itself: the code of the page is here as well.
    await page.waitForLoadState('load')
    await expect(page.locator('#root')).toHaveText('Loading...')
    answer?.()
  })
  await test.step('then the routes (M-036)', async () => {
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
    expect([...methods], 'what asked for it (M-035)').toEqual(['GET'])
    await page.waitForLoadState('networkidle')
    await expect(page.locator('.Toastify'), 'without a word').toHaveCount(0)
  })
  await test.step('a rendered page brings its configuration along and asks for none', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(site('/'))
    await touch(page)
    expect(asked).toContain('/')
    expect(asked).not.toContain('/api/config')
  })
  expect(problems).toEqual([])
})

test('given content that cannot be had, then pages show what they have: the rendered words, else the built-in ones', async ({
  page,
}) => {
  const problems = watchPage(page)
  await page.route('**/api/cms', (route) => route.fulfill({ status: 503, body: '{}' }))
  await test.step('a rendered page keeps its content', async () => {
    const asked = page.waitForResponse('**/api/cms')
    await page.goto(site('/'))
    await touch(page)
    expect((await asked).status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leadership that')
    await expect(page.getByText('Trusted by over 1,000')).toBeAttached()
  })
  await test.step('a page that never had any shows the built-in one (M-083, M-197)', async () => {
    await page.goto(site('/reset-password'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leadership that')
  })
  expect(problems).toEqual([])
})

test('given content that takes its time, then the carousel says so, and the cache is used for five minutes', async ({
  page,
}) => {
  let calls = 0
  let held = true
  let answer: (() => void) | undefined
  let draw: (() => void) | undefined
  await page.route('**/art/slide-keel.svg', async (route) => {
    await new Promise<void>((resolve) => {
      draw = resolve
    })
    await route.continue()
  })
  await page.route('**/api/cms', async (route) => {
    calls += 1
    if (held)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
    await route.continue()
  })
  await page.goto(site('/reset-password'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await test.step('"Loading carousel..." under the overlay (M-077, M-082)', async () => {
    await expect(page.getByText('Loading carousel...', { exact: true })).toBeAttached()
    await expect(page.locator('[data-loading-overlay]')).toBeVisible()
  })
  await test.step('the overlay waits for the picture, too (M-077)', async () => {
    held = false
    answer?.()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leadership that')
    await expect(page.locator('[data-loading-overlay]')).toBeVisible()
    draw?.()
    await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
  })
  await test.step('kept in this browser and refreshed silently after a second (M-196)', async () => {
    const before = calls
    await page.evaluate(`{
      const kept = JSON.parse(localStorage.veralead_content.replaceAll('Leadership that', 'Kept words that'))
      for (const { sections } of kept.tree.pages)
        for (const { id, fields } of sections)
          if (id === 'quotes') fields.quotes = [{ text: 'Say less, do it', source: 'Nobody, 2026' }]
      localStorage.veralead_content = JSON.stringify(kept)
    }`)
    await page.addInitScript(`new MutationObserver(() => {
      const quote = document.querySelector('[data-loading-overlay] blockquote')
      if (quote) window.quoteSeen = quote.textContent
    }).observe(document, { childList: true, subtree: true })`)
    held = true
    await page.goto(site('/reset-password'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kept words that')
    await test.step('the quote of the overlay is the stored one (M-064)', async () => {
      await expect.poll(() => page.evaluate('window.quoteSeen')).toBe('“Say less, do it”Nobody, 2026')
    })
    await expect.poll(() => calls).toBe(before + 1)
    answer?.()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leadership that')
  })
})

test('given content and a picture that do not come, then the built-in words are shown after four seconds (M-077)', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2031-06-01T12:00:00Z') })
  await page.route(/api\/cms|slide-keel/, () => new Promise(() => undefined))
  await page.goto(site('/reset-password'))
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  await expect(link).toBeVisible()
  // From here on, time passes only when the test moves it.
  await page.clock.pauseAt(new Date('2031-06-01T12:05:00Z'))
  await link.click()
  const overlay = page.locator('[data-loading-overlay]')
  await expect
    .poll(
      async () => {
        await page.clock.runFor(50)
        return overlay.count()
      },
      { intervals: [50] },
    )
    .toBe(1)
  await page.clock.runFor(3_700)
  await expect(overlay).toBeVisible()
  await page.clock.runFor(300)
  await expect(overlay).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Loading carousel...', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('contentinfo'), 'the year of the day (M-071)').toContainText('© 2031 ')
})

test('given an address that does not exist, then the server says 404 and the browser goes home', async ({
  page,
}) => {
  await test.step('unknown paths, and the way back leads past them (M-032)', async () => {
    await page.goto(site('/terms'))
    const answer = await page.goto(site('/no/such/page'))
    expect(answer?.status()).toBe(404)
    expect(answer?.headers()['x-robots-tag']).toBe('noindex')
    await expect(page).toHaveURL(site('/'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leadership that')
    await page.goBack()
    await expect(page).toHaveURL(site('/terms'))
  })
  await test.step('the other spelling of the programme keeps its query (M-019)', async () => {
    const answer = await page.request.get(site('/certification-program-details?from=mail'), {
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toBe('/certification/program-details?from=mail')
    await page.goto(site('/certification-program-details?from=mail'))
    await expect(page).toHaveURL(site('/certification/program-details?from=mail'))
    await touch(page)
    await page.evaluate(
      `history.pushState(null, '', '/certification-program-details?from=link'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await expect(page).toHaveURL(site('/certification/program-details?from=link'))
  })
})

test('given a picture or a film that does not come, then its place says so and the page goes on', async ({
  page,
}) => {
  await page.route('**/assets/art/certificate.svg', (route) => route.abort())
  await page.route('**/assets/videos/*.webm', (route) => route.abort())
  await test.step('a crossed-out sign with the name of the asset (M-047, M-201)', async () => {
    await page.goto(site('/'))
    const section = page.locator('[data-section="certification"]')
    await section.scrollIntoViewIfNeeded()
    await expect(section.getByRole('img')).toHaveText(
      'Could not load asset from S3 or local: art/certificate.svg',
    )
    await expect(section.getByRole('img').locator('svg[class*="image-off"]')).toBeVisible()
  })
  await test.step('a film is asked three times, then the error and another try (M-205, M-206)', async () => {
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('.webm')) asked += 1
    })
    const awake = page.waitForResponse((answer) => answer.url().includes('/api/auth/user/session'))
    await page.goto(site('/certification/program-details'))
    // The moment of rest for which the script of a page to read waits belongs to the stopped clock too.
    await page.clock.runFor(4_000)
    await awake
    await page.getByRole('button', { name: /Play video/ }).click()
    await expect.poll(() => asked).toBe(1)
    await page.clock.runFor(1_000)
    await expect.poll(() => asked).toBe(2)
    await page.clock.runFor(2_000)
    await expect(page.getByText('Video failed to load', { exact: true })).toBeVisible()
    expect(asked).toBe(3)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

test('given an error that nobody caught while drawing, then the fallback shows its heading and the words of the error (M-048)', async ({
  page,
}) => {
  await page.route('**/assets/about-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export function Page() { throw new Error("The page is torn") }',
    }),
  )
  await page.goto(site('/reset-password'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About us' }).click()
  await expect(
    page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true }),
  ).toBeVisible()
  await expect(page.getByText('The page is torn')).toBeVisible()
})

test('given a message while a dialog is open, then it is above the dialog and can be closed', async ({
  page,
}) => {
  await page.route('**/api/leads', (route) => route.fulfill({ status: 500, json: { error: 'no' } }))
  await page.goto(site('/'))
  await page.getByRole('button', { name: 'Whitepaper' }).first().click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of [
    ['Name', 'Ada Byron'],
    ['Contact Number', '+1 555 010 0100'],
    ['Email', 'ada@northwind.example'],
    ['Company Name', 'Northwind'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.locator('button[type="submit"]').click()
  const toast = page.locator('.Toastify__toast')
  await expect(toast).toBeVisible()
  // A click that the dialog or its backdrop would take fails here.
  await toast.click()
  await expect(toast).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Ada Byron')
})
