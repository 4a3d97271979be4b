import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Settings } from '#platform/settings/settings.ts'
import { checkoutSettings } from '../../src/modules/commerce/checkout/checkout-settings.ts'
import { socialSettings } from '../../src/server/pages/public-config.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')

/** Two processes' worth of the product on one database, both serving the built client. */
describe('the rendered documents', () => {
  let here: TestApp
  let there: TestApp

  beforeAll(async () => {
    // In a process of its own: the test runner's environment would make it a development build.
    execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
    const env = { ENABLE_SEO_TESTING: 'true', BRAND_NAME: 'Northwind' }
    here = await startApp({ dist, env })
    there = await startApp({ dist, env, beside: here })
  })
  afterAll(async () => {
    await there?.stop()
    await here?.stop()
  })

  const page = async (app: TestApp, path: string): Promise<string> => (await fetch(app.url + path)).text()
  const data = (html: string): { '@type': string; [field: string]: unknown }[] =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
      JSON.parse(json),
    )

  it.each([
    ['/', 200, 'Home', 'M-014'],
    ['/aboutus', 200, 'About us', 'M-015'],
    ['/certification', 200, 'Certification', 'M-016'],
    ['/certification/program-details', 200, 'Program Details', 'M-018'],
    ['/certification-program-details', 200, 'Program Details', 'M-019'],
    ['/certification/enrollment/0193', 200, 'Enrollment', 'M-020'],
    ['/leadership-cost-calculator', 200, 'Leadership Cost Calculator', 'M-021'],
    ['/leadership-cost-results', 200, 'Leadership Cost Results', 'M-022'],
    ['/signup?returnTo=/profile', 200, 'Sign Up', 'M-023'],
    ['/login', 200, 'Sign In', 'M-024'],
    ['/payment', 200, 'Payment', 'M-025'],
    ['/checkout/success?session_id=1', 200, 'Payment Verification', 'M-027'],
    ['/checkout/cancel', 200, 'Checkout Cancelled', 'M-028'],
    ['/profile', 200, 'Profile', 'M-029'],
    ['/admin', 200, 'Admin', 'M-030'],
    ['/admin/orders/0193', 200, 'Admin', 'M-030'],
    ['/terms', 200, 'Terms', 'M-031'],
    ['/privacy', 200, 'Privacy', 'M-031'],
    ['/nowhere', 404, 'Home', 'M-032'],
    ['/admin/nowhere', 404, 'Home', 'M-032'],
    ['/aboutus/nowhere', 404, 'Home', 'M-032'],
    ['/certification/nowhere', 404, 'Home', 'M-032'],
    ['/certification/program-details/nowhere', 404, 'Home', 'M-032'],
    ['/certification/enrollment/0193/nowhere', 404, 'Home', 'M-032'],
    ['/checkout/nowhere', 404, 'Home', 'M-032'],
  ])(
    'given %s asked for directly, then it answers %i as the page "%s" of the site (%s, M-001, M-033)',
    async (path, status, title) => {
      const answer = await fetch(here.url + path)
      expect(answer.status).toBe(status)
      const html = await answer.text()
      expect(html).toContain('<div id="root"')
      expect(html).toContain(`<title>Northwind - ${title}</title>`)
      // A person who works here knows where; nobody else is led there (M-030).
      expect(html).not.toContain('href="/admin')
      expect(html.match(/.{9}Veralead.{9}/), 'the product has its configured name alone').toBeNull()
      expect(answer.headers.get('x-robots-tag')).toBe(status === 404 ? 'noindex' : null)
    },
  )

  it('given a public page, then its head says to search engines and previews what it is', async () => {
    const html = await page(here, '/certification/program-details')
    expect(html).toContain('<title>Northwind - Program Details</title>')
    expect(html).toMatch(/<meta name="description" content="The Authentic Leader Certification: twelve weeks/)
    expect(html).toContain(`<link rel="canonical" href="${here.url}/certification/program-details">`)
    expect(html).toContain(`<meta property="og:image" content="${here.url}/assets/preview-program.png">`)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
    const [organization, course, faq] = data(html)
    expect(organization).toMatchObject({ '@type': 'Organization', name: 'Northwind', url: `${here.url}/` })
    expect(course).toMatchObject({
      '@type': 'Course',
      name: 'Authentic Leader Certification',
      offers: { price: '2500.00', priceCurrency: 'USD' },
    })
    expect(faq?.['@type']).toBe('FAQPage')
    expect(faq?.mainEntity).not.toHaveLength(0)
    const picture = await fetch(`${here.url}/assets/preview-program.png`)
    expect(picture.headers.get('content-type')).toBe('image/png')
  })

  it('given the home page, then the canonical address has no slash at its end (M-038, M-039, M-040)', async () => {
    const html = await page(here, '/')
    expect(html).toContain('<title>Northwind - Home</title>')
    expect(html).toContain(`<link rel="canonical" href="${here.url}">`)
    expect((await page(here, '/aboutus/')).match(/<link rel="canonical"[^>]*>/)?.[0]).toBe(
      `<link rel="canonical" href="${here.url}/aboutus">`,
    )
    expect(data(html).map((each) => each['@type'])).toEqual(['Organization'])
  })

  it('given a page of somebody’s own or an unknown one, then it is not indexed', async () => {
    for (const path of ['/login', '/leadership-cost-results', '/nowhere']) {
      const html = await page(here, path)
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('rel="canonical"')
    }
  })

  it('given a form of the account, then it has a description of its own, though it is not indexed', async () => {
    const descriptions = new Set<string>()
    for (const path of ['/login', '/signup', '/forgot-password']) {
      const html = await page(here, path)
      descriptions.add(/<meta name="description" content="([^"]{50,160})">/.exec(html)?.[1] ?? path)
      expect(html).toContain('<meta name="robots" content="noindex">')
    }
    expect([...descriptions]).toEqual(Array.from({ length: 3 }, () => expect.not.stringMatching(/^\//)))
  })

  it('given a rendered page, then it carries its own rules, nobody else’s, and all text of its sections', async () => {
    const html = await page(here, '/')
    const style = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    expect(style).toContain('--paper:')
    const named = / data-sheets="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
    expect(named.length).toBeGreaterThan(5)
    for (const sheet of named) expect(sheet).not.toMatch(/admin|finance|orders|payment|profile/)
    // The faces that it can be painted without, for a browser without script; nothing else holds it up.
    expect(html.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      expect.stringMatching(/href="\/assets\/faces-[\w-]+\.css"/),
    ])
    expect(html).not.toContain(' style="')
    expect(html).toContain('Trusted by over 1,000 authentic leaders—and counting')
    const policy = (await fetch(here.url)).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/style-src 'self' 'sha256-/)
    expect(policy).not.toContain('unsafe')
  })

  it('given a rendered page, then a browser may prepare the public pages that it links to, and no others', async () => {
    const html = await page(here, '/aboutus')
    const [, rules = ''] = /<script type="speculationrules">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(rules)).toEqual({
      prerender: [
        {
          where: {
            href_matches: [
              '/',
              '/aboutus',
              '/certification',
              '/certification/program-details',
              '/leadership-cost-calculator',
              '/signup',
              '/login',
              '/forgot-password',
              '/terms',
              '/privacy',
            ],
          },
          eagerness: 'moderate',
        },
      ],
    })
    const policy = (await fetch(`${here.url}/aboutus`)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(rules).digest('base64')}'`)
    expect(await page(here, '/payment')).not.toContain('speculationrules')
  })

  it('given a page without HTML of its own, then its sheets are linked before its script starts', async () => {
    expect(await page(here, '/payment')).toMatch(/<link rel="stylesheet" href="\/assets\/[^"]+\.css">/)
  })

  it.each([
    ['/signup', ['name', 'email', 'new-password', 'new-password', 'tel', 'organization']],
    ['/login', ['username', 'current-password']],
    ['/forgot-password', ['username']],
  ])(
    'given the form of %s, then it is in the document, and nothing typed into it can be in an address',
    async (path, kinds) => {
      const html = await page(here, `${path}?returnTo=/profile`)
      const [, form = ''] = /<form ([\s\S]*?)<\/form>/.exec(html) ?? []
      expect([...form.matchAll(/autoComplete="([^"]+)"/gi)].map(([, kind]) => kind)).toEqual(kinds)
      expect(form).toMatch(/^[^>]*method="post"/)
      // Without script the form is of no use: the page says so in its place.
      expect(html).toMatch(/<noscript><style>#root\{display:none\}<\/style>[\s\S]*This page needs JavaScript/)
      const sent = await fetch(here.url + path, {
        method: 'POST',
        body: new URLSearchParams({ email: 'ada@example.com', password: 'Secret-1234' }),
        redirect: 'manual',
      })
      expect([sent.status, sent.headers.get('location')]).toEqual([303, path])
    },
  )

  it('given a form sent to an address that is no page, then it gets an error and is led nowhere', async () => {
    for (const path of ['/nowhere', '//example.com', '//example.com/login']) {
      const sent = await fetch(here.url + path, { method: 'POST', redirect: 'manual' })
      expect([sent.status, sent.headers.get('location')], path).toEqual([404, null])
    }
  })

  it('given crawlers and installers, then sitemap, robots, manifest and icons are there', async () => {
    const sitemap = await page(here, '/sitemap.xml')
    expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)).toEqual(
      [
        '/',
        '/aboutus',
        '/certification',
        '/certification/program-details',
        '/leadership-cost-calculator',
        '/terms',
        '/privacy',
        '/credentials',
        '/credentials/verify',
      ].map((path) => here.url + path),
    )
    expect(await page(here, '/robots.txt')).toContain(`Sitemap: ${here.url}/sitemap.xml`)
    const manifest = JSON.parse(await page(here, '/site.webmanifest')) as {
      name: string
      icons: { src: string }[]
    }
    expect(manifest.name).toBe('Northwind')
    for (const { src } of [
      ...manifest.icons,
      { src: '/favicon.ico' },
      { src: '/icons/apple-touch-icon.png' },
    ]) {
      const icon = await fetch(here.url + src)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])
    }
  })

  it('given finders of weaknesses and password managers, then the well-known addresses answer them', async () => {
    const contact = await fetch(`${here.url}/.well-known/security.txt`)
    expect([contact.status, contact.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const lines = (await contact.text()).trimEnd().split('\n')
    const [, expires = ''] = lines.find((line) => line.startsWith('Expires: '))?.split(': ') ?? []
    expect(lines).toEqual([
      'Contact: mailto:support@veralead.example',
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${here.url}/.well-known/security.txt`,
    ])
    const days = (Date.parse(expires) - here.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(100)
    expect(days).toBeLessThan(365)
    const password = await fetch(`${here.url}/.well-known/change-password`, { redirect: 'manual' })
    expect([password.status, password.headers.get('location')]).toEqual([302, '/profile?tab=security'])
  })

  it('given a publish on one process, then the other serves the new page and tree, and old ETags no longer hold', async () => {
    const editor = await here.staff()
    const tagsOf = async () =>
      Promise.all(
        ['/', '/api/cms'].map(async (path) => (await fetch(there.url + path)).headers.get('etag') ?? ''),
      )
    const before = await tagsOf()
    const ask = (path: string, etag: string) =>
      fetch(there.url + path, { headers: { 'if-none-match': etag } }).then(({ status }) => status)
    expect(await Promise.all([ask('/', before[0]!), ask('/api/cms', before[1]!)])).toEqual([304, 304])

    const { body } = await editor.get('/api/cms/admin')
    const text = JSON.stringify(body.pages).replaceAll('Forthcoming Book', 'The book is here')
    const saved = await editor.put('/api/cms', { pages: JSON.parse(text), version: body.version })
    expect(saved.body).toMatchObject({ success: true })
    // The editor who saved sees it at once, everybody else within a moment.
    for (const path of ['/', '/api/cms']) expect(await page(here, path)).toContain('The book is here')
    await eventually(async () => (await page(there, '/')).includes('The book is here'))
    await eventually(async () => (await page(there, '/api/cms')).includes('The book is here'))
    expect(await Promise.all([ask('/', before[0]!), ask('/api/cms', before[1]!)])).toEqual([200, 200])
    const after = await tagsOf()
    expect(await Promise.all([ask('/', after[0]!), ask('/api/cms', after[1]!)])).toEqual([304, 304])
  })

  it('given the start of the next cohort in the settings, then home, program page and configuration say it', async () => {
    const settings = here.site.container.get(Settings)
    expect(await page(here, '/')).not.toContain('Next start')
    await settings.write(checkoutSettings, { nextCohort: '2 March 2027' }, 'admin')
    for (const path of ['/', '/certification/program-details', '/api/config'])
      await eventually(async () => (await page(there, path)).includes('2 March 2027'))
    expect(await page(there, '/')).toContain('Next start')
    await settings.write(checkoutSettings, { nextCohort: '' }, 'admin')
    await eventually(async () => !(await page(here, '/')).includes('2 March 2027'))
  })

  it('given dates that can be booked, then home, program page and its structured data say them, on every process, with the places left', async () => {
    const editor = await here.staff()
    const id = randomUUID()
    const labs = [{ weekday: 2, time: '12:00', minutes: 90 }]
    const plan = { startsOn: '2033-03-07', timeZone: 'America/New_York', labs, coachingWeeks: [4, 9] }
    await editor.post('/api/admin/cohorts', { id, ...plan, capacity: 7 })
    for (const path of ['/', '/certification/program-details', '/api/config'])
      await eventually(async () => (await page(there, path)).includes('Monday, March 7, 2033'))
    const program = await page(there, '/certification/program-details')
    expect(program).toContain('7 places left')
    const [choice] = /<fieldset[^>]*><legend>Choose your start date.*?<\/fieldset>/s.exec(program) ?? ['']
    expect(choice).toMatch(new RegExp(`<input type="radio"[^>]* value="${id}"`))
    expect(choice).toContain('Live labs every week: ')
    expect(choice).not.toContain('disabled')
    expect(program).toContain('Mar 7 – 13, 2033')
    await editor.post(`/api/admin/cohorts/${id}/cancel`)
    await eventually(async () => !(await page(there, '/')).includes('March 7, 2033'))
  })

  it('given people in the content, then home, about and program page show them; without the section nobody is made up', async () => {
    const shown = ['/', '/aboutus', '/certification/program-details']
    for (const path of shown) expect(await page(here, path)).toContain('Margaret Okonjo')
    for (const path of shown.slice(1))
      expect(await page(here, path)).toContain('I was obeyed for eleven years')
    const editor = await here.staff()
    const { body } = await editor.get('/api/cms/admin')
    const pages = structuredClone(body.pages)
    for (const each of pages)
      each.sections = each.sections.filter(({ id }: { id: string }) => id !== 'people')
    expect((await editor.put('/api/cms', { pages, version: body.version })).status).toBe(200)
    for (const path of shown)
      await eventually(async () => !(await page(here, path)).includes('Margaret Okonjo'))
  })

  it('given a network’s address changed in the settings of one process, then pages of both show it (M-070)', async () => {
    expect((await page(here, '/')).includes('Social networks'), 'those without an address').toBe(false)
    const own = `https://networks.example/${randomUUID()}`
    const social = { x: `${own}/x`, instagram: `${own}/instagram`, linkedin: `${own}/linkedin` }
    await here.site.container.get(Settings).write(socialSettings, social, 'admin')
    for (const app of [here, there]) await eventually(async () => (await page(app, '/')).includes(own))
    const html = await page(here, '/')
    const links = html.matchAll(new RegExp(`href="${own}/(\\w+)"[^>]*>(\\w+)<`, 'g'))
    expect([...links].map(([, network, name]) => [network, name])).toEqual([
      ['x', 'X'],
      ['instagram', 'Instagram'],
      ['linkedin', 'LinkedIn'],
    ])
    expect(data(html)[0], 'what search engines hear of the organization (M-040)').toMatchObject({
      logo: `${here.url}/icons/icon-512.png`,
      email: expect.stringContaining('@'),
      sameAs: Object.values(social),
    })
  })

  it('given quotes, the order of the timeline and the story changed by an editor, then the pages follow (M-139, M-064, M-090, M-140)', async () => {
    const editor = await here.staff()
    const { body } = await editor.get('/api/cms/admin')
    const pages = structuredClone(body.pages)
    // Each piece of the story is in its own weight.
    const piece =
      '<span class="weight-medium">why does this make sense in the room and fall apart on Monday?</span>'
    expect(await page(there, '/aboutus')).toContain(piece)
    for (const each of pages)
      for (const section of each.sections)
        if (section.id === 'quotes')
          section.fields.quotes = [{ text: 'Say less, do it', source: 'Nobody, 2026' }]
        else if (section.id === 'ideation-reality') {
          // By number: as text it would come before 2.
          section.fields.timelineItems[0].order = 10
          section.fields.timelineItems[2].order = 1
        } else if (section.id === 'about-hero')
          section.fields = { ...section.fields, title: 'Told anew', content: [{ text: ' ' }] }
    expect((await editor.put('/api/cms', { pages, version: body.version })).status).toBe(200)
    await eventually(async () => (await page(there, '/')).includes('Say less, do it'))
    // The cards of the timeline are in their order, not as they are stored.
    const html = await page(there, '/')
    const [cards] = /<ol.*?<\/ol>/s.exec(html.slice(html.indexOf('The Rise of Real Leadership'))) ?? ['']
    const places = ['The Era of Real Leaders Begins Here', 'Leadership Once Meant Command'].map((title) =>
      cards.indexOf(title),
    )
    expect(places[0]).toBeGreaterThan(0)
    expect(places[1]).toBeGreaterThan(places[0]!)
    // They are 3, 2, 4, 5 and 1 now: of the paths only that from 4 to 5 leads to the next one.
    expect(cards.match(/src="\/assets\/art\/path-/g)).toHaveLength(1)
    // A story without words is shown in the built-in ones.
    await eventually(async () => /<h1[^>]*>Told anew</.test(await page(there, '/aboutus')))
    expect(await page(there, '/aboutus')).toContain(piece)
    const none = structuredClone(pages)
    for (const each of none)
      for (const section of each.sections) if (section.id === 'quotes') section.fields.quotes = []
    expect((await editor.put('/api/cms', { pages: none })).status).toBe(400)
  })
})
