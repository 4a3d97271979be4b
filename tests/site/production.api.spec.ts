import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const root = join(import.meta.dirname, '../..')
const origin = 'https://www.northwind.example'

/** What a public deployment is configured with; outside of it the site asks not to be indexed. */
const production = {
  APP_ENV: 'production',
  PAYMENT_LAB_URL: '',
  RATE_LIMITS: '',
  ALLOW_INVENTED_PEOPLE: 'true',
  STRIPE_SECRET_KEY: 'sk_test_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobodyKnows1234',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Northwind <hello@northwind.example>',
  PUBLIC_URL: origin,
}

interface Served {
  status: number
  html: string
  robots: string[]
  header: string | null
  canonical: string | undefined
  description: string
  facts: { '@type': string; [field: string]: unknown }[]
}

describe('what search engines get of a public deployment', () => {
  let live: TestApp
  let draft: TestApp

  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
    const dist = join(root, 'dist')
    live = await startApp({ dist, env: production })
    draft = await startApp({ dist })
  })
  afterAll(async () => {
    await live?.stop()
    await draft?.stop()
  })

  async function served(app: TestApp, path: string): Promise<Served> {
    const answer = await fetch(app.url + path)
    const html = await answer.text()
    const all = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found = '']) => found)
    return {
      status: answer.status,
      html,
      robots: all(/<meta name="robots" content="([^"]*)">/g),
      header: answer.headers.get('x-robots-tag'),
      canonical: all(/<link rel="canonical" href="([^"]*)">/g)[0],
      description: all(/<meta name="description" content="([^"]*)">/g)[0] ?? '',
      facts: all(/<script type="application\/ld\+json">(.*?)<\/script>/g).map((json) => JSON.parse(json)),
    }
  }

  it.each([
    ['/', origin, ['Organization']],
    ['/aboutus', `${origin}/aboutus`, ['Organization']],
    ['/certification', `${origin}/certification`, ['Organization']],
    [
      '/certification/program-details',
      `${origin}/certification/program-details`,
      ['Organization', 'Course', 'FAQPage'],
    ],
    ['/leadership-cost-calculator', `${origin}/leadership-cost-calculator`, ['Organization']],
    ['/terms', `${origin}/terms`, ['Organization']],
    ['/privacy', `${origin}/privacy`, ['Organization']],
  ])(
    'given production, when %s is asked for, then nothing forbids indexing it, and its address, description and facts are in the HTML (M-039, M-040)',
    async (path, address, types) => {
      const page = await served(live, path)
      expect(page.status).toBe(200)
      expect(page.html).not.toContain('noindex')
      expect(page.robots).toEqual(['index, follow, max-image-preview:large'])
      expect(page.header).toBeNull()
      expect(page.canonical).toBe(address)
      expect(page.description.length).toBeGreaterThan(50)
      expect(page.description.length).toBeLessThanOrEqual(320)
      expect(page.facts.map((each) => each['@type'])).toEqual(types)
      expect(page.facts[0]).toMatchObject({ '@context': 'https://schema.org', url: `${origin}/` })
      expect(page.html).toContain(`<meta property="og:url" content="${address}">`)
    },
  )

  it('given production, then crawlers may read all but the calls and the staff screen', async () => {
    const robots = await (await fetch(`${live.url}/robots.txt`)).text()
    expect(robots).toBe(
      `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /admin\nSitemap: ${origin}/sitemap.xml\n`,
    )
    const sitemap = await (await fetch(`${live.url}/sitemap.xml`)).text()
    expect(sitemap).toContain(`<loc>${origin}/aboutus</loc>`)
  })

  it('given production, then pages for one person and pages that do not exist stay out of the index', async () => {
    for (const path of ['/login', '/payment', '/leadership-cost-results', '/admin', '/nowhere']) {
      const page = await served(live, path)
      expect(page.robots, path).toEqual(['noindex'])
      expect(page.canonical, path).toBeUndefined()
    }
  })

  it('given development, then the whole site is kept out, which is what lowers its score there (M-038, M-039, M-040)', async () => {
    expect(await (await fetch(`${draft.url}/robots.txt`)).text()).toContain('User-agent: *\nDisallow: /\n')
    const page = await served(draft, '/')
    expect(page.canonical).toBeUndefined()
    expect(page.facts).toEqual([])
    expect(page.description.length).toBeGreaterThan(50)
  })
})
