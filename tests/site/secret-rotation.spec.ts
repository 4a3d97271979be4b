import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import type { Keys } from '#platform/kernel/keys.ts'
import { BackupMarks } from '#platform/storage/backup-marks.ts'
import { Documents } from '#platform/storage/documents.ts'
import { HmacLinkSigner } from '#platform/storage/hmac-link-signer.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { newOrder } from '../../src/modules/commerce/domain/order.ts'
import { LogKey, logKeyPurpose } from '../../src/modules/commerce/finance/log/log-key.ts'
import { digestOf, PrintedNumbers } from '../../src/modules/commerce/invoices/printed-numbers.ts'
import { SentMails } from '../../src/modules/commerce/invoices/sent-mails.ts'
import { OrderSignatures } from '../../src/modules/commerce/payments/stripe/order-signatures.ts'
import { HookSecrets } from '../../src/modules/hooks/hook-secrets.ts'
import { Digests } from '../../src/modules/identity/accounts/secrets.ts'
import { Enrolments } from '../../src/modules/identity/staff/enrolments.ts'
import { PrivateAddresses } from '../../src/modules/leadership/cohorts/private-addresses.ts'
import { placedAs } from '../commerce/support/placed.ts'

const old = 'the old secret which has enough characters'
const fresh = 'a new secret which has enough of them too'
const before = new DerivedKeys(old)
const during = new DerivedKeys(`${fresh},${old}`)
const after = new DerivedKeys(fresh)

class Shelf extends Documents {
  readonly kept = new Map<string, Buffer>()
  override async put(key: string, bytes: Buffer): Promise<void> {
    this.kept.set(key, bytes)
  }
  override async get(key: string): Promise<Buffer | null> {
    return this.kept.get(key) ?? null
  }
  override async delete(key: string): Promise<void> {
    this.kept.delete(key)
  }
}

const order = {
  ...newOrder('0b0e8f6a-6f57-4c3b-9a40-0c9a5f2f7d11'),
  placed: placedAs(),
}
const intentWith = (metadata: Record<string, string>) => ({
  id: 'pi_1',
  status: 'succeeded',
  amount: 250_000,
  amount_received: 250_000,
  currency: 'usd',
  latest_charge: null,
  last_payment_error: null,
  metadata,
})
const invoice = { kind: 'invoice', orderId: 'order-1', refundId: null } as const
const another = { ...invoice, orderId: 'order-2' }
const seven = { number: 7, year: null }
const pdf = digestOf(Buffer.from('%PDF-'))

/** What is written with a key: `write` answers how to read it with the same or other keys. */
interface Use {
  purposes: string[]
  write(keys: Keys): Promise<(keys: Keys) => Promise<boolean>>
}

