import { expect, type Page } from '@playwright/test'
import { home } from '../../src/modules/content/base-template/home.ts'
import type { Fields, SectionId } from '../../src/modules/content/contract.ts'
import { noteDelays, noteObservers, observers, takeDelays } from './delays.ts'
import { test } from './journey.ts'
import { withContent } from './paying.ts'
import { site, touch, watchPage } from './person.ts'

const fieldsOf = <I extends SectionId>(id: I): Fields<I> =>
  home.sections.find((section) => section.id === id)?.fields as Fields<I>
/** Of a site in whose settings and environment nothing is said. */
const support = { email: 'support@veralead.example', phone: '+1 (555) 010-0199', tel: 'tel:+15550100199' }
const carousel = (page: Page) => page.getByRole('region', { name: 'Introduction' })
const shown = (page: Page) => carousel(page).locator('[aria-roledescription="slide"][data-shown]')
/** Nothing answers before the script is here. */
const awake = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/api/auth/user/session'))

/** A finger from one place to another on the carousel, or on one of its buttons. */
async function swipe(page: Page, by: number, on = '[data-shown] h1, [data-shown] h2'): Promise<void> {
  await carousel(page)
    .locator(on)
    .first()
    .evaluate((element, distance) => {
      const view = element.ownerDocument.defaultView
      const touch = (clientX: number) =>
        new view.Touch({ identifier: 1, target: element, clientX, clientY: 300 })
      const send = (type: string, x: number, down: boolean) =>
        element.dispatchEvent(
          new view.TouchEvent(type, {
            bubbles: true,
            touches: down ? [touch(x)] : [],
            changedTouches: [touch(x)],
          }),
        )
      send('touchstart', 200, true)
      send('touchend', 200 + distance, false)
    }, by)
}

