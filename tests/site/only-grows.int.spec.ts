import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '#platform/audit/verify-audit.ts'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { forgetBooks } from '../../src/modules/commerce/finance/books/forget-books.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const orderId = '00000000-0000-4000-8000-000000000001'
/** Per table a row that may be added, and a column that somebody might want to change. */
const tables = {
  commerce_book_entry: [
    'position, kind, currency, amount_minor, order_id, booked_at, recorded_at',
    `1, 'received', 'usd', 100, '${orderId}', now(), now()`,
    'amount_minor',
  ],
  commerce_invoice: ['kind, number, order_id, issued_at', `'invoice', 1, '${orderId}', now()`, 'issued_at'],
  commerce_document_deletion: ['kind, number, deleted_at', `'invoice', 1, now()`, 'deleted_at'],
  commerce_signed_head: ['position, hash, signed_at, signature', `1, 'a', now(), 'b'`, 'hash'],
  commerce_order_reading: [
    'order_id, staff_id, username, what, read_at',
    `'${orderId}', 's', 'u', 'events', now()`,
    'what',
  ],
  platform_audit: [
    'at, done_by, action, subject, changes',
    `now(), 'anna', 'Changed', 'Seller', '{"count": 0, "first": []}'`,
    'done_by',
  ],
} as const
const names = Object.keys(tables) as (keyof typeof tables)[]
const insert = (table: keyof typeof tables): string =>
  `insert into ${table} (${tables[table][0]}) values (${tables[table][1]})`
const changes = names.flatMap((table) => [
  `update ${table} set ${tables[table][2]} = ${tables[table][2]}`,
  `update ${table} set ${tables[table][2]} = ${tables[table][2]} where false`,
  `delete from ${table}`,
  `truncate ${table}`,
])

async function as<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const run = (url: string, ...statements: string[]) =>
  as(url, async (client) => {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  })

describe('tables that only grow', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await run(database.url, ...names.map(insert))
  })
  afterAll(() => database?.drop())

  it.each([
    ...changes,
    ...names.map((table) => `alter table ${table} disable trigger all`),
    ...names.map((table) => `drop table ${table}`),
    ...names.map((table) => `select * from ${table} for update`),
    `insert into commerce_invoice (kind, number, order_id, issued_at) values ('invoice', 1, '${orderId}', now())
     on conflict (order_id, kind, refund_id) do update set issued_at = now()`,
  ])('the application may not: %s', async (statement) => {
    await expect(run(database.url, statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it.each(changes)('the owner is stopped by a trigger: %s', async (statement) => {
    await expect(run(database.adminUrl, statement)).rejects.toThrow('The table only grows')
  })

  it('given the books, when they are made again, then the owner empties them and nobody else, and they only grow again', async () => {
    await expect(forgetBooks(database.url)).rejects.toThrow('must be owner')
    await forgetBooks(database.adminUrl)
    expect(await run(database.url, 'select * from commerce_book_entry')).toEqual([])
    await run(database.url, insert('commerce_book_entry'))
    await expect(run(database.adminUrl, 'delete from commerce_book_entry')).rejects.toThrow('only grows')
  })

  it('given writers of the audit side by side, when it is verified, then its chain is whole', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () =>
        run(database.url, insert('platform_audit'), 'select pg_sleep(0.01)', insert('platform_audit')),
      ),
    )
    const verdict = await inSnapshot(database.url, (snapshot) => verifyAudit(snapshot, null))
    expect(verdict).toMatchObject({ rows: 17, tip: { id: 17 }, fault: null })
  })
})
