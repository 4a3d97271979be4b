import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admin } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { HttpClient } from '../support/http-client.ts'
import { spawnApp } from '../support/spawn-app.ts'

const build = join(import.meta.dirname, '../../apps/web/build.ts')

test('given a Node that loads no TypeScript, then a built site hashes, checks and exports: its threads are in the bundle', async () => {
  execFileSync(process.execPath, [build, '--if-changed'], { env: {} })
  const database = await createTestDatabase()
  const app = await spawnApp({
    env: {
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      NODE_OPTIONS: '--no-experimental-strip-types',
    },
  })
  try {
    const client = new HttpClient(app.url)
    expect((await client.post('/api/auth/login', admin)).status).toBe(200)
    expect((await client.get('/api/finance/integrity')).body).toMatchObject({ success: true, ok: true })
    expect((await client.get('/api/finance/events.csv')).text).toMatch(/^\W?position,order_id/)
  } finally {
    await app.stop()
    await app.clean()
    await database.drop()
  }
})