test('given the home page, when it is read down, then each section says what was specified, in its order', async ({
  page,
}) => {
  const problems = watchPage(page)
  const ready = awake(page)
  await page.goto(site('/'))
  await ready
  await test.step('seven sections and the footer, in the order of the page (M-014, M-072, M-073, M-185)', async () => {
    // The slides of the first screen but the first have headings of the second rank.
    await expect(page.locator('main h1, main [data-section] h2')).toHaveText([
      'Leadership that holds under load',
      'Authentic Leader Certification powered by Veralead',
      'Poor leadership is already in your budget',
      'The Rise of Real Leadership',
      'Forthcoming Book',
      'AUTHENTICITY THAT DELIVERS',
      'Join the Movement',
    ])
    // The first screen comes at once: it is none of those that wait to be seen.
    const later = page.locator('[data-section]')
    expect(await later.evaluateAll((all) => all.map((each) => each.dataset.section))).toEqual([
      'certification',
      'cost',
      'timeline',
      'book',
      'whitepaper',
      'lead',
    ])
    await expect(later.locator('[aria-roledescription="carousel"]')).toHaveCount(0)
    await expect(page.locator('main + footer')).toBeAttached()
    expect(await page.title()).toMatch(/ - Home$/)
  })
  await test.step('the first screen says how long it takes and what it costs, as the page of the program does', async () => {
    const offer = carousel(page).locator('[data-shown] dl')
    await expect(offer).toHaveText('Length12 weeksPrice$2,500')
  })
  await test.step('the first screen names the product, and its dots say what they show', async () => {
    await expect(carousel(page).locator('[data-shown]')).toContainText('leadership certification')
    expect(
      await carousel(page)
        .getByRole('button', { name: /^Show slide/ })
        .allTextContents(),
    ).toEqual(['The keel', 'Attributes', 'Behaviors', 'Certification'])
    const links = carousel(page).locator('[aria-roledescription="slide"] a')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/certification/program-details',
      '/certification/program-details#syllabus',
      '/aboutus#people',
      '/certification/program-details#benefits',
    ])
  })
  await test.step('certification: title, features, trust, way in (M-095, M-096, M-097, M-098)', async () => {
    const section = page.locator('[data-section="certification"]')
    await expect(
      section.getByText(/^A 12-week, expert-led program for people who already lead /),
    ).toBeAttached()
    expect(await section.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Recognized Certificate',
      'Expert Instructors',
      'Flexible Schedule',
      'Who teaches you',
    ])
    // Without a cohort, nothing is known of the times.
    for (const { description } of fieldsOf('certification').features)
      await expect(
        section.getByText(String(description).replace('{labTimes}', 'every week'), { exact: true }),
      ).toBeAttached()
    await expect(
      section.getByText('Trusted by over 1,000 authentic leaders—and counting', { exact: true }),
    ).toBeAttached()
    await expect(
      section.getByRole('link', { name: 'Start Your Certification Journey', exact: true }),
    ).toHaveAttribute('href', '/certification')
  })
  await test.step('cost: four figures, two benefits, one call (M-099, M-100, M-467)', async () => {
    const section = page.locator('[data-section="cost"]')
    const figures = await section.locator('ul').first().getByRole('listitem').allTextContents()
    expect(figures.map((figure) => figure.replace(/\s+/g, ' ').trim())).toEqual([
      '37%higher turnover in poorly led teams',
      '$3.1Myearly cost for mid-sized companies',
      '18%productivity drop',
      '22%more unplanned absences',
    ])
    const [calculated, published] = await section.locator('p a').all()
    await expect(section.getByText('37% and 22%: our own figures')).toBeAttached()
    await expect(published!).toHaveAttribute('href', /^https:\/\/www\.gallup\.com\//)
    await expect(calculated!).toHaveAttribute('href', /^\/leadership-cost-calculator#v=1&/)
    await expect(section.getByRole('heading', { name: 'Reduce Turnover', exact: true })).toBeAttached()
    await expect(section.getByRole('heading', { name: 'Boost Profits', exact: true })).toBeAttached()
    for (const words of Object.values(fieldsOf('leadership-cost-section').ctaSection))
      await expect(section.getByText(String(words), { exact: true })).toBeAttached()
    await expect(section.getByRole('link', { name: 'Run the Numbers!', exact: true })).toHaveAttribute(
      'href',
      '/leadership-cost-calculator',
    )
  })
  await test.step('two figures give an estimate, and the calculator goes on with them', async () => {
    const section = page.locator('[data-section="cost"]')
    await expect(section.getByRole('status')).toHaveText('$3,113,623')
    await section.getByLabel('Employees').fill('400')
    await expect(section.getByRole('status')).toHaveText('$6,227,246')
    await section.getByLabel('Employees').fill('none')
    await expect(section.getByText(/^Employees must be a number/)).toBeVisible()
    await expect(section.getByRole('status')).toHaveText('–')
    await section.getByLabel('Employees').fill('400')
    await expect(section.getByRole('link', { name: 'Run the Numbers!', exact: true })).toHaveAttribute(
      'href',
      /^\/leadership-cost-calculator#v=1&companySize=400&/,
    )
  })
  await test.step('timeline: five cards by order, with paths between them (M-087, M-088, M-089, M-090)', async () => {
    const section = page.locator('[data-section="timeline"]')
    const cards = section.getByRole('article')
    expect(await cards.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Leadership Once Meant Command',
      'The Cracks Began to Show',
      "Authenticity Isn't Optional Anymore",
      'Veralead Leads the New Era',
      'The Era of Real Leaders Begins Here',
    ])
    const { timelineItems, pathImages } = fieldsOf('ideation-reality')
    const paths = section.locator('li > img')
    await expect(paths).toHaveCount(4)
    for (const [index, { order, media, ...item }] of timelineItems.entries()) {
      const card = cards.nth(index)
      await expect(card.locator('p')).toHaveText(
        [item.descTitle, item.descText, item.onHoverDesc].map((text) => String(text)),
      )
      await expect(card.locator('h3 + p, span').first()).toHaveText(String(order))
      await expect(card.locator('img')).toHaveAttribute('src', `/assets/${media?.desktop?.illustration}`)
      const next = timelineItems[index + 1]
      const path = pathImages.find(({ from, to }) => from === item.id && to === next?.id)
      if (next) await expect(paths.nth(index)).toHaveAttribute('src', `/assets/${path?.image}`)
    }
  })
  await test.step('book and whitepaper, whose dialog the banner opens, too (M-085, M-092, M-130, M-193)', async () => {
    const book = page.locator('[data-section="book"]')
    await expect(book).toContainText('Eight chapters, one for each attribute and behavior of the Blueprint')
    await expect(book.locator('img')).toHaveAttribute('src', '/assets/art/book-cover.svg')
    await expect(book.getByRole('heading')).toHaveText(['Forthcoming Book'])
    await expect(book.locator('h2 + p')).toHaveText(String(fieldsOf('book').subtitle))
    await expect(
      book.getByRole('button', { name: 'Contact Me To Reserve Your Copy', exact: true }),
    ).toBeAttached()
    const banner = page.locator('[data-section="whitepaper"]')
    await expect(banner.locator('h2 + p')).toHaveText('The Hidden ROI of Real Leadership')
    await expect(banner).toContainText('23 pages')
    await expect(banner.getByRole('listitem')).toHaveCount(7)
    await banner.getByRole('button', { name: 'DOWNLOAD WHITEPAPER', exact: true }).click()
    const modal = page.getByRole('dialog', { name: 'The Hidden ROI of Real Leadership', exact: true })
    await expect(modal).toBeVisible()
    await expect(modal.locator('form input').first()).toBeFocused()
    await modal.getByText('23 pages').click()
    await expect(modal.getByText('Ninety days of practice')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
  })
  await test.step('lead form with its ids and ways to reach a person (M-060, M-094)', async () => {
    await expect(page.locator('#lead-form-section form#lead-gen-form')).toBeAttached()
    // The content names neither: those of the site are used.
    for (const [way, address] of [
      [support.email, `mailto:${support.email}`],
      [support.phone, support.tel],
    ] as const)
      await expect(
        page.locator('#lead-form-section').getByRole('link', { name: way, exact: true }),
      ).toHaveAttribute('href', address)
  })
  await test.step('footer: pages, rights; networks without an address are not shown (M-069, M-070, M-071)', async () => {
    const footer = page.locator('main + footer')
    await expect(footer.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('href', '/')
    await expect(footer.getByRole('link', { name: 'About us', exact: true })).toHaveAttribute(
      'href',
      '/aboutus',
    )
    const rights = `© ${new Date().getFullYear()} Veralead. All rights reserved.`
    await expect(footer.getByText(rights, { exact: true })).toBeAttached()
    // One document has both: what is set, and what is painted. (Another journey may be setting addresses meanwhile.)
    const html = await (await page.request.get(site('/'))).text()
    // The document leaves out what is as in a site that was just set up: no address.
    const none = '{"x":"","instagram":"","linkedin":""}'
    const social: Record<string, string> = JSON.parse(/"social":(\{[^}]*\})/.exec(html)?.[1] ?? none)
    const painted = html.slice(html.indexOf('<footer'), html.indexOf('</footer>'))
    for (const network of ['x', 'instagram', 'linkedin'])
      expect(painted.includes(`href="${social[network] || 'https://unset.example'}"`)).toBe(
        social[network] !== '',
      )
  })
  await test.step('faces lead to the people behind them, and to their stories', async () => {
    const faces = page.locator('[data-section="certification"] li', { has: page.locator('strong') })
    expect(await faces.locator('strong').allTextContents()).toEqual([
      'Margaret Okonjo',
      'Tomas Lindqvist',
      'Ines Carvalho',
    ])
    await expect(faces.locator('img')).toHaveCount(3)
    // A name of another script is written its own way.
    await expect(faces.locator('strong bdi')).toHaveCount(3)
    await page.getByRole('link', { name: 'What they have done' }).click()
    await expect(page).toHaveURL(site('/aboutus#people'))
    const people = page.getByRole('heading', { name: 'Who teaches you' })
    // Below the header, not somewhere in the window.
    await expect.poll(async () => (await people.boundingBox())?.y).toBeLessThan(200)
    await expect(page.getByText('Ran operations at a shipping line')).toBeAttached()
  })
  expect(problems).toEqual([])
})

