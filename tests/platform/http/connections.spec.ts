import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { ConnectionLimits } from '#platform/http/connections.ts'
import { HttpServer } from '#platform/http/server.ts'
import { type TinySite, tiny, tinySite } from './tiny-site.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server that notes when each request begins; `/large` answers 20 MB, `/slow` after 200 ms. */
async function start(limits: Partial<ConnectionLimits> = {}) {
  const begun: string[] = []
  const finished: string[] = []
  const large = Buffer.alloc(20_000_000, 'x')
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    limits,
    first: () => false,
    app: (req, res) => {
      const path = req.url ?? ''
      begun.push(path)
      res.once('finish', () => finished.push(path))
      if (path.startsWith('/slow')) setTimeout(() => res.end(path), 200)
      else res.end(path === '/large' ? large : path)
    },
  })
  const port = await server.listen()
  ends.push(() => server.stop())
  return { server, port, begun, finished }
}

/** A client that never closes its own half. */
function client(port: number, text = ''): Socket & { received: () => string } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text))
  let got = ''
  socket.on('data', (chunk) => {
    if (got.length < 100_000) got += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  ends.push(() => socket.destroy())
  return Object.assign(socket, { received: () => got })
}

const open = (server: HttpServer): Promise<number> =>
  new Promise((resolve) => server.node.getConnections((_, count) => resolve(count)))
const ask = (...paths: string[]): string =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')

test('given forty requests sent ahead, then all are answered, and later ones too', async () => {
  const { port, finished } = await start()
  const paths = Array.from({ length: 40 }, (_, i) => `/${i}`)
  const socket = client(port, ask(...paths))
  await expect.poll(() => finished).toEqual(paths)
  socket.write(ask('/later'))
  await expect.poll(() => finished.at(-1)).toBe('/later')
})

test('given a reader that takes nothing, then the connection ends', async () => {
  const { server, port, begun } = await start({ quietMs: 300 })
  const socket = client(port, ask('/large', '/2'))
  socket.pause()
  await expect.poll(() => begun).toContain('/large')
  await expect.poll(() => open(server), { timeout: 5_000 }).toBe(0)
})

test('given a handler that thinks for longer than a client may be silent, then it is waited for', async () => {
  const { port } = await start({ quietMs: 60 })
  const socket = client(port, ask('/slow'))
  await expect.poll(() => socket.received()).toContain('/slow')
})

test('given more requests sent ahead than anybody needs, then the connection ends', async () => {
  const { server, port, begun } = await start()
  const socket = client(port, ask('/slow', ...Array.from({ length: 300 }, (_, i) => `/${i}`)))
  await expect.poll(() => socket.readableEnded || socket.destroyed).toBe(true)
  await expect.poll(() => open(server)).toBe(0)
  expect(begun.length).toBeLessThanOrEqual(101)
})

test('given more connections from one address than allowed, then the later ones end, and places become free again', async () => {
  const { server, port } = await start({ perAddress: 3 })
  const sockets = Array.from({ length: 5 }, () => client(port))
  const closed = () => sockets.filter((socket) => socket.readableEnded || socket.destroyed).length
  await expect.poll(closed).toBe(2)
  await expect.poll(() => open(server)).toBe(3)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => open(server)).toBe(0)
  const next = client(port, ask('/again'))
  await expect.poll(() => next.received()).toContain('/again')
})

test.each([
  ['bytes that are not HTTP', 'hello\r\n\r\n', '400 Bad Request'],
  ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431 '],
])(
  'given %s from a client that keeps its half open, then it gets its answer and the connection is closed',
  async (_what, text, status) => {
    const { server, port } = await start()
    const socket = client(port, text)
    await expect.poll(() => socket.received()).toContain(`HTTP/1.1 ${status}`)
    await expect.poll(() => open(server), { timeout: 3_000 }).toBe(0)
  },
)

test('given an answer under way, when what follows is not HTTP, then nothing is mixed into the answer', async () => {
  const { server, port } = await start()
  const socket = client(port, `${ask('/large')}hello\r\n\r\n`)
  await expect.poll(() => open(server)).toBe(0)
  expect(socket.received()).not.toContain('400 Bad Request')
})

const takesJson = tiny('POST', '/api/anything', z.object({ ok: z.literal(true) }), { body: z.unknown() })

async function takesAnything(): Promise<TinySite> {
  const site = await tinySite({ mount: (api) => api.serve(takesJson, async () => ({ ok: true as const })) })
  ends.push(() => site.stop())
  return site
}

test('given a body in chunks that never ends, then 413, and the connection is cut while the client still sends', async () => {
  const site = await takesAnything()
  const socket = client(
    site.port,
    'POST /api/anything HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`
  const sending = setInterval(() => socket.write(chunk), 5)
  ends.push(() => clearInterval(sending))
  await expect.poll(() => socket.received()).toContain('HTTP/1.1 413')
  await expect.poll(() => open(site.server), { timeout: 5_000 }).toBe(0)
})

test('given a body that is a little too large, then 413 and the connection serves the next request', async () => {
  const site = await takesAnything()
  const body = JSON.stringify('x'.repeat(150_000))
  const socket = client(
    site.port,
    `POST /api/anything HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}${ask('/healthz')}`,
  )
  await expect.poll(() => socket.received()).toMatch(/HTTP\/1.1 413[\s\S]*HTTP\/1.1 200[\s\S]*"status":"ok"/)
})

test('given two Host headers, then 400, whatever their case', async () => {
  const site = await takesAnything()
  const socket = client(
    site.port,
    'GET /healthz HTTP/1.1\r\nHost: ours.example\r\nhost: evil.example\r\n\r\n',
  )
  await expect.poll(() => socket.received()).toMatch(/^HTTP\/1.1 400 [\s\S]*names more than one host/)
})
