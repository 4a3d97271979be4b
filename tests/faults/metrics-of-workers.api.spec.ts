import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { countedIn, faultsOf, sampleOf } from '../support/exposition.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'

const scrapes = 20

/** Makes a process say at its end whether it loaded OpenTelemetry. Its API is loaded by prom-client, too. */
const tellLoaded = `--import=data:text/javascript,${encodeURIComponent(`
  import { Module } from 'node:module'
  process.on('exit', () => {
    const loaded = Object.keys(Module._cache)
    console.log('loaded', loaded.some((path) => path.includes('/prom-client/')), loaded.some((path) => /@opentelemetry.(?!api.)/.test(path)))
  })`)}`

/** A connection of its own each time, so that whichever worker accepts it answers. */
const get = async (app: SpawnedApp, path: string): Promise<string> =>
  (await fetch(new URL(path, app.url), { headers: { connection: 'close' } })).text()

const workersOf = (app: SpawnedApp): number[] =>
  [...app.output().matchAll(/"worker":(\d+),"msg":"a worker is ready"/g)].map(([, pid]) => Number(pid))

describe('/metrics of several processes (WEB_CONCURRENCY)', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const end of ends) await end()
  })

  it(`given two workers of which one is killed, when they are scraped ${scrapes} times, then no counter goes down and no request is missing`, async () => {
    const database = await createTestDatabase()
    ends.push(() => database.drop())
    const app = await spawnApp({
      env: {
        WEB_CONCURRENCY: '2',
        DATABASE_URL: database.url,
        DATABASE_ADMIN_URL: database.adminUrl,
        LOG_LEVEL: 'info',
        NODE_OPTIONS: tellLoaded,
      },
    })
    ends.unshift(() => app.clean())
    await expect.poll(() => workersOf(app).length).toBe(2)
    const [first] = workersOf(app)
    const health = { route: '/healthz', status: '200' }
    let before = new Map<string, number>()
    let asked = 0
    for (let round = 1; round <= scrapes; round += 1) {
      // At once, so that both workers get some.
      await Promise.all(Array.from({ length: 6 }, () => get(app, '/healthz')))
      asked += 6
      // A request is counted when its connection has closed, which may be just after its answer.
      const counted = async (): Promise<number | undefined> => {
        const text = await get(app, '/metrics')
        expect(faultsOf(text)).toEqual([])
        const now = countedIn(text)
        for (const [series, value] of before) expect(now.get(series), series).toBeGreaterThanOrEqual(value)
        before = now
        return sampleOf(text, 'veralead_http_requests_total', health)
      }
      await expect.poll(counted).toBe(asked)
      if (round === scrapes / 2) {
        process.kill(first!, 'SIGKILL')
        await expect.poll(() => workersOf(app).length, { timeout: 60_000 }).toBe(3)
      }
    }
    const last = await get(app, '/metrics')
    expect(sampleOf(last, 'veralead_processes')).toBe(2)
    expect(sampleOf(last, 'veralead_database_up')).toBe(1)
    // Of the whole installation, not once per worker: each worker may hold eight.
    expect(sampleOf(last, 'veralead_database_connections_limit')).toBe(16)
    expect(await app.stop()).toBe(0)
    // Without a collector OpenTelemetry is not loaded; prom-client is, so that this looks in the right place.
    expect(app.output()).toContain('loaded true false')
    expect(app.output()).not.toContain('loaded true true')
  }, 120_000)
})
