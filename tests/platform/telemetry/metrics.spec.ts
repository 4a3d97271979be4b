import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { aggregated, exposition, gauge } from '#platform/telemetry/metric-family.ts'
import { LoadMeter } from '#platform/telemetry/process-load.ts'
import { processMetrics } from '#platform/telemetry/process-metrics.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { StoredFigures, StoredMetrics } from '#platform/telemetry/stored-figures.ts'
import { faultsOf, parseExposition, sampleOf } from '../../support/exposition.ts'

const connections = () => ({ busy: 1, idle: 2, limit: 10, waiting: 0 })

function familiesOf(telemetry: RingTelemetry) {
  const load = new LoadMeter()
  const families = processMetrics({ telemetry, load, inFlight: () => 3, connections })
  load.stop()
  return families
}

describe('the metrics of one process', () => {
  test('given calls of known lengths, then each is in the classes of its length and in the sum', async () => {
    const telemetry = new RingTelemetry()
    const lengths = [0, 0.000_3, 0.001, 0.02, 0.02, 0.5, 9, 200]
    for (const seconds of lengths) telemetry.record('api', 'GET /api/"x"', seconds)
    const { contentType, text } = await exposition(familiesOf(telemetry))
    expect(contentType).toContain('text/plain; version=0.0.4')
    const [histogram] = parseExposition(text).filter(
      ({ name }) => name === 'veralead_operation_duration_seconds',
    )
    const buckets = histogram!.samples.filter(({ name }) => name.endsWith('_bucket'))
    expect(buckets.length).toBe(17)
    for (const { labels, value } of buckets) {
      const most = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
      expect(value, `up to ${labels.le}`).toBe(lengths.filter((seconds) => seconds <= most).length)
    }
    const sum = histogram!.samples.find(({ name }) => name.endsWith('_sum'))
    expect(sum!.value).toBeCloseTo(lengths.reduce((a, b) => a + b))
    expect(text).toContain('veralead_in_flight_requests 3')
    expect(faultsOf(text)).toEqual([])
  })

  test('given more kinds of answers than any site has, then memory stays bounded and each answer is counted', () => {
    const { answers } = new RingTelemetry()
    for (let i = 0; i < 5_000; i++) answers.count('GET', `/made/of/values/${i}`, 200)
    answers.count('BREW', '/pot', 418)
    expect(answers.totals().length).toBeLessThanOrEqual(2_002)
    expect(answers.totals().reduce((sum, { count }) => sum + count, 0)).toBe(5_001)
    expect(answers.totals().at(-1)).toMatchObject({ method: 'other', route: 'other', status: '418' })
  })

  test('given two processes, then calls are added up, and the youngest and the latest count for both', async () => {
    const [a, b] = [new RingTelemetry(), new RingTelemetry()]
    a.record('api', 'GET /x', 1)
    b.record('api', 'GET /x', 2)
    b.answered('GET', '/x', 200)
    const both = [familiesOf(a), [...familiesOf(b), gauge('age_seconds', 'Age', 7, 'min')]]
    both[0]!.push(gauge('age_seconds', 'Age', 5, 'min'))
    const { text } = await exposition(await aggregated(both))
    expect(sampleOf(text, 'veralead_operation_duration_seconds_sum')).toBe(3)
    expect(sampleOf(text, 'veralead_operation_duration_seconds_bucket', { le: '+Inf' })).toBe(2)
    expect(sampleOf(text, 'veralead_http_requests_total', { status: '200' })).toBe(1)
    expect(sampleOf(text, 'veralead_processes')).toBe(2)
    expect(sampleOf(text, 'veralead_age_seconds')).toBe(5)
    expect(faultsOf(text)).toEqual([])
  })
})

describe('figures that the database knows', () => {
  class Figures extends StoredFigures {
    asked = 0
    readonly #read: () => Promise<unknown>
    constructor(read: () => Promise<unknown>) {
      super()
      this.#read = read
    }
    override async read() {
      this.asked++
      await this.#read()
      return [gauge('read', 'Read', 1)]
    }
  }
  const answers = { query: async () => [] }
  const silent = { query: () => new Promise<never>(() => undefined) }
  const logger = pino({ level: 'silent' })

  test('given a module whose figures fail, then the others are shown', async () => {
    const stored = new StoredMetrics(
      { sql: answers, demandWriter: () => Promise.reject(new Error('The server is a standby')) },
      [new Figures(() => Promise.reject(new Error('no'))), new Figures(async () => undefined)],
      logger,
    )
    const names = (await stored.read()).map(({ name, values }) => `${name} ${values[0]?.value}`)
    expect(names).toEqual(['veralead_database_up 1', 'veralead_database_writable 0', 'veralead_read 1'])
  })

  test('given a silent database, then scrapes answer after a second and share one question', async () => {
    const waits = new Figures(() => sleep(2_500))
    const stored = new StoredMetrics({ sql: silent, demandWriter: silent.query }, [waits], logger)
    const started = performance.now()
    const told = await Promise.all([stored.read(), stored.read()])
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(told.map((each) => each.map(({ name, values }) => [name, values[0]?.value]))).toEqual([
      [['veralead_database_up', 0]],
      [['veralead_database_up', 0]],
    ])
    expect(waits.asked).toBe(1)
  })
})

test('given what promtool objects to, then the check of these tests objects as well', () => {
  const metric = (type: string, name: string, samples: string, help = 'Help') =>
    `${help && `# HELP ${name} ${help}\n`}# TYPE ${name} ${type}\n${samples}\n`
  const objections = (text: string) => faultsOf(text).map((each) => each.slice(each.lastIndexOf(': ') + 2))
  expect(objections(metric('gauge', 'a_seconds', 'a_seconds{quantile="0.5"} 1'))).toEqual([
    'a quantile outside a summary',
  ])
  expect(objections(metric('counter', 'calls', 'calls 1'))).toEqual(['a counter without _total'])
  expect(objections(metric('gauge', 'a_total', 'a_total 1'))).toEqual(['_total and no counter'])
  expect(objections(metric('gauge', 'took_milliseconds', 'took_milliseconds 1'))).toEqual([
    'not in base units',
  ])
  expect(objections(metric('gauge', 'x', 'x 1', ''))).toEqual(['no help text'])
  const shrinking = 'h_bucket{le="1"} 3\nh_bucket{le="+Inf"} 2\nh_sum 1\nh_count 3'
  expect(objections(metric('histogram', 'h', shrinking))).toEqual(['not cumulative', '+Inf is not the count'])
  expect(() => parseExposition('a{b=c} 1\n')).toThrow('Not a label')
})
