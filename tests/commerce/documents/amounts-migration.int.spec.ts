import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { allMigrations } from '../../../src/server/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const name = '20261122-b0-commerce-document-amounts'
let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createTestDatabase({ migrations: allMigrations.filter((each) => each.name < name) })
  client = new Client({ connectionString: database.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** The data of an event as a release stored it. */
async function golden(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(join(import.meta.dirname, '../golden', `${file}.json`), 'utf8')
  return (JSON.parse(text) as { data: Record<string, unknown> }).data
}

let position = 0
async function event(orderId: string, file: string, change: object = {}): Promise<Record<string, unknown>> {
  const [type = '', version = ''] = file.split('.v')
  const data = { ...(await golden(file)), ...change }
  position += 1
  await client.query(
    `insert into es.events (position, stream_id, version, event_id, type, schema_version, data, data_digest, metadata,
       metadata_digest, correlation_id, source, source_id, occurred_at, recorded_at, prev_hash, hash)
     values ($1, $2, $3, gen_random_uuid(), $4, $5, $6, '', '{}', '', gen_random_uuid(), 'app', $7, now(), now(), '', '')`,
    [position, `order-${orderId}`, position, type, Number(version), data, `${type} ${position}`],
  )
  return data
}

async function numbered(
  kind: string,
  orderId: string,
  data: Record<string, unknown>,
  by = client,
): Promise<void> {
  await by.query(
    'insert into commerce_invoice (kind, year, number, order_id, refund_id, issued_at) values ($1, $2, $3, $4, $5, now())',
    [kind, data.year ?? 0, data.number, orderId, data.refundId ?? null],
  )
}

describe('an installation from before the register of documents', () => {
  test('given documents whose events tell what they printed, and older ones, when it is migrated, then each row has the amounts that the log tells', async () => {
    const [newer, older] = [randomUUID(), randomUUID()]
    for (const [orderId, version, number] of [
      [newer, 2, 21],
      [older, 1, 22],
    ] as const) {
      await event(orderId, 'OrderPlaced.v1')
      for (const [kind, type] of [
        ['invoice', 'InvoiceIssued'],
        ['credit-note', 'CreditNoteIssued'],
      ] as const)
        await numbered(kind, orderId, await event(orderId, `${type}.v${version}`, { number }))
    }
    const placed = await golden('OrderPlaced.v1')
    const credit = await golden('CreditNoteIssued.v1')
    const printed = (await golden('InvoiceIssued.v2')).printed as Record<string, unknown>

    await migrate(database.adminUrl, allMigrations, { appRole: 'veralead_app' })

    const { rows } = await client.query(
      `select order_id as "orderId", kind, currency, net_minor::int as net, tax_minor::int as tax, total_minor::int as total
       from commerce_invoice order by number, kind desc`,
    )
    const { net, tax, total, currency } = printed
    expect(rows[0]).toEqual({ orderId: newer, kind: 'invoice', currency, net, tax, total })
    expect(rows[1]?.net).toBeGreaterThan(0)
    expect(rows[1]?.net + rows[1]?.tax).toBe(rows[1]?.total)
    expect(rows.slice(2)).toEqual([
      {
        orderId: older,
        kind: 'invoice',
        currency: placed.currency,
        net: null,
        tax: null,
        total: placed.unitPrice,
      },
      {
        orderId: older,
        kind: 'credit-note',
        currency: credit.currency,
        net: null,
        tax: null,
        total: credit.amount,
      },
    ])
    await expect(client.query('update commerce_invoice set tax_minor = 0')).rejects.toThrow(/only grows/)

    // A process of the release before issues a document, as the application's role.
    const late = randomUUID()
    await event(late, 'OrderPlaced.v1')
    const data = await event(late, 'InvoiceIssued.v2', { number: 23 })
    const process = new Client({ connectionString: database.url })
    await process.connect()
    await numbered('invoice', late, data, process)
    await process.end()
    const { rows: filled } = await client.query(
      'select currency, net_minor::int as net, tax_minor::int as tax, total_minor::int as total from commerce_invoice where number = 23',
    )
    expect(filled).toEqual([{ currency, net, tax, total }])

    // One that does not tell its amounts, of an order with lines: what the order costs.
    const lines = randomUUID()
    await event(lines, 'OrderPlaced.v2')
    await numbered('invoice', lines, await event(lines, 'InvoiceIssued.v1', { number: 24 }))
    const { rows: ofLines } = await client.query(
      'select currency, total_minor::int as total from commerce_invoice where number = 24',
    )
    expect(ofLines).toEqual([{ currency: placed.currency, total: 25 * 250_000 - 625_000 - 100_000 }])
  })
})
