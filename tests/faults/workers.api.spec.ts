import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { HttpClient } from '../support/http-client.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'

const count = 2

/** The process ids of the workers that got ready so far, oldest first. */
const workersOf = (app: SpawnedApp): number[] =>
  [...app.output().matchAll(/"worker":(\d+),"msg":"a worker is ready"/g)].map(([, pid]) => Number(pid))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('several processes on one port (WEB_CONCURRENCY)', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const end of ends) await end()
  })

  it('given a worker that is killed, then the others answer, another takes its place, and a stop ends them all', async () => {
    const database = await createTestDatabase()
    ends.push(() => database.drop())
    const app = await spawnApp({
      env: {
        WEB_CONCURRENCY: String(count),
        DATABASE_URL: database.url,
        DATABASE_ADMIN_URL: database.adminUrl,
        LOG_LEVEL: 'info',
      },
    })
    ends.unshift(() => app.clean())
    const client = new HttpClient(app.url)
    await expect.poll(() => workersOf(app).length).toBe(count)
    const [first, second] = workersOf(app)
    // Each keeps ten megabytes less.
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${second}/environ`, 'utf8').split('\0')).toContain('MALLOC_ARENA_MAX=2')

    process.kill(first!, 'SIGKILL')
    // The request that the dying process had already taken is lost; every one after it is answered.
    const ready = (): Promise<unknown> => client.get('/readyz').then(({ body }) => body.status, String)
    await expect.poll(ready).toBe('ready')
    for (let request = 0; request < 20; request += 1) expect(await ready()).toBe('ready')
    await expect.poll(() => workersOf(app).length, { timeout: 30_000 }).toBe(count + 1)
    expect(isAlive(second!)).toBe(true)

    expect(await app.stop()).toBe(0)
    expect(workersOf(app).filter(isAlive)).toEqual([])
  })

  it('given a wrong setting, then no worker is left behind and the start ends', async () => {
    const failed = spawnApp({
      env: { WEB_CONCURRENCY: '2', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
    })
    await expect(failed).rejects.toThrow(/DATABASE_URL: nothing answers at 127.0.0.1:1 \(ECONNREFUSED\)/)
  })

  it('given what only a worker stumbles over, then no worker is left behind and the start ends', async () => {
    const broken = await createTestDatabase()
    const superuser = new Client({ connectionString: broken.superUrl })
    await superuser.connect()
    await superuser.query('drop table platform_settings cascade')
    await superuser.end()
    const failed = spawnApp({
      env: {
        WEB_CONCURRENCY: '2',
        DATABASE_URL: broken.url,
        DATABASE_ADMIN_URL: broken.adminUrl,
      },
    })
    await expect(failed).rejects.toThrow(/platform_settings[\s\S]*A worker ended with 1 before it was ready/)
    await broken.drop()
  })
})
