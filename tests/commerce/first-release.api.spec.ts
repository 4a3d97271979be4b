import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CommerceCommands } from '../../src/server/services.ts'
import { createTestDatabase } from '../support/database.ts'
import { openShop, type Shop } from './support/shop.ts'

/**
 * A database as the release 59a9e36 left it, on PostgreSQL 15: three orders bought at the payment lab, one refunded in
 * part and one in full, and three of each of thirteen lives that an order can have. Made with pg_dump --inserts.
 */
const dump = join(import.meta.dirname, 'fixtures/first-release.sql.gz')
const kept =
  'id, status, total_minor::text, received_minor::text, refunded_minor::text, invoice_number, flags, disputed'

let shop: Shop
let before: { invoice_number: number | null }[]

beforeAll(async () => {
  const database = await createTestDatabase({ empty: true })
  const owner = new Client({ connectionString: database.superUrl })
  await owner.connect()
  await owner.query(gunzipSync(await readFile(dump)).toString())
  before = (await owner.query(`select ${kept} from public.commerce_order order by id`)).rows
  await owner.end()
  // Its start brings the database up to date.
  shop = await openShop({ database })
  await shop.reconciler.stop()
})
afterAll(() => shop?.stop())

const statuses = async () =>
  shop.sql.query('select status, count(*)::int as orders from commerce_order group by 1 order by 1')

describe('a database of the first release', () => {
  test('given orders in every state, when this release has migrated it, then its rows are as they were and equal the log', async () => {
    expect(await statuses()).toEqual([
      { status: 'cancelled', orders: 3 },
      { status: 'completed', orders: 20 },
      { status: 'pending', orders: 12 },
      { status: 'processing', orders: 3 },
      { status: 'refunded', orders: 4 },
    ])
    const { verdict } = await shop.site.container.get(CommerceCommands).verify(undefined, () => undefined)
    expect(verdict).toMatchObject({ orders: 42, differing: 0, chain: { ok: true } })
    expect(verdict.numbers.faults).toEqual([])
    expect(await shop.sql.query(`select ${kept} from commerce_order order by id`)).toEqual(before)
  })

  test('when its rows are rebuilt from the log, then none differs', async () => {
    const commands = shop.site.container.get(CommerceCommands)
    const rebuilt = await commands.rebuild(shop.database.adminUrl, () => undefined)
    expect(rebuilt).toMatchObject({ orders: 42, differing: 0 })
    expect(await shop.sql.query(`select ${kept} from commerce_order order by id`)).toEqual(before)
  })

  test('when somebody buys now, then the invoice has the next number', async () => {
    const last = Math.max(...before.map(({ invoice_number }) => invoice_number ?? 0))
    const { orderId } = await shop.paidOrder()
    expect(
      await shop.sql.query('select invoice_number from commerce_order where id = $1', [orderId]),
    ).toEqual([{ invoice_number: last + 1 }])
  })
})
