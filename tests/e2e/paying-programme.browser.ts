import { expect, type Page } from '@playwright/test'
import { certificationProgramDetails } from '../../src/modules/content/base-template/certification-program-details.ts'
import type { Fields } from '../../src/modules/content/contract.ts'
import { noteDelays, noteObservers, observers, takeDelays } from './delays.ts'
import { test } from './journey.ts'
import { answering, cardForm, expectSound, signIn, toast, travelled, walkTo, withContent } from './paying.ts'
import { newPerson, signUp, site, touch, watchPage } from './person.ts'

const program = certificationProgramDetails.sections[0]?.fields as Fields<'certification-program'>
const path = '/certification/program-details'
const contentPage = '/certification-program-details'
const enroll = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Enroll Now' }).first()
const product = {
  id: '5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af',
  stripeProductId: 'prod_authentic_leader',
  name: 'Authentic Leader Certification',
  description: '',
  price: '2750.00',
  currency: 'usd',
  active: true,
}
const products = (...all: object[]) => answering({ success: true, products: all })

/** Whatever is read on the page is the editor's own, and no longer the built-in text. */
const reworded = new Set([
  ...['title', 'subtitle', 'description', 'duration', 'difficulty', 'certification', 'content', 'name'],
  ...['question', 'answer', 'theme', 'lab', 'assignment', 'includes'],
])
function asEdited<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (reworded.has(key) ? `${value} (edited)` : value) as T
  if (Array.isArray(value)) return value.map((each) => asEdited(each, key)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, asEdited(each, name === 'value' ? key : name)]),
  ) as T
}
const edited = asEdited(program)

const editorsWords = {
  overviewTitle: 'The way',
  syllabusTitle: 'Twelve parts',
  benefitsTitle: 'What the editor calls benefits',
  includesTitle: 'In the price',
  testimonialsTitle: 'They said',
  faqTitle: 'Asked before',
}

