import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** Cloudflare's documented secret keys for tests, by what they answer. */
export const dummySecrets = {
  passes: '1x0000000000000000000000000000000AA',
  fails: '2x0000000000000000000000000000000AA',
  spent: '3x0000000000000000000000000000000AA',
} as const

/** What the widget hands out under Cloudflare's dummy site keys. */
export const dummyToken = 'XXXX.DUMMY.TOKEN.XXXX'

export interface TurnstileStandIn {
  verifyUrl: string
  /** Answers nothing while true, as an outage does. */
  down: boolean
  asked: number
  close(): Promise<void>
}

/**
 * A verifier that speaks Turnstile's siteverify: the dummy secrets, the documented error codes, and a secret of its
 * own that accepts each token once.
 */
export async function startTurnstileStandIn(secret = 'a-real-secret'): Promise<TurnstileStandIn> {
  const spent = new Map<string, string>()
  const verdict = (asked: Record<string, unknown>): string | null => {
    const token = String(asked.response ?? '')
    if (!asked.secret) return 'missing-input-secret'
    if (token === '') return 'missing-input-response'
    if (asked.secret === dummySecrets.passes) return null
    if (asked.secret === dummySecrets.fails) return 'invalid-input-response'
    if (asked.secret === dummySecrets.spent) return 'timeout-or-duplicate'
    if (asked.secret !== secret) return 'invalid-input-secret'
    // A real secret refuses what the dummy keys hand out.
    if (token === dummyToken) return 'invalid-input-response'
    const key = String(asked.idempotency_key ?? '')
    const by = spent.get(token)
    if (by !== undefined && by !== key) return 'timeout-or-duplicate'
    spent.set(token, key)
    return null
  }
  const server = createServer(async (req, res) => {
    standIn.asked += 1
    if (standIn.down) {
      req.socket.destroy()
      return
    }
    const asked = (await json(req).catch(() => null)) as Record<string, unknown> | null
    const code = asked === null ? 'bad-request' : verdict(asked)
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(
      JSON.stringify({
        success: code === null,
        'error-codes': code === null ? [] : [code],
        hostname: 'localhost',
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: TurnstileStandIn = {
    verifyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    down: false,
    asked: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}
