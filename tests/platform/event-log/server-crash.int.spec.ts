import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.ts'
import { AppError } from '#platform/kernel/error.ts'
import { freePort } from '../../support/free-port.ts'
import { event, item, openTestLog, row, type TestLog } from './test-log.ts'

const kills = process.env.LONG === '1' ? 20 : 4
const writers = 16
let dataDir: string
let port: number
let server: EmbeddedPostgres
let test: TestLog

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'veralead-crash-'))
  port = await freePort()
  server = await startServer()
  test = await openTestLog({ superUrl: server.superUrl })
})
afterAll(async () => {
  await test.close()
  await server.stop()
  await Promise.all([dataDir, server.location].map((path) => rm(path, { recursive: true, force: true })))
})

/** With fsync, as in production: what was acknowledged must be on the disk. */
function startServer(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    explicit: false,
    log: () => undefined,
    settings: { port: String(port) },
  })
}

/** The postmaster and every backend at once, as when the machine loses its power. */
async function killServer(): Promise<void> {
  const postmaster = Number(
    (await readFile(join(server.location, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
  const backends = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...backends.split('\n').map(Number)]) {
    if (pid <= 0) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

describe(`E-4: PostgreSQL killed ${kills} times under load`, () => {
  it('given writers that repeat blindly what was not acknowledged, then nothing acknowledged is lost, nothing is stored twice and the chain is whole', {
    timeout: 60_000 + kills * 30_000,
  }, async () => {
    const acknowledged = new Map<string, number>()
    let unacknowledged = 0
    let running = true
    const write = async (writer: number): Promise<void> => {
      for (let version = 0; running; version++) {
        const id = `${writer}-${version}`
        for (let stored = false; !stored; ) {
          try {
            const { positions, duplicate } = await test.log.append(
              item(`writer-${writer}`, version, [event(id)], { writes: [row(id, 1)] }),
            )
            if (duplicate) unacknowledged += 1
            acknowledged.set(id, positions[0]!)
            stored = true
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
            expect((error as AppError).kind).toBe('unavailable')
            await sleep(50)
          }
        }
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))

    for (let kill = 0; kill < kills; kill++) {
      const before = acknowledged.size
      await sleep(300 + Math.random() * 700)
      await killServer()
      server = await startServer()
      // Going on counts from the kill, not from before it.
      const after = Math.max(before, acknowledged.size)
      await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(after)
    }
    running = false
    await writing

    const events = new Map<string, number>()
    for await (const { sourceId, position } of test.log.scan()) events.set(sourceId, position)
    const { rows } = await test.pool.query<{ id: string }>('select id from test_row')
    console.log(
      `E-4: ${kills} kills, ${acknowledged.size} acknowledged, ${unacknowledged} committed before they were acknowledged`,
    )
    expect(events).toEqual(acknowledged)
    expect(rows.map(({ id }) => id).sort()).toEqual([...acknowledged.keys()].sort())
    expect(await test.log.verify()).toMatchObject({ ok: true, events: acknowledged.size })
  })
})
