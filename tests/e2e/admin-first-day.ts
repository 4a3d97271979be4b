import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { bar, logIn, open, password, save, tab, username } from './admin-page.ts'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

const keel = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#A8520F' } })
    .png()
    .toBuffer()

/** What the eye sees there. */
async function colourInTheMiddle(of: Locator): Promise<string> {
  const image = sharp(await of.screenshot()).removeAlpha()
  const { width = 0, height = 0 } = await image.metadata()
  const pixel = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 }
  return `#${(await image.extract(pixel).raw().toBuffer()).toString('hex').toUpperCase()}`
}

/** Names that only the program has for sections and entries. */
const internalKey = /ideation-reality|leadership-cost-section|about-hero|lead-form|item-\d|section-[\da-f]{8}/

/** Uploads a PDF for the whitepaper, and goes back to the built-in one. */
async function offerPdf(page: Page): Promise<void> {
  const whitepaper = page.getByRole('region', { name: 'Whitepaper', exact: true })
  const pdf = whitepaper.getByRole('textbox', { name: 'PDF', exact: true })
  const file = whitepaper.locator('input[type=file]')
  await expect(pdf).toHaveValue('The one that comes with this site')
  await file.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<svg/>') })
  await expect(whitepaper.getByText('The file must be a PDF.')).toBeVisible()
  await file.setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF'),
  })
  await expect(pdf).toHaveValue(/^uploads\/[a-f0-9]{24}\.pdf$/)
  await whitepaper.getByRole('button', { name: 'Use the one that comes with this site' }).click()
  await expect(pdf).toHaveValue('The one that comes with this site')
}

/** Adds a section with a text, a link and a picture, puts it further up, and hides another one. */
async function rearrangeHome(page: Page, preview: FrameLocator, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a section' }).click()
  const started = page.getByRole('region', { name: 'New section' })
  await expect(started.getByRole('button', { name: /^Added section/ })).toBeFocused()
  await started.getByLabel('Title', { exact: true }).fill(title)
  const section = page.getByRole('region', { name: title })
  const text = section.getByLabel('Text', { exact: true })
  await text.fill('About us and more\n\n- one\n- two')
  await text.press('Control+Home')
  for (let letter = 0; letter < 8; letter += 1) await text.press('Shift+ArrowRight')
  await text.press('Control+k')
  await section.getByLabel('Link of the selected words (Text)').fill('/aboutus')
  await section.getByRole('button', { name: 'Set link' }).click()
  await expect(section.getByRole('button', { name: 'Link (Ctrl K)' })).toBeFocused()
  await section.getByLabel('Link text', { exact: true }).fill('See the terms')
  const link = section.getByLabel('Link address')
  await link.fill('javascript:alert(1)')
  await expect(section.getByText(/^Link address must be a page of this site/)).toBeVisible()
  await link.fill('/terms')
  await section.getByLabel('Illustration (desktop)', { exact: true }).fill('art/compass.svg')
  await section.getByLabel('What the pictures show (alternative text)').fill('A compass')
  // What is typed in another section stays when this one moves.
  await open(page, /^Whitepaper/)
  const other = page
    .getByRole('region', { name: 'Whitepaper', exact: true })
    .getByLabel('Title', { exact: true })
  const before = await other.inputValue()
  await other.fill(`${before} and more`)
  await offerPdf(page)
  const up = section.getByRole('button', { name: 'Move Added section up' })
  await up.press('Enter')
  await expect(up).toBeFocused()
  await up.press('Enter')
  await expect(other).toHaveValue(`${before} and more`)
  await other.fill(before)
  await page.getByRole('button', { name: 'Hide Book from visitors' }).click()
  await expect(
    page.getByRole('region', { name: 'Book', exact: true }).getByText('hidden', { exact: true }),
  ).toBeVisible()
  // The preview follows the editor, and the editor's own window stays where it is.
  const scrolled = await text.evaluate((field) => {
    field.scrollIntoView({ block: 'end' })
    const { scrollY } = field.ownerDocument.defaultView
    field.focus({ preventScroll: true })
    return scrollY
  })
  await expect(preview.getByRole('heading', { name: title })).toBeInViewport()
  expect(await text.evaluate((field) => field.ownerDocument.defaultView.scrollY)).toBe(scrolled)
  await expect(preview.getByRole('heading', { name: 'Forthcoming Book', exact: true })).toHaveCount(0)
  expect(await page.getByRole('tabpanel').textContent()).not.toMatch(internalKey)
}

