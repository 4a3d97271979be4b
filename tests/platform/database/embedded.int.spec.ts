import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canEnter, serverAccount } from '#platform/database/embedded/account.ts'
import { findBinaries } from '#platform/database/embedded/binaries.ts'
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const childPath = new URL('embedded-child.ts', import.meta.url).pathname
const settings = { fsync: 'off' }

interface ChildAnswer extends Partial<EmbeddedPostgres> {
  error?: string
  lines?: string[]
}

describe('the embedded PostgreSQL', () => {
  let folder: string
  let dataDir: string
  const servers: EmbeddedPostgres[] = []
  const children: ChildProcess[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'veralead-embedded-'))
    chmodSync(folder, 0o755)
    dataDir = join(folder, 'data')
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.stdin?.end()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    for (const server of servers.splice(0)) await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const options = (more: Partial<EmbeddedOptions> = {}): EmbeddedOptions => ({
    dataDir,
    explicit: false,
    sharedRoot: join(folder, 'shared'),
    settings,
    log: () => undefined,
    ...more,
  })
  async function start(more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres(options(more))
    servers.push(server)
    return server
  }
  async function startChild(
    more: Partial<EmbeddedOptions> = {},
    uid?: number,
  ): Promise<[ChildProcess, ChildAnswer]> {
    const child = spawn(process.execPath, [childPath, JSON.stringify(options(more))], {
      stdio: ['pipe', 'pipe', 'inherit'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    children.push(child)
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    return [child, JSON.parse(line) as ChildAnswer]
  }
  const pid = (server: ChildAnswer) =>
    Number(readFileSync(join(server.location ?? '', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  async function ask(url: string | undefined, text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url ?? '' })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  const runs = (url: string | undefined) =>
    ask(url, 'select 1').then(
      () => true,
      () => false,
    )

  it('given nothing, then it makes a cluster with both roles, local, with passwords, and a later start finds the data', async () => {
    const first = await start()
    expect(await ask(first.url, 'select current_user as role, current_database() as db')).toEqual([
      { role: 'veralead_app', db: 'veralead' },
    ])
    await ask(first.adminUrl, 'create table kept as select 42 as answer')
    await expect(ask(first.url, 'create table mine (id int)')).rejects.toThrow('permission denied')
    await expect(ask(first.url, 'set role veralead_owner')).rejects.toThrow('permission denied')
    await expect(ask(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
    expect(await ask(first.superUrl, `select current_setting('listen_addresses') as on`)).toEqual([
      { on: '127.0.0.1' },
    ])
    expect(statSync(join(first.location, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(first.location).toBe(join(dataDir, 'postgres'))
    await first.stop()
    expect(await runs(first.url)).toBe(false)

    const second = await start()
    expect(await ask(second.adminUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('given its process was killed, then the server lives on and the next start adopts it', async () => {
    const [child, given] = await startChild()
    const server = pid(given)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const adopted = await start()
    expect(pid(adopted)).toBe(server)
    expect(adopted.url).toBe(given.url)
    await adopted.stop()
    expect(await runs(given.url)).toBe(false)
  })

  it('given the server was killed too, then the next start recovers what was committed', async () => {
    const first = await start()
    await ask(first.adminUrl, 'create table kept as select 42 as answer')
    process.kill(pid(first), 'SIGKILL')
    const second = await start()
    expect(await ask(second.adminUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('given a pid file whose pid belongs to another program by now, then it starts all the same', async () => {
    const first = await start()
    const file = join(first.location, 'data', 'postmaster.pid')
    const text = readFileSync(file, 'utf8')
    await first.stop()
    const account = serverAccount()
    // Of the same user: of another one PostgreSQL itself would see that it cannot be a server.
    const other = spawn('sleep', ['60'], account === undefined ? {} : { uid: account.uid, gid: account.gid })
    try {
      writeFileSync(file, text.replace(/^\d+/, String(other.pid)))
      if (account !== undefined) await chown(file, account.uid, account.gid)
      expect(await runs((await start()).url)).toBe(true)
    } finally {
      other.kill()
    }
  })

  it('given several starts at once on nothing, then they make one cluster, share its server, and the last one stops it', async () => {
    const [[child, there], ...here] = await Promise.all([startChild(), start(), start()])
    expect(new Set([there.url, ...here.map(({ url }) => url)]).size).toBe(1)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
    const [one, two] = here
    await one?.stop()
    expect(await runs(there.url)).toBe(true)
    child.stdin?.end()
    await once(child, 'exit')
    expect(await runs(there.url)).toBe(true)
    await two?.stop()
    expect(await runs(there.url)).toBe(false)
  })

  it('given the last one leaves while another comes, then the other has a server', async () => {
    for (let round = 0; round < 4; round += 1) {
      const leaving = await start()
      const [, coming] = await Promise.all([leaving.stop(), start()])
      expect(await ask(coming.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await coming.stop()
    }
  })

  it('given an initdb that was cut short, then its remains are cleared and a whole cluster is made', async () => {
    const ended = spawn('true')
    await once(ended, 'exit')
    const remains = join(dataDir, `postgres.new-${ended.pid}-0badcafe`)
    await mkdir(join(remains, 'data'), { recursive: true })
    writeFileSync(join(remains, 'data', 'PG_VERSION'), '17\n')
    await start()
    expect(existsSync(remains)).toBe(false)
  })

  it('given a folder of somebody else in the place of the cluster, then it is left alone and the line says so', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'diary.txt'), 'private')
    await expect(start()).rejects.toThrow(/postgres exists and is not a database of this product/)
    expect(readFileSync(join(dataDir, 'postgres', 'diary.txt'), 'utf8')).toBe('private')
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  it('given a cluster of another PostgreSQL, then the line names both versions and nothing is touched', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(join(first.location, 'data', 'PG_VERSION'), '16\n')
    await expect(start()).rejects.toThrow(/of PostgreSQL 16, this release brings 17/)
  })

  it('given a database on it, when the server restarts, then the same Database goes on', async () => {
    const port = String(20_000 + (process.pid % 20_000))
    const first = await start({ settings: { ...settings, port } })
    const db = await PostgresDatabase.open({ url: first.url })
    try {
      const heard = vi.fn()
      await db.listen('news', heard)
      const cut = db.sql.query('select pg_sleep(4)').catch((error: Error) => error)
      const held = db
        .transaction(async ({ sql }) => {
          await sql.query('select pg_sleep(4)')
        })
        .catch((error: Error) => error)
      await db.sql.query('select 1')
      await first.stop()
      expect(await cut).toBeInstanceOf(Error)
      expect(await held).toBeInstanceOf(Error)
      // A connection of the pool may end during the first statement.
      await vi.waitFor(() => expect(db.sql.query('select 1')).rejects.toMatchObject({ kind: 'unavailable' }))
      await start({ settings: { ...settings, port } })
      expect(await db.sql.query('select 1 as one')).toEqual([{ one: 1 }])
      await vi.waitFor(() => expect(heard.mock.calls).toEqual([['']]), 6_000)
    } finally {
      await db.close()
    }
  })

  describe.runIf(isRoot)('as root', () => {
    it('given a data directory that PostgreSQL may enter, then its user owns the cluster and runs the server', async () => {
      const server = await start()
      const account = serverAccount()
      expect(statSync(join(server.location, 'data')).uid).toBe(account?.uid)
      expect(statSync(`/proc/${pid(server)}`).uid).toBe(account?.uid)
    })

    it('given a checkout below a 0700 folder, then binaries and cluster are outside, it says where, and stays there', async () => {
      const home = join(folder, 'home')
      await mkdir(home, { mode: 0o700 })
      const real = await findBinaries()
      const binaries = { root: join(home, 'native'), version: real.version }
      await cp(real.root, binaries.root, { recursive: true, verbatimSymlinks: true })
      const lines: string[] = []
      const inside = { dataDir: join(home, '.data'), binaries, log: (line: string) => lines.push(line) }

      const first = await start(inside)
      expect(first.location.startsWith(join(folder, 'shared'))).toBe(true)
      expect(lines).toEqual([expect.stringContaining(first.location)])
      await ask(first.adminUrl, 'create table kept as select 42 as answer')
      await first.stop()

      // Opening the folder later must not look like an empty database.
      chmodSync(home, 0o755)
      const second = await start(inside)
      expect(second.location).toBe(first.location)
      expect(await ask(second.adminUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
    })

    it('given a checkout below a 0700 folder that was moved, then it says where the old database is, until that is moved, too', async () => {
      const home = join(folder, 'home')
      const lines: string[] = []
      const at = (checkout: string) => ({
        dataDir: join(home, checkout, '.data'),
        log: (line: string) => lines.push(line),
      })
      await mkdir(join(home, 'old'), { recursive: true, mode: 0o700 })
      chmodSync(home, 0o700)
      const first = await start(at('old'))
      await ask(first.adminUrl, 'create table kept as select 42 as answer')
      await first.stop()
      await rename(join(home, 'old'), join(home, 'new'))
      lines.length = 0

      const second = await start(at('new'))
      expect(second.location).not.toBe(first.location)
      const told = lines.find((line) => line.includes(first.location)) ?? ''
      expect(told).toMatch(/ is not used: to go on with it, stop the site and run: mv /)
      await second.stop()
      lines.length = 0
      await (await start(at('new'))).stop()
      expect(lines).toContain(told)

      execFileSync('sh', ['-c', told.slice(told.indexOf('mv '))])
      lines.length = 0
      const last = await start(at('new'))
      expect(await ask(last.adminUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
      expect(lines).toEqual([expect.stringContaining(`The embedded database is in ${last.location}`)])
    })

    it('given an explicit DATA_DIR that PostgreSQL may not enter, then it stops with one line', async () => {
      await mkdir(dataDir, { mode: 0o700 })
      await expect(start({ explicit: true })).rejects.toThrow(
        /^DATA_DIR .* cannot be entered by the system user "[^\n]*$/,
      )
      expect(readdirSync(dataDir)).toEqual([])
    })

    const reachable = canEnter(
      { name: 'nobody', uid: nobody, gid: nobody },
      new URL('.', import.meta.url).pathname,
    )
    it.runIf(reachable)(
      'given an ordinary user, then it runs the server as itself, and root joins it later',
      async () => {
        await mkdir(dataDir)
        await chown(dataDir, nobody, nobody)
        const [child, given] = await startChild({}, nobody)
        expect(given.error).toBeUndefined()
        expect(statSync(`/proc/${pid(given)}`).uid).toBe(nobody)
        expect((await start()).url).toBe(given.url)
        child.stdin?.end()
        await once(child, 'exit')
        expect(await runs(given.url)).toBe(true)
        await servers[0]?.stop()
        rmSync(join(dataDir, 'postgres', 'server.log'))
        const again = await start()
        expect(statSync(`/proc/${pid(again)}`).uid).toBe(nobody)
      },
    )
  })
})
