import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'

/** What a receiver does with a call: answers with this status, or not at all. */
type Mood = number | 'silent'

export interface Received {
  body: string
  headers: Record<string, string>
  message: { id: string; type: string; timestamp: string; data: { id: string; url: string } }
}

/** A server that webhooks are sent to. */
export async function startReceiver() {
  const received: Received[] = []
  const state = { mood: 200 as Mood, calls: 0, path: '' }
  const server = createServer(async (req, res) => {
    const body = await text(req)
    state.calls += 1
    state.path = req.url ?? ''
    if (state.mood === 'silent') return
    if (state.mood === 200)
      received.push({ body, headers: req.headers as Record<string, string>, message: JSON.parse(body) })
    res.writeHead(state.mood, { location: 'http://127.0.0.1:1/elsewhere' }).end(`answer ${state.mood}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    state,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Verifies as the receiver's own library does, at the moment of the call: the clock of a test is ahead of the machine's. */
export function isSigned({ body, headers }: Pick<Received, 'body' | 'headers'>, secret: string): boolean {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1_000)
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  } finally {
    now.mockRestore()
  }
}
