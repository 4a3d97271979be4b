import { expect, test, vi } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import { given } from '../support/given.ts'
import { openIdentity } from './identity-site.ts'

const site = given(openIdentity, 'close')

/** The statements that `work` sends, in their order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const noting = (sql: Sql): Sql => ({
    query: (text, values) => {
      texts.push(text)
      return sql.query(text, values)
    },
  })
  const { sql } = site.db
  const begin = site.db.rawTransaction.bind(site.db)
  const query = sql.query.bind(sql)
  vi.spyOn(sql, 'query').mockImplementation(noting({ query } as Sql).query)
  vi.spyOn(site.db, 'rawTransaction').mockImplementation((inside) => begin((tx) => inside(noting(tx))))
  try {
    await work()
  } finally {
    vi.restoreAllMocks()
  }
  return texts
}
const owed = async () =>
  (await site.db.sql.query<{ n: number }>('select count(*)::int as n from test_job where not done'))[0]?.n

test('S-10: given a known and an unknown address, when a reset link is asked for, then the same statements run and one job is queued', async () => {
  await site.customer('known@example.com')
  await site.jobs.drain()
  const known = await statementsOf(() => site.resets.forgot('known@example.com'))
  expect(await owed()).toBe(1)
  const unknown = await statementsOf(() => site.resets.forgot('unknown@example.com'))
  expect(await owed()).toBe(2)
  expect(known.length).toBeGreaterThan(1)
  expect(unknown).toEqual(known)
  const jobs = await site.db.sql.query<{ text: string }>(
    'select data::text as text from test_job where not done',
  )
  const fields = jobs.map(({ text }) => Object.keys(JSON.parse(text)).sort())
  expect(fields[0]).toEqual(fields[1])
  for (const { text } of jobs) expect(text).not.toContain('@')

  const before = site.mailer.mails.length
  await site.jobs.drain()
  expect(site.mailer.mails.slice(before).map(({ to }) => to)).toEqual(['known@example.com'])
})

test('given a job that runs again after its mail failed, then it is the same link and counts once', async () => {
  const email = 'again@example.com'
  await site.customer(email)
  await site.jobs.drain()
  await site.resets.forgot(email)
  const send = vi.spyOn(site.mailer, 'send').mockRejectedValueOnce(new Error('no mail server'))
  await expect(site.jobs.drain()).rejects.toThrow('no mail server')
  await site.jobs.drain()
  send.mockRestore()
  const rows = await site.db.sql.query(
    'select 1 from identity_reset r join identity_customer c on c.id = r.customer_id where c.email = $1',
    [email],
  )
  expect(rows).toHaveLength(1)
  expect(site.mailer.lastTo(email).text).toContain('/reset-password?token=')
})
