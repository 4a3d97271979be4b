import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Config } from '#platform/config/config.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'
import { aboutTitle, withAboutTitle } from './trees.ts'

describe('publishing, undoing and scheduling', () => {
  let app: TestApp
  let editor: HttpClient

  const save = async (title: string): Promise<void> => {
    const { body } = await editor.get('/api/cms/admin')
    const tree = { pages: withAboutTitle(body.pages, title), version: body.version }
    expect((await editor.put('/api/cms', tree)).status).toBe(200)
  }
  const state = async () => (await editor.get('/api/cms/publishing')).body
  const inProduction = async (): Promise<string> => {
    const { production } = await state()
    const { body } = await editor.get(`/api/cms/versions/${production.version}`)
    return aboutTitle(body.pages)
  }
  const publish = async (title: string): Promise<number> => {
    await save(title)
    const answer = await editor.post('/api/cms/publish')
    expect(answer.status).toBe(200)
    return answer.body.version
  }

  beforeAll(async () => {
    app = await startApp()
    editor = await app.staff()
  })
  afterAll(() => app?.stop())

  it('given a publish, when it is undone, then production shows what it showed before, once', async () => {
    await publish('First')
    const second = await publish('Second')
    expect(await inProduction()).toBe('Second')
    expect((await state()).undoTo).not.toBeNull()
    const undone = await editor.post('/api/cms/publish/undo', { version: second })
    expect(undone.body).toMatchObject({ success: true })
    expect(await inProduction()).toBe('First')
    expect((await state()).undoTo).toBeNull()
    const again = await editor.post('/api/cms/publish/undo', { version: second })
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('NOTHING_TO_UNDO')
    expect(await inProduction()).toBe('First')
  })

  it('given another publish meanwhile, then the older one cannot be undone over it', async () => {
    const older = await publish('Older')
    await publish('Newer')
    expect((await editor.post('/api/cms/publish/undo', { version: older })).status).toBe(409)
    expect(await inProduction()).toBe('Newer')
  })

  it('given a scheduled publish, when its moment comes, then what is saved then is published', async () => {
    await publish('Before')
    const publishAt = new Date(app.clock.now().getTime() + 1_800_000).toISOString()
    expect((await editor.put('/api/cms/schedule', { publishAt })).body.success).toBe(true)
    expect((await state()).scheduled).toMatchObject([{ publishAt, by: 'admin' }])
    await save('Saved while waiting')
    expect(await inProduction()).toBe('Before')
    await app.advance(1_801_000)
    await eventually(async () => (await inProduction()) === 'Saved while waiting', 30)
    const { scheduled, production } = await state()
    expect(scheduled).toEqual([])
    expect(production).toMatchObject({ kind: 'publish', savedBy: 'admin' })
    expect(production.note).toContain('as scheduled')
  })

  it('given a scheduled publish that is cancelled, then its moment passes and nothing is published', async () => {
    await publish('Stays')
    await save('Must not appear')
    const publishAt = new Date(app.clock.now().getTime() + 60_000).toISOString()
    await editor.put('/api/cms/schedule', { publishAt })
    const [scheduled] = (await state()).scheduled
    expect((await editor.send('DELETE', `/api/cms/schedule/${scheduled.id}`)).status).toBe(200)
    expect((await editor.send('DELETE', `/api/cms/schedule/${scheduled.id}`)).status).toBe(409)
    const job = async () =>
      (
        await app.site.database.sql.query<{ state: string }>(
          "select state from pgboss.job where name = 'content-publish' and data->>'id' = $1",
          [String(scheduled.id)],
        )
      )[0]?.state
    await app.advance(120_000)
    await eventually(async () => (await job()) === 'completed', 30)
    expect(await inProduction()).toBe('Stays')
  })

  it('given several scheduled publishes, then each happens at its own moment, and one that is cancelled does not', async () => {
    await publish('Before all')
    const start = app.clock.now().getTime()
    const moments = [90_000, 30_000, 60_000].map((ms) => new Date(start + ms).toISOString())
    for (const publishAt of moments)
      expect((await editor.put('/api/cms/schedule', { publishAt })).status).toBe(200)
    const again = await editor.put('/api/cms/schedule', { publishAt: moments[0] })
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('A publish waits for that moment already.')
    const [first, second, third] = (await state()).scheduled
    expect([first, second, third].map(({ publishAt }) => publishAt)).toEqual([
      moments[1],
      moments[2],
      moments[0],
    ])
    expect((await editor.send('DELETE', `/api/cms/schedule/${second.id}`)).status).toBe(200)
    await save('For the first')
    await app.advance(31_000)
    await eventually(async () => (await inProduction()) === 'For the first', 30)
    expect((await state()).scheduled).toMatchObject([{ id: third.id }])
    await save('For the last')
    await app.advance(60_000)
    await eventually(async () => (await inProduction()) === 'For the last', 30)
    expect((await state()).scheduled).toEqual([])
  })

  it('given versions, then each says which pages and sections it changed, and who did', async () => {
    const { body } = await editor.get('/api/cms/admin')
    const tree = structuredClone(body.pages)
    const home = tree.find(({ route }: { route: string }) => route === '/home')
    home.sections.find(({ id }: { id: string }) => id === 'book').fields.subtitle =
      `At ${app.clock.now().getTime()}`
    home.sections.push({ id: 'section-new', type: 'added', fields: { title: 'New' } })
    tree.find(({ route }: { route: string }) => route === '/terms').title = 'Our terms'
    expect((await editor.put('/api/cms', { pages: tree })).status).toBe(200)
    const [newest] = (await editor.get('/api/cms/versions')).body.versions
    expect(newest).toMatchObject({
      savedBy: 'admin',
      changed: [
        { route: '/home', sections: ['book', 'section-new'] },
        { route: '/terms', sections: [] },
      ],
    })
  })

  it('given a moment in the past or no moment, then it is refused and named', async () => {
    for (const publishAt of ['2020-01-01T00:00:00Z', 'tomorrow', '']) {
      const answer = await editor.put('/api/cms/schedule', { publishAt })
      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(/publish ?at/i)
    }
  })

  it('given a save, a publish and an undo, then the audit log says who changed which field', async () => {
    const version = await publish('Audited')
    await editor.post('/api/cms/publish/undo', { version })
    const { entries } = (await editor.get('/api/audit')).body
    expect(entries.slice(0, 3).map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual(
      [
        ['Restored content', 'admin'],
        ['Published content', 'admin'],
        ['Saved content', 'admin'],
      ],
    )
    expect(entries[2].changes).toContainEqual(
      expect.objectContaining({ path: '/about › title', after: 'Audited' }),
    )
    expect((await app.client().get('/api/audit')).status).toBe(401)
  })
})

describe('publishing outside development', () => {
  let app: TestApp
  let editor: HttpClient

  beforeAll(async () => {
    app = await startApp({
      env: {
        APP_ENV: 'production',
        REQUIRE_STAFF_TOTP: 'false',
        ALLOW_INVENTED_PEOPLE: 'true',
        PAYMENT_LAB_URL: '',
        RATE_LIMITS: '',
        STRIPE_SECRET_KEY: 'sk_test_nobody',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
        STRIPE_WEBHOOK_SECRET: 'whsec_nobodyKnows1234',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'Veralead <hello@veralead.example>',
        PUBLIC_URL: 'https://veralead.example',
      },
    })
    editor = await app.staff()
  })
  afterAll(() => app?.stop())

  it('given production, then publish, undo and schedule are refused in words and the channel is named (M-169, M-171)', async () => {
    const { body } = await editor.get('/api/cms/admin')
    expect(body).toMatchObject({ channel: 'production', canPublish: false })
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const answers = [
      await editor.post('/api/cms/publish'),
      await editor.post('/api/cms/publish/undo', { version: 1 }),
      await editor.put('/api/cms/schedule', { publishAt }),
    ]
    for (const { status, body: refusal } of answers) {
      expect(status).toBe(403)
      expect(refusal.message).toBe('Content is published from the development environment only.')
    }
  })

  it('given production, when content is saved and reset there, then its own channel changes and Development does not (M-171)', async () => {
    const development = async () =>
      (
        await app.site.database.sql.query<{ version: number }>(
          "select version from content_channel where channel = 'development'",
        )
      )[0]?.version
    const titles = async () =>
      (await app.client().get('/api/cms')).body.pages.map(({ title }: { title: string }) => title)
    const [before, there] = [await titles(), await development()]
    const { body } = await editor.get('/api/cms/admin')
    const pages = body.pages.map((page: object) => ({ ...page, title: 'Changed in production' }))
    expect((await editor.put('/api/cms', { pages, version: body.version })).status).toBe(200)
    await expect.poll(titles).toEqual(before.map(() => 'Changed in production'))
    // What is stored would stop the next start.
    const config = app.site.container.get(Config)
    config.allowInventedPeople = false
    const refused = await editor.post('/api/cms/reset')
    config.allowInventedPeople = true
    expect([refused.status, refused.body.code]).toEqual([400, 'INVENTED_PEOPLE'])
    expect(refused.body.message).toMatch(/^Nothing was changed: visitors would see .*ALLOW_INVENTED_PEOPLE/)
    const reset = await editor.post('/api/cms/reset')
    expect(reset.body).toMatchObject({
      success: true,
      message: 'CMS content has been reset to base template successfully.',
    })
    await expect.poll(titles).toEqual(before)
    expect(await development()).toBe(there)
  })
})
