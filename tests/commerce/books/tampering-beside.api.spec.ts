import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Settings } from '#platform/settings/settings.ts'
import { checkoutSettings } from '../../../src/modules/commerce/checkout/checkout-settings.ts'
import { LogKey } from '../../../src/modules/commerce/finance/log/log-key.ts'
import {
  type CheckedPart,
  faultsOf,
  partsOf,
} from '../../../src/modules/commerce/finance/verification/faults-of.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { plan } from '../../leadership/cohorts/program-log.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { putBack } from '../../support/put-back-rows.ts'
import { openAuditedShop } from '../support/audited-shop.ts'

const audited = given(openAuditedShop)
let key: LogKey
/** What a forger may touch, as it was. */
const tables = [
  'es.events',
  'es.head',
  'commerce_order',
  'commerce_invoice',
  'commerce_book_entry',
  'commerce_book_mark',
  'commerce_signed_head',
  'platform_audit',
  'commerce_order_customer',
  'commerce_document_deletion',
  'commerce_document_file',
  'platform_settings',
]
const kept = (table: string): string => `kept_${table.replace('.', '_')}`

beforeAll(async () => {
  const { shop, staff, superuser } = audited
  key = shop.site.container.get(LogKey)
  // The mails of the orders have their documents copied.
  await eventually(async () => {
    const owed = await shop.sql.query(
      "select from commerce_order_mail where state = 'owed' and kind = 'confirmation'",
    )
    return owed.length === 0
  }, 60)
  // Three changes that the audit notes, and a head that knows of them.
  const settings = shop.site.container.get(Settings)
  for (const documentYears of [11, 12, 13]) await settings.write(checkoutSettings, { documentYears }, 'anna')
  await staff.get('/api/finance/books')
  const cohort = { id: randomUUID(), ...plan('2033-03-01'), capacity: 2 }
  expect((await staff.post('/api/admin/cohorts', cohort)).status).toBe(200)
  expect((await staff.post('/api/finance/signed-heads')).body.ok).toBe(true)
  for (const table of tables) await superuser.query(`create table ${kept(table)} as select * from ${table}`)
})

async function restore(): Promise<void> {
  for (const table of tables) await putBack(audited.superuser, table, kept(table))
}

const verified = () => verifyOrders(audited.shop.site.container.get(EventLog), key)

/** Which check finds it: the command, the verifier of a file. */
type Found = { verify: RegExp; offline: RegExp | null }

