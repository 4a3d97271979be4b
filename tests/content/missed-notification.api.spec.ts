import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ServedContent } from '../../src/rooms.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let superuser: Client
beforeAll(async () => {
  app = await startApp()
  superuser = new Client({ connectionString: app.database.superUrl })
  await superuser.connect()
})
afterAll(async () => {
  await superuser?.end()
  await app?.stop()
})

it('given content saved while the notification connection was away, when it is back, then the content is served', async () => {
  const content = app.house.container.get(ServedContent)
  // As if the notification had been sent while nobody listened.
  const { rows } = await superuser.query<{ version: number }>(
    `with saved as (
       insert into content_version (channel, kind, tree, saved_by, saved_at)
       select channel, 'save', tree, 'x', now() from content_version where version = $1 returning version)
     update content_channel set version = (select version from saved) where channel = $2 returning version`,
    [content.saved.version, content.channel],
  )
  expect(content.saved.version).toBeLessThan(rows[0]!.version)
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'veralead-listen' and datname = current_database()`,
  )
  await expect.poll(() => content.saved.version, { timeout: 10_000 }).toBe(rows[0]!.version)
})
