import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Books } from '../../src/modules/commerce/finance/books/books.ts'
import { Reconciler } from '../../src/modules/commerce/finance/reconciliation/reconciler.ts'
import { Orders } from '../../src/modules/commerce/orders/orders.ts'
import { makeWorld } from '../commerce/support/world.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { enlarge } from './large-log.ts'
import { median } from './rounds.ts'

interface Sizes {
  events: number
  versions: number
  leads: number
  accounts: number
}

const few: Sizes = { events: 1_000, versions: 10, leads: 1_000, accounts: 1_000 }
const many: Sizes = {
  events: Number(process.env.BENCH_EVENTS ?? 1_000_000),
  versions: 1_000,
  leads: 100_000,
  accounts: 100_000,
}
const rounds = Number(process.env.BENCH_ROUNDS ?? 25)
/** Only reads whose names match. */
const wanted = new RegExp(process.env.BENCH_READS ?? '')

/** A read, and what it grows with. */
interface Path {
  what: string
  of: keyof Sizes
  ask: (world: World) => Promise<unknown>
}

interface World {
  app: TestApp
  get(path: string): Promise<unknown>
  post(path: string, body: object, expected?: number): Promise<void>
  anOrder: { id: string; number: string }
}

const paths: Path[] = [
  {
    what: 'order list, first page with its sums',
    of: 'events',
    ask: ({ get }) => get('/api/finance/orders?pageSize=25'),
  },
  {
    what: 'order list of a status, by amount',
    of: 'events',
    ask: ({ get }) => get('/api/finance/orders?status=completed&sort=total&pageSize=25'),
  },
  {
    what: 'order found by its number',
    of: 'events',
    ask: ({ get, anOrder }) => get(`/api/finance/orders?q=${anOrder.number}`),
  },
  {
    what: 'events of one order',
    of: 'events',
    ask: ({ get, anOrder }) => get(`/api/finance/orders/${anOrder.id}/events`),
  },
  { what: 'books by month', of: 'events', ask: ({ get }) => get('/api/finance/books') },
  { what: 'books: 100 entries', of: 'events', ask: ({ get }) => get('/api/finance/books/entries?limit=100') },
  { what: 'documents, first page', of: 'events', ask: ({ get }) => get('/api/finance/documents') },
  { what: 'log verified', of: 'events', ask: ({ app }) => app.site.container.get(EventLog).verify() },
  { what: 'lead inbox, first page with its counts', of: 'leads', ask: ({ get }) => get('/api/admin/leads') },
  {
    what: 'lead inbox, search for a word',
    of: 'leads',
    ask: ({ get }) => get('/api/admin/leads?search=number+77'),
  },
  { what: 'lead taken in', of: 'leads', ask: ({ post }) => post('/api/leads', lead) },
  {
    what: 'sign-in attempt, hash included',
    of: 'accounts',
    ask: ({ post }) =>
      post(
        '/api/auth/user/login',
        { email: `grown-${randomInt(1, 1_000)}@example.com`, password: 'Wrong-password-1' },
        401,
      ),
  },
  {
    what: 'address taken?',
    of: 'accounts',
    ask: ({ post }) => post('/api/auth/user/check-exists', { email: 'grown-7@example.com' }),
  },
  { what: 'content for an editor', of: 'versions', ask: ({ get }) => get('/api/cms/admin') },
  { what: 'list of versions', of: 'versions', ask: ({ get }) => get('/api/cms/versions') },
  { what: 'what a publish would change', of: 'versions', ask: ({ get }) => get('/api/cms/diff') },
]

const lead = {
  name: 'Bench Mark',
  phone_number: '+1 555 010 0000',
  email: 'bench@example.com',
  company_name: 'Bench Ltd.',
  additional_message: 'Please call.',
  lead_type: 'normal_lead',
}

