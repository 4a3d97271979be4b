import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageRoutes } from '../../src/modules/content/sections/tree.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'

const root = join(import.meta.dirname, '../..')

interface StoredPage {
  route: string
  sections: { id: string; fields: Record<string, unknown> }[]
}

describe('a tree with something missing', () => {
  let app: TestApp
  let editor: HttpClient
  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
    app = await startApp({ dist: join(root, 'dist') })
    editor = await app.staff()
  })
  afterAll(() => app?.stop())

  const inProduction = async (): Promise<number> =>
    (await editor.get('/api/cms/versions')).body.versions.find(
      ({ channel }: { channel: string }) => channel === 'production',
    ).version

  it('given no pages at all, then they are kept as a draft, read without harm, and not published', async () => {
    const before = await inProduction()
    expect((await editor.put('/api/cms', { pages: [] })).status).toBe(200)
    await eventually(async () => (await app.client().get('/api/cms')).body.pages.length === 0)
    for (const path of ['/', '/aboutus', '/certification/program-details', '/terms']) {
      const page = await eventually(async () => {
        const answer = await app.client().get(path)
        return answer.text.includes('"pages":[]') ? answer : null
      })
      expect(page.status, path).toBe(200)
      expect(page.text, path).toContain('<h1')
    }
    const answer = await editor.post('/api/cms/publish')
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('CONTENT_INCOMPLETE')
    for (const route of pageRoutes) expect(answer.body.message).toContain(`The page ${route} is missing.`)
    expect(await inProduction()).toBe(before)
  })

  it('given one page gone and one without sections, then both are named and nothing else', async () => {
    await editor.post('/api/cms/reset')
    const { pages } = (await editor.get('/api/cms/admin')).body as { pages: StoredPage[] }
    const kept = pages
      .filter(({ route }) => route !== '/terms')
      .map((page) => (page.route === '/about' ? { ...page, sections: [] } : page))
    await editor.put('/api/cms', { pages: kept })
    const { body } = await editor.post('/api/cms/publish')
    expect(body.errors).toEqual(['The page /terms is missing.', 'The page /about has no sections.'])
  })

  it('given a scheduled publish of such a tree, when its moment comes, then nothing is published and the record says why', async () => {
    const before = await inProduction()
    const publishAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    expect((await editor.put('/api/cms/schedule', { publishAt })).status).toBe(200)
    await app.advance(3_601_000)
    await eventually(async () => (await editor.get('/api/cms/publishing')).body.scheduled.length === 0, 30)
    expect(await inProduction()).toBe(before)
    const { body } = await editor.get('/api/audit')
    expect(JSON.stringify(body)).toContain('Did not publish as scheduled')
  })

  it('given a tree from before some words were content, then it is shown with the built-in ones, edited and published', async () => {
    await editor.post('/api/cms/reset')
    const { pages, builtIn } = (await editor.get('/api/cms/admin')).body as Record<
      'pages' | 'builtIn',
      StoredPage[]
    >
    const fieldsOf = (tree: StoredPage[], route: string, id: string): Record<string, unknown> =>
      tree.find((page) => page.route === route)?.sections.find((section) => section.id === id)?.fields ?? {}
    delete fieldsOf(pages, '/about', 'mission-vision').ctaSection
    for (const route of ['/terms', '/privacy']) delete fieldsOf(pages, route, 'legal').questions
    delete (fieldsOf(pages, '/home', 'lead-form').contactInfo as { note?: string }).note
    expect((await editor.put('/api/cms', { pages })).status).toBe(200)

    const shown = async (path: string): Promise<string> => (await app.client().get(path)).text
    await eventually(async () => !(await shown('/api/cms')).includes('Start with the next conversation'))
    // The snapshot of the rendered page lacks the words; the page has them.
    await eventually(
      async () => (await shown('/aboutus')).split('Start with the next conversation').length === 2,
    )
    expect(await shown('/terms')).toContain('A person answers within one business day.')
    expect(await shown('/')).toContain('You reach a person who can answer')

    const loaded = (await editor.get('/api/cms/admin')).body as { pages: StoredPage[] }
    fieldsOf(loaded.pages, '/about', 'mission-vision').ctaSection = {
      ...(fieldsOf(builtIn, '/about', 'mission-vision').ctaSection as object),
      title: 'Say what you are trying to change',
    }
    fieldsOf(loaded.pages, '/terms', 'legal').questions = {
      heading: 'Still unsure',
      text: 'Ask {email} first.',
    }
    expect((await editor.put('/api/cms', { pages: loaded.pages })).status).toBe(200)
    expect((await editor.post('/api/cms/publish')).status).toBe(200)
    await eventually(async () => (await shown('/aboutus')).includes('Say what you are trying to change'))
    const terms = await eventually(async () => {
      const text = await shown('/terms')
      return text.includes('Still unsure') ? text : null
    })
    expect(terms).toMatch(/Ask <a href="mailto:[^"]+@[^"]+">[^<]+<\/a>(?:<!-- -->)? first\./)
  })
})
