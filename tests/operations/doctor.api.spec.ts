import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import type { Container } from 'inversify'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Config } from '#platform/config/config.ts'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { SmtpMailer } from '#platform/mail/smtp-mailer.ts'
import { DiskDocuments } from '#platform/storage/disk-documents.ts'
import { Documents } from '#platform/storage/documents.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { OrderSignatures } from '../../src/modules/commerce/payments/stripe/order-signatures.ts'
import { checkDatabase } from '../../src/server/doctor/check-database.ts'
import { checkCertificate, checkMachine } from '../../src/server/doctor/check-machine.ts'
import { checkSite } from '../../src/server/doctor/check-site.ts'
import type { Finding } from '../../src/server/doctor/finding.ts'
import { CredentialKeys, StripeAccount } from '../../src/server/services.ts'
import { cli } from '../commerce/support/cli.ts'
import { openShop, type Shop } from '../commerce/support/shop.ts'

let shop: Shop
let folder: string
beforeAll(async () => {
  shop = await openShop()
  folder = await mkdtemp(join(tmpdir(), 'veralead-doctor-'))
  await shop.paidOrder()
  await shop.inbox.idle()
})
afterAll(async () => {
  await shop?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const database = (change: Partial<Pick<URL, 'port' | 'password' | 'pathname'>> = {}) => {
  const url = Object.assign(new URL(shop.database.url), change)
  return checkDatabase({
    env: 'production',
    dataDir: { path: folder, explicit: true },
    database: { kind: 'url', url: url.href, adminUrl: shop.database.adminUrl, listenUrl: undefined },
  })
}

/** The parts of the running site, some of them replaced. */
const site = (...replaced: [unknown, unknown][]): Promise<Finding[]> => {
  const { container } = shop.site
  const parts = new Map(replaced)
  return checkSite(
    {
      get: (token: never) => parts.get(token) ?? container.get(token),
      getAll: (token: never) => container.getAll(token),
    } as unknown as Container,
    () => undefined,
  )
}

const of = (part: string, findings: readonly Finding[]) => findings.filter((one) => one.part === part)
const wrong = (findings: readonly Finding[]) => findings.filter(({ state }) => state !== 'good')

/** Statements as the server's superuser, undone when the test is over. */
async function spoilt(spoil: string, mend: string): Promise<void> {
  const client = new Client({ connectionString: shop.database.superUrl })
  await client.connect()
  await client.query(spoil)
  onTestFinished(async () => {
    await client.query(mend)
    await client.end()
  })
}

async function listening(server: Server | ReturnType<typeof createTlsServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('npm run doctor', () => {
  it('given a site that is well, then every part is named and the exit code is 0; given a wrong variable, then it is named with what to do', async () => {
    const { code, out, err } = await cli(shop, folder, 'doctor')
    expect(code, out + err).toBe(0)
    for (const part of [
      'Environment',
      'Data folder',
      'Certificate',
      'Database',
      'PostgreSQL',
      'Database TLS',
    ])
      expect(out).toMatch(new RegExp(`^ok +${part} `, 'm'))
    for (const part of [
      'Clock',
      'Rights',
      'Migrations',
      'Log',
      'Waiting work',
      'Storage',
      'Mail',
      'Payments',
      'Credentials',
    ])
      expect(out).toMatch(new RegExp(`^ok +${part} `, 'm'))
    expect(out).toContain('0 weak, 0 broken.')

    await writeFile(join(folder, '.env'), 'PUBLIC_URL=nonsense\n')
    const told = await cli(shop, folder, 'doctor', '--json')
    await rm(join(folder, '.env'))
    expect(told.code).toBe(1)
    expect(JSON.parse(told.out)).toMatchObject({
      ok: false,
      findings: [
        {
          part: 'Environment',
          state: 'broken',
          found: expect.stringContaining('PUBLIC_URL'),
          remedy: expect.stringContaining('.env.example'),
        },
      ],
    })
  })

  it('given a folder that cannot be written, and an address that nobody answers or nobody vouches for, then each is broken, with its remedy', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const found = await checkMachine({
      dataDir: { path: file, explicit: true },
      publicUrl: 'https://127.0.0.1:9',
    })
    expect(wrong(found)).toMatchObject([
      { part: 'Data folder', state: 'broken', remedy: expect.stringContaining('DATA_DIR') },
      { part: 'Certificate', state: 'broken', remedy: expect.stringContaining('PUBLIC_URL') },
    ])
    const [cert, key, ca] = await Promise.all(
      ['server.pem', 'server.key', 'ca.pem'].map((name) =>
        readFile(join(import.meta.dirname, '../support/tls', name), 'utf8'),
      ),
    )
    const port = await listening(createTlsServer({ key, cert }))
    await expect(checkCertificate(`https://localhost:${port}`)).rejects.toThrow(/certificate/)
    expect(await checkCertificate(`https://localhost:${port}`, ca)).toMatchObject({
      part: 'Certificate',
      found: expect.stringContaining('valid for'),
    })
  })

  it.each([
    ['nothing answers', { port: '9' }, /DATABASE_URL: nothing answers/],
    ['the password is wrong', { password: 'wrong' }, /DATABASE_URL: password refused/],
    ['the database is not there', { pathname: '/no' }, /DATABASE_URL: database no does/],
  ])(
    'given a database where %s, then that is said, and nothing else is looked at',
    async (_, change, said) => {
      expect(await database(change)).toEqual({
        usable: false,
        findings: [
          {
            part: 'Database',
            state: 'broken',
            found: expect.stringMatching(said),
            remedy: expect.stringContaining('docs/operations.md'),
          },
        ],
      })
    },
  )

  it('given a role that may change events, then the right is named', async () => {
    await spoilt('grant update on es.events to veralead_app', 'revoke update on es.events from veralead_app')
    expect(wrong((await database()).findings)).toMatchObject([
      { part: 'Rights', state: 'weak', found: expect.stringContaining('es.events'), remedy: /^revoke/ },
    ])
  })

  it.each([
    ['select on leads_lead', 'public.leads_lead'],
    ['insert on commerce_order', 'public.commerce_order'],
    ['select on es.events', 'es.events'],
  ])(
    'given a role that lost %s, as after a restore without rights, then the table is named',
    async (right, name) => {
      await spoilt(`revoke ${right} from veralead_app`, `grant ${right} to veralead_app`)
      expect(wrong((await database()).findings)).toMatchObject([
        {
          part: 'Rights',
          state: 'broken',
          found: expect.stringContaining(name),
          remedy: expect.stringContaining('one-to-two-roles'),
        },
      ])
    },
  )

  it('given a database that only reads, then the setting is named', async () => {
    const name = new URL(shop.database.superUrl).pathname.slice(1)
    const setting = `alter role veralead_app in database ${name}`
    await spoilt(
      `${setting} set default_transaction_read_only = on`,
      `${setting} reset default_transaction_read_only`,
    )
    expect(wrong((await database()).findings)).toMatchObject([
      { part: 'Writes', state: 'broken', found: expect.stringContaining('transaction_read_only') },
    ])
  })

  it('given a trigger that is switched off, then it is named', async () => {
    await spoilt(
      'alter table es.events disable trigger only_grows',
      'alter table es.events enable trigger only_grows',
    )
    const { findings, usable } = await database()
    expect(wrong(findings)).toMatchObject([
      { part: 'Rights', state: 'broken', found: expect.stringContaining('only_grows on es.events') },
    ])
    expect(usable).toBe(false)
  })

  it('given a migration that waits, then the command is named, and the site is not composed', async () => {
    await spoilt(
      `update platform_migration set name = name || '-x' where name like '%-content'`,
      `update platform_migration set name = left(name, -2) where name like '%-x'`,
    )
    const { findings, usable } = await database()
    expect(wrong(findings)).toMatchObject([
      { part: 'Migrations', state: 'broken', remedy: expect.stringContaining('npm run migrate') },
    ])
    expect(usable).toBe(false)
  })

  it('given a database of a version that was never released, then nobody is told to migrate it', async () => {
    await spoilt(
      `update platform_migration set name = name || '-x' where name like '%baseline-of-%'`,
      `update platform_migration set name = left(name, -2) where name like '%-x'`,
    )
    const { findings } = await database()
    expect(wrong(findings)).toMatchObject([
      { part: 'Migrations', state: 'broken', remedy: expect.stringContaining('npm run demo -- --reset') },
    ])
  })

  it('given an event that was changed, then the chain breaks there', async () => {
    const change = (from: string, to: string) => `alter table es.events disable trigger only_grows;
      update es.events set type = '${to}' where position = 2 and type = '${from}';
      alter table es.events enable trigger only_grows`
    const [second] = await shop.sql.query<{ type: string }>('select type from es.events where position = 2')
    const type = second?.type ?? ''
    await spoilt(change(type, 'Forged'), change('Forged', type))
    expect(of('Log', await site())).toMatchObject([
      {
        state: 'broken',
        found: expect.stringContaining('position 2'),
        remedy: expect.stringContaining('restore'),
      },
    ])
  })

  it('given a webhook that could not be applied, then the place where it is applied again is named', async () => {
    await spoilt(
      `update commerce_stripe_inbox set status = 'failed' where event_id = (select min(event_id) from commerce_stripe_inbox)`,
      `update commerce_stripe_inbox set status = 'applied' where status = 'failed'`,
    )
    expect(of('Waiting work', await site())).toMatchObject([
      {
        state: 'weak',
        found: '1 webhooks from Stripe are not applied',
        remedy: expect.stringContaining('Webhooks'),
      },
    ])
  })

  it('given a storage that cannot be written and a mail server that does not answer or refuses the password, then each is broken', async () => {
    const file = join(folder, 'no-folder')
    await writeFile(file, '')
    const { container } = shop.site
    const smtp = { from: 'a@b.example', requireTls: false }
    const mailer = (url: string) => new SmtpMailer({ ...smtp, url }, shop.url, new RingTelemetry())
    const config = { ...container.get(Config), mail: { kind: 'smtp', ...smtp, url: 'smtp://127.0.0.1:9' } }
    const found = await site(
      [Documents, new DiskDocuments(file)],
      [Mailer, mailer('smtp://127.0.0.1:9')],
      [Config, config],
    )
    expect(wrong(found)).toMatchObject([
      { part: 'Storage', state: 'broken', remedy: expect.stringContaining('DATA_DIR') },
      { part: 'Mail', state: 'broken', found: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  it('given a key that Stripe refuses, one without a right, or an endpoint that Stripe does not know, then each is named', async () => {
    let endpoints: unknown[] = []
    let refused = ''
    const port = await listening(
      createHttpServer((req, res) => {
        const path = new URL(req.url ?? '', 'http://stripe').pathname.slice(4)
        const status = refused === 'key' ? 401 : refused === path ? 403 : 200
        const type = status === 401 ? 'authentication_error' : 'invalid_request_error'
        const data = path === 'webhook_endpoints' ? endpoints : []
        res.writeHead(status, { 'content-type': 'application/json' })
        res.end(
          JSON.stringify(
            status === 200 ? { object: 'list', data, has_more: false } : { error: { type, message: 'No.' } },
          ),
        )
      }),
    )
    const { container } = shop.site
    const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: ['whsec_1'] }
    const config = {
      ...container.get(Config),
      stripe: { kind: 'stripe', ...keys },
      publicUrl: 'https://site.example',
    }
    const look = async () => {
      const account = new StripeAccount(
        { ...keys, url: `http://127.0.0.1:${port}` },
        new RingTelemetry(),
        new OrderSignatures(new DerivedKeys('a secret of this test long enough to be one')),
        { brandName: 'Veralead', paymentMethodConfiguration: undefined },
      )
      return wrong(await site([Config, config], [StripeAccount, account]))
    }
    const address = 'https://site.example/api/webhooks/stripe'
    expect(await look()).toMatchObject([{ part: 'Webhook', found: `Stripe knows no endpoint ${address}` }])
    endpoints = [{ url: address, status: 'disabled' }]
    expect(await look()).toMatchObject([{ part: 'Webhook', found: `${address} is switched off at Stripe` }])
    const sent = ['payment_intent.succeeded', 'refund.updated']
    endpoints = [{ url: address, status: 'enabled', enabled_events: sent }]
    const [unsent] = await look()
    expect(unsent).toMatchObject({ part: 'Webhook', state: 'weak' })
    expect(unsent?.found).toContain('customer_cash_balance_transaction.created')
    expect(unsent?.found).not.toContain('payment_intent.succeeded')
    endpoints = [{ url: address, status: 'enabled', enabled_events: ['*'] }]
    expect(await look()).toEqual([])
    refused = 'webhook_endpoints'
    expect(await look()).toMatchObject([{ part: 'Webhook', found: 'the key may not read the endpoints' }])
    endpoints = [{ url: address, status: 'enabled', enabled_events: ['*'] }]
    refused = 'customers'
    expect(await look()).toMatchObject([
      {
        part: 'Payments',
        state: 'weak',
        found: expect.stringContaining('no invoice is paid by bank transfer'),
      },
    ])
    refused = 'disputes'
    expect(await look()).toMatchObject([
      { part: 'Payments', found: 'STRIPE_SECRET_KEY lacks rights: Disputes' },
    ])
    refused = 'key'
    expect(await look()).toMatchObject([{ part: 'Payments', state: 'broken' }])
  })

  it('given no key for credentials, then it is weak before the first one was signed and broken afterwards', async () => {
    const without = (known: string[]) =>
      site([CredentialKeys, { canSign: async () => false, known: async () => known }])
    const remedy = expect.stringContaining('Keys of credentials')
    expect(of('Credentials', await without([]))).toMatchObject([{ state: 'weak', remedy }])
    expect(of('Credentials', await without(['z6Mk']))).toMatchObject([{ state: 'broken', remedy }])
  })
})
