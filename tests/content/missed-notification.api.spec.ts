import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { contactSettings } from '#platform/settings/contact-settings.ts'
import { Settings } from '#platform/settings/settings.ts'
import { ServedContent } from '../../src/server/services.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let superuser: Client
beforeAll(async () => {
  // The look of every half minute is the test's to start.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = await startApp()
  superuser = new Client({ connectionString: app.database.superUrl })
  await superuser.connect()
})
afterAll(async () => {
  await superuser?.end()
  await app?.stop()
  vi.useRealTimers()
})

/** Saves content as if its notification had been sent while nobody listened. @returns its version */
async function saveUnheard(content: ServedContent): Promise<number> {
  const { rows } = await superuser.query<{ version: number }>(
    `with saved as (
       insert into content_version (channel, kind, tree, uploads, saved_by, saved_at)
       select channel, 'save', tree, uploads, 'x', now() from content_version where version = $1 returning version)
     update content_channel set version = (select version from saved) where channel = $2 returning version`,
    [content.saved.version, content.channel],
  )
  expect(content.saved.version).toBeLessThan(rows[0]!.version)
  return rows[0]!.version
}

it('given content saved while the notification connection was away, when it is back, then the content is served', async () => {
  const content = app.site.container.get(ServedContent)
  const version = await saveUnheard(content)
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'veralead-listen' and datname = current_database()`,
  )
  await expect.poll(() => content.saved.version, { timeout: 10_000 }).toBe(version)
})

it('given notifications that never come, then content and settings are the new ones within half a minute', async () => {
  const content = app.site.container.get(ServedContent)
  const settings = app.site.container.get(Settings)
  const phone = async (): Promise<string> => (await settings.read(contactSettings)).supportPhone
  expect(await phone()).not.toBe('+1 555 010 0177')
  await superuser.query(
    `insert into platform_settings (key, value, updated_by) values ($1, '{"supportPhone": "+1 555 010 0177"}', 'x')`,
    [contactSettings.key],
  )
  const version = await saveUnheard(content)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(content.saved.version).toBeLessThan(version)
  vi.advanceTimersByTime(30_000)
  await expect.poll(() => content.saved.version).toBe(version)
  await expect.poll(phone).toBe('+1 555 010 0177')
})
