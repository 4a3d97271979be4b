import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { NoChallenge, Turnstile } from '#platform/challenge/turnstile.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'

type Answer = (req: IncomingMessage, res: ServerResponse, nth: number) => void
const reply =
  (body: unknown, status = 200): Answer =>
  (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
const passes = reply({ success: true, 'error-codes': [], hostname: 'veralead.test' })

let answer: Answer
let asked: Record<string, unknown>[] = []
const server = createServer(async (req, res) => {
  asked.push((await json(req)) as Record<string, unknown>)
  answer(req, res, asked.length)
})
let url: string
const turnstile = () =>
  new Turnstile({ secretKey: 'secret', verifyUrl: url, hostname: 'veralead.test' }, new RingTelemetry())

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
})
beforeEach(() => {
  asked = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('A-13: a challenge', () => {
  test('given a good token, then it passes, and the provider received secret, token and address', async () => {
    answer = passes
    expect(await turnstile().verify('token', '192.0.2.1')).toBe('passed')
    expect(asked).toMatchObject([{ secret: 'secret', response: 'token', remoteip: '192.0.2.1' }])
  })

  test.each([undefined, '', '   '])(
    'given the token %j, then it is missing and nobody is asked',
    async (token) => {
      expect(await turnstile().verify(token, '192.0.2.1')).toBe('missing')
      expect(asked).toHaveLength(0)
    },
  )

  test('given 3,000 characters, then it fails and nobody is asked', async () => {
    expect(await turnstile().verify('x'.repeat(3_000), '192.0.2.1')).toBe('failed')
    expect(asked).toHaveLength(0)
  })

  test.each([
    ['spent or expired', reply({ success: false, 'error-codes': ['timeout-or-duplicate'] }), 'expired'],
    ['invalid', reply({ success: false, 'error-codes': ['invalid-input-response'] }), 'failed'],
    ['solved on another host', reply({ success: true, hostname: 'evil.test' }), 'failed'],
    ['answered without a verdict', reply({ ok: 'yes' }), 'failed'],
    ['answered with text', (_req, res) => res.end('<html>'), 'failed'],
    ['answered with 500', reply({}, 500), 'failed'],
    ['cut off', (req) => req.socket.destroy(), 'failed'],
    ['redirected', (_req, res) => res.writeHead(302, { location: '/elsewhere' }).end(), 'failed'],
  ] as [string, Answer, string][])(
    'given a token that is %s, then the result is a refusal',
    async (_name, how, result) => {
      answer = how
      expect(await turnstile().verify('token', '192.0.2.1')).toBe(result)
    },
  )

  test('given a first try without an answer, then there is one retry with the same idempotency key', async () => {
    answer = (req, res, nth) => (nth === 1 ? req.socket.destroy() : passes(req, res, nth))
    expect(await turnstile().verify('token', '192.0.2.1')).toBe('passed')
    expect(asked).toHaveLength(2)
    expect(asked[0]?.idempotency_key).toBe(asked[1]?.idempotency_key)
    expect(String(asked[0]?.idempotency_key)).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('given a provider that does not answer, then each of two tries ends at its limit of 3 s', async () => {
    const limits: number[] = []
    let limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms)
      limit = new AbortController()
      return limit.signal
    })
    // The time is up as soon as the provider has been asked; it never answers.
    answer = () => limit.abort(new DOMException('The time is up', 'TimeoutError'))
    try {
      expect(await turnstile().verify('token', '192.0.2.1')).toBe('failed')
    } finally {
      timeout.mockRestore()
    }
    expect(asked).toHaveLength(2)
    expect(limits).toEqual([3_000, 3_000])
  })

  test('given no configuration, then everybody passes', async () => {
    expect(new NoChallenge().enabled).toBe(false)
    expect(await new NoChallenge().verify()).toBe('passed')
  })
})
