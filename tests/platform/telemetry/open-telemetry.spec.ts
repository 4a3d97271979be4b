import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OpenTelemetry } from '#platform/telemetry/open-telemetry.ts'
import { type OtlpReceiver, otlpReceiver } from '../../support/otlp-receiver.ts'

const given = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = `00-${given}-00f067aa0ba902b7-01`

let collector: OtlpReceiver
const warned = vi.fn()
const open = (share: number, endpoint = collector.url) =>
  new OpenTelemetry({ endpoint, share, release: '1', families: async () => [], warn: warned })

beforeEach(async () => {
  collector = await otlpReceiver()
  warned.mockClear()
})
afterEach(() => collector.close())

it('given a share of nothing, then no caller makes the site send its trace, and jobs are not sent either', async () => {
  const telemetry = open(0)
  const work = telemetry.request(caller, performance.now())
  work.statement('select x', 0.01, 'select 1')
  work.call('stripe x', 0.01, undefined)
  work.end({ route: 'GET /x', method: 'GET', status: 200 })
  const job = telemetry.job('mail', '1', work.traceparent)
  job.end({ route: undefined, status: null })
  await telemetry.stop()
  expect(work.traceparent).toMatch(new RegExp(`^00-${given}-[0-9a-f]{16}-00$`))
  expect(job.traceparent).toMatch(/-00$/)
  expect(collector.spans).toEqual([])
})

it('given a caller whose flag says that its trace is not kept, then the site sends its part all the same', async () => {
  const telemetry = open(1)
  const work = telemetry.request(caller.replace(/01$/, '00'), performance.now())
  work.end({ route: 'GET /x', method: 'GET', status: 200 })
  await telemetry.stop()
  expect(work.traceparent).toMatch(new RegExp(`^00-${given}-[0-9a-f]{16}-01$`))
  expect(collector.spans).toMatchObject([{ traceId: given }])
})

it.each([
  undefined,
  '',
  'x'.repeat(55),
  caller.replace(given, '0'.repeat(32)),
  caller.replace('00f067aa0ba902b7', '0'.repeat(16)),
  caller.toUpperCase(),
  ['a', 'b'],
])('given the traceparent %j, then the request begins a trace of its own', async (traceparent) => {
  const telemetry = open(1)
  telemetry.request(traceparent, performance.now()).end({ route: 'GET /x', method: 'GET', status: 200 })
  await telemetry.stop()
  expect(collector.spans).toHaveLength(1)
  expect(collector.spans[0]).not.toHaveProperty('parentSpanId', expect.stringMatching(/./))
  expect(collector.spans[0]!.traceId).not.toMatch(/^0+$/)
})

it('given work that fails, then its span says so and names the error, not its values', async () => {
  const telemetry = open(1)
  const work = telemetry.request(caller, performance.now())
  work.statement('select lead', 0.01, "select * from lead where email = 'ada@example.com' and id = $1")
  work.call('stripe refunds.create', 0.01, new RangeError('no refund for ada@example.com'))
  work.end({ route: 'POST /x', method: 'POST', status: 500, error: new TypeError('ada@example.com') })
  await telemetry.stop()
  const told = collector.spans.map(({ name, status, attributes }) => [name, status, attributes['error.type']])
  expect(told).toEqual([
    ['select lead', 0, undefined],
    ['stripe refunds.create', 2, 'RangeError'],
    ['POST /x', 2, 'TypeError'],
  ])
  expect(JSON.stringify(collector.spans)).not.toContain('ada@')
})

it('given a collector that is away, then work goes on, one line says so, and the process can end', async () => {
  const telemetry = open(1, 'http://127.0.0.1:9')
  for (let i = 0; i < 3; i += 1)
    telemetry.request(undefined, performance.now()).end({ route: 'GET /x', method: 'GET', status: 200 })
  const started = performance.now()
  await telemetry.stop()
  expect(performance.now() - started).toBeLessThan(8_000)
  expect(warned).toHaveBeenCalledTimes(1)
})