test('given the carousel, when dots are pressed and fingers drawn, then its four slides come in their order', async ({
  page,
}) => {
  const ready = awake(page)
  await page.goto(site('/'))
  await ready
  const dots = carousel(page).getByRole('button', { name: /^Show slide/ })
  const titles: string[] = []
  await test.step('four dots, each shows its slide; a slide fades within a second (M-078, M-080, M-079, M-083, M-189)', async () => {
    await expect(dots).toHaveCount(4)
    expect(
      await dots.first().evaluate((dot) => {
        const { width, height, borderRadius } = dot.ownerDocument.defaultView.getComputedStyle(
          dot,
          '::before',
        )
        return [width, height, borderRadius]
      }),
    ).toEqual(['12px', '12px', '50%'])
    for (const dot of await dots.all()) {
      await dot.click()
      await expect(dot).toHaveAttribute('aria-current', 'true')
      await expect(carousel(page).locator('[aria-current]'), 'the others are not').toHaveCount(1)
      await expect(shown(page)).toHaveCount(1)
      const slide = fieldsOf('carousel').slides.find(({ order }) => order === titles.length + 1)!
      const [subtitle, description] = [slide.subtitle.value, slide.description.value].map(String)
      await expect(shown(page).locator('p'), 'M-083').toHaveText([subtitle!, description!])
      await expect(shown(page).locator('img')).toHaveAttribute(
        'src',
        `/assets/${slide.media.desktop?.illustration}`,
      )
      const priority = titles.length === 0 ? 'high' : 'low'
      await expect(shown(page).locator('img'), 'M-204').toHaveAttribute('fetchpriority', priority)
      await expect(shown(page).getByRole('button'), 'M-002, M-017').toHaveText(['Join the Movement'])
      titles.push(((await shown(page).locator('h1, h2').textContent()) ?? '').trim().replace(/\s+/g, ' '))
    }
    expect(titles).toEqual([
      'Leadership that holds under load',
      'What is below carries the rest',
      'Build the bridge others cross',
      'A bearing you can defend',
    ])
    const fade = await shown(page).evaluate((slide) => {
      const { getComputedStyle } = slide.ownerDocument.defaultView
      const hidden = slide.parentElement.querySelector('[aria-roledescription]:not([data-shown])')
      return [slide, hidden].map((each) => {
        const { transitionProperty, transitionDuration, transitionDelay } = getComputedStyle(each)
        return [transitionProperty, transitionDuration, transitionDelay]
      })
    })
    // The one that goes can be seen until the one that comes is there.
    expect(fade).toEqual([
      ['opacity, visibility', '1s, 0s', '0s, 0s'],
      ['opacity, visibility', '1s, 0s', '0s, 1s'],
    ])
  })
  await test.step('more than 50 px turn one slide and wrap; less, or from a button, nothing (M-081, M-461)', async () => {
    const at = (index: number) => expect(dots.nth(index)).toHaveAttribute('aria-current', 'true')
    await at(3)
    await swipe(page, -51)
    await at(0)
    await swipe(page, 51)
    await at(3)
    await swipe(page, 50)
    await at(3)
    await swipe(page, 300, '[data-shown] button')
    await at(3)
    // As far as a phone is wide, and farther: still one slide.
    await swipe(page, 390)
    await at(2)
    await swipe(page, -1_200)
    await at(3)
  })
  await test.step('nothing moves by itself, so nothing needs to be paused (M-084)', async () => {
    await expect(carousel(page).getByRole('button', { name: /Pause|Play/ })).toHaveCount(0)
  })
  await test.step('where the content moves it, it can be paused, and it rests for whoever wants no movement (M-084)', async () => {
    await withContent(page, '/home', ({ slides, ...fields }) => {
      const [first, ...others] = slides as Fields<'carousel'>['slides']
      const description = { ...first!.description, appendText: 'And these words behind it.' }
      return { ...fields, slides: [{ ...first, description }, ...others], autoplaySeconds: 20 }
    })
    await page.clock.install()
    await page.goto(site('/reset-password'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Home', exact: true }).click()
    const at = (index: number) => expect(dots.nth(index)).toHaveAttribute('aria-current', 'true')
    const press = async (name: string) => {
      const button = carousel(page).getByRole('button', { name, exact: true })
      await expect(button).toBeVisible()
      // Without a pointer, which would hold it as well.
      await button.evaluate((element) => element.click())
    }
    await expect(carousel(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await expect(shown(page), 'M-083').toContainText(' And these words behind it.')
    await carousel(page).hover()
    await page.clock.runFor(41_000)
    await at(0)
    // Time passes in steps until it has turned once. Neither the pointer nor the focus, which a new page puts at its heading
    // when it is drawn, may be on it meanwhile.
    await page.mouse.move(5, 5)
    const second = dots.nth(1)
    await expect(second).not.toHaveAttribute('aria-current')
    await expect
      .poll(async () => {
        await page
          .getByRole('link', { name: / home$/ })
          .first()
          .focus()
        await page.clock.runFor(5_000)
        return second.getAttribute('aria-current')
      })
      .toBe('true')
    await press('Pause')
    await expect(carousel(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await page.clock.runFor(21_000)
    await at(1)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await press('Play')
    await expect(carousel(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await page.clock.runFor(21_000)
    await at(1)
  })
})

test('given a card of the timeline, when hovered, focused or tapped, then it says more (M-091)', async ({
  page,
}) => {
  await page.goto(site('/'))
  const card = page.locator('[data-section="timeline"]').getByRole('article').nth(1)
  const told = card.locator('[id^="step-"]')
  const opacity = () => told.evaluate((part) => part.ownerDocument.defaultView.getComputedStyle(part).opacity)
  await card.scrollIntoViewIfNeeded()
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe('0')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(opacity, 'on paper nothing opens').toBe('1')
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(opacity).toBe('0')
  await card.hover()
  await expect.poll(opacity).toBe('1')
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe('0')
  await test.step('and the path to the next card has come into view (M-090)', async () => {
    await expect(page.locator('[data-section="timeline"] li > img').nth(1)).toHaveCSS('opacity', '1')
  })
  const button = card.getByRole('button')
  expect(await button.getAttribute('aria-controls')).toBe(await told.getAttribute('id'))
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.focus()
  await expect.poll(opacity, 'the focus alone').toBe('1')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(opacity).toBe('1')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('given a visitor who comes to the home page from another one, then sections arrive as they are seen and nothing jumps', async ({
  page,
}) => {
  await noteDelays(page)
  await noteObservers(page)
  await page.goto(site('/terms'))
  await touch(page)
  await takeDelays(page)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Leadership that')
  let heights: number[] = []
  await test.step('placeholders of their own heights hold the places (M-074, M-075, M-076, M-462)', async () => {
    heights = await page
      .locator('[data-section]')
      .evaluateAll((sections) => sections.map((section) => section.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThan(300)
    expect(new Set(heights).size).toBeGreaterThan(3)
    await expect(page.locator('#lead-gen-form')).toHaveCount(0)
    expect(await observers(page), 'a tenth of a section').toContainEqual(['0px', 0.1])
    await page.locator('[data-section="cost"]').scrollIntoViewIfNeeded()
    await expect(page.getByRole('link', { name: 'Run the Numbers!', exact: true })).toBeVisible()
    await expect(page.locator('#lead-gen-form')).toHaveCount(0)
    expect(await takeDelays(page), 'after the code of the section is here').toContain(100)
  })
  await test.step('a picture is fetched when it comes within 200 px; an empty one of its shape holds its place (M-201, M-204)', async () => {
    await page.setViewportSize({ width: 768, height: 500 })
    const pictures = page.locator('[data-section="timeline"] article img')
    await page.locator('[data-section="timeline"]').evaluate((section) => section.scrollIntoView())
    await expect(pictures).toHaveCount(5)
    const places = await pictures.evaluateAll((all) =>
      all.map((image) => ({
        far: image.src.startsWith('data:'),
        state: image.dataset.state,
      })),
    )
    expect(places.at(-1)).toMatchObject({ far: true, state: 'waiting' })
    await pictures.last().scrollIntoViewIfNeeded()
    await expect(pictures.last()).toHaveAttribute('src', /^\/assets\/art\/timeline-/)
    await expect(pictures.last()).toHaveAttribute('data-state', 'painted')
    await expect(pictures.last()).toHaveAttribute('loading', 'lazy')
    await expect(pictures.last()).toHaveAttribute('fetchpriority', 'auto')
    expect(await observers(page)).toContainEqual(['200px', 0.1])
    await page.setViewportSize({ width: 1280, height: 900 })
  })
  await test.step('the form comes last', async () => {
    await page.locator('[data-section="lead"]').scrollIntoViewIfNeeded()
    await expect(page.locator('#lead-gen-form')).toBeVisible()
  })
  await test.step('each section is about as high as what held its place', async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const [index, section] of (await page.locator('[data-section]').all()).entries()) {
        await section.scrollIntoViewIfNeeded()
        await expect(section.locator('section').first()).toBeVisible()
        const usual = await section.evaluate((element) =>
          Number.parseFloat(
            element.ownerDocument.defaultView.getComputedStyle(element).getPropertyValue('--usual'),
          ),
        )
        const held = width === 1280 ? heights[index]! : usual * 16
        const difference = async () => Math.abs(((await section.boundingBox())?.height ?? 0) / held - 1)
        await expect.poll(difference, `section ${index + 1} at ${width} px, ${held} px`).toBeLessThan(0.15)
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })
  await test.step('what was painted once is there at once (M-203)', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Leadership that' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    expect(await page.locator('[data-loading-overlay]').count(), 'the content is here (M-145)').toBe(0)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Home', exact: true })
      .click()
    const last = page.locator('[data-section="timeline"] article img').last()
    await expect(last).toHaveAttribute('src', /^\/assets\/art\/timeline-/)
    await expect(last).toHaveAttribute('data-state', 'painted')
  })
})

test('given a campaign link for the whitepaper, when followed, then the lead type is remembered (M-086)', async ({
  page,
}) => {
  await noteDelays(page)
  await page.goto(site('/?lead_type=whitepaper_download'))
  const stored = () =>
    page
      .locator('html')
      .evaluate((root) => root.ownerDocument.defaultView.sessionStorage.getItem('lead_type'))
  await expect.poll(stored).toBe('whitepaper_download')
  await test.step('the book button stores its own, scrolls to the form and focuses its first input after a second (M-093, M-013, M-460)', async () => {
    await takeDelays(page)
    await page.getByRole('button', { name: 'Contact Me To Reserve Your Copy', exact: true }).click()
    await expect.poll(stored).toBe('pre_order_book')
    await expect(page.locator('#lead-gen-form').getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.locator('#lead-gen-form')).toBeInViewport()
    expect(await takeDelays(page)).toContain(1_000)
  })
  await test.step('the address of a lead that was sent is no campaign, even when it is loaded again', async () => {
    const ready = awake(page)
    await page.goto(site('/?success=true&lead_type=whitepaper_download'))
    await ready
    expect(await stored()).toBe('pre_order_book')
  })
})
