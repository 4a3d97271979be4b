import { randomUUID } from 'node:crypto'
import autocannon, { type Request } from 'autocannon'
import { Pool } from 'pg'
import { type BenchRow, interleaved, rate } from './rounds.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const concurrency = 16

/**
 * Lead intake over HTTP, with all its jobs, against a one-row INSERT over `pg`; both at 16 concurrent. What is queued is
 * counted and then forgotten: thousands of mails would slow the yardstick's rounds down.
 */
export async function benchLeads(url: string, databaseUrl: string): Promise<BenchRow> {
  const pool = new Pool({ connectionString: databaseUrl, max: concurrency })
  await pool.query(
    'create table if not exists bench_lead (id uuid primary key, body jsonb not null, at timestamptz not null)',
  )
  const row = await interleaved(
    { path: 'POST /api/leads', against: 'one-row INSERT over pg, 16 concurrent', bar: 0.3 },
    async () => {
      const perSecond = await posted(url)
      await forgetOwed(pool)
      return perSecond
    },
    () =>
      rate(
        () =>
          pool.query('insert into bench_lead (id, body, at) values ($1, $2, now())', [
            randomUUID(),
            JSON.stringify(lead()),
          ]),
        concurrency,
        seconds * 1000,
      ),
  )
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

/** Everybody from a place of their own: the limit per address is not what is measured. */
const request = (): Request => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`,
  },
  body: JSON.stringify(lead()),
})

const byte = (): number => Math.floor(Math.random() * 256)

/** One request after the other on each connection; answers leads accepted per second. */
async function posted(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: `${url}/api/leads`,
    connections: concurrency,
    duration: seconds,
    // Made before the clock runs: what the load costs is missing on the server's side of the machine.
    setupClient: (client) => client.setRequests(Array.from({ length: 500 * seconds }, request)),
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} leads were refused, ${errors} failed`)
  return requests.average
}

/** Every lead has its mail of thanks queued, moved or not. @throws Error when one does not */
async function forgetOwed(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ owed: number; leads: number }>(
    `select (select count(*)::int from platform_owed_job where queue = 'leads-thank-you')
         + (select coalesce(sum(jsonb_array_length(jobs)), 0)::int from platform_job_outbox) as owed,
       (select count(*)::int from leads_lead) as leads`,
  )
  const { owed = 0, leads = 0 } = rows[0] ?? {}
  if (leads === 0 || owed !== leads) throw new Error(`${leads} leads owe ${owed} thanks`)
  await pool.query(`with owed as (delete from platform_job_outbox returning jobs)
    insert into platform_owed_job (queue, key) select 'leads-thank-you', job->>'key' from owed, jsonb_array_elements(jobs) job`)
  await pool.query(`delete from pgboss.job where name = 'leads-thank-you' and state = 'created'`)
}
