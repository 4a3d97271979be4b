import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tree } from '../../src/modules/content/sections/tree.ts'
import { admin } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { HttpClient } from '../support/http-client.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'

const rounds = process.env.LONG === '1' ? 50 : 3

const marked = (pages: Tree['pages'], mark: string): Tree['pages'] =>
  pages.map((page) => ({ ...page, description: mark }))

describe('a process that is killed while it publishes', () => {
  let database: TestDatabase
  let sql: Client
  let app: SpawnedApp

  const start = () =>
    spawnApp({
      env: { DATABASE_URL: database.url, DATABASE_ADMIN_URL: database.adminUrl },
      ...(app === undefined ? {} : { dataDir: app.dataDir }),
    })
  const signedIn = async (): Promise<HttpClient> => {
    const client = new HttpClient(app.url)
    expect((await client.post('/api/auth/login', admin)).status).toBe(200)
    return client
  }
  /** The marks of production's pages, out of the database: what any process would serve. */
  const production = async (): Promise<string[]> => {
    const { rows } = await sql.query<{ tree: Tree }>(
      "select tree from content_channel join content_version using (version) where content_channel.channel = 'production'",
    )
    return rows[0]!.tree.pages.map(({ description }) => description ?? '')
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    sql = new Client(database.superUrl)
    await sql.connect()
    app = await start()
  })
  afterAll(async () => {
    await app?.kill()
    await app?.clean()
    await sql?.end()
    await database?.drop()
  })

  it(`given kill -9 during ${rounds} publishes, then production is whole each time: the old tree or the new one`, async () => {
    const figures = { old: 0, new: 0 }
    let shown = (await production())[0]!
    let alike = false
    const editor = await signedIn()
    const started = performance.now()
    expect((await editor.post('/api/cms/publish')).status).toBe(200)
    // How long a publish takes here, so that the kills fall before, into and after its transaction.
    const whole = performance.now() - started
    for (let round = 1; round <= rounds; round += 1) {
      const editor = await signedIn()
      const { body } = await editor.get('/api/cms/admin')
      const mark = `round ${round}`
      const saved = await editor.put('/api/cms', { pages: marked(body.pages, mark), version: body.version })
      expect(saved.status).toBe(200)
      const answer = editor.post('/api/cms/publish').catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, whole * ((round * 0.37) % 1.3)))
      await app.kill()
      await answer

      // The database may finish what had reached it; wait until no session of the dead process is left.
      for (;;) {
        const { rows } = await sql.query(
          'select 1 from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
          [database.name],
        )
        if (rows.length === 0) break
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const marks = await production()
      if (marks.every((each) => each === mark)) {
        figures.new += 1
        shown = mark
        alike = true
      } else {
        figures.old += 1
        if (alike) expect(marks).toEqual(marks.map(() => shown))
        else expect(marks).not.toContain(mark)
      }
      app = await start()
      const { rows } = await sql.query("select version from content_channel where channel = 'production'")
      const seen = await (await signedIn()).get('/api/cms/publishing')
      expect(seen.body.production.version).toBe(rows[0].version)
    }
    console.info(`kill -9 during ${rounds} publishes: ${JSON.stringify(figures)}, 0 mixed`)
  }, 1_800_000)
})
