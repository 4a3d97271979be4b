import { describe, expect, test } from 'vitest'
import { createLogger } from '#platform/telemetry/create-logger.ts'
import { LoadMeter } from '#platform/telemetry/process-load.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'

describe('timings', () => {
  test('given more than 100 samples, then the figures cover the last 100 and the count covers all (M-180, M-181, M-463)', () => {
    const telemetry = new RingTelemetry()
    for (let i = 0; i < 50; i++) telemetry.record('api', 'GET /x', 1_000)
    for (let i = 1; i <= 100; i++) telemetry.record('api', 'GET /x', i)
    expect(telemetry.stats()).toEqual([
      {
        category: 'api',
        name: 'GET /x',
        count: 150,
        average: 50.5,
        min: 1,
        max: 100,
        p50: 50,
        p95: 95,
        p99: 99,
      },
    ])
  })

  test('given a single sample, then every figure is that sample', () => {
    const telemetry = new RingTelemetry()
    telemetry.record('external', 'stripe', 0.25)
    const [stats] = telemetry.stats()
    expect(stats).toMatchObject({
      count: 1,
      average: 0.25,
      min: 0.25,
      max: 0.25,
      p50: 0.25,
      p95: 0.25,
      p99: 0.25,
    })
  })

  test('given what is no duration, then it is not counted', () => {
    const telemetry = new RingTelemetry()
    for (const wrong of [Number.NaN, -1, Number.POSITIVE_INFINITY]) telemetry.record('api', 'x', wrong)
    expect(telemetry.stats()).toEqual([])
  })

  test('given names made of values, then memory stays bounded and nothing is lost from the count', () => {
    const telemetry = new RingTelemetry()
    for (let i = 0; i < 2_000; i++) telemetry.record('api', `GET /users/${i}`, 0.1)
    const stats = telemetry.stats()
    expect(stats.length).toBeLessThanOrEqual(501)
    expect(stats.reduce((sum, each) => sum + each.count, 0)).toBe(2_000)
    expect(stats.at(-1)?.name).toBe('(other operations)')
  })

  test('given work that fails, then it is timed and fails all the same', async () => {
    const telemetry = new RingTelemetry()
    await expect(telemetry.time('database', 'select', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    expect(await telemetry.time('database', 'select', async () => 7)).toBe(7)
    expect(telemetry.stats()[0]?.count).toBe(2)
  })

  test('given 100,000 names, then memory stays bounded and every call is still counted', () => {
    const telemetry = new RingTelemetry()
    for (let i = 0; i < 100_000; i++) telemetry.record(i % 2 ? 'api' : 'database', `GET /users/${i}`, 0.1)
    const stats = telemetry.stats()
    expect(stats.length).toBeLessThanOrEqual(504)
    const of = (category: string) => stats.filter((each) => each.category === category)
    for (const category of ['api', 'database'])
      expect(of(category).reduce((sum, { count }) => sum + count, 0)).toBe(50_000)
    expect(telemetry.takeFigures().map(({ count }) => count)).toEqual([50_000, 50_000])
    expect(telemetry.takeFigures()).toEqual([])
  })

  test('given recording switched off, then nothing is counted', () => {
    const telemetry = new RingTelemetry()
    telemetry.recording = false
    telemetry.record('api', 'a', 1)
    telemetry.statement('select', 1, 'select 1')
    expect(telemetry.stats()).toEqual([])
    expect(telemetry.traces.take()).toEqual({ works: [], slow: [] })
  })
})

test('given a busy loop, then the load shows it as processor time and delay', async () => {
  const meter = new LoadMeter()
  meter.snapshot()
  await new Promise((resolve) => setTimeout(resolve, 60))
  const [began, before] = [performance.now(), process.cpuUsage()]
  const until = began + 200
  while (performance.now() < until);
  const spent = process.cpuUsage(before).user / 1000
  await new Promise((resolve) => setTimeout(resolve, 60))
  const load = meter.snapshot()
  const lasted = performance.now() - began + 60
  meter.stop()
  // Others may have had the processor meanwhile, and the waits took longer than they should: against what was spent.
  expect(load.cpu.user).toBeGreaterThan(spent / lasted / 2)
  expect(load.cpu.user).toBeGreaterThan(0)
  expect(load.eventLoopDelay.max).toBeGreaterThan(100)
  expect(load.memory.rss).toBeGreaterThan(load.memory.heapUsed)
  expect(load.uptime).toBeGreaterThan(0)
})

describe('the log', () => {
  const logged = (write: (log: ReturnType<typeof createLogger>) => void) => {
    const lines: string[] = []
    write(createLogger('debug', { write: (line: string) => void lines.push(line) }))
    expect(lines).toHaveLength(1)
    return { line: lines[0]!, json: JSON.parse(lines[0]!) as Record<string, unknown> }
  }
  const secrets = {
    password: 'leak-1',
    body: { otpCode: 'leak-2', deeper: { Client_Secret: 'leak-3', list: [{ token: 'leak-4' }] } },
    req: {
      headers: {
        cookie: 'leak-5',
        Authorization: 'leak-6',
        'set-cookie': ['leak-7'],
        'stripe-signature': 'leak-8',
      },
    },
    user: { email: 'leak-9', phone_number: 'leak-10' },
    note: 'wrote to leak-11@x.example today',
    raw: Buffer.from('leak-12'),
  }

  test('given secrets and people, then none of them is in the line, and the rest is', () => {
    const { line, json } = logged((log) =>
      log.info({ ...secrets, orderId: 'o-1' }, 'mail to leak-13@x.example sent'),
    )
    expect(line).not.toMatch(/leak-/)
    expect(json).toMatchObject({ level: 'info', orderId: 'o-1', msg: 'mail to [e-mail] sent' })
  })

  test('given an error that holds a statement with its values, then only type, code, message and stack remain', () => {
    const error = Object.assign(
      new Error('duplicate key (leak-1@x.example)', { cause: new Error('cause leak-2@x.example') }),
      {
        code: '23505',
        parameters: ['leak-3'],
        query: "insert … 'leak-4'",
      },
    )
    for (const write of [
      (log: ReturnType<typeof createLogger>) => log.error({ err: error }, 'failed'),
      (log: ReturnType<typeof createLogger>) => log.error(error),
      (log: ReturnType<typeof createLogger>) => log.error({ err: error }),
    ]) {
      const { line, json } = logged(write)
      expect(line).not.toMatch(/leak-/)
      expect(json.err).toMatchObject({ type: 'Error', code: '23505', cause: { message: 'cause [e-mail]' } })
    }
  })

  test('given a package whose name has a scope in a stack, then its file stays readable', () => {
    const file = '/srv/node_modules/@mikro-orm/core/EntityManager.js'
    const error = Object.assign(new Error('no'), {
      stack: `Error: no leak-1@x.example/leak\n    at ${file}:1:2`,
    })
    const { line, json } = logged((log) => log.error(error))
    expect((json.err as { stack: string }).stack).toContain(file)
    expect(line).not.toContain('leak-1')
  })

  test('given a child logger, then its fields are cleaned as well', () => {
    expect(logged((log) => log.child({ email: 'leak-1', module: 'leads' }).info('x')).json).toMatchObject({
      email: '[redacted]',
      module: 'leads',
    })
  })

  test('given a circle, or a very deep object, then the line is still written', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(logged((log) => log.info({ circle }, 'x')).line).toContain('[deeper]')
  })
})
