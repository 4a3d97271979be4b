import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkConnection } from '#platform/database/check-connection.ts'
import { admin, eventually } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { HttpClient } from '../support/http-client.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { Buyer, refund } from './support/buyer.ts'
import { runToEnd } from './support/run-to-end.ts'
import { openSite, type Site } from './support/site.ts'

const description = async (url: string): Promise<unknown> =>
  (await new HttpClient(url).get('/api/cms')).body.pages[0].description

/** Only where the program is installed: what a site without it needs is proven elsewhere. */
describe.runIf(hasPgBouncer)('a site whose database is behind PgBouncer in transaction mode', () => {
  let test: TestDatabase
  let bouncer: PgBouncer
  let site: Site

  const pooled = (): string => `${bouncer.through(test.url)}?pgbouncer=true`
  const addresses = () => ({
    DATABASE_URL: pooled(),
    DATABASE_LISTEN_URL: test.url,
    DATABASE_ADMIN_URL: test.adminUrl,
  })

  beforeAll(async () => {
    test = await createTestDatabase()
    bouncer = await startPgBouncer(test.superUrl, { veralead_app: 'veralead-test' })
    site = await openSite({ processes: 2, database: test, env: addresses() })
  })
  afterAll(async () => {
    await site?.close()
    await bouncer?.stop()
    await test?.drop()
  })

  it('given buyers at once, then they sign up, pay and are refunded, and every check of the books passes', async () => {
    const sales = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const buyer = new Buyer(site)
        await buyer.signUp()
        const { orderId, intentId } = await buyer.checkout()
        await site.lab(`/lab/objects/${intentId}/pay`, {})
        await buyer.comeBack(intentId)
        return orderId
      }),
    )
    await eventually(async () => {
      const rows = await site.sql.query(
        `select from commerce_order_mail where order_id = any($1) and kind = 'confirmation' and state = 'sent'`,
        [sales],
      )
      return rows.length === sales.length
    }, 60)
    await refund(site, sales[0]!, '100.00')
    await site.expectInvariants()
    const verified = await runToEnd('src/server/cli/orders-verify.ts', addresses())
    expect(verified).toMatchObject({ code: 0 })
  })

  it('given content saved on one process, then the other shows it at once', async () => {
    const [one, other] = [site.url(), site.url()]
    const editor = new HttpClient(one)
    await editor.post('/api/auth/login', { ...admin, credentials: 'include' })
    for (const mark of ['first', 'second', 'third']) {
      const { body } = await editor.get('/api/cms/admin')
      const pages = body.pages.map((page: object) => ({ ...page, description: mark }))
      expect((await editor.put('/api/cms', { pages, version: body.version })).status).toBe(200)
      await eventually(async () => (await description(other)) === mark, 5)
    }
  })

  it('given a role without a limit of time, then the start notes it', () => {
    expect(site.output()).toContain(
      'Note: DATABASE_URL leads to PgBouncer, and its role has no statement_timeout',
    )
  })

  it('given one that drops settings silently, then that is noticed', async () => {
    const settings = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options'
    const silent = await startPgBouncer(test.superUrl, { veralead_app: 'veralead-test' }, [
      `ignore_startup_parameters = ${settings}`,
    ])
    await expect(checkConnection(silent.through(test.url))).rejects.toThrow(
      'PgBouncer, or another pooler, answers',
    )
    await silent.stop()
  })

  it('given an address that does not say so, then one line says what to write', async () => {
    const unsaid = await runToEnd('src/main.ts', {
      ...addresses(),
      DATABASE_URL: bouncer.through(test.url),
    })
    expect(unsaid.code).toBe(1)
    expect(unsaid.output.trim().split('\n').at(-1)).toMatch(
      /^DATABASE_URL: PgBouncer, or another pooler, answers at .*: add pgbouncer=true to the address/,
    )
    const listening = await runToEnd('src/main.ts', {
      ...addresses(),
      DATABASE_LISTEN_URL: bouncer.through(test.url),
    })
    expect(listening.output.trim().split('\n').at(-1)).toMatch(/^DATABASE_LISTEN_URL: PgBouncer, or another /)
  })
})