test('the prospectus shows what the content holds and the price that the server has (M-274, M-276, M-277, M-279, M-281, M-284, M-292, M-300)', async ({
  page,
}) => {
  const problems = watchPage(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/products/type/certification_program')) asked += 1
  })
  await page.route('**/api/products/type/*', products(product, { ...product, price: '1.00' }))
  await withContent(page, contentPage, (fields) => ({
    ...fields,
    ...edited,
    nextCohort: 'Starts on March 2',
    // One more than has room.
    testimonials: [
      {
        ...edited.testimonials[0],
        employer: 'Porto Grid',
        link: 'https://www.linkedin.com/in/priya',
        media: { desktop: { face: 'art/portrait-1.svg' } },
      },
      ...edited.testimonials.slice(1),
      { ...edited.testimonials[0], content: 'A fourth voice' },
    ],
    outcome: { count: 71, of: 84, year: 2026, what: 'kept a hard promise', source: 'Asked after 90 days.' },
    sampleLab: {
      title: 'Ten minutes of a lab',
      description: 'Recorded in May.',
      recording: 'videos/lab.mp3',
      transcript: 'Ana: I was late.\nTomas: How late?',
    },
    programBenefits: edited.programBenefits.map((benefit) => ({ ...benefit, icon: 'hammer' })),
    ctaSection: { ...edited.ctaSection, buttonText: 'Take my seat' },
    colors: { ...edited.colors, primary: '#00513f', accent: '#7a1fa2' },
    uiText: editorsWords,
  }))
  await page.clock.install()
  await page.goto(site(path))
  const main = page.getByRole('main')
  await expect(main.getByText('Starts on March 2')).toBeVisible()
  for (const name of Object.values(editorsWords))
    await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
  const words = (text: unknown) => (typeof text === 'string' ? text : (text as { value: string }).value)
  for (const text of [
    edited.title,
    edited.subtitle,
    edited.description,
    edited.programOverview.description,
    edited.programOverview.certification,
    edited.programOverview.difficulty,
    edited.programOverview.duration,
    edited.videoSection.title,
    edited.videoSection.description,
    edited.videoSection.duration,
    edited.ctaSection.title,
    edited.ctaSection.subtitle,
    ...edited.programBenefits.flatMap(({ title, description }) => [title, description]),
    ...(edited.syllabus ?? []).flatMap(({ theme, lab, assignment }) => [theme, lab, assignment]),
    ...(edited.labSection?.parts ?? []).flatMap(({ title, description }) => [title, description]),
    ...edited.enrollment.includes,
    ...edited.testimonials.flatMap(({ content, name, title }) => [content, name, title]),
    ...edited.faqs.map(({ question }) => question),
  ])
    await expect(main.getByText(words(text)).first()).toBeVisible()

  // The content says $2,500.00; the server's first product decides, wherever a price is shown.
  await expect(main.getByText('$2,750.00', { exact: true }).first()).toBeVisible()
  expect(await main.getByText(/^\$2,500/).count()).toBe(0)
  // Beside the facts, under what is included, and at the end.
  expect(await main.getByRole('button', { name: 'Take my seat', exact: true }).count()).toBe(3)
  expect(await main.getByRole('button', { name: /enroll/i }).count()).toBe(0)
  expect(asked).toBe(1)
  await page.clock.fastForward(10 * 60_000)
  // Whatever the page asks for is answered in turn: this comes after it.
  await page.evaluate("fetch('/robots.txt')")
  expect(asked, 'once on entry').toBe(1)
  const icons = page.locator('#benefits svg[class*="hammer"]')
  await expect(icons).toHaveCount(edited.programBenefits.length)
  await expect(icons.first()).toHaveCSS('color', 'rgb(0, 81, 63)')

  const steps = page.getByRole('navigation', { name: /progress/i }).getByRole('listitem')
  await expect(steps).toHaveText(['1Profile', '2Details', '3Payment', '4Done'])
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')

  // Beside each Enroll, in the words of the terms.
  await expect(
    main.getByText(/^The 90-day promise: If you complete .* you get your money back\.$/),
  ).toHaveCount(3)
  await expect(main.getByText('71 of 84 participants of 2026 kept a hard promise.')).toBeVisible()
  await expect(main.getByText('Asked after 90 days.')).toBeVisible()
  const first = page.locator('#voices figcaption').first()
  await expect(first).toContainText('Porto Grid')
  await expect(first.getByRole('link', { name: /^Priya Raman.* on linkedin\.com/ })).toBeVisible()
  await expect(first.locator('img')).toHaveCount(1)
  const sample = page.locator('#sample')
  await expect(sample.getByRole('button', { name: /^Play video/ })).toBeVisible()
  await sample.getByText('Transcript').click()
  await expect(sample.getByText('Tomas: How late?')).toBeVisible()

  const voices = page.locator('#voices li')
  await expect(voices.filter({ visible: true })).toHaveCount(3)
  await expect(voices.first().locator('figure')).toHaveCSS('border-left-color', 'rgb(122, 31, 162)')
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(voices.filter({ visible: true })).toHaveCount(3)
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(voices.filter({ visible: true })).toHaveCount(1)
  await expect(
    main.getByRole('region', { name: 'Enroll', exact: true }).getByRole('button', { name: 'Take my seat' }),
  ).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })

  const questions = page.locator('#questions details')
  await expect(questions).toHaveCount(edited.faqs.length)
  // Each of them, and the first once more after the last.
  for (const [index, { answer }] of [...edited.faqs, edited.faqs[0]!].entries()) {
    const opened = questions.nth(index % edited.faqs.length)
    await opened.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(opened).toHaveAttribute('open', '')
    // Without a cohort, nothing is known of the times.
    await expect(opened).toContainText(words(answer).replace('{labTimes}', 'every week'))
    await expect(page.locator('#questions details[open]'), 'the others are shut').toHaveCount(1)
  }
  await expectSound(page, 'programme')

  await test.step('each of the three ways in leads on (M-281)', async () => {
    const ways = main.getByRole('button', { name: 'Take my seat', exact: true })
    for (const at of [0, 1, 2]) {
      await ways.nth(at).click()
      await expect(page).toHaveURL(/\/signup\?/)
      await page.goBack()
      await expect(ways).toHaveCount(3)
    }
  })
  await test.step('a start that the settings name wins over the content; a whole date gives each week its days (M-292)', async () => {
    const weeks = page.locator('#syllabus li')
    expect(await weeks.getByText(/2027/).count()).toBe(0)
    await page.route('**/api/config', async (route) => {
      const config = await (await route.fetch()).json()
      await route.fulfill({ json: { ...config, nextCohort: '2 March 2027' } })
    })
    // A page that was not rendered with the settings asks for them.
    await page.goto(site('/reset-password'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await walkTo(page, path)
    await expect(weeks.first().getByText('Mar 2 – 8, 2027')).toBeVisible()
    await expect(weeks.last().getByText('May 18 – 24, 2027')).toBeVisible()
    await expect(main.getByText('2 March 2027', { exact: true })).toBeVisible()
    await expect(main.getByText('Starts on March 2')).toHaveCount(0)
  })
  expect(problems).toEqual([])
})

