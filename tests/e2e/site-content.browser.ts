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
  const mobile = { illustration: 'art/compass.svg' }
  await openChanged(
    page,
    {
      carousel: ({ slides }) => {
        for (const slide of slides) slide.media.mobile = mobile
        const first = slides.find(({ order }) => order === 1)!
        Object.assign(first.title.highlight!, { colour: '#7a1fa2', brushImage: 'art/strata.svg' })
        first.description.appendText = 'And this after it.'
        first.mobileOverlay = { value: 'On phones', colour: '#7a1fa2', fontSize: '21px', fontWeight: '800' }
      },
      'ideation-reality': (fields) => fields.timelineItems.reverse(),
      certification: ({ media }) => {
        media.mobile = mobile
      },
      book: ({ media }) => {
        media.mobile = mobile
      },
      whitepaper: ({ media }) => {
        media!.mobile = mobile
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
    await expect(slide.getByText(/ And this after it\.$/)).toBeVisible()
  })
  await test.step('steps stand by their order, however they are stored (M-192)', async () => {
    const timeline = section(page, 'timeline')
    await timeline.scrollIntoViewIfNeeded()
    const stored = home.sections.find(({ id }) => id === 'ideation-reality')
      ?.fields as Fields<'ideation-reality'>
    const inOrder = stored.timelineItems.toSorted((a, b) => a.order - b.order)
    await expect(timeline.getByRole('heading', { level: 3 })).toHaveText(
      inOrder.map(({ boxTitle }) => String(boxTitle).replace('{product}', 'Veralead')),
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
        .toMatch(/\/art\/compass\.svg$/)
    }
  })
  expect(problems).toEqual([])
})

for (const [scheme, slideGround, formGround] of [
  ['light', '#1C1A18', '#2F4858'],
  ['dark', 'linear-gradient(90deg, #FAF7F2, #F8EADC)', '#F8EADC'],
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
      },
      'lead-form': (fields) => {
        fields.background = formGround
        Object.assign(fields.contactInfo, { email: 'people@keel.example', phone: '+1 (555) 010-0177' })
      },
    })
    const slide = section(page, 'carousel')
    await test.step('a slide is painted from edge to edge of the window', async () => {
      const box = await slide.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        const before = element.ownerDocument.defaultView.getComputedStyle(element, '::before')
        return [left + Number.parseFloat(before.left), right - Number.parseFloat(before.right)]
      })
      expect(box).toEqual([0, 1280])
      await expectAccessible(page, 'slide', { within: '[data-shown]', contrastOnly: true })
    })
    const promo = section(page, 'certification')
    await promo.scrollIntoViewIfNeeded()
    await test.step('the colors of the certification are those of its button and of its rules', async () => {
      await expect(promo.getByRole('link', { name: /^Start Your/ })).toHaveCSS(
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
    // The address and the number of the content stand before those of the settings (M-094, M-191).
    for (const [way, address] of [
      ['people@keel.example', 'mailto:people@keel.example'],
      ['+1 (555) 010-0177', 'tel:+15550100177'],
    ] as const)
      await expect(lead.getByRole('link', { name: way, exact: true })).toHaveAttribute('href', address)
    await lead.getByRole('button', { name: 'Join the Movement' }).click()
    await expect(lead.locator('[id$="-name-error"]')).toBeVisible()
    await test.step('an address with a plus is taken where the settings admit it (M-108)', async () => {
      await lead.getByLabel('Email', { exact: true }).fill('ada+work@keel.example')
      await expect(lead.getByLabel('Email', { exact: true })).toHaveValue('ada+work@keel.example')
      await expect(lead.getByText(/is not accepted here/)).toHaveCount(0)
    })
    await expectAccessible(page, 'lead form', { within: '[data-section="lead"]', contrastOnly: true })
    expect(problems).toEqual([])
  })
