import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { barOf, Progress } from '../../../src/server/cli/progress.ts'
import { cli as run } from '../support/cli.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let folder: string
let orderId: string
beforeAll(async () => {
  shop = await openShop()
  folder = await mkdtemp(join(tmpdir(), 'veralead-cli-'))
  orderId = (await shop.paidOrder()).orderId
  await shop.inbox.idle()
})
afterAll(async () => {
  await shop?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const cli = (name: string, ...args: string[]) => run(shop, folder, name, ...args)

describe('the commands of the books', () => {
  test('given a healthy shop, when orders are shown, verified and exported, then all of it is said in words and as JSON with exit code 0', async () => {
    const shown = await cli('orders-show', orderId.slice(-8))
    expect(shown, shown.err).toMatchObject({ code: 0 })
    expect(shown.out).toContain(`Order ${orderId}: completed`)
    expect(shown.out).toContain('USD total 2500.00, received 2500.00, refunded 0.00')
    const early = JSON.parse((await cli('orders-show', orderId, '--version', '2', '--json')).out)
    expect(early).toMatchObject({
      ok: true,
      order: { status: 'pending' },
      events: [{ version: 1 }, { version: 2 }],
    })
    expect(await cli('orders-show', 'INV-999999')).toMatchObject({
      code: 2,
      err: 'No order matches INV-999999\n',
    })
    const verified = await cli('orders-verify', '--json')
    expect(verified.code, verified.err).toBe(0)
    expect(JSON.parse(verified.out)).toMatchObject({
      ok: true,
      orders: 1,
      differences: [],
      numbers: { count: 0 },
      books: { count: 0 },
    })
    const exported = await cli('books-export', 'orders.csv', '--out', 'mine.csv')
    expect(exported.out).toBe('2 lines written to mine.csv.\n')
    expect(await readFile(join(folder, 'mine.csv'), 'utf8')).toContain(orderId)
    // Nothing is overwritten, and a wrong request is refused with what is right.
    expect(await cli('books-export', 'orders.csv', '--out', 'mine.csv')).toMatchObject({ code: 2 })
    expect((await cli('books-export', 'orders.xls')).err).toContain('The file must be one of events.csv')
  }, 120_000)

  test('given a row that lies, when orders are verified, then exit code 1 reports it and the rebuild corrects it', async () => {
    await shop.sql.query('update commerce_order set received_minor = 1 where id = $1', [orderId])
    const lying = await cli('orders-verify')
    expect(lying.code).toBe(1)
    expect(lying.out).toContain(`${orderId} received_minor: row "1", log "250000"`)
    const rebuilt = await cli('orders-rebuild', '--json')
    expect(JSON.parse(rebuilt.out), rebuilt.err).toMatchObject({ ok: true, orders: 1, differing: 1 })
    expect((await cli('orders-verify')).code).toBe(0)
  }, 120_000)

  test('given a payment that the log missed, when the command compares, then it reports and changes nothing, records it with its mails when asked to, and agrees then', async () => {
    await shop.reconciler.stop()
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.pay(body.paymentIntent.clientSecret)
    const behind = await cli('reconcile', '--json')
    expect(behind.code, behind.out).toBe(1)
    const told = JSON.parse(behind.out)
    expect(told, behind.out).toMatchObject({
      ok: false,
      startedBy: `system:command-line:${userInfo().username}`,
      found: 1,
      open: [{ kind: 'behind-stripe', orderId: body.order.id, intentId: body.paymentIntent.id }],
      settled: [],
    })
    const told2 = await cli('reconcile')
    expect(told2.code).toBe(1)
    expect(told2.out).toContain('cause: No webhook about this payment has arrived.')
    expect(told2.out).toContain('npm run reconcile -- --record <id>')
    expect((await cli('reconcile', '--record', 'nothing')).err).toBe(
      'No open difference has the id nothing\n',
    )
    const recorded = await cli('reconcile', '--json', '--record', told.open[0].id)
    expect(recorded.code, recorded.out).toBe(0)
    expect(JSON.parse(recorded.out)).toMatchObject({
      ok: true,
      open: [],
      settled: [{ state: 'recorded', settledBy: `system:command-line:${userInfo().username}` }],
    })
    const again = await cli('reconcile')
    expect(again.code, again.out).toBe(0)
    expect(again.out).toContain('No difference.')
  }, 120_000)

  test('given work under way, when its bar is drawn, then it says how far it is', () => {
    expect(barOf('Verifying', 500, 1000)).toBe(
      `Verifying [${'#'.repeat(15)}${'.'.repeat(15)}]  50 % 500 of 1000`,
    )
    expect(barOf('Verifying', 0, 0)).toContain('100 %')
  })

  test('given a terminal, a file and --json, then the progress of long work is shown by a bar, by a line every ten seconds, and not at all', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const told = (isTTY: boolean, shown = true): string[] => {
      const lines: string[] = []
      const bar = new Progress('Comparing', shown, {
        isTTY,
        write: (text: string) => lines.push(text) > 0,
      } as never)
      for (let done = 0; done <= 25; done += 1) {
        bar.update(done, 25)
        vi.setSystemTime(Date.now() + 1_000)
      }
      bar.end()
      return lines
    }
    try {
      expect(told(true)).toHaveLength(27)
      expect(told(true).at(-1)).toBe('\r\u001b[K')
      expect(told(false)).toEqual(['Comparing: 10 of 25\n', 'Comparing: 20 of 25\n'])
      expect([...told(true, false), ...told(false, false)]).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })
})
