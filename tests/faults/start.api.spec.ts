import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/app.ts'
import { HttpClient } from '../support/http-client.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'

const main = join(import.meta.dirname, '../../bin/start.mjs')

/** Runs `bin/start.mjs` until it ends; what it printed and its exit code. */
function startAndEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH ?? '', ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('exit', (code) => resolve({ code, output }))
  })
}

describe('starting the product with nothing configured', () => {
  const apps: SpawnedApp[] = []
  afterAll(async () => {
    for (const app of apps) {
      await app.stop()
      await app.clean()
    }
  })

  it('given a fresh machine, then it starts; a second one runs beside it; after kill -9 the data is there', async () => {
    const first = await spawnApp()
    apps.push(first)
    const second = await spawnApp()
    apps.push(second)
    const client = new HttpClient(first.url)
    const lead = {
      name: 'Survivor',
      phone_number: '+1 555 010 0000',
      email: 'survivor@example.com',
      company_name: 'Phoenix Ltd.',
      additional_message: '',
      lead_type: 'normal_lead',
    }
    expect((await client.post('/api/leads', lead)).status).toBe(200)
    await first.kill()
    const again = await spawnApp({ dataDir: first.dataDir, port: first.port })
    apps[0] = again
    await client.post('/api/auth/login', {
      username: 'admin',
      password: 'Test-admin-password-1',
      credentials: 'include',
    })
    expect((await client.get('/api/admin/leads?search=survivor')).body.total).toBe(1)
    expect((await new HttpClient(second.url).get('/readyz')).body.status).toBe('ready')
  })

  it('given a taken port, then the start ends and names PORT', async () => {
    const [running] = apps
    const { code, output } = await startAndEnd({ PORT: String(running!.port), DATA_DIR: running!.dataDir })
    expect(code).toBe(1)
    expect(output).toContain('PORT')
    expect(output).toContain(String(running!.port))
  })

  it('given SIGTERM, then it ends with 0', async () => {
    const app = apps.pop()!
    expect(await app.stop()).toBe(0)
    await app.clean()
  })

  it.each([
    ['PORT', { PORT: 'http' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://user:hunter2@db/x' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }],
    ['SESSION_SECRET', { APP_ENV: 'production', SESSION_SECRET: 'hunter2' }],
  ])('given a wrong %s, then the start ends, names it and prints no secret (R-11)', async (name, env) => {
    const { code, output } = await startAndEnd({ PORT: String(await freePort()), ...env })
    expect(code).toBe(1)
    expect(output).toContain(name)
    expect(output).not.toMatch(/hunter2/)
    expect(output).not.toContain('    at ')
  })
})
