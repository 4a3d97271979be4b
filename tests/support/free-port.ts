import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that Linux, macOS and Windows give to outgoing connections: none takes it before the test listens. */
const range = { from: 20_000, to: 32_000 }

// Each process has a hundred of its own, so that two that run side by side do not find the same one free.
let next = range.from + (process.pid % 120) * 100

/** A port of 127.0.0.1 on which nobody listened a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = next + 1 < range.to ? next + 1 : range.from
    if (await canListen(port)) return port
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch {
    return false
  }
}