/** What doubles when the work doubles: each read on a small and on a large installation, in turn. */
export async function benchGrowth(): Promise<void> {
  const small = await worldOf(few)
  const large = await worldOf(many)
  try {
    console.log('| read | from | to | ms | ms | times | per doubling |\n|---|---|---|---|---|---|---|')
    for (const { what, of, ask } of paths.filter((path) => wanted.test(path.what))) {
      const times: Record<'small' | 'large', number[]> = { small: [], large: [] }
      const linear = what === 'log verified'
      for (let round = -3; round < (linear ? 2 : rounds); round += 1) {
        if (linear && round < 0) continue
        const a = await timed(() => ask(small))
        const b = await timed(() => ask(large))
        if (round < 0) continue
        times.small.push(a)
        times.large.push(b)
      }
      const [a, b] = [median(times.small), median(times.large)]
      const perDoubling = (b / a) ** (1 / Math.log2(many[of] / few[of]))
      console.log(
        `| ${what} | ${few[of].toLocaleString('en-US')} ${of} | ${many[of].toLocaleString('en-US')} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(b / a).toFixed(1)} | × ${perDoubling.toFixed(2)} |`,
      )
    }
  } finally {
    await small.app.stop()
    await large.app.stop()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function worldOf(sizes: Sizes): Promise<World> {
  const app = await startApp({ env: { LOG_LEVEL: 'silent' } })
  const { container } = app.site
  await container.get(Reconciler).stop()
  await makeWorld({ orders: container.get(Orders), database: container.get(Database) }, 180)
  await enlarge(container.get(EventLog), app.database, sizes.events)
  await container.get(Books).catchUp()
  const anOrder = await fill(app.database.superUrl, sizes)
  const staff = await app.staff()
  return {
    app,
    anOrder,
    get: async (path) => {
      const { status, text } = await staff.get(path)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    },
    post: async (path, body, expected = 200) => {
      const { status, text } = await app.client().post(path, body)
      if (status !== expected) throw new Error(`${path} answered ${status}: ${text}`)
    },
  }
}

/** Leads, accounts and versions beside the orders; answers one of the orders. */
async function fill(superUrl: string, { leads, accounts, versions }: Sizes): Promise<World['anOrder']> {
  const client = new Client({ connectionString: superUrl })
  await client.connect()
  try {
    await client.query(
      `insert into leads_lead (id, name, email, phone, company, message, lead_type, status, source, attribution, address_digest, created_at)
       select gen_random_uuid(), 'Person number ' || i, 'person-' || i || '@example.com', '+1 555 010 0000', 'Company ' || i % 977,
         repeat('A message of ordinary length. ', 8), (array['normal_lead', 'whitepaper_download', 'pre_order_book'])[1 + i % 3],
         (array['new', 'contacted', 'qualified', 'closed', 'quarantined'])[1 + i % 5], (array['home', 'about', 'program'])[1 + i % 3],
         '{}', sha256(i::text::bytea), now() - i * interval '1 minute'
       from generate_series(1, $1) i`,
      [leads],
    )
    await client.query(
      `insert into identity_customer (id, email, first_name, last_name, password_hash, is_email_verified, created_at, updated_at)
       select gen_random_uuid(), 'grown-' || i || '@example.com', 'Ann', 'Grown', '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$c29tZWhhc2hzb21laGFzaHNvbWVoYXNoc29tZWhhc2g',
         true, now(), now() from generate_series(1, $1) i`,
      [accounts],
    )
    await client.query(
      `insert into content_version (channel, kind, tree, saved_by, saved_at)
       select channel, 'save', tree, saved_by, saved_at from (select * from content_version order by version desc limit 1) newest,
         generate_series(1, $1)`,
      [versions],
    )
    await client.query(
      `update content_channel set version = (select max(version) from content_version where channel = content_channel.channel)`,
    )
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ id: string; number: string }>(
      `select order_id as id, 'INV-' || lpad(number::text, 6, '0') as number from commerce_invoice where kind = 'invoice' order by number limit 1`,
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}