const cases: [string, string, Found][] = [
  [
    'the payload of an event',
    `update es.events set data = data || '{"unitPrice": 1}' where position = 1`,
    { verify: /data does not match/, offline: /data does not match/ },
  ],
  [
    'the metadata of an event',
    `update es.events set metadata = metadata || '{"actor": "somebody"}' where position = 2`,
    { verify: /metadata does not match/, offline: /metadata does not match/ },
  ],
  [
    'occurred_at one microsecond later',
    `update es.events set occurred_at = occurred_at + interval '1 microsecond' where position = 3`,
    { verify: /hash does not follow/, offline: /hash does not follow/ },
  ],
  [
    'occurred_at one day later',
    `update es.events set occurred_at = occurred_at + interval '1 day' where position = 3`,
    { verify: /hash does not follow/, offline: /hash does not follow/ },
  ],
  [
    'an event deleted',
    'delete from es.events where position = 4',
    { verify: /position 4 is missing/, offline: /position 4 is missing/ },
  ],
  [
    'an order row changed',
    'update commerce_order set received_minor = 1 where id = (select id from commerce_order order by id limit 1)',
    { verify: /received_minor: the list says "1", the log "250000"/, offline: null },
  ],
  [
    'an order row deleted',
    'delete from commerce_order where id = (select id from commerce_order order by id limit 1)',
    { verify: /has no row in the lists/, offline: null },
  ],
  [
    'an order row added',
    `insert into commerce_order select gen_random_uuid(), version, status, false, 'x', product_id, product_name, total_minor,
       received_minor, refunded_minor, currency, intent_ids, card_last4, flags, disputed, null, created_at, updated_at
     from commerce_order limit 1`,
    { verify: /is in the lists and not in the log/, offline: null },
  ],
  [
    'an amount of the books',
    `update commerce_book_entry set amount_minor = 2500000000 where kind = 'received' and
       position = (select min(position) from commerce_book_entry where kind = 'received')`,
    {
      verify: /the books hold received 2500000000 usd.* by the log it is received 250000 usd/,
      offline: null,
    },
  ],
  [
    'a date of the books',
    `update commerce_book_entry set booked_at = booked_at + interval '1 microsecond' where kind = 'received' and
       position = (select max(position) from commerce_book_entry where kind = 'received')`,
    { verify: /the books hold received/, offline: null },
  ],
  [
    'a fee of the books',
    `update commerce_book_entry set amount_minor = amount_minor + 1 where kind = 'fees'`,
    { verify: /the books hold fees/, offline: null },
  ],
  [
    'an entry of the books deleted',
    `delete from commerce_book_entry where position = (select min(position) from commerce_book_entry)`,
    { verify: /the books hold nothing for event/, offline: null },
  ],
  [
    'an entry of the books added at an event without money',
    `insert into commerce_book_entry (position, kind, currency, amount_minor, order_id, booked_at, recorded_at)
     select 1, 'received', 'usd', 100, order_id, booked_at, recorded_at from commerce_book_entry limit 1`,
    { verify: /by the log it is nothing/, offline: null },
  ],
  [
    'an entry of the books added behind the log',
    `insert into commerce_book_entry (position, kind, currency, amount_minor, order_id, booked_at, recorded_at)
     select 100000, 'received', 'usd', 100, order_id, booked_at, recorded_at from commerce_book_entry limit 1`,
    { verify: /for event 100000, which is not in the log/, offline: null },
  ],
  [
    'the row of the highest number deleted',
    `delete from commerce_invoice where number = 4 and kind = 'invoice'`,
    { verify: /invoice 4 of order .* has no row of its number/, offline: null },
  ],
  [
    'the row of a number moved 11 years back',
    `update commerce_invoice set issued_at = issued_at - interval '11 years' where number = 2`,
    { verify: /invoice 2 is dated/, offline: null },
  ],
  [
    'the tax of a document in the register',
    `update commerce_invoice set net_minor = net_minor - 100, tax_minor = tax_minor + 100 where number = 2`,
    {
      verify:
        /invoice 2 is over 250000 usd \(249900 and 100 tax\) person none, by the log 250000 usd \(250000 and 0 tax\) person none/,
      offline: null,
    },
  ],
  [
    'the row of a number given to another order',
    `update commerce_invoice set order_id = gen_random_uuid() where number = 3`,
    { verify: /invoice 3 is not the one the log knows/, offline: null },
  ],
  [
    'a row of a number added',
    `insert into commerce_invoice (kind, number, order_id, issued_at) values ('invoice', 5, gen_random_uuid(), now())`,
    { verify: /invoice 5 is not the one the log knows/, offline: null },
  ],
  [
    'a signed head changed',
    `update commerce_signed_head set position = position - 1`,
    { verify: /not one that the log knows/, offline: null },
  ],
  [
    'a signed head deleted',
    'delete from commerce_signed_head where position = (select min(position) from commerce_signed_head)',
    { verify: /the signed head at position \d+ of .* is missing/, offline: null },
  ],
  ['all signed heads deleted', 'delete from commerce_signed_head', { verify: /is missing/, offline: null }],
  [
    'a signed head added',
    `insert into commerce_signed_head select position, hash, signed_at + interval '1 second', signature from commerce_signed_head limit 1`,
    { verify: /not one that the log knows/, offline: null },
  ],
  [
    'the name of a buyer',
    `update commerce_order_customer set last_name = 'Somebody' where order_id =
       (select order_id from commerce_invoice where number = 1 and kind = 'invoice')`,
    { verify: /INV-000001: the buyer of order .* is not the one it was issued to/, offline: null },
  ],
  [
    'the buyer of an order deleted, though the account exists',
    `delete from commerce_order_customer where order_id =
       (select order_id from commerce_invoice where number = 1 and kind = 'invoice')`,
    { verify: /commerce_order_customer does not have the row/, offline: null },
  ],
  [
    'the buyer of an order given to another account',
    `update commerce_order_customer set user_id = gen_random_uuid()::text where order_id =
       (select order_id from commerce_invoice where number = 1 and kind = 'invoice')`,
    { verify: /commerce_order_customer .*: user_id is/, offline: null },
  ],
  [
    'the bytes of an invoice',
    `update commerce_document_file set bytes = '%PDF-forged' where number = 1 and kind = 'invoice'`,
    {
      verify: /INV-000001: the stored document of order .* is not the one that was issued/,
      offline: null,
    },
  ],
  [
    'a document counted as deleted before its term was over',
    `insert into commerce_document_deletion (kind, number, deleted_at) values ('invoice', 1, now())`,
    { verify: /INV-000001: it counts as deleted, and its term is not over/, offline: null },
  ],
  [
    'the mark of the books moved forward',
    'update commerce_book_mark set position = position + 100',
    { verify: /the books were made up to event \d+, and the newest event is \d+/, offline: null },
  ],
  [
    'a stored setting changed',
    `update platform_settings set value = value || '{"documentYears": 30}' where key = 'checkout'`,
    { verify: /the settings "checkout" are not as audit entry \d+ left them/, offline: null },
  ],
  [
    'the author of a stored setting changed',
    `update platform_settings set updated_by = 'somebody' where key = 'checkout'`,
    { verify: /the settings "checkout" were changed by anna/, offline: null },
  ],
  [
    'settings stored that nobody has saved',
    `insert into platform_settings (key, value, updated_by) values ('bank-account', '{"iban": "DE02120300000000202051"}', 'anna')`,
    { verify: /the settings "bank-account" are stored, and the audit has no change of them/, offline: null },
  ],
  [
    'stored settings deleted',
    `delete from platform_settings where key = 'checkout'`,
    { verify: /the settings "checkout" are not stored/, offline: null },
  ],
  [
    'an entry of the audit changed',
    `update platform_audit set done_by = 'somebody' where id = (select min(id) from platform_audit)`,
    { verify: /audit entry \d+ is not as it was written/, offline: null },
  ],
  [
    'an entry of the audit deleted',
    `delete from platform_audit where id = (select min(id) + 1 from platform_audit)`,
    { verify: /audit entry \d+ is not as it was written, or one before it/, offline: null },
  ],
  [
    'the newest entries of the audit deleted',
    `delete from platform_audit where id > (select min(id) from platform_audit)`,
    { verify: /audit entries \d+ to \d+ are missing/, offline: null },
  ],
]

