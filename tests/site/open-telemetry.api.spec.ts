import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../commerce/support/shop.ts'
import { eventually } from '../support/app.ts'
import { type OtlpReceiver, otlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const sent = { 'content-type': 'application/json', traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
const lead = {
  lead_type: 'whitepaper_download',
  name: 'Tracy Trace',
  email: 'trace@example.com',
  phone_number: '+15550100',
  company_name: 'Traces',
}
const [server, client, consumer] = [2, 3, 5]

describe('a site with a collector', () => {
  let collector: OtlpReceiver
  let app: Shop
  let stopped = false
  const named = (name: string): ReceivedSpan[] => collector.spans.filter((span) => span.name === name)

  beforeAll(async () => {
    collector = await otlpReceiver()
    app = await openShop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` } })
    const answer = await fetch(`${app.url}/api/leads`, {
      method: 'POST',
      headers: { ...sent, origin: app.url },
      body: JSON.stringify(lead),
    })
    expect(answer.status, await answer.text()).toBe(200)
    await app.paidOrder()
    await app.client().get('/api/finance/orders')
    await app.client().get('/no/such/page')
    await app.client().get('/assets/none.js')
    // The mail of the lead is sent by a job.
    await eventually(async () => app.site.telemetry.stats().some(({ name }) => name.startsWith('job lead')))
    await app.stop()
    stopped = true
  })
  afterAll(async () => {
    if (!stopped) await app?.stop()
    await collector.close()
  })

  it("given a browser's traceparent, then its request, the statements and the job that it queued are one trace", () => {
    const [request] = named('POST /api/leads')
    expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: server })
    expect(request!.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/leads',
      'http.response.status_code': 200,
    })
    expect(request!.attributes['veralead.request_id']).toMatch(/^[\w-]{36}$/)
    const below = (span: ReceivedSpan) =>
      collector.spans.filter((each) => each.traceId === traceId && each.parentSpanId === span.spanId)
    const statements = below(request!).filter(
      ({ attributes }) => attributes['db.system.name'] === 'postgresql',
    )
    expect(statements.length).toBeGreaterThan(0)
    for (const { kind, attributes, duration } of statements) {
      expect(kind).toBe(client)
      expect(attributes['db.query.text']).toMatch(/\$1|begin|commit/i)
      expect(duration).toBeLessThanOrEqual(request!.duration + 1)
    }
    const jobs = below(request!).filter(({ kind }) => kind === consumer)
    expect(jobs.length).toBeGreaterThan(0)
    for (const job of jobs) expect(job.attributes['messaging.destination.name']).toMatch(/^lead/)
    expect(jobs.some((job) => below(job).some(({ attributes }) => 'db.query.text' in attributes))).toBe(true)
  })

  it('given a checkout, then the calls of Stripe are in the trace of their request', () => {
    const [request] = named('POST /api/checkout/create-payment-intent')
    const calls = collector.spans.filter(
      ({ parentSpanId, name }) => parentSpanId === request!.spanId && name.startsWith('stripe '),
    )
    expect(calls.length).toBeGreaterThan(0)
    for (const { kind, traceId: of } of calls) expect([kind, of]).toEqual([client, request!.traceId])
    expect(request!.traceId).not.toBe(traceId)
    // What the seller pays for is exported nowhere: no value of a statement, no address, no body.
    expect(JSON.stringify(collector.spans)).not.toMatch(/@example\.com|_secret_/)
  })

  it('given answers of all kinds, then each has its status, and what no route answers has no address in its name', () => {
    expect(named('GET /api/finance/orders')[0]!.attributes['http.response.status_code']).toBe(401)
    expect(named('GET').map(({ attributes }) => attributes['http.response.status_code'])).toEqual([404])
    expect(JSON.stringify(collector.spans)).not.toContain('no/such')
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'veralead' })
  })

  it('given the figures, then they are those of /metrics with their units, and histograms add up', () => {
    const { metrics } = collector
    expect(metrics.get('veralead_http_requests_total')?.sum?.isMonotonic).toBe(true)
    expect(metrics.get('veralead_database_up')?.gauge?.dataPoints).toMatchObject([{ asDouble: 1 }])
    expect(metrics.get('veralead_memory_bytes')?.unit).toBe('By')
    const durations = metrics.get('veralead_operation_duration_seconds')!
    expect(durations.unit).toBe('s')
    expect(durations.histogram!.dataPoints.length).toBeGreaterThan(5)
    for (const { bucketCounts, explicitBounds, count } of durations.histogram!.dataPoints) {
      expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
      expect(bucketCounts.reduce((sum, value) => sum + value, 0)).toBe(count)
    }
  })
})
