import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import autocannon from 'autocannon'
import { type BenchRow, besideLimit, interleaved } from './rounds.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)

async function perSecond(url: string, encoding: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: 16,
    duration: seconds,
    headers: { 'accept-encoding': encoding },
  })
  if (result.non2xx > 0) throw new Error(`${url} answered ${result.non2xx} times with an error`)
  return result.requests.average
}

/** A bare server in a process of its own, so that it pays for itself as ours does. */
async function bareServer(kind: 'node' | 'express', body: Buffer, type: string, encoding: string) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const file = join(folder, 'body')
  await writeFile(file, body)
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-http-child.ts'), kind, file, type, encoding],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  )
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const bytes = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer())

/** Public documents against node:http, and `/` against Express, both sending the same prebuilt bytes. */
export async function benchHttp(url: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [path, encoding, bar] of [
    ['/api/cms', 'identity', 0.85],
    ['/api/cms', 'br', 0.85],
    ['/api/config', 'identity', 0.7],
  ] as const) {
    const plain = await bytes(url + path)
    const body = encoding === 'br' ? brotliCompressSync(plain) : plain
    const bare = await bareServer('node', body, 'application/json', encoding)
    const name = {
      path: `GET ${path}, ${encoding}`,
      against: `node:http sending the same ${body.length} bytes`,
      bar,
    }
    const ours = () => perSecond(url + path, encoding)
    const theirs = () => perSecond(bare.url, encoding)
    // A few hundred bytes cost a request, not the sending: what Express needs for them is the limit of a product on Express.
    if (path === '/api/config') {
      const express = await bareServer('express', body, 'application/json', encoding)
      const limit = { path: 'a bare Express', run: () => perSecond(express.url, encoding) }
      rows.push(...(await besideLimit(name, ours, theirs, limit)))
      await express.stop()
    } else rows.push(await interleaved(name, ours, theirs))
    await bare.stop()
  }
  const html = brotliCompressSync(await bytes(`${url}/`))
  const yardstick = await bareServer('express', html, 'text/html; charset=utf-8', 'br')
  rows.push(
    await interleaved(
      { path: 'GET / as HTML, br', against: `Express sending the same ${html.length} bytes`, bar: 0.9 },
      () => perSecond(`${url}/`, 'br'),
      () => perSecond(yardstick.url, 'br'),
    ),
  )
  await yardstick.stop()
  return rows
}
