import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const secret = 'what-both-deployments-share-and-nobody-else-knows'

describe('a publish that another deployment receives (M-170)', () => {
  let here: TestApp
  let target: TestApp
  beforeAll(async () => {
    target = await startApp({ env: { PUBLISH_SECRET: secret } })
    here = await startApp({ env: { PUBLISH_TARGET_URL: target.url, PUBLISH_SECRET: secret } })
  })
  afterAll(async () => {
    await here?.stop()
    await target?.stop()
  })

  const newestAt = async (app: TestApp) =>
    (await (await app.staff()).get('/api/cms/versions')).body.versions[0] as {
      version: number
      channel: string
      kind: string
      savedBy: string
    }

  it('given a target, when content is published, then it is the newest production version there too', async () => {
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
  })

  it('given a tree that is altered after it was signed, or signed with another secret, then it is refused', async () => {
    const before = await newestAt(target)
    const body = JSON.stringify({ pages: [{ route: 'nowhere' }] })
    const send = (signedBody: string, by: string): Promise<Response> =>
      fetch(`${target.url}/api/cms/receive`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-content-signature': createHmac('sha256', by).update(signedBody).digest('hex'),
        },
        body,
      })
    expect((await send(`${body} `, secret)).status).toBe(403)
    expect((await send(body, 'somebody-elses-secret-of-the-same-kind')).status).toBe(403)
    // Signed rightly, but not content: the signature does not make it so.
    expect((await send(body, secret)).status).toBe(400)
    expect((await newestAt(target)).version).toBe(before.version)
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
