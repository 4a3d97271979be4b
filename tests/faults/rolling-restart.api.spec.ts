import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { openBalancer, type SteadyLoad, steadyLoad } from './support/steady-load.ts'

const long = process.env.LONG === '1'
const rounds = long ? 10 : 2
const perSecond = long ? 100 : 40
const timeout = long ? 1_800_000 : 300_000

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function installation(env: Record<string, string>) {
  const database = await createTestDatabase()
  ends.push(() => database.drop())
  return (port?: number): Promise<SpawnedApp> =>
    spawnApp({
      ...(port === undefined ? {} : { port }),
      env: {
        DATABASE_URL: database.url,
        DATABASE_ADMIN_URL: database.adminUrl,
        SESSION_SECRET: 'the-tests-own-session-secret-of-48-characters-00',
        LOG_LEVEL: 'info',
        ...env,
      },
    })
}

async function expectNoneLost(load: SteadyLoad, what: string): Promise<void> {
  await load.stop()
  const { answered, failures } = load.counts()
  console.log(`${what}: ${answered} answered, ${failures.length} lost`)
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(100)
}

describe('restarts under load', () => {
  it(
    'given two processes behind a balancer, when each is restarted in turn, then no request is lost',
    async () => {
      const start = await installation({ SHUTDOWN_DELAY: '2' })
      const apps = [await start(), await start()]
      ends.push(async () => {
        for (const app of apps) await app.stop()
        for (const app of apps) await app.clean()
      })
      const balancer = await openBalancer(apps.map(({ port }) => port))
      ends.push(balancer.close)
      const load = steadyLoad(balancer.port, perSecond)
      await pause(1_000)
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, app] of apps.entries()) {
          expect(await app.stop()).toBe(0)
          await app.clean()
          apps[index] = await start(app.port)
          // As a deploy waits: the other one goes when the balancer sends requests to this one.
          await expect.poll(balancer.ready, { timeout: 60_000 }).toBe(2)
        }
      }
      await expectNoneLost(load, `${rounds} rounds, two processes behind a balancer`)
    },
    timeout,
  )

  it(
    'given several workers on one port, when SIGHUP replaces them one after the other, then no request is lost',
    async () => {
      const start = await installation({ WEB_CONCURRENCY: '2' })
      const app = await start()
      ends.push(async () => {
        await app.stop()
        await app.clean()
      })
      const replacements = () => app.output().match(/"all workers were replaced"/g)?.length ?? 0
      const load = steadyLoad(app.port, perSecond)
      await pause(1_000)
      for (let round = 1; round <= rounds; round += 1) {
        app.child.kill('SIGHUP')
        await expect.poll(replacements, { timeout: 90_000 }).toBe(round)
      }
      const workers = [...app.output().matchAll(/"worker":(\d+),"msg":"a worker is ready"/g)]
      expect(new Set(workers.map(([, pid]) => pid)).size).toBe(2 + 2 * rounds)
      // One that is asked to stop by itself leaves the port to the other and is replaced.
      process.kill(Number(workers.at(-1)![1]), 'SIGTERM')
      await expect.poll(() => app.output(), { timeout: 60_000 }).toContain('"a worker stopped"')
      await expectNoneLost(load, `${rounds} rounds, workers replaced by SIGHUP`)
    },
    timeout,
  )
})
