import { Agent, createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface SteadyLoad {
  /** Requests that got an answer below 500, and what became of the others. */
  counts(): { answered: number; failures: string[] }
  /** Waits for the requests that are under way. */
  stop(): Promise<void>
}

const paths = [
  '/api/products/type/certification_program',
  '/api/auth/user/session',
  '/healthz',
  '/api/config',
]

/** Sends `perSecond` requests over kept connections and repeats none of them. */
export function steadyLoad(port: number, perSecond: number): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const failures: string[] = []
  const open = new Set<Promise<void>>()
  let sent = 0
  let answered = 0
  const timer = setInterval(() => {
    const path = paths[sent++ % paths.length]!
    const done = ask(port, path, agent).then(
      ({ status, text }) => {
        if (status < 500) answered++
        else failures.push(`${path} answered ${status} ${text}`)
      },
      (error: NodeJS.ErrnoException) => void failures.push(`${path}: ${error.code ?? error.message}`),
    )
    open.add(done)
    void done.then(() => open.delete(done))
  }, 1_000 / perSecond)
  return {
    counts: () => ({ answered, failures }),
    stop: async () => {
      clearInterval(timer)
      await Promise.all(open)
      agent.destroy()
    },
  }
}

function ask(port: number, path: string, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const req = request({ port, host: '127.0.0.1', path, agent, timeout: 30_000 }, (res) => {
      let text = ''
      res.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      res.once('end', () => resolve({ status: res.statusCode ?? 0, text }))
      res.once('error', reject)
    })
    req.once('timeout', () => req.destroy(new Error('no answer in time')))
    req.once('error', reject)
    req.end()
  })
}

export interface Balancer {
  port: number
  /** How many processes it sends requests to. */
  ready(): number
  close(): Promise<void>
}

/** A balancer that asks each process whether it is ready, keeps connections to it, and repeats no request. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const agents = new Map(ports.map((port) => [port, new Agent({ keepAlive: true, maxSockets: 50 })]))
  const ready = new Set<number>(ports)
  const looking = new AbortController()
  // One look after the other: an old answer must not overtake a new one.
  const look = async (port: number): Promise<void> => {
    let refused = 0
    while (!looking.signal.aborted) {
      const { status } = await ask(port, '/readyz', new Agent()).catch(() => ({ status: 0 }))
      refused = status === 503 ? refused + 1 : 0
      if (status === 200) ready.add(port)
      else if (refused >= 2) ready.delete(port)
      await pause(100)
    }
  }
  const looks = ports.map(look)
  let turn = 0
  const server = createServer((req, res) => {
    const choice = [...ready]
    const port = choice[turn++ % choice.length]
    if (port === undefined) {
      res.writeHead(502).end('no process is ready')
      return
    }
    const { connection: _, ...headers } = req.headers
    const up = request(
      { port, host: '127.0.0.1', path: req.url, method: req.method, headers, agent: agents.get(port)! },
      (answer) => {
        const { connection: __, 'transfer-encoding': ___, ...own } = answer.headers
        res.writeHead(answer.statusCode ?? 502, own)
        answer.pipe(res)
      },
    )
    up.once('error', (error) => res.headersSent || res.writeHead(502).end(error.message))
    req.pipe(up)
  })
  // Closing an idle connection of the client would be this balancer's own loss.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    port: address.port,
    ready: () => ready.size,
    close: async () => {
      looking.abort()
      await Promise.all(looks)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
