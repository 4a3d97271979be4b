import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { Pool } from 'pg'
import { type BenchRow, interleaved, rate } from './rounds.ts'

const milliseconds = Number(process.env.BENCH_SECONDS ?? 2) * 1000
const concurrency = 16

/** Lead intake over HTTP, with all it owes, against a one-row INSERT over `pg`; both at 16 concurrent. */
export async function benchLeads(url: string, databaseUrl: string): Promise<BenchRow> {
  const pool = new Pool({ connectionString: databaseUrl, max: concurrency })
  await pool.query(
    'create table if not exists bench_lead (id uuid primary key, body jsonb not null, at timestamptz not null)',
  )
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const row = await interleaved(
    { path: 'POST /api/leads', against: 'one-row INSERT over pg, 16 concurrent', bar: 0.4 },
    () => rate(() => post(agent, `${url}/api/leads`, lead()), concurrency, milliseconds),
    () =>
      rate(
        () =>
          pool.query('insert into bench_lead (id, body, at) values ($1, $2, now())', [
            randomUUID(),
            JSON.stringify(lead()),
          ]),
        concurrency,
        milliseconds,
      ),
  )
  agent.destroy()
  await pool.query('drop table bench_lead')
  await pool.end()
  return row
}

const lead = () => ({
  name: 'Bench Mark',
  phone_number: '+1 555 010 0000',
  // One person who comes back often, so that the burst rule has nothing to say.
  email: 'bench@example.com',
  company_name: 'Bench Ltd.',
  additional_message: 'Please call.',
  lead_type: 'normal_lead',
})

const byte = (): number => Math.floor(Math.random() * 256)

function post(agent: Agent, url: string, body: unknown): Promise<void> {
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          // Everybody from a place of their own: the limit per address is not what is measured.
          'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`,
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
        )
      },
    )
    sent.once('error', reject)
    sent.end(text)
  })
}