const uses: Record<string, Use> = {
  'a signed link': {
    purposes: ['signed-links'],
    async write(keys) {
      const signer = (with_: Keys) => new HmacLinkSigner(with_, 'https://veralead.test', new OffsetClock())
      const link = new URL(signer(keys).sign('/stop', { user: 'u1' }, new Date(Date.now() + 60_000)))
      return async (later) =>
        signer(later).verify('/stop', Object.fromEntries(link.searchParams))?.user === 'u1'
    },
  },
  'the secret of an endpoint of webhooks': {
    purposes: ['webhooks'],
    async write(keys) {
      const { shown, sealed } = new HookSecrets({ keys }).make()
      const stored = { secret: sealed, oldSecret: null, oldUntil: null }
      return async (later) => new HookSecrets({ keys: later }).of(stored, new Date())[0] === shown
    },
  },
  'the signature of an order on its payment': {
    purposes: ['orders at Stripe'],
    async write(keys) {
      const metadata = new OrderSignatures(keys).metadataOf(order)
      return async (later) => new OrderSignatures(later).read(intentWith(metadata))?.orderId === order.id
    },
  },
  'the mark of a printed number': {
    purposes: ['documents that were printed', 'numbers of documents'],
    async write(keys) {
      const shelf = new Shelf()
      await new PrintedNumbers(shelf, keys, new OffsetClock()).mark(invoice, seven, pdf)
      return async (later) => {
        const marks = new PrintedNumbers(shelf, later, new OffsetClock())
        const printed = await marks.numberOf(invoice)
        const held = await marks.isHeldByAnother(another, seven)
        expect(held, 'both marks or none').toBe(printed !== null)
        return printed?.number === 7 && printed.pdfDigest === pdf
      }
    },
  },
  'how the order of a printed invoice was placed': {
    purposes: ['orders that were printed'],
    async write(keys) {
      const shelf = new Shelf()
      const marks = (with_: Keys) => new PrintedNumbers(shelf, with_, new OffsetClock())
      await marks(keys).mark({ ...invoice, orderId: order.id }, seven, pdf, order)
      return async (later) => (await marks(later).orderOf(order.id)) !== null
    },
  },
  'the mark of what outlives a backup': {
    purposes: ['what outlives a backup'],
    async write(keys) {
      const shelf = new Shelf()
      const mark = {
        kind: 'credential',
        id: 'c1',
        state: 'suspended',
        at: '2026-11-26T10:00:00.000Z',
      } as const
      await new BackupMarks(shelf, keys).set(mark)
      return async (later) => {
        const marks = new BackupMarks(shelf, later)
        const found = await marks.newest('credential', 'c1')
        // A job that comes late does not replace the newer state.
        if (found !== null) {
          await marks.set({ ...mark, state: 'valid', at: '2026-11-26T09:00:00.000Z' })
          expect(await marks.newest('credential', 'c1')).toEqual(found)
        }
        return found?.state === 'suspended'
      }
    },
  },
  'the mark of a mail that was sent': {
    purposes: ['mails that were sent'],
    async write(keys) {
      const shelf = new Shelf()
      await new SentMails(shelf, keys, new OffsetClock(), {} as Log).mark('mail-1', new Date(0))
      return async (later) =>
        (await new SentMails(shelf, later, new OffsetClock(), {} as Log).sentAt('mail-1'))?.getTime() === 0
    },
  },
  'a signed head': {
    purposes: [logKeyPurpose],
    async write(keys) {
      const signature = new LogKey(keys.derive(logKeyPurpose)).sign('a head')
      return async (later) => new LogKey(later.derive(logKeyPurpose)).holds('a head', signature)
    },
  },
  'a key of an authenticator app that was shown': {
    purposes: ['identity.totp-enrolment'],
    async write(keys) {
      const token = new Enrolments(new OffsetClock(), keys).tokenOf(Buffer.from('key'), 'anna')
      return async (later) =>
        new Enrolments(new OffsetClock(), later).secretOf(token, 'anna')?.toString() === 'key'
    },
  },
  'the address of a private calendar, of a record of hours': {
    purposes: ['program-calendar', 'program-hours'],
    async write(keys) {
      const order = '0193f0aa-0000-7000-8000-000000000001'
      const addresses = (with_: Keys) =>
        new PrivateAddresses(with_.derive('program-calendar'), '', 'calendar', 'ics')
      const file = addresses(keys).of(order, 1).replace('/calendar/', '')
      return async (later) => addresses(later).isValid(file, order, 1)
    },
  },
  'a code, a reset link, a known device, a sign-in with a provider': {
    purposes: ['identity.code', 'identity.provider', 'identity.reset', 'identity.sign-in'],
    async write(keys) {
      const digest = new Digests(keys, 'identity.code').of('id', '123456')
      return async (later) => new Digests(later, 'identity.code').matches(digest, 'id', '123456')
    },
  },
}

describe.each(Object.entries(uses))('S-15: %s', (_, { write }) => {
  test('given it was made under the old secret, then it is read while the old one is given, and not without', async () => {
    const reads = await write(before)
    expect(await reads(before)).toBe(true)
    expect(await reads(during)).toBe(true)
    expect(await reads(after)).toBe(false)
  })

  test('given it was made while both are given, then the new secret alone reads it', async () => {
    const reads = await write(during)
    expect(await reads(during)).toBe(true)
    expect(await reads(after)).toBe(true)
    expect(await reads(before)).toBe(false)
  })
})

test('given two secrets with spaces around the comma, then both count; one that is too short is refused', async () => {
  const reads = await uses['a signed link']!.write(before)
  expect(await reads(new DerivedKeys(` ${fresh} , ${old} `))).toBe(true)
  for (const secrets of [`${fresh},short`, 'short', '', ','])
    expect(() => new DerivedKeys(secrets), secrets).toThrow('32')
})

test('given every purpose in the source, then what becomes of it when the secret changes is tested', () => {
  const elsewhere = {
    // tests/identity/staff-totp.int.spec.ts
    'identity.totp': 'encrypted anew with the new secret',
    // tests/platform/mail-budgets.int.spec.ts
    'typed-mailbox': 'counts on',
    // Counted over one minute: counts again from zero.
    'lead-address': 'counts anew',
  }
  const source = join(import.meta.dirname, '../../src')
  const found = globSync('**/*.ts', { cwd: source }).flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return [
      ...text.matchAll(/\.derive\(\s*(?:'([^']+)'|(\w+))\s*\)|new Digests\(\s*[\w.]+,\s*'([^']+)'\s*\)/g),
    ].map(([, quoted, named, digests]) => quoted ?? digests ?? named ?? '')
  })
  const purposes = found
    .filter((name) => name !== 'purpose')
    .map((name) => (name === 'logKeyPurpose' ? logKeyPurpose : name))
  expect([...new Set(purposes)].sort()).toEqual(
    [...Object.values(uses).flatMap(({ purposes }) => purposes), ...Object.keys(elsewhere)].sort(),
  )
})
