import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Config } from '#platform/config/config.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'

const secret = 'what-both-deployments-share-and-nobody-else-knows'

describe('a publish that another deployment receives (M-170)', () => {
  let here: TestApp
  let target: TestApp
  beforeAll(async () => {
    target = await startApp({ env: { PUBLISH_SECRET: secret } })
    here = await startApp({
      env: { PUBLISH_TARGET_URL: target.url, PUBLISH_SECRET: secret, ALLOW_INVENTED_PEOPLE: 'true' },
    })
  })
  afterAll(async () => {
    await here?.stop()
    await target?.stop()
  })

  const now = (): number => Math.floor(target.clock.now().getTime() / 1000)
  const signed = (body: string, at = now(), by = secret): string =>
    `t=${at},v1=${createHmac('sha256', by).update(`${at}.${body}`).digest('hex')}`
  const send = (raw: string, signature: string) =>
    target.client().send('POST', '/api/cms/receive', {
      raw,
      headers: { 'content-type': 'application/json', 'x-content-signature': signature },
    })
  const newestAt = async (app: TestApp) =>
    (await (await app.staff()).get('/api/cms/versions')).body.versions[0] as {
      version: number
      channel: string
      kind: string
      savedBy: string
    }

  it('given a target, when content is published, then it is the newest production version there too, until it is undone', async () => {
    const editor = await here.staff()
    const { pages, version } = (await editor.get('/api/cms/admin')).body
    pages[0].title = 'Home, in spring'
    expect((await editor.put('/api/cms', { pages, version })).status).toBe(200)
    expect((await editor.post('/api/cms/publish')).status).toBe(200)
    expect(await newestAt(here)).toMatchObject({ channel: 'production', savedBy: 'admin' })
    const there = await newestAt(target)
    expect(there).toMatchObject({ channel: 'production', savedBy: 'another deployment' })
    const kept = await (await target.staff()).get(`/api/cms/versions/${there.version}`)
    expect(kept.body.pages[0].title).toBe('Home, in spring')
    const published = (await newestAt(here)).version
    expect((await editor.post('/api/cms/publish/undo', { version: published })).status).toBe(200)
    const undone = await newestAt(target)
    expect(undone.version).not.toBe(there.version)
    const back = await (await target.staff()).get(`/api/cms/versions/${undone.version}`)
    expect(back.body.pages[0].title).toBe('Home')
  })

  it('given invented people and no setting that admits them, when content is published, then it stays here and the editor is told whom, where and which setting', async () => {
    const config = here.site.container.get(Config)
    const before = await newestAt(target)
    config.allowInventedPeople = false
    const refused = await (await here.staff()).post('/api/cms/publish')
    config.allowInventedPeople = true
    expect([refused.status, refused.body.code]).toEqual([400, 'INVENTED_PEOPLE'])
    expect(refused.body.message).toMatch(
      /^Published here, but not sent to the target, whose visitors would see invented people and companies: Margaret Okonjo, .*section “People and companies”.*ALLOW_INVENTED_PEOPLE=true/,
    )
    expect((await newestAt(here)).kind).toBe('publish')
    expect((await newestAt(target)).version).toBe(before.version)
  })

  it('given a tree that is altered after it was signed, or signed with another secret, then it is refused', async () => {
    const before = await newestAt(target)
    const body = JSON.stringify({ pages: [{ route: 'nowhere' }] })
    expect((await send(body, signed(`${body} `))).status).toBe(403)
    expect((await send(body, signed(body, now(), 'somebody-elses-secret-of-the-same-kind'))).status).toBe(403)
    // Signed rightly, but not content: the signature does not make it so.
    expect((await send(body, signed(body))).status).toBe(400)
    // Content that the target could not use: letters that its documents cannot show, a PDF that its store does not have.
    const { pages } = (await (await target.staff()).get('/api/cms/admin')).body
    const unusable = (id: string, change: (fields: { sources: [object]; paper: object }) => void) => {
      const changed = structuredClone(pages)
      for (const { sections } of changed)
        for (const section of sections) if (section.id === id) change(section.fields)
      return JSON.stringify({ pages: changed })
    }
    for (const [code, refused] of [
      [
        'LETTERS_NOT_PRINTED',
        unusable('research-sources', ({ sources }) => Object.assign(sources[0], { publisher: '🚀🚀' })),
      ],
      [
        'PDF_NOT_FOUND',
        unusable('whitepaper', ({ paper }) => Object.assign(paper, { pdf: `uploads/${'0'.repeat(24)}.pdf` })),
      ],
    ] as const) {
      const answer = await send(refused, signed(refused))
      expect([answer.status, answer.body.code]).toEqual([400, code])
    }
    expect((await newestAt(target)).version).toBe(before.version)
  })

  it('given a publish that was received, when it is sent again, then it is refused and the newer one stays (S-14)', async () => {
    const { pages } = (await (await target.staff()).get('/api/cms/admin')).body
    const titled = (title: string): string =>
      JSON.stringify({ pages: [{ ...pages[0], title }, ...pages.slice(1)] })
    const [first, second] = [titled('The first publish'), titled('The second publish')]
    const header = signed(first)
    expect((await send(first, header)).status).toBe(200)
    expect((await send(second, signed(second))).status).toBe(200)
    const newest = await newestAt(target)
    const again = await Promise.all([1, 2, 3].map(() => send(first, header)))
    for (const { status, body } of again)
      expect([status, body.code, body.message]).toEqual([
        409,
        'ALREADY_RECEIVED',
        'This publish was received before. A publish is sent once.',
      ])
    expect((await newestAt(target)).version).toBe(newest.version)
    // The same content in a publish of its own is another matter.
    expect((await send(first, signed(first, now() + 1))).status).toBe(200)
  })

  it('given a signature of another time, without one, or with a changed one, then it is refused and says why (S-14)', async () => {
    const { pages } = (await (await target.staff()).get('/api/cms/admin')).body
    const body = JSON.stringify({ pages })
    const before = await newestAt(target)
    const bad = 'BAD_SIGNATURE'
    const old = 'SIGNATURE_EXPIRED'
    const cases: [string, string, string][] = [
      ['older than 5 minutes', signed(body, now() - 301), old],
      ['more than 5 minutes ahead', signed(body, now() + 310), old],
      ['without a time', createHmac('sha256', secret).update(body).digest('hex'), bad],
      ['with another time', signed(body).replace(/^t=\d+/, `t=${now() - 1}`), bad],
      ['with a time that is none', signed(body).replace(/^t=\d+/, 't=1e9'), bad],
      ['with nothing', '', bad],
    ]
    for (const [what, header, code] of cases) {
      const answer = await send(body, header)
      expect([answer.status, answer.body.code], what).toEqual([403, code])
      if (code === old) expect(answer.body.message).toMatch(/5 minutes.*clock/)
    }
    expect((await newestAt(target)).version).toBe(before.version)
    expect((await send(body, signed(body, now() - 290))).status).toBe(200)
  })

  it('given a sender whose clock is wrong, then the editor is told what the target said (S-14)', async () => {
    await here.advance(3_600_000)
    const answer = await (await here.staff()).post('/api/cms/publish')
    expect(answer.status).toBe(503)
    expect(answer.body.message).toMatch(
      /^Published here, but not at the target: it answered 403 \(.*clock.*\)\. Publish again/,
    )
  })

  it('given a target that does not answer, then the editor is told what was published and what was not', async () => {
    await target.stop()
    const answer = await (await here.staff()).post('/api/cms/publish')
    expect(answer.status).toBe(503)
    expect(answer.body.message).toBe(
      'Published here, but not at the target: it could not be reached. Publish again to repeat.',
    )
  })
})

