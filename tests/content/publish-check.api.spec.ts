import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Section, Tree } from '../../src/modules/content/sections/tree.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'

const root = join(import.meta.dirname, '../..')
type Pages = Tree['pages']
type Finding = { severity: string; steps: string[]; message: string }

describe('the check before publishing', () => {
  let app: TestApp
  let editor: HttpClient
  let first: Pages

  const saved = async (change: (section: Section, pages: Pages) => void): Promise<void> => {
    const pages = structuredClone(first)
    for (const section of pages.flatMap(({ sections }) => sections)) change(section, pages)
    const answer = await editor.put('/api/cms', { pages })
    expect(answer.status, answer.text).toBe(200)
  }
  /** The findings, but for the samples. */
  const found = async (): Promise<string[]> =>
    (await editor.get('/api/cms/check')).body.findings
      .filter(({ message }: Finding) => !message.startsWith('is a sample'))
      .map(
        ({ severity, steps, message }: Finding) =>
          `${severity}: ${steps.filter((step) => !['pages', 'sections', 'fields'].includes(step)).join(' ')} ${message}`,
      )
  const slideLink = (url: string) => (section: Section) => {
    if (section.id !== 'carousel') return
    const slide = section.fields.slides.find(({ link }) => link !== undefined)
    if (slide?.link) slide.link.url = url
  }

  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
    app = await startApp({ dist: join(root, 'dist') })
    editor = await app.staff()
    first = (await editor.get('/api/cms/admin')).body.pages
  }, 120_000)
  afterAll(() => app?.stop())

  it('given the built-in content, then only its invented people are found, each at the field of its name, and it can be published', async () => {
    expect(await found()).toEqual([])
    const { findings } = (await editor.get('/api/cms/check')).body
    expect(findings.length).toBeGreaterThan(5)
    for (const { severity, steps, message } of findings) {
      expect([severity, steps.at(-1)]).toEqual(['warning', 'name'])
      expect(message).toMatch(/^is a sample: \w.* is invented\.$/)
    }
    expect((await editor.post('/api/cms/publish')).status).toBe(200)
  })

  it('given a link to a page that this site has not, then a publish is refused with its field, also a scheduled one', async () => {
    await saved(slideLink('/nowhere?a=b#place'))
    const said = 'leads nowhere: this site has no page /nowhere?a=b#place.'
    expect(await found()).toEqual([`error: /home carousel slides item-2 link url ${said}`])
    const refused = await editor.post('/api/cms/publish')
    expect([refused.status, refused.body.code]).toEqual([400, 'PUBLISH_CHECK_FAILED'])
    expect(refused.body.fields).toEqual([
      { path: 'pages./home.sections.carousel.fields.slides.item-2.link.url', message: said },
    ])
    const publishAt = new Date(app.clock.now().getTime() + 1_800_000).toISOString()
    expect((await editor.put('/api/cms/schedule', { publishAt })).status).toBe(200)
    await app.advance(1_900_000)
    await eventually(async () => (await editor.get('/api/cms/publishing')).body.scheduled.length === 0, 30)
    expect((await editor.get('/api/audit')).text).toContain('Did not publish as scheduled')
    const live = (await editor.get('/api/cms/publishing')).body.production.version
    expect((await editor.get(`/api/cms/versions/${live}`)).text).not.toContain('/nowhere')
  })

  it('given links to pages, aliases, files and places that exist, then none is found; a place that is not there is a warning', async () => {
    for (const url of ['/terms', '/certification-program-details', '/login', '/robots.txt', '/#book-title'])
      await saved(slideLink(url)).then(async () => expect(await found(), url).toEqual([]))
    await saved(slideLink('/aboutus#nobody'))
    expect(await found()).toEqual([
      'warning: /home carousel slides item-2 link url leads to the top of the page: /aboutus#nobody has no such place.',
    ])
    expect((await editor.post('/api/cms/publish')).status).toBe(200)
  })

  it('given an empty alternative text, a long button and a long title, then each is a warning; a hidden section is not read', async () => {
    await saved((section, pages) => {
      if (section.id === 'certification-program' && section.fields.labSection?.media)
        section.fields.labSection.media.alt = ' '
      if (section.id === 'book') {
        section.hidden = true
        section.fields.buttonText = 'Never to be seen, however long it may become'
      }
      if (section.id === 'certification')
        section.fields.buttonText = { value: 'A button whose text nobody would ever read to its end' }
      pages.find(({ route }) => route === '/about')!.title = 'Who we are, '.repeat(6)
    })
    expect(await found()).toEqual([
      expect.stringMatching(
        /^warning: \/certification-program-details certification-program labSection media alt is empty/,
      ),
      expect.stringMatching(
        /^warning: \/home certification buttonText value has 53 characters: beyond 40, it may not fit/,
      ),
      expect.stringMatching(
        /^warning: \/about title has 72 characters: beyond 60, search results cut it off/,
      ),
    ])
    expect((await editor.post('/api/cms/publish')).status).toBe(200)
  })
})
