import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { isAlive, readPidFile } from '#platform/database/embedded/pid-file.ts'
import { currentBundle } from '../../bin/bundle.mjs'
import { eventually } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { HttpClient } from '../support/http-client.ts'
import { newDataDir, type SpawnedApp, spawnApp } from '../support/spawn-app.ts'

const main = join(import.meta.dirname, '../../bin/start.mjs')

/** Runs `bin/start.mjs` until it ends, or is stopped when it is ready; what it printed and its exit code. */
function startAndEnd(
  env: Record<string, string>,
  options: { cwd?: string; uid?: number } = {},
  command = [main],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      env: { PATH: process.env.PATH ?? '', ...env },
      ...options,
    })
    let told = false
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (!told && output.includes('Ready on')) told = child.kill('SIGTERM')
      })
    child.once('exit', (code) => resolve({ code, output }))
  })
}

describe('starting the product with nothing configured', { timeout: 180_000 }, () => {
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

  it('given SIGTERM, and again at once as from npm and a terminal, then it ends with 0', async () => {
    const app = apps.pop()!
    const server = readPidFile(join(app.dataDir, 'postgres'))!.pid
    const ended = app.stop()
    await pause(50)
    app.child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await eventually(async () => !isAlive(server), 30)
    await app.clean()
  })

  it.each([
    ['SIGTERM', 'npm, as a service manager does', (npm: number) => npm],
    ['SIGINT', 'the group, as Ctrl-C does', (npm: number) => -npm],
    ['SIGHUP', 'the group, as a closed terminal does', (npm: number) => -npm],
  ] as const)(
    'given npm start, when %s is sent to %s, then site and database server end',
    async (signal, _to, target) => {
      const dataDir = await newDataDir()
      const port = await freePort()
      const npm = spawn('npm', ['start'], {
        cwd: join(main, '../..'),
        detached: true,
        env: {
          PATH: process.env.PATH ?? '',
          HOME: process.env.HOME ?? '',
          PORT: String(port),
          DATA_DIR: dataDir,
        },
      })
      let output = ''
      npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
      npm.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
      const ended = new Promise((resolve) => npm.once('exit', resolve))
      await eventually(async () => output.includes('Ready on'), 120)
      const server = readPidFile(join(dataDir, 'postgres'))?.pid
      expect(server).toBeGreaterThan(0)
      process.kill(target(npm.pid!), signal)
      await ended
      await eventually(async () => !isAlive(server!), 30)
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
      // Its own processes end a moment after the database server.
      await eventually(async () => !isGroupAlive(npm.pid!), 10)
      await rm(dataDir, { recursive: true, force: true })
    },
  )

  it.each([
    ['PORT', { PORT: 'http' }],
    ['ADMIN_USERNAME', { ADMIN_USERNAME: '_hunter2' }],
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

  it.runIf(process.getuid?.() === 0)(
    'given a folder that the user may not write, then start and command end with one line that says what to do',
    async () => {
      // As root every folder can be written.
      const nobody = 65_534
      const cwd = await mkdtemp(join(tmpdir(), 'veralead-start-'))
      const database = await createTestDatabase()
      const env = { PORT: String(await freePort()), DATABASE_URL: database.url }
      const staff = join(main, '../../src/server/cli/staff-create.ts')
      const commands: [string[], number][] = [
        [[main], 1],
        [[staff, '--username', 'anna', '--role', 'editor'], 2],
      ]
      for (const [command, expected] of commands) {
        const { code, output } = await startAndEnd(env, { cwd, uid: nobody }, command)
        expect(code).toBe(expected)
        expect(output).toMatch(/^\S+\.data cannot be written by this user \(EACCES\): set DATA_DIR [^\n]*\n$/)
      }
      await database.drop()
      await rm(cwd, { recursive: true })
    },
  )
})

function isGroupAlive(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

/** What a process imports, in its order: written to this file when it ends. */
const telling = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { writeFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({
      load(url, context, next) {
        if (url.startsWith('file:')) loaded.push(decodeURIComponent(new URL(url).pathname))
        return next(url, context)
      },
    })
    process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify(loaded)))`)}`

/** The packages that these parts of a bundle were made from, without those that other packages bring along. */
function packagesIn(bundle: string, parts: string[]): string[] {
  const modules: Record<string, string[]> = JSON.parse(readFileSync(join(bundle, 'modules.json'), 'utf8'))
  const read = parts
    .filter((each) => each.startsWith(bundle))
    .flatMap((part) => modules[basename(part)] ?? [])
  const { dependencies } = JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8'))
  return packagesOf(read).filter((name) => name in dependencies)
}

/** The names of the packages that these files belong to. */
function packagesOf(files: string[]): string[] {
  const names = files.map((file) => /(?<=.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  return [...new Set(names.filter((name) => name !== undefined))].sort()
}

/** What an idle process keeps in memory. A package that is needed now and then is imported when it is. */
const packagesOfStart = [
  '@mikro-orm/core',
  '@mikro-orm/postgresql',
  'canonicalize',
  'close-with-grace',
  'cookie',
  'csv-parse',
  'express',
  'fast-xml-parser',
  'fresh',
  'helmet',
  'ical-generator',
  'inversify',
  'jsvat',
  'kysely',
  'mime-types',
  'negotiator',
  'otpauth',
  'pg',
  'pg-boss',
  'pg-connection-string',
  'pg-copy-streams',
  'pino',
  'rate-limiter-flexible',
  'reflect-metadata',
  'uqr',
  'zod',
]

describe('starting in production', () => {
  it('given a public site, then everything that it prints is lines of JSON, one of them what is real', async () => {
    execFileSync(process.execPath, [join(main, '../../apps/web/build.ts'), '--if-changed'], { env: {} })
    const database = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'veralead-start-'))
    const loaded = join(dataDir, 'loaded.json')
    const env = {
      APP_ENV: 'production',
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      SHUTDOWN_DELAY: '0',
      ALLOW_INVENTED_PEOPLE: 'true',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      STRIPE_SECRET_KEY: 'sk_test_nobody',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
      STRIPE_WEBHOOK_SECRET: 'whsec_nobodyKnows1234',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Northwind <hello@northwind.example>',
      PUBLIC_URL: 'https://www.northwind.example',
      SESSION_SECRET: 'kV3n8rQz1xT6wYb4mLc9pHs2dFg7jKa5',
      ADMIN_PASSWORD: 'Quiet-Lantern-orbit-42',
    }
    const { code, output } = await startAndEnd(env, {}, ['--import', telling(loaded), main])
    const parts = JSON.parse(readFileSync(loaded, 'utf8')) as string[]
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
    expect(code, output).toBe(0)
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'info',
        msg: expect.stringMatching(/^Ready on http:\/\/localhost:\d+$/),
        publicUrl: 'https://www.northwind.example',
        parts: expect.objectContaining({
          Payments: 'real: Stripe, test keys',
          Mail: 'real: SMTP at 127.0.0.1:9',
        }),
      }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'Stripe runs with test keys: no money moves.' }),
    )
    // A start runs the bundle: no file of the sources, and beside it only packages that this one had to ask at once.
    const bundle = currentBundle(join(main, '../..'))!
    expect(parts.filter((part) => part.startsWith(bundle)).length).toBeGreaterThan(0)
    expect(parts.filter((part) => /\/src\//.test(part.replace(/.*\/node_modules\//, '')))).toEqual([])
    // A busy machine computes the hash of the first password beside the threads.
    const beside = packagesOf(parts).filter((name) => !name.startsWith('@node-rs/argon2'))
    expect(beside).toEqual(['stripe', 'tinypool'])
    expect(packagesIn(bundle, parts)).toEqual(packagesOfStart)
  })
})