test('the film starts when asked, later on a slow connection, is tried twice more when it fails, and then says so (M-205, M-207, M-278)', async ({
  page,
}) => {
  await page.addInitScript(
    "Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } })",
  )
  await noteObservers(page)
  await noteDelays(page)
  const tries: string[] = []
  await page.route(/\/videos\/[^/]+\.(webm|mp4)/, async (route) => {
    tries.push(route.request().url())
    await route.abort()
  })
  const stills: string[] = []
  page.on('request', (request) => {
    if (/\/videos\/[^/]+\.(webp|avif)/.test(request.url())) stills.push(request.url())
  })
  await page.goto(site(path))
  await touch(page)
  await expect.poll(() => observers(page)).toContainEqual(['100px', 0.2])
  const still = page.locator('#film picture')
  expect([await still.count(), stills], 'far below').toEqual([0, []])
  await page.locator('#film').scrollIntoViewIfNeeded()
  await expect(still).toHaveCount(1)
  await expect.poll(() => stills.length).toBe(1)
  expect(await page.locator('video').count()).toBe(0)
  await page.getByRole('button', { name: /play video/i }).focus()
  await takeDelays(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Video failed to load', { exact: true })).toBeVisible()
  expect(tries.length).toBe(3)
  expect(await takeDelays(page), 'a second, then two').toEqual(expect.arrayContaining([1_000, 2_000]))
  await expectSound(page, 'film that failed')
  await page.unroute(/\/videos\/[^/]+\.(webm|mp4)/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('video')).toHaveAttribute('src', /videos\//)
  // One press is enough: it plays by itself.
  await expect(page.locator('video')).toHaveJSProperty('autoplay', true)
  await test.step('the film and its captions are those that an editor names (M-274)', async () => {
    const videoSection = { ...program.videoSection, video: 'videos/other.webm', captions: 'videos/other.vtt' }
    await withContent(page, contentPage, (fields) => ({ ...fields, videoSection }))
    // It is never answered: a film that failed would take its player away.
    await page.route('**/videos/other.webm', () => undefined)
    await page.goto(site('/reset-password'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await walkTo(page, path)
    await page.getByRole('button', { name: /play video/i }).click()
    await expect(page.locator('video')).toHaveAttribute('src', /\/videos\/other\.webm$/)
    await expect(page.locator('video track')).toHaveAttribute('src', /\/videos\/other\.vtt$/)
  })
})

test('what cannot be shown or sold says so, with a way home (M-273, M-282, M-283, M-285)', async ({
  page,
}) => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await withContent(page, contentPage, (fields) => ({ ...fields, title: '' }))
  for (const late of ['**/api/cms', '**/api/products/type/*'])
    await page.route(late, async (route) => {
      await held
      await route.fallback()
    })
  await page.goto(site('/reset-password'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'The certification' }).click()
  await expect(
    page.getByRole('status').getByText('Loading Program Details...', { exact: true }),
  ).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Content Not Available', exact: true })).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Return to Home', exact: true }),
  ).toHaveAttribute('href', '/')
  await expectSound(page, 'programme without content')
  await page.unroute('**/api/cms')

  const heading = page.getByRole('heading', { name: 'Certification Program Unavailable', exact: true })
  for (const [answer, text] of [
    [answering({ success: false, error: 'No.' }, 500), 'Failed to fetch certification product'],
    [products(), 'No certification program found'],
    [products({ ...product, active: false }), 'Certification program unavailable'],
  ] as const) {
    await page.unroute('**/api/products/type/*')
    await page.route('**/api/products/type/*', answer)
    // A page that the server has painted stays: this is for visitors who walk here.
    await page.goto(site('/reset-password'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'The certification' }).click()
    await expect(heading).toBeVisible()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expectSound(page, 'programme that cannot be sold')
  await page.unroute('**/api/products/type/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Authentic Leader Certification' })).toBeVisible()

  await page.route('**/api/products/type/*', products())
  await page.goto(site('/reset-password'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'The certification' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Return to Home', exact: true }).click()
  await expect(page).toHaveURL(site('/'))
})

test('a guest signs in on the way and goes on to the payment by themselves (M-208, M-275, M-289, M-290, M-464)', async ({
  page,
  browser,
}) => {
  const person = newPerson()
  const elsewhere = await (await browser.newContext()).newPage()
  await signUp(elsewhere, person)
  await elsewhere.close()

  await noteDelays(page)
  await page.goto(site(path))
  // The built-in colors: the first and the last of the four are those of shapes.
  await expect(page.locator('#benefits li svg').first()).toHaveCSS('color', 'rgb(192, 96, 20)')
  await expect(page.locator('#voices figure').first()).toHaveCSS('border-left-color', 'rgb(192, 96, 20)')
  await enroll(page).click()
  await expect(page).toHaveURL(/\/signup\?/)
  const query = new URL(page.url()).searchParams
  expect(query.get('returnTo')).toBe(path)
  expect(JSON.parse(query.get('product') ?? '')).toMatchObject({
    id: product.id,
    stripeProductId: expect.any(String),
    name: product.name,
    price: '2500.00',
    currency: 'usd',
  })
  await page
    .getByRole('main')
    .getByRole('link', { name: /sign in|log in/i })
    .first()
    .click()
  await signIn(page, person)
  await expect(page).toHaveURL(site('/payment'), { timeout: 20_000 })
  await cardForm(page)
  expect(await takeDelays(page), 'after the sign-in, and before the payment').toEqual(
    expect.arrayContaining([1_500, 500]),
  )
  await page.goBack()
  await expect(page).toHaveURL(site(path))
  // The flag counts once: neither going back nor a reload starts a payment.
  expect(await travelled(page)).toBeNull()
  await page.reload()
  await expect(enroll(page)).toBeEnabled()
  await expect(page).toHaveURL(site(path))

  await page.context().clearCookies()
  await page.route('**/api/products/type/*', products({ ...product, stripeProductId: 'prod_other' }))
  await page.goto(`${site('/login')}?returnTo=${encodeURIComponent(path)}`)
  await signIn(page, person)
  await expect(toast(page, 'Failed to proceed to payment. Please try again.', 'error')).toBeVisible({
    timeout: 20_000,
  })
  await expect(page).toHaveURL(site(path))
})

test('a customer’s product is checked with the server before the payment (M-025, M-285, M-286, M-287, M-288, M-300)', async ({
  page,
}) => {
  const person = newPerson()
  await signUp(page, person)
  await page.goto(site(path))
  await expect(page.locator('#root')).toHaveAttribute('data-hydrated')
  const stripeProductId = 'prod_authentic_leader_certification'
  for (const [status, body, text] of [
    [404, { success: false, error: 'Gone' }, 'Product not found in system'],
    [500, { success: false, error: 'Down' }, 'Unable to validate product information'],
    [
      200,
      { success: true, product: { ...product, stripeProductId: 'prod_other' } },
      'Product Stripe ID mismatch',
    ],
    [
      200,
      { success: true, product: { ...product, stripeProductId, active: false } },
      'Certification program unavailable',
    ],
  ] as const) {
    await page.unroute('**/api/products/*')
    await page.route('**/api/products/*', answering(body, status))
    await enroll(page).click()
    await expect(toast(page, text, 'error')).toBeVisible()
    await expect(page).toHaveURL(site(path))
  }
  await page.unroute('**/api/products/*')

  // What the server says now goes along, and not what the page was drawn with.
  await page.route(`**/api/products/${product.id}`, async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, product: { ...answer.product, name: 'Renamed since' } } })
  })
  const sold = await (await page.request.get(site(`/api/products/${product.id}`))).json()
  expect(sold.product).toMatchObject({
    ...{ id: product.id, stripeProductId },
    ...{ name: 'Authentic Leader Certification', price: '2500.00', currency: 'usd', active: true },
  })
  const checked = page.waitForResponse((answer) => answer.url() === site(`/api/products/${product.id}`))
  await enroll(page).click()
  const told = (await (await checked).json()).product
  expect(told).toMatchObject({
    id: product.id,
    stripeProductId: expect.any(String),
    name: 'Renamed since',
    price: '2500.00',
    currency: 'usd',
    active: true,
  })
  await expect(page).toHaveURL(site('/payment'))
  const { id, name, price, currency } = told
  expect(await travelled(page)).toEqual({
    product: { id, stripeProductId, name, price, currency },
    user: { firstName: 'Grace', lastName: 'Brewster Hopper', email: person.email },
    confirmAgain: false,
  })

  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/products/type/*', async (route) => {
    await held
    await route.fulfill({ status: 404, json: { success: false, error: 'Gone' } })
  })
  // A click while the program is on its way waits for it, and gets a message when it does not come.
  await page.goto(site('/profile'))
  await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
  await walkTo(page, path)
  await enroll(page).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'One moment...' }).first()).toBeVisible()
  // Meanwhile the content says the price.
  await expect(page.getByRole('main').getByText('$2,500.00', { exact: true }).first()).toBeVisible()
  release()
  await expect(toast(page, 'Certification product not loaded', 'error')).toBeVisible()
  await page.unroute('**/api/products/type/*')

  await test.step('so does one before it is known who clicks: whoever is signed in is not sent to sign up (M-208)', async () => {
    let tell = (): void => {}
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    await page.route(/\/api\/auth\/user\/(?:verify|session)$/, async (route) => {
      await told
      await route.fallback()
    })
    await page.goto(site(path))
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await enroll(page).click()
    await expect(page.getByRole('main').getByRole('button', { name: 'One moment...' }).first()).toBeVisible()
    tell()
    await expect(page).toHaveURL(site('/payment'))
    expect(visited).not.toContain('/signup')
  })
  await test.step('the tracker and the payment have the words of their editor, too (M-274)', async () => {
    const uiText = { paymentTerms: 'So the editor sells.', assessmentNote: 'So the editor begins.' }
    const trackerLabels = ['Who', 'What', 'Price', 'End']
    await withContent(page, contentPage, (fields) => ({ ...fields, uiText, trackerLabels }))
    await page.goto(site(path))
    const steps = page.getByRole('navigation', { name: /progress/i }).getByRole('listitem')
    await expect(steps, 'M-280').toContainText(trackerLabels)
    await page.goto(site('/payment'))
    await cardForm(page)
    for (const words of Object.values(uiText))
      await expect(page.getByRole('main').getByText(words)).toBeVisible()
  })
})
