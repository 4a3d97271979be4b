import { createServer, type Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import autocannon from 'autocannon'
import express from 'express'
import { type BenchRow, interleaved } from './rounds.ts'

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

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}

const bytes = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer())

/** Public documents against node:http, and `/` against Express, both sending the same prebuilt bytes. */
export async function benchHttp(url: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [path, encoding, bar] of [
    ['/api/cms', 'identity', 0.9],
    ['/api/cms', 'br', 0.85],
    ['/api/config', 'identity', 0.85],
  ] as const) {
    const plain = await bytes(url + path)
    const body = encoding === 'br' ? brotliCompressSync(plain) : plain
    const bare = createServer((_, res) => {
      res.writeHead(200, {
        'content-type': 'application/json',
        'content-length': body.length,
        ...(encoding === 'br' ? { 'content-encoding': 'br' } : {}),
      })
      res.end(body)
    })
    const bareUrl = await listen(bare)
    rows.push(
      await interleaved(
        { path: `GET ${path}, ${encoding}`, against: `node:http sending the same ${body.length} bytes`, bar },
        () => perSecond(url + path, encoding),
        () => perSecond(bareUrl, encoding),
      ),
    )
    bare.close()
  }
  const html = brotliCompressSync(await bytes(`${url}/`))
  const app = express()
  app.get('/', (_req, res) => {
    res.set({ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).send(html)
  })
  const server = createServer(app)
  const expressUrl = await listen(server)
  rows.push(
    await interleaved(
      { path: 'GET / as HTML, br', against: `Express sending the same ${html.length} bytes`, bar: 0.8 },
      () => perSecond(`${url}/`, 'br'),
      () => perSecond(expressUrl, 'br'),
    ),
  )
  server.close()
  return rows
}
