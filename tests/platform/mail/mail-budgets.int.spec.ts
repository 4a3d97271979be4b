import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { MailBudgets, type TypedAddress } from '#platform/mail/mail-budgets.ts'
import type { Mailer, OutgoingMail } from '#platform/mail/mailer.ts'
import { mailMigrations } from '#platform/mail/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testMailer } from '../../support/test-mailer.ts'

const secret = 'the secret of this test has enough characters'
const mail = { subject: 'Hello', preheader: '', paragraphs: ['Text'] }
const hour = 3_600_000

let database: TestDatabase
let db: PostgresDatabase
let clock: OffsetClock
let accepted: OutgoingMail[]
/** One per process. */
let mailers: [Mailer, Mailer]

const mailerWith = (secrets: string): Mailer =>
  testMailer((sent) => void accepted.push(sent), new MailBudgets(db, clock, new DerivedKeys(secrets)))

beforeAll(async () => {
  database = await createTestDatabase({ migrations: mailMigrations })
  db = await PostgresDatabase.open({ url: database.url, poolSize: 8 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  clock = new OffsetClock()
  accepted = []
  mailers = [mailerWith(secret), mailerWith(secret)]
  await db.sql.query('delete from platform_typed_mail')
})

/** The processes take turns. */
let turn = 0
const send = (to: string, reason: TypedAddress, key: string = randomUUID()) => {
  turn += 1
  return mailers[turn % 2]!.send({ ...mail, to, key, reason })
}

describe('mails to an address that somebody typed', () => {
  test('given every form and spelling of one mailbox at once, then it gets three mails in a day', async () => {
    const forms = ['manager-invitation', 'seat-invitation', 'wait-list', 'billing-address', 'lead'] as const
    const spellings = ['a.b@gmail.com', 'AB@googlemail.com', 'ab+1@gmail.com', 'a.b+2@googlemail.com']
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(spellings[n % 4]!, { form: forms[n % 5]! })),
    )
    expect(results.filter((result) => result === 'sent')).toHaveLength(3)
    expect(accepted).toHaveLength(3)
    expect(await send('other@budget.example', { form: 'lead' })).toBe('sent')
    clock.advance(24 * hour + 1)
    expect(await send('ab@gmail.com', { form: 'wait-list' })).toBe('sent')
  })

  test('given leads only, then two mails are sent, and one is left for the other forms', async () => {
    const to = 'leads@budget.example'
    const leads = [
      await send(to, { form: 'lead' }),
      await send(to, { form: 'lead' }),
      await send(to, { form: 'lead' }),
    ]
    expect(leads).toEqual(['sent', 'sent', 'mailbox-full'])
    expect(await send(to, { form: 'seat-invitation' })).toBe('sent')
    expect(await send(to, { form: 'seat-invitation' })).toBe('mailbox-full')
  })

  test('given a mail that was counted, when its job runs again, then it is sent again and counted once', async () => {
    const to = 'again@budget.example'
    for (let n = 0; n < 5; n += 1) expect(await send(to, { form: 'wait-list' }, 'same')).toBe('sent')
    expect(await send(to, { form: 'wait-list' })).toBe('sent')
    expect(await send(to, { form: 'wait-list' })).toBe('sent')
    expect(await send(to, { form: 'wait-list' })).toBe('mailbox-full')
  })

  test('given a sender who may cause three an hour, when more ask at once, then three are sent, and three an hour later', async () => {
    const sender = { name: 'all', most: 3, within: 'hour' } as const
    const ask = () =>
      Promise.all(Array.from({ length: 8 }, (_, n) => send(`n${n}@budget.example`, { form: 'lead', sender })))
    const sent = async () => (await ask()).filter((result) => result === 'sent')
    expect(await sent()).toHaveLength(3)
    expect(await ask()).toEqual(Array.from({ length: 8 }, () => 'sender-full'))
    // The same name at another form is another sender.
    expect(await send('x@budget.example', { form: 'seat-invitation', sender })).toBe('sent')
    clock.advance(hour + 1)
    expect(await sent()).toHaveLength(3)
  })

  test('given codes, then they have a limit of their own for all spellings of a mailbox', async () => {
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => send(`ann+${n}@budget.example`, { form: 'code' })),
    )
    expect(codes.filter((result) => result === 'sent')).toHaveLength(20)
    expect(await send('ann@budget.example', { form: 'lead' })).toBe('sent')
  })

  test('given mails to a mailbox, when SESSION_SECRET changes and the old one is still given, then they are still counted (S-15)', async () => {
    const fresh = 'a new secret which has enough of them too'
    const to = 'rotated@budget.example'
    const reason = { form: 'wait-list' } as const
    const under = (secrets: string) => mailerWith(secrets).send({ ...mail, to, key: randomUUID(), reason })
    const both = `${fresh},${secret}`
    expect([await under(secret), await under(secret), await under(both)]).toEqual(['sent', 'sent', 'sent'])
    expect(await under(both)).toBe('mailbox-full')
    // Without the old secret only what was counted under the new one is known.
    expect([await under(fresh), await under(fresh), await under(fresh)]).toEqual([
      'sent',
      'sent',
      'mailbox-full',
    ])
  })
})