/** What somebody does on the first day: everything without the tab Advanced. */
export function firstDayJourneys(): void {
  test('an admin who has never seen it changes a slide, a testimonial, a colour and a picture, publishes and undoes, without Advanced', async ({
    page,
  }) => {
    const problems = watchPage(page)
    const stamp = Date.now().toString(36)
    await page.goto(site('/admin'))
    await expect(page.getByLabel('Username')).toBeVisible()
    await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
    await expectAccessible(page, 'login')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(`not ${password}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Invalid credentials', { exact: true })).toBeVisible()
    await logIn(page)
    await expect(bar(page).getByText('Development channel')).toBeVisible()

    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.frameLocator('iframe[title^="Preview of"]')
    await expect(preview.getByRole('heading', { level: 1 }).first()).toBeVisible()

    await open(page, /^Slides of the first screen/)
    const carousel = page.getByRole('region', { name: 'Slides of the first screen' })
    await open(carousel, /^slide 1/)
    await carousel.getByLabel('Title', { exact: true }).fill(`Leadership ${stamp}`)
    await expect(preview.getByText(`Leadership ${stamp}`).first()).toBeVisible()
    const stored = await page.request.get(site('/api/cms'))
    expect(await stored.text()).not.toContain(stamp)

    await carousel.getByRole('button', { name: 'Upload Illustration (desktop)' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Picture', { exact: true }).setInputFiles({
      name: 'keel.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    })
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(dialog.getByText('Describe the picture, or mark it as decoration.')).toBeVisible()
    await dialog.getByLabel(/What the picture shows/).fill('A keel on the stocks')
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(dialog.getByText(/SVG drawings can hold scripts/)).toBeVisible()
    await expect(dialog).toHaveCSS('opacity', '1')
    await expectAccessible(page, 'upload dialog')
    await dialog
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'keel.png', mimeType: 'image/png', buffer: await keel() })
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(dialog).toBeHidden()
    const illustration = carousel.getByLabel('Illustration (desktop)').first()
    const uploaded = /^uploads\/[a-f0-9]{24}\.webp$/
    await expect(illustration).toHaveValue(uploaded)
    // Without it visitors would see the built-in picture again: the button says so, and the field shows which.
    const name = await illustration.inputValue()
    const back = carousel.getByRole('button', { name: 'Back to the built-in Illustration (desktop)' })
    await back.click()
    await expect(illustration).toHaveValue(/^art\//)
    await expect(back).toHaveCount(0)
    const drawn = preview.getByRole('group', { name: /^1 of/ }).locator('img')
    await expect(drawn).toHaveCount(1)
    await illustration.fill('')
    await expect(drawn).toHaveCount(0)
    await illustration.fill(name)
    await expect(drawn).toHaveCount(1)

    await rearrangeHome(page, preview, `Spring ${stamp}`)

    await open(page, /^Certification Auth/)
    const promo = page.getByRole('region', { name: 'Certification', exact: true })
    const colour = promo.getByRole('textbox', { name: 'Primary', exact: true })
    await colour.fill('url(https://evil.example)')
    await expect(page.getByText(/^Primary must be a color such as/)).toBeVisible()
    await expect(page.getByText('The preview shows the last valid content.')).toBeVisible()
    await page.getByRole('button', { name: 'Save Changes', exact: true }).click()
    await expect(
      bar(page).getByText(/^Error: Page \/home, Certification, Colors, Primary must be a color such as/),
    ).toBeVisible()
    await colour.fill('#2F6B3C')
    await expect.poll(() => colourInTheMiddle(promo.getByLabel('Pick Primary'))).toBe('#2F6B3C')
    await tab(page, '/certification-program-details')
    await expect(preview.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await open(page, /^Program Auth/)
    // An optional picture is emptied to type another path: its field stays until it is left.
    const poster = page.getByLabel('Picture before the film starts', { exact: true })
    const path = await poster.inputValue()
    await poster.fill('')
    await expect(poster).toBeFocused()
    await poster.fill(path)
    await open(page, /^testimonial 1/)
    await page.getByRole('textbox', { name: 'Quote', exact: true }).first().fill(`I listen now, ${stamp}.`)
    await expect(preview.getByText(`I listen now, ${stamp}.`).first()).toBeAttached()
    await page.getByText('Desktop', { exact: true }).click()
    await expectAccessible(page, 'preview')
    await save(page)

    const visitor = await page.context().newPage()
    await visitor.goto(site('/'))
    await expect(visitor.getByText(`Leadership ${stamp}`).first()).toBeAttached()
    const picture = visitor.getByRole('img', { name: 'A keel on the stocks' }).first()
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(640)
    const added = visitor.getByRole('region', { name: `Spring ${stamp}` })
    await expect(added.getByRole('link', { name: 'About us', exact: true })).toHaveAttribute(
      'href',
      '/aboutus',
    )
    await expect(added.getByRole('link', { name: 'See the terms' })).toHaveAttribute('href', '/terms')
    await expect(added.getByRole('listitem')).toHaveText(['one', 'two'])
    await expect(added.getByRole('img', { name: 'A compass' })).toBeAttached()
    const headings = (await visitor.locator('main h2').allTextContents()).map((words) => words.trim())
    const at = (words: string) => headings.findIndex((heading) => heading.startsWith(words))
    expect(at(`Spring ${stamp}`)).toBeGreaterThan(at('The Rise'))
    expect(at('Join the Movement')).toBeGreaterThan(at(`Spring ${stamp}`))
    expect(await (await visitor.request.get(site('/api/cms'))).text()).not.toContain('Forthcoming Book')
    expect(await visitor.content()).not.toContain('Forthcoming Book')
    await visitor.close()

    await tab(page, 'Versions')
    const newest = page.getByRole('row').nth(1)
    await expect(newest).toContainText(/admin.*\/home.*Slides of the first screen.*Book.*Added section/)

    await tab(page, 'Publishing')
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect(dialog).toHaveCSS('opacity', '1')
    await expect(dialog.getByText('Page /home, Added section')).toBeVisible()
    expect(await dialog.textContent()).not.toMatch(internalKey)
    // Invented people are named, and one press opens the field; publishing goes on as before.
    await expect(dialog.getByText('Priya Raman')).toBeVisible()
    await dialog.getByRole('link', { name: 'Page /about, People and companies, person 1, Name' }).click()
    await expect(dialog).toBeHidden()
    const people = page.getByRole('button', { name: /^People and companies/ })
    await expect(people).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('group', { name: 'People' }).getByLabel('Name')).toBeFocused()
    await tab(page, 'Publishing')
    await page.getByRole('button', { name: 'Publish now' }).click()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(
      page.getByText('Content published from Development to Production successfully!', { exact: true }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Undo this publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the publish' }).click()
    await expect(page.getByText('The publish was undone.')).toBeVisible()
    await expect(page.getByText('There is no publish to undo.')).toBeVisible()

    const publishAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    await page.getByLabel('Publish at').fill(publishAt)
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect(page.getByText('scheduled', { exact: true })).toBeVisible()
    await expectAccessible(page, 'publishing')
    await page.getByRole('button', { name: 'Cancel this publish' }).click()
    await expect(page.getByText('Nothing is scheduled.')).toBeVisible()

    await tab(page, 'Audit log')
    // Not the newest entry for long: other journeys change leads meanwhile.
    await expect(page.getByRole('row', { name: /Cancelled a scheduled publish/ }).first()).toBeVisible()
    await page
      .getByRole('row', { name: /Uploaded a picture/ })
      .first()
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('heading', { name: /^Uploaded a picture by / })).toBeFocused()
    await expectAccessible(page, 'audit log')
    expect(problems).toEqual([])
  })

  test('an owner changes settings and the pages follow; a wrong value is named; another tab loses nothing', async ({
    page,
  }) => {
    await logIn(page)
    await tab(page, 'Settings')
    const social = page.getByRole('form', { name: 'Social links', exact: true })
    await social.getByLabel('LinkedIn', { exact: true }).fill('javascript:alert(1)')
    await social.getByRole('button', { name: 'Save social links' }).click()
    await expect(social.getByText('LinkedIn must be an address that starts with https://')).toBeVisible()
    const seller = page.getByRole('form', { name: 'Seller and tax' })
    await seller.getByLabel('Tax in percent').fill('101')
    await seller.getByRole('button', { name: 'Save seller and tax' }).click()
    await expect(seller.getByText('Tax in percent must be a number from 0 to 100.')).toBeVisible()
    await expectAccessible(page, 'settings with problems')
    await seller.getByRole('button', { name: 'Discard changes' }).click()

    const address = `https://linkedin.example/${Date.now()}`
    await social.getByLabel('LinkedIn', { exact: true }).fill(address)
    await tab(page, 'Versions')
    await tab(page, 'Settings')
    await expect(social.getByLabel('LinkedIn', { exact: true })).toHaveValue(address)
    await social.getByRole('button', { name: 'Save social links' }).click()
    await expect(page.getByText('Social links saved.')).toBeVisible()
    await expect.poll(async () => (await page.request.get(site('/'))).text()).toContain(address)
  })

  test('an admin exports the content, imports it again, and Back loses nothing of it', async ({ page }) => {
    await logIn(page)
    await tab(page, 'Versions')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export the content' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^content-version-\d+\.json$/)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const bring = (name: string, json: string) =>
      page
        .getByLabel('File with content')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(json) })

    await bring('broken.json', text.replace('"order": 1', '"order": 99'))
    await expect(
      page.getByText(
        /^broken\.json: Not applied\. Page \/home, Slides of the first screen, slide 4, Order must be at most 10\./,
      ),
    ).toBeVisible()
    await bring('spring.json', text.replace('"title": "Home"', '"title": "Spring"'))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Page /home, Page title')).toBeVisible()
    await expect(dialog).toHaveCSS('opacity', '1')
    await expectAccessible(page, 'import dialog')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await tab(page, '/home')
    await expect(page.getByLabel('Page title')).toHaveValue('Spring')

    // Back and Forward move between the tabs, and lose nothing that is not saved.
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
    await page.goForward()
    await expect(page.getByLabel('Page title')).toHaveValue('Spring')
  })
}
