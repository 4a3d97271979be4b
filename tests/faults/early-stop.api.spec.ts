import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { HttpClient } from '../support/http-client.ts'
import { spawnApp } from '../support/spawn-app.ts'

const main = join(import.meta.dirname, '../../bin/start.mjs')
const folders: string[] = []

async function newDataDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'veralead-early-'))
  await chmod(path, 0o755)
  folders.push(path)
  return path
}

interface Begun {
  child: ChildProcess
  output(): string
  ended: Promise<number | null>
}

function begin(env: Record<string, string>): Begun {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    child,
    output: () => output,
    ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
  }
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

describe('a start that does not reach its end', { timeout: 180_000 }, () => {
  it('given a taken port, then one line says so and nothing is made', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const port = (taken.address() as { port: number }).port
    const dataDir = await newDataDir()
    try {
      const { ended, output } = begin({ PORT: String(port), DATA_DIR: dataDir })
      expect(await ended).toBe(1)
      expect(output()).toContain(`${port} is taken by another process`)
      expect(output()).not.toContain('administrator command')
      expect(await readdir(dataDir)).toEqual([])
    } finally {
      taken.close()
    }
  })

  it.each([
    ['SIGINT', 'while PostgreSQL makes its files', 'postgres.new-', 0],
    ['SIGTERM', 'as soon as PostgreSQL runs', 'postgres/data/postmaster.pid', 0],
    ['SIGINT', 'one second later', 'postgres/data/postmaster.pid', 1_000],
    ['SIGINT', 'three seconds later', 'postgres/data/postmaster.pid', 3_000],
  ] as const)(
    'given %s %s, then it ends quietly and leaves no database server',
    async (signal, _when, file, ms) => {
      const dataDir = await newDataDir()
      const { child, ended, output } = begin({ PORT: String(await freePort()), DATA_DIR: dataDir })
      await appears(dataDir, file)
      await pause(ms)
      child.kill(signal)
      expect(await ended).toBe(0)
      expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
      expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
      expect(output()).not.toMatch(/administrator command|Error|^ {4}at /m)
    },
  )

  it('given a failure after the database has started, then what was opened is closed without further errors', async () => {
    const dataDir = await newDataDir()
    // The account of the first member of staff is made last, and its password is refused there.
    const { ended, output } = begin({
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'no-capital-1',
    })
    expect(await ended).toBe(1)
    expect(output()).toContain('ADMIN_PASSWORD is refused')
    expect(output()).not.toContain('administrator command')
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
  })
})

/** As root on Linux a small disk can be made. */
const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'true']).status === 0

it.runIf(canMount)(
  'given a disk that is too small for the database, then one line names it and what to do',
  async () => {
    const dataDir = await newDataDir()
    // In a mount namespace of its own, which ends with the process.
    const mount = 'mount -t tmpfs -o size=40m,mode=755 tmpfs "$DATA_DIR" && exec "$0" "$@"'
    const { status, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', mount, process.execPath, main], {
      env: { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^The database has no room left: make room on the disk of \S+, or set DATA_DIR [^\n]+\n$/,
    )
    expect(stderr).toContain(dataDir)
  },
  180_000,
)

describe('a first start', { timeout: 180_000 }, () => {
  it('given that it is under way, then requests are answered with 503 and Retry-After, and /healthz with 200', async () => {
    const port = await freePort()
    const { child, ended, output } = begin({ PORT: String(port), DATA_DIR: await newDataDir() })
    try {
      const site = await firstAnswer(`http://127.0.0.1:${port}/`)
      expect(output()).not.toContain('Ready on')
      expect(site.status).toBe(503)
      expect(Number(site.headers.get('retry-after'))).toBeGreaterThan(0)
      const api = await fetch(`http://127.0.0.1:${port}/api/site/config`)
      expect([api.status, ((await api.json()) as { code: string }).code]).toEqual([503, 'STARTING'])
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  })

  it('given a generated password, then it is kept in a file until its account signs in', async () => {
    const dataDir = await newDataDir()
    const file = join(dataDir, 'first-staff')
    const env = { ADMIN_PASSWORD: '', ADMIN_USERNAME: 'chief' }
    const first = await spawnApp({ dataDir, env })
    const [, password = ''] = /First staff account: chief \/ (\S+)/.exec(first.output()) ?? []
    expect(password.length).toBeGreaterThanOrEqual(16)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain(password)
    await first.stop()

    const second = await spawnApp({ dataDir, env })
    expect(second.output()).toContain(file)
    expect(second.output()).not.toContain(password)
    const login = (username: string, secret: string) =>
      new HttpClient(second.url).post('/api/auth/login', { username, password: secret })
    expect((await login('chief', 'not-the-password')).status).toBe(401)
    expect(existsSync(file)).toBe(true)
    expect((await login('chief', password)).status).toBe(200)
    expect(existsSync(file)).toBe(false)
    await second.stop()
  })
})

/** Waits for a file, or for a name in the folder that begins like this. */
async function appears(folder: string, name: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(10)) {
    if (existsSync(join(folder, name))) return
    if ((await readdir(folder)).some((each) => each.startsWith(name))) return
  }
  throw new Error(`${name} does not appear in ${folder}`)
}

/** The first answer of an address to which nothing listens yet. */
async function firstAnswer(url: string): Promise<Response> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(20)) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer !== undefined) return answer
  }
  throw new Error(`${url} does not answer`)
}