/** Every place that composes mails, with its reasons; `toAccount` is one, too. */
const reasons: Record<string, string[]> = {
  'commerce/invoices/mail-delivery.ts': ["'confirmed'"],
  'commerce/finance/mails/finance-report.ts': ["'staff'"],
  'commerce/finance/verification/signed-heads.ts': ["'staff'"],
  'commerce/quotes/quote-mails.ts': ['toAccount', 'toAccount', "{ form: 'quote-forward'"],
  'hooks/hook-mails.ts': ["'staff'"],
  'commerce/withdrawals/withdrawal-mails.ts': ["{ form: 'withdrawal'"],
  'identity/customers/identity-mails.ts': ["{ form: 'code'", 'toAccount', "'confirmed'"],
  'identity/organizations/organization-mails.ts': [
    "{ form: 'manager-invitation'",
    "{ form: 'billing-address'",
  ],
  'leadership/credentials/credential-mails.ts': ['toAccount', 'toAccount'],
  'leadership/cohorts/cohort-mails.ts': ['toAccount'],
  'leadership/cohorts/first-dates.ts': ['toAccount'],
  'leadership/cohorts/participant-mails.ts': ['toAccount'],
  'leadership/cohorts/seats/seat-mails.ts': [
    'toAccount',
    "{ form: 'seat-invitation'",
    'toAccount',
    'toAccount',
  ],
  'leadership/cohorts/wait-mails.ts': ["kind === 'joined' || hour !== undefined ? { form: 'wait-list'"],
  'leadership/reports/report-mails.ts': ['toAccount'],
  'leads/lead-mails.ts': ["{ form: 'lead'", "'staff'"],
  'performance/problem-alerts.ts': ["'staff'"],
}

test('given the source, then every mail names why its address may get it, as listed here', () => {
  const modules = join(import.meta.dirname, '../../../src/modules')
  const found = globSync('**/*.ts', { cwd: modules }).flatMap((path) => {
    const text = readFileSync(join(modules, path), 'utf8')
    if (!/[mM]ailer\.send\(\{|defineMail\(/.test(text)) return []
    const named = [
      ...text.matchAll(
        /(?:\breason: |\.\.\.)(\{\s*form: '[\w-]+'|'\w[\w-]*'|kind === 'joined'[^}]*'wait-list'|toAccount)/g,
      ),
    ]
    return [[path, named.map(([, reason]) => reason!.replace(/\{\s+/, '{ '))] as const]
  })
  expect(Object.fromEntries(found.toSorted(([a], [b]) => a.localeCompare(b)))).toEqual(reasons)
})