describe('E-6: what is kept beside the log', () => {
  test('given nothing was changed, when everything is checked, then all parts were looked at and nothing is wrong', async () => {
    const { parts, ok, restores } = await audited.online()
    expect(ok, JSON.stringify(parts)).toBe(true)
    expect(restores).toEqual([])
    expect(parts.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['chain', 0],
      ['orders', 0],
      ['numbers', 0],
      ['books', 0],
      ['places', 0],
      ['credentials', 0],
      ['transfers', 0],
      ['prices', 0],
      ['heads', 0],
      ['audit', 0],
      ['documents', 0],
    ])
    // Nobody has finished, paid by bank transfer or less than the price: those have tests of their own.
    for (const { name, checked } of parts)
      if (!['credentials', 'transfers', 'prices'].includes(name)) expect(checked, name).toBeGreaterThan(0)
  })

  test.each(cases)(
    'given %s, when it is checked, then it is found',
    async (_, statement, { verify, offline }) => {
      try {
        const { rowCount } = await audited.superuser.query(statement)
        expect(rowCount, 'rows that were tampered with').toBeGreaterThan(0)
        const verdict = await verified()
        expect(verdict.ok).toBe(false)
        expect(faultsOf(verdict).join('\n')).toMatch(verify)
        if (offline === null) return
        const file = await audited.offline(await audited.exported())
        expect(file.firstBreak?.reason).toMatch(offline)
      } finally {
        await restore()
      }
    },
  )

  // The screen and the file's verifier cost a thread and a process: they are asked once of everything, not for each row above.
  test('given everything of it, when it is checked, then the screen reports what the command reports, and the file of the log still holds', async () => {
    try {
      for (const [, statement, { offline }] of cases)
        if (offline === null) await audited.superuser.query(statement)
      const screen = await audited.online()
      expect(screen.ok).toBe(false)
      expect(screen.parts).toEqual(partsOf(await verified()))
      const wrong = screen.parts.flatMap((part: CheckedPart) => (part.count > 0 ? [part.name] : []))
      expect(wrong).toEqual(['orders', 'numbers', 'books', 'heads', 'audit', 'documents'])
      expect(await audited.offline(await audited.exported())).toMatchObject({ code: 0, ok: true })
    } finally {
      await restore()
    }
  })
})
