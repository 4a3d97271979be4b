import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { hash } from '@node-rs/argon2'
import autocannon from 'autocannon'
import { Pool } from 'pg'
import { childrenProcessorMs, processorMs } from './processor-time.ts'
import { type BenchRow, interleaved, rate } from './rounds.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const concurrency = 16
const cores = availableParallelism()
const floodPerSecond = 200
const password = 'Correct1horse'
// OWASP's argon2id, as the product stores it.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Signing in against what the cores can hash, and the rest of the site while logins flood in. */
export async function benchLogins(
  url: string,
  pid: number,
  server: { superUrl: string; postmaster: number },
): Promise<BenchRow[]> {
  const stored = await hash(password, cost)
  const emails = await customers(server.superUrl, stored)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  try {
    const processor = {
      site: () => processorMs(pid),
      database: () => childrenProcessorMs(server.postmaster),
      load: () => processorMs(process.pid),
    }
    return [...(await alone(url, processor, agent, emails, stored)), await flooded(url, agent)]
  } finally {
    agent.destroy()
  }
}

/**
 * Each sign-in is of another account: one account signs in once at a time, as it must be. The second row is the limit: the share of
 * a hash alone in all the processor time that a sign-in takes, which other load on the machine does not change.
 */
async function alone(
  url: string,
  processor: { site: () => number; database: () => number; load: () => number },
  agent: Agent,
  emails: string[],
  stored: string,
): Promise<BenchRow[]> {
  const spent = { logins: 0, site: 0, database: 0, load: 0 }
  const bare = { hashes: 0, ms: 0 }
  const row = await interleaved(
    {
      path: `POST /api/auth/user/login, ${concurrency} concurrent`,
      against: `${cores} bare argon2id threads, as many as cores`,
      bar: 0.6,
    },
    async () => {
      const free = [...emails]
      const now = () => ({ site: processor.site(), database: processor.database(), load: processor.load() })
      const before = { ...now(), at: performance.now() }
      const perSecond = await rate(
        async () => {
          const email = free.shift() ?? ''
          const status = await login(agent, url, email, password)
          if (status !== 200) throw new Error(`A login was answered ${status}`)
          free.push(email)
        },
        concurrency,
        seconds * 1000,
      )
      spent.logins += (perSecond * (performance.now() - before.at)) / 1000
      const after = now()
      spent.site += after.site - before.site
      spent.database += after.database - before.database
      spent.load += after.load - before.load
      return perSecond
    },
    async () => {
      const before = processorMs(process.pid)
      const { perSecond, hashes } = await bareThreads(stored)
      bare.hashes += hashes
      bare.ms += processorMs(process.pid) - before
      return perSecond
    },
  )
  const each = (ms: number): number => ms / spent.logins
  const hash = bare.ms / bare.hashes
  console.log(
    `logins, processor time in ms: ${each(spent.site).toFixed(1)} of the site with its hash, ${each(spent.database).toFixed(1)} of PostgreSQL and ${each(spent.load).toFixed(1)} of the load itself for each; ${hash.toFixed(1)} for a hash of the bare threads`,
  )
  const ratio = hash / each(spent.site + spent.database + spent.load)
  return [
    row,
    {
      path: 'its limit here: the cores spend nothing on logins but the processor time that they take',
      against: row.against,
      ratio,
      spread: [ratio, ratio],
    },
  ]
}

/** Hashes of as many threads as cores that do nothing else. */
async function bareThreads(stored: string): Promise<{ perSecond: number; hashes: number }> {
  const stop = new SharedArrayBuffer(4)
  const file = new URL('./argon2-thread.ts', import.meta.url)
  const threads = Array.from(
    { length: cores },
    () => new Worker(file, { workerData: { stored, password, stop } }),
  )
  const counts = threads.map((thread) => once(thread, 'message') as Promise<[number]>)
  await Promise.all(threads.map((thread) => once(thread, 'online')))
  const started = performance.now()
  await pause(seconds * 1000)
  Atomics.store(new Int32Array(stop), 0, 1)
  const hashes = (await Promise.all(counts)).reduce((sum, [count]) => sum + count, 0)
  return { perSecond: hashes / ((performance.now() - started) / 1000), hashes }
}

/** `GET /api/cms` while strangers try passwords, against `GET /api/cms` alone. */
async function flooded(url: string, agent: Agent): Promise<BenchRow> {
  const answers = new Map<number, number>()
  const row = await interleaved(
    {
      path: `GET /api/cms while ${floodPerSecond} logins a second come in`,
      against: 'GET /api/cms alone',
      bar: 0.6,
    },
    async () => {
      const sent: Promise<void>[] = []
      const flood = setInterval(() => {
        for (let n = 0; n < floodPerSecond / 50; n += 1)
          sent.push(
            login(agent, url, `${randomUUID()}@example.com`, password).then((status) => {
              answers.set(status, (answers.get(status) ?? 0) + 1)
            }),
          )
      }, 20)
      const perSecond = await documents(url)
      clearInterval(flood)
      await Promise.all(sent)
      return perSecond
    },
    () => documents(url),
  )
  const told = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ')
  console.log(`flood of logins: ${told}`)
  for (const status of answers.keys())
    if (status !== 401 && status !== 429) throw new Error(`A flooding login was answered ${status}`)
  return row
}

async function documents(url: string): Promise<number> {
  const result = await autocannon({ url: `${url}/api/cms`, connections: 16, duration: seconds })
  if (result.non2xx + result.errors > 0) throw new Error('GET /api/cms failed under the flood')
  return result.requests.average
}

async function customers(databaseUrl: string, stored: string): Promise<string[]> {
  const emails = Array.from({ length: concurrency }, () => `bench-${randomUUID()}@example.com`)
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  for (const email of emails)
    await pool.query(
      `insert into identity_customer (id, email, first_name, last_name, password_hash, is_email_verified, created_at, updated_at)
       values ($1, $2, 'Bench', 'Mark', $3, true, now(), now())`,
      [randomUUID(), email, stored],
    )
  await pool.end()
  return emails
}

function login(agent: Agent, url: string, email: string, secret: string): Promise<number> {
  const text = JSON.stringify({ email, password: secret })
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/auth/user/login`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          // Everybody from a place of their own: the limit per address is not what is measured.
          'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end(text)
  })
}
