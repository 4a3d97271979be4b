import { describe, expect, it } from 'vitest'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { publicPageOf } from '../../src/modules/content/sections/tree.ts'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

const bookTitle = (
  pages: { route: string; sections: { id: string; fields: { title: unknown } }[] }[],
): unknown =>
  pages.find(({ route }) => route === '/home')?.sections.find(({ id }) => id === 'book')?.fields.title

describe('the content calls', () => {
  const app = given(startApp)

  const edited = async (title: string) => {
    const { body } = await editor.get('/api/cms/admin')
    const pages = structuredClone(body.pages)
    for (const page of pages)
      for (const section of page.sections) if (section.id === 'book') section.fields.title = title
    return { pages, version: body.version as number }
  }

  const editor = given(() => app.staff())

  it('given a first start, then the base template is served (M-198, M-200, M-442)', async () => {
    const { status, body } = await app.client().get('/api/cms')
    expect(status).toBe(200)
    expect(body.pages).toEqual(baseTemplate.pages.map(publicPageOf))
    // Nothing draws them: the calculator asks for them by its calls.
    expect(JSON.stringify(body)).not.toContain('research-sources')
    expect(body.version).toBeGreaterThan(0)
    const editable = await editor.get('/api/cms/admin')
    expect(editable.body).toMatchObject({
      pages: baseTemplate.pages,
      version: body.version,
      channel: 'development',
      canPublish: true,
    })
    expect((await app.client().get('/api/cms/admin')).status).toBe(401)
  })

  it('given a saved tree, then the public sees it, and so it is on a second process (M-442)', async () => {
    const second = await startApp({ beside: app })
    try {
      const saved = await editor.put('/api/cms', await edited('A new title'))
      expect(saved.body).toMatchObject({ success: true })
      for (const each of [app, second]) {
        await eventually(
          async () => bookTitle((await each.client().get('/api/cms')).body.pages) === 'A new title',
        )
      }
    } finally {
      await second.stop()
    }
  })

  it('given two editors, when the second saves a stale tree, then 409 names the difference and nothing is lost (M-163)', async () => {
    const mine = await edited('Mine')
    const theirs = await edited('Theirs')
    expect((await editor.put('/api/cms', theirs)).status).toBe(200)
    await app.advance(3 * 3_600_000)
    const stale = await editor.put('/api/cms', mine)
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ success: false, code: 'CONTENT_CHANGED' })
    expect(stale.body.differences).toEqual([
      {
        path: '/home › book › title',
        steps: ['pages', '/home', 'sections', 'book', 'fields', 'title'],
        before: 'Theirs',
        after: 'Mine',
      },
    ])
    expect(stale.body.message).toMatch(/^You saved version \d+ 3 hours ago, after you loaded version \d+\./)
    const { body } = await editor.get('/api/cms/admin')
    expect(bookTitle(body.pages)).toBe('Theirs')
  })

  it('given a save that is sent again because its answer was lost, or one without a change, then no version is made (M-162)', async () => {
    const mine = await edited('Sent twice')
    const first = await editor.put('/api/cms', mine)
    expect(first.status).toBe(200)
    const again = await editor.put('/api/cms', mine)
    expect([again.status, again.body.version]).toEqual([200, first.body.version])
    expect((await editor.get('/api/cms/versions')).body.versions[0].version).toBe(first.body.version)
  })

  it('given the version in If-Match, then it counts like the one in the body (M-163)', async () => {
    const { pages, version } = await edited('By header')
    const put = (known: number) =>
      editor.put('/api/cms', { pages }, { headers: { 'if-match': `"${known}"` } })
    expect((await put(version - 1)).status).toBe(409)
    expect((await put(version)).status).toBe(200)
  })

  it('given a tree without a version, then it is saved over whatever is there', async () => {
    const { pages } = await edited('Unconditional')
    expect((await editor.put('/api/cms', { pages })).status).toBe(200)
  })

  it('given a hostile value, then it is refused and its path is named (M-158)', async () => {
    const tree = await edited('Hostile')
    const home = tree.pages.find((page: { route: string }) => page.route === '/home')
    const carousel = home.sections.find((section: { id: string }) => section.id === 'carousel')
    carousel.fields.slides[0].background = 'url(https://evil.example)'
    const answer = await editor.put('/api/cms', tree)
    expect(answer.status).toBe(400)
    expect(answer.body.message + JSON.stringify(answer.body.errors)).toMatch(/slides.*background/)
  })

  it('given a reset, then the base template is the newest version and the old one can be restored (M-165, M-200, M-442)', async () => {
    await editor.put('/api/cms', await edited('Before the reset'))
    const before = (await editor.get('/api/cms/admin')).body.version
    const reset = await editor.post('/api/cms/reset')
    expect(reset.body).toMatchObject({
      success: true,
      message: 'CMS content has been reset to base template successfully.',
    })
    expect((await editor.get('/api/cms/admin')).body.pages).toEqual(baseTemplate.pages)
    expect((await editor.post(`/api/cms/versions/${before}/restore`)).status).toBe(200)
    const { body } = await editor.get('/api/cms/admin')
    expect(bookTitle(body.pages)).toBe('Before the reset')
    expect(body.version).toBeGreaterThan(reset.body.version)
  })

  it('given a publish, then production gets the tree and the difference is gone (M-168, M-169, M-442)', async () => {
    await editor.put('/api/cms', await edited('To be published'))
    const pending = (await editor.get('/api/cms/diff')).body.differences
    expect(pending.some(({ path }: { path: string }) => path.includes('book'))).toBe(true)
    const published = await editor.post('/api/cms/publish')
    expect(published.body).toMatchObject({
      success: true,
      message: 'Content published from Development to Production successfully!',
    })
    expect((await editor.get('/api/cms/diff')).body.differences).toEqual([])
    const [newest] = (await editor.get('/api/cms/versions')).body.versions
    expect(newest).toMatchObject({ channel: 'production', kind: 'publish', savedBy: 'admin' })
  })

  it('given an unsigned tree from elsewhere, then it is refused', async () => {
    const answer = await app.client().post('/api/cms/receive', { pages: [] })
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('BAD_SIGNATURE')
  })

  it('given one page by its key, then only that page is answered (M-199)', async () => {
    const { body } = await app.client().get('/api/cms')
    const about = body.pages.find(({ route }: { route: string }) => route === '/about')
    expect((await app.client().get('/api/cms/pages/about')).body).toEqual({
      page: about,
      version: body.version,
    })
    const nowhere = await app.client().get('/api/cms/pages/nowhere')
    expect([nowhere.status, nowhere.body.message]).toEqual([404, 'There is no content page "nowhere".'])
  })
})
