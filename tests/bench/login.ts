import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { hash, verifySync } from '@node-rs/argon2'
import autocannon from 'autocannon'
import { Pool } from 'pg'
import { type BenchRow, interleaved, rate } from './rounds.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const concurrency = 16
const floodPerSecond = 200
const password = 'Correct1horse'
// OWASP's argon2id, as the product stores it.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Signing in against what the cores can hash, and the rest of the site while logins flood in. */
export async function benchLogins(url: string, databaseUrl: string): Promise<BenchRow[]> {
  const stored = await hash(password, cost)
  const emails = await customers(databaseUrl, stored)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  try {
    return [await alone(url, agent, emails, stored), await flooded(url, agent)]
  } finally {
    agent.destroy()
  }
}

/** Each place at the door is somebody else: one account is let in one after the other, as it must be. */
function alone(url: string, agent: Agent, emails: string[], stored: string): Promise<BenchRow> {
  const cores = availableParallelism()
  return interleaved(
    {
      path: `POST /api/auth/user/login, ${concurrency} concurrent`,
      against: `${cores} cores × argon2id verified by one thread`,
      bar: 0.9,
    },
    async () => {
      const free = [...emails]
      return rate(
        async () => {
          const email = free.shift() ?? ''
          const status = await login(agent, url, email, password)
          if (status !== 200) throw new Error(`A login was answered ${status}`)
          free.push(email)
        },
        concurrency,
        seconds * 1000,
      )
    },
    async () => cores * (await rate(async () => verifySync(stored, password), 1, seconds * 1000)),
  )
}

/** `GET /api/cms` while strangers try passwords, against `GET /api/cms` alone. */
async function flooded(url: string, agent: Agent): Promise<BenchRow> {
  const answers = new Map<number, number>()
  const row = await interleaved(
    {
      path: `GET /api/cms while ${floodPerSecond} logins a second come in`,
      against: 'GET /api/cms alone',
      bar: 0.7,
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
