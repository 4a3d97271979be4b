import { expect, type Page } from '@playwright/test'
import { home } from '../../src/modules/content/base-template/home.ts'
import type { Fields, SectionId } from '../../src/modules/content/contract.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

type Changes = { [I in SectionId]?: (fields: Fields<I>) => void }

/** The home page with fields of its sections changed, as an editor would, for this visitor alone. */
async function openChanged(page: Page, changes: Changes, title = 'Home'): Promise<void> {
  const changed = structuredClone(home)
  changed.title = title
  for (const { id, fields } of changed.sections)
    (changes[id as SectionId] as ((fields: unknown) => void) | undefined)?.(fields)
  await page.route('**/api/cms', (route) => route.fulfill({ json: { pages: [changed], version: 1 } }))
  await page.goto(site('/reset-password'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Leadership that')
}

const pictured = ['carousel', 'certification', 'book', 'whitepaper'] as const
const section = (page: Page, name: string) =>
  name === 'carousel'
    ? page.getByRole('region', { name: 'Introduction' }).locator('[data-shown]')
    : page.locator(`[data-section="${name}"]`)

test('given another picture for narrow windows, then wide ones keep picture and words beside each other (M-188, M-193)', async ({
  page,
}) => {
  const problems = watchPage(page)
  const mobile = { illustration: 'art/slide-compass.svg' }
  const between = ['strata', 'live-lab', 'badge', 'portrait-1'].map((name) => `art/${name}.svg`)
  await openChanged(
    page,
    {
      carousel: ({ slides }) => {
        for (const slide of slides) slide.media.mobile = mobile
        const first = slides.find(({ order }) => order === 1)!
        Object.assign(first.title.highlight!, { colour: '#7a1fa2', brushImage: 'art/strata.svg' })
        first.title.lines[0]!.format = 'light'
        Object.assign(first.subtitle, { colour: '#0a5c5c', backgroundImage: 'art/badge.svg' })
        first.description.appendText = 'And this after it.'
        first.mobileOverlay = { value: 'On phones', colour: '#7a1fa2', fontSize: '21px', fontWeight: '800' }
      },
      'ideation-reality': (fields) => {
        Object.assign(fields, { title: 'How it came', subtitle: 'Step by step' })
        const inOrder = fields.timelineItems.toSorted((a, b) => a.order - b.order)
        fields.pathImages = between.map((image, at) => ({
          ...{ from: inOrder[at]!.id, to: inOrder[at + 1]!.id, image },
        }))
        fields.timelineItems.reverse()
        for (const item of fields.timelineItems)
          Object.assign(item.media, { alt: `Drawing of step ${item.order}`, mobile })
      },
      'leadership-cost-section': (fields) => {
        const { statistics, benefits, ctaSection } = fields
        Object.assign(fields, { title: 'What it takes', subtitle: 'Year by year' })
        Object.assign(statistics[0]!, { value: '41%', label: 'of what was counted' })
        Object.assign(statistics[3]!, { value: '43%', label: 'of what was left' })
        Object.assign(benefits[1]!, { title: 'Keep more', description: 'Of what came in', icon: 'hammer' })
        Object.assign(ctaSection, {
          title: 'And yours?',
          description: 'In a minute.',
          buttonText: 'Count it',
        })
      },
      certification: ({ media }) => {
        media.mobile = mobile
      },
      book: (fields) => {
        Object.assign(fields, {
          title: { value: 'A title', format: 'light' },
          subtitle: 'Of a book',
          description: 'About the book',
        })
        Object.assign(fields, { buttonText: 'Reserve it' })
        Object.assign(fields.media, { alt: 'A cover', mobile })
      },
      whitepaper: (fields) => {
        Object.assign(fields.media!, { focus: 'top', mobile })
        Object.assign(fields, { title: 'A paper', subtitle: 'In short' })
        Object.assign(fields, { description: 'For whoever asks', buttonText: 'Fetch it' })
        Object.assign(fields.paper, { title: 'Another paper', length: '9 pages', chapters: ['One', 'Two'] })
      },
    },
    'Start',
  )
  await test.step('the title of the page is the one of its editor (M-152)', async () => {
    await expect(page).toHaveTitle(/ - Start$/)
  })
  const slide = section(page, 'carousel')
  await test.step('a slide has its underline, its brush and the words after its description (M-189, M-190)', async () => {
    await expect(slide.locator('mark')).toHaveCSS('text-decoration-color', 'rgb(122, 31, 162)')
    await expect(slide.locator('mark img')).toHaveAttribute('src', '/assets/art/strata.svg')
    const stored = home.sections.find(({ id }) => id === 'carousel')?.fields as Fields<'carousel'>
    const first = stored.slides.find(({ order }) => order === 1)!
    await expect(
      slide.getByText(`${first.description.value} And this after it.`, { exact: true }),
    ).toBeVisible()
    await expect(slide.locator('h1 > span').first()).toHaveCSS('font-weight', '300')
    const subtitle = slide.locator('p').first()
    await expect(subtitle).toHaveText(first.subtitle.value)
    await expect(subtitle).toHaveCSS('border-left-color', 'rgb(10, 92, 92)')
    await expect(subtitle.locator('img')).toHaveAttribute('src', '/assets/art/badge.svg')
    await expect(slide.getByText('On phones', { exact: true })).toBeHidden()
  })
  await test.step('steps stand by their order, however they are stored (M-192)', async () => {
    const timeline = section(page, 'timeline')
    await timeline.scrollIntoViewIfNeeded()
    const stored = home.sections.find(({ id }) => id === 'ideation-reality')
      ?.fields as Fields<'ideation-reality'>
    const inOrder = stored.timelineItems.toSorted((a, b) => a.order - b.order)
    await expect(timeline.getByRole('heading', { level: 2 })).toHaveText('How it came')
    await expect(timeline.getByText('Step by step', { exact: true })).toBeVisible()
    await expect(timeline.getByRole('heading', { level: 3 })).toHaveText(
      inOrder.map(({ boxTitle }) => String(boxTitle).replace('{product}', 'Veralead')),
    )
    for (const [at, image] of between.entries())
      await expect(timeline.locator('ol > li').nth(at).locator(':scope > img')).toHaveAttribute(
        'src',
        `/assets/${image}`,
      )
    await expect(timeline.locator('ol > li').nth(2).locator('article img')).toHaveAttribute(
      'alt',
      'Drawing of step 3',
    )
  })
  for (const name of pictured) {
    const part = section(page, name)
    await part.scrollIntoViewIfNeeded()
    await expect(part.locator('picture'), name).toBeAttached()
    const image = await part.locator('picture img').boundingBox()
    const words = await part.locator('h1, h2').first().boundingBox()
    const apart = image!.x >= words!.x + words!.width || words!.x >= image!.x + image!.width
    expect(apart, `${name}: picture at ${image!.x}, words at ${words!.x} to ${words!.x + words!.width}`).toBe(
      true,
    )
  }
  await test.step('figures and the way to the calculator have the words of their editor (M-195)', async () => {
    const cost = section(page, 'cost')
    await cost.scrollIntoViewIfNeeded()
    await expect(cost.getByRole('heading', { level: 2 })).toHaveText('What it takes')
    for (const words of [
      ...['Year by year', '41%', 'of what was counted', '43%', 'of what was left'],
      ...['Keep more', 'Of what came in', 'And yours?', 'In a minute.'],
    ])
      await expect(cost.getByText(words, { exact: true })).toBeVisible()
    await expect(cost.locator('svg.lucide-hammer')).toBeVisible()
    await expect(cost.getByRole('link', { name: 'Count it', exact: true })).toHaveAttribute(
      'href',
      '/leadership-cost-calculator',
    )
  })
  await test.step('the book has the words of its editor; a picture says what it shows, and which part of it stays (M-193, M-204)', async () => {
    const book = section(page, 'book')
    await expect(book.getByRole('heading')).toHaveText(['A title'])
    await expect(book.getByRole('heading')).toHaveCSS('font-weight', '300')
    for (const words of ['Of a book', 'About the book'])
      await expect(book.getByText(words, { exact: true })).toBeVisible()
    await expect(book.getByRole('button')).toHaveText(['Reserve it'])
    await expect(book.locator('picture img')).toHaveAttribute('alt', 'A cover')
    await expect(section(page, 'whitepaper').locator('picture img')).toHaveCSS('object-position', '50% 0%')
  })
  await test.step('so has the whitepaper (M-085)', async () => {
    const banner = section(page, 'whitepaper')
    await expect(banner.getByRole('heading', { level: 2 })).toHaveText('A paper')
    for (const words of ['In short', 'For whoever asks'])
      await expect(banner.getByText(words, { exact: true })).toBeVisible()
    await expect(banner.getByText('9 pages:', { exact: true })).toBeVisible()
    await expect(banner.getByRole('listitem')).toHaveText(['One', 'Two'])
    await banner.getByRole('button', { name: 'Fetch it', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Another paper', exact: true })
    await expect(dialog.getByText('9 pages', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('narrow ones show their own', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const overlay = slide.getByText('On phones', { exact: true })
    for (const [property, value] of [
      ['border-top-color', 'rgb(122, 31, 162)'],
      ['font-size', '21px'],
      ['font-weight', '800'],
    ] as const)
      await expect(overlay).toHaveCSS(property, value)
    for (const name of pictured) {
      const part = section(page, name)
      await part.scrollIntoViewIfNeeded()
      await expect
        .poll(() =>
          part.locator('picture img').evaluate<string, { currentSrc: string }>((image) => image.currentSrc),
        )
        .toMatch(/\/assets\/art\/slide-compass\.svg$/)
    }
    // So does each card of the timeline (M-089).
    const cards = section(page, 'timeline').getByRole('article')
    await expect(cards).toHaveCount(5)
    for (const card of await cards.all()) {
      await card.scrollIntoViewIfNeeded()
      await expect
        .poll(() => card.locator('img').evaluate<string, { currentSrc: string }>((image) => image.currentSrc))
        .toMatch(/\/assets\/art\/slide-compass\.svg$/)
    }
  })
  expect(problems).toEqual([])
})

for (const [scheme, slideGround, slidePainted, formGround, formPainted] of [
  ['light', '#1C1A18', ['rgb(28, 26, 24)', 'none'], '#2F4858', 'rgb(47, 72, 88)'],
  [
    'dark',
    'linear-gradient(90deg, #FAF7F2, #F8EADC)',
    ['rgba(0, 0, 0, 0)', 'linear-gradient(90deg, rgb(250, 247, 242), rgb(248, 234, 220))'],
    '#F8EADC',
    'rgb(248, 234, 220)',
  ],
] as const)
  test(`given backgrounds of the other scheme, then their words can be read in the ${scheme} one (M-190, M-191, M-194)`, async ({
    page,
  }) => {
    const problems = watchPage(page)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), allowPlusAddresses: true } })
    })
    await openChanged(page, {
      carousel: ({ slides }) => {
        for (const slide of slides) slide.background = slideGround
      },
      certification: (fields) => {
        fields.background = 'teal'
        fields.colors = { primary: '#7A1FA2', secondary: '#FFD54F' }
        Object.assign(fields, { title: 'What is sold', description: 'And what it is' })
        Object.assign(fields, { buttonText: 'Start Your way', trustIndicator: 'Trusted by all' })
        fields.features[2] = { title: 'A feature', description: 'And its use', icon: 'hammer' }
      },
      'lead-form': (fields) => {
        fields.background = formGround
        Object.assign(fields, { title: { part1: 'Come', part2: 'along' }, subtitle: 'We read it' })
        Object.assign(fields, { buttonText: 'Send it' })
        Object.assign(fields.contactInfo, { title: 'Or call' })
        Object.assign(fields.contactInfo, { email: 'people@keel.example', phone: '+1 (555) 010-0177' })
      },
    })
    const slide = section(page, 'carousel')
    await test.step('a slide is painted from edge to edge of the window', async () => {
      const box = await slide.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        const before = element.ownerDocument.defaultView.getComputedStyle(element, '::before')
        const painted = [before.backgroundColor, before.backgroundImage]
        return [left + Number.parseFloat(before.left), right - Number.parseFloat(before.right), painted]
      })
      expect(box).toEqual([0, 1280, slidePainted])
      await expectAccessible(page, 'slide', { within: '[data-shown]', contrastOnly: true })
    })
    const promo = section(page, 'certification')
    await promo.scrollIntoViewIfNeeded()
    await test.step('the colors of the certification are those of its button and of its rules', async () => {
      await expect(promo.locator('section')).toHaveCSS('background-color', 'rgb(0, 128, 128)')
      await expect(promo.getByRole('heading', { level: 2 })).toHaveText('What is sold')
      for (const words of ['And what it is', 'Trusted by all', 'A feature', 'And its use'])
        await expect(promo.getByText(words, { exact: true })).toBeVisible()
      await expect(promo.getByRole('listitem').filter({ hasText: 'A feature' }).locator('svg')).toHaveClass(
        /lucide-hammer/,
      )
      await expect(promo.getByRole('link', { name: 'Start Your way', exact: true })).toHaveCSS(
        'background-color',
        'rgb(122, 31, 162)',
      )
      await expect(promo.getByRole('listitem').first()).toHaveCSS('border-top-color', 'rgb(255, 213, 79)')
      await expect(promo.getByRole('listitem').first().locator('svg')).toHaveCSS('color', 'rgb(122, 31, 162)')
      await expectAccessible(page, 'certification', {
        within: '[data-section="certification"]',
        contrastOnly: true,
      })
    })
    const lead = section(page, 'lead')
    await lead.scrollIntoViewIfNeeded()
    await expect(lead.locator('form')).toBeVisible()
    // The address and the number of the content come before those of the settings (M-094, M-191).
    for (const [way, address] of [
      ['people@keel.example', 'mailto:people@keel.example'],
      ['+1 (555) 010-0177', 'tel:+15550100177'],
    ] as const)
      await expect(lead.getByRole('link', { name: way, exact: true })).toHaveAttribute('href', address)
    await expect(lead.locator('section')).toHaveCSS('background-color', formPainted)
    await expect(lead.getByRole('heading', { level: 2 })).toHaveText('Come along')
    await expect(lead.getByText('We read it', { exact: true })).toBeVisible()
    await expect(lead.getByRole('heading', { level: 3 })).toHaveText('Or call')
    await lead.getByRole('button', { name: 'Send it', exact: true }).click()
    await expect(lead.locator('[id$="-name-error"]')).toBeVisible()
    await test.step('an address with a plus is taken where the settings admit it (M-108)', async () => {
      await lead.getByLabel('Email', { exact: true }).fill('ada+work@keel.example')
      await expect(lead.getByLabel('Email', { exact: true })).toHaveValue('ada+work@keel.example')
      await expect(lead.getByText(/is not allowed here/)).toHaveCount(0)
    })
    await expectAccessible(page, 'lead form', { within: '[data-section="lead"]', contrastOnly: true })
    expect(problems).toEqual([])
  })