describe('a scheduled publish whose target was away', () => {
  let isAway = true
  const received: string[] = []
  const target = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => {
      const { pages } = JSON.parse(Buffer.concat(parts).toString()) as { pages: { title: string }[] }
      received.push(`${isAway ? 'refused' : 'taken'}: ${pages[0]?.title}`)
      res.writeHead(isAway ? 500 : 200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  let app: TestApp
  beforeAll(async () => {
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const { port } = target.address() as AddressInfo
    app = await startApp({
      env: {
        PUBLISH_TARGET_URL: `http://127.0.0.1:${port}`,
        PUBLISH_SECRET: secret,
        ALLOW_INVENTED_PEOPLE: 'true',
      },
    })
  })
  afterAll(async () => {
    await app?.stop()
    target.close()
  })

  it('given a newer publish since, when it is tried again, then the target keeps the newer one', async () => {
    const editor = await app.staff()
    const save = async (title: string): Promise<void> => {
      const { pages, version } = (await editor.get('/api/cms/admin')).body
      pages[0].title = title
      expect((await editor.put('/api/cms', { pages, version })).status).toBe(200)
    }
    await save('Older')
    const publishAt = new Date(app.clock.now().getTime() + 60_000).toISOString()
    expect((await editor.put('/api/cms/schedule', { publishAt })).status).toBe(200)
    await app.advance(61_000)
    await eventually(async () => received.length > 0)
    isAway = false
    await save('Newer')
    expect((await editor.post('/api/cms/publish')).status).toBe(200)
    await eventually(async () => {
      await app.advance(600_000)
      return received.filter((each) => each.startsWith('taken')).length > 1
    }, 20)
    expect(received.filter((each) => each.startsWith('taken'))).toEqual(['taken: Newer', 'taken: Newer'])
  })
})
