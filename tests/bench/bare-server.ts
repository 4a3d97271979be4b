import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'

export interface BareServer {
  port: number
  pid: number
  stop: () => void
}

/** A server in a process of its own that answers with the bytes of a file: beside a load, what the machine itself makes of it. */
export async function bareServer(file = join(import.meta.dirname, '../../.nvmrc')): Promise<BareServer> {
  const script = join(import.meta.dirname, 'bare-http-child.ts')
  const child = spawn(process.execPath, [script, 'bare', file, 'text/plain'])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(line.toString()), pid: child.pid!, stop: () => void child.kill() }
}

/** Milliseconds of one request on a connection of its own from 127.0.0.2; 30,000 where no answer came. */
export function probe(port: number): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    const req = get(
      { port, host: '127.0.0.1', localAddress: '127.0.0.2', path: '/healthz', agent: false, timeout: 30_000 },
      (res) => {
        res.resume().once('end', () => resolve(performance.now() - started))
      },
    )
    req.once('timeout', () => req.destroy())
    req.once('error', () => resolve(30_000))
  })
}

/** What 99 of 100 stay below. */
export const p99Of = (times: number[]): number =>
  times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

/** How a row says what the bare server beside it had: its own ratio, and the site's as a multiple of that. */
export const besideBare = (ratio: number, bare: number): string =>
  `; a bare server beside it × ${bare.toFixed(1)}, the site ${(ratio / bare).toFixed(1)} times that`
