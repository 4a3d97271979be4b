import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpClient } from '../../support/http-client.ts'
import { copyDatabase, onServer } from '../support/backup.ts'
import { openShop, type Shop } from '../support/shop.ts'

let first: Shop
let running: Shop
let backup: string
beforeAll(async () => {
  first = await openShop()
  running = first
  backup = `${first.database.name}_backup`
})
afterAll(async () => {
  if (running !== undefined && running !== first) await running.stop()
  await first?.stop()
  if (first !== undefined)
    await onServer(first, (client) => client.query(`drop database if exists ${backup} with (force)`))
})

async function start(): Promise<HttpClient> {
  running = await openShop({ beside: first })
  await running.reconciler.stop()
  return running.staff()
}

async function months(staff: HttpClient, dates: 'stripe' | 'recorded') {
  const { lines } = (await staff.get(`/api/finance/books?by=month&dates=${dates}`)).body
  return lines.map(({ lateEntries: _, ...figures }: { lateEntries: number }) => figures)
}

test('given a lost day that is recorded again thirty days after it, when the books are read, then every month has the figures that it had', async () => {
  await first.paidOrder()
  await first.inbox.idle()
  await first.site.stop()
  await copyDatabase(first, first.database.name, backup)

  // The day that will be lost.
  let staff = await start()
  const paid = await running.paidOrder()
  await running.paidOrder()
  await running.lab(`/lab/objects/${paid.intentId}/refund`, { amount: 12_500 })
  await running.observations.observe(paid.intentId, { actor: { kind: 'system', name: 'test' } })
  await running.inbox.idle()
  await staff.post('/api/finance/books/fees')
  const then = await months(staff, 'stripe')
  expect(then).toMatchObject([{ received: '7500.00', refunded: '125.00', fees: '218.40' }])
  expect(await months(staff, 'recorded')).toEqual(then)
  await running.site.stop()

  await onServer(first, (client) => client.query(`drop database ${first.database.name} with (force)`))
  await copyDatabase(first, backup, first.database.name)
  first.clock.advance(30 * 86_400_000)
  staff = await start()
  const { body: compared } = await staff.post('/api/finance/reconciliation/run')
  for (const { id, action } of compared.open) {
    const answer = await staff.post(`/api/finance/reconciliation/differences/${id}/settle`, { action })
    expect(answer.status, answer.text).toBe(200)
  }
  await staff.post('/api/finance/books/fees')
  expect(await months(staff, 'stripe')).toEqual(then)
  expect(await months(staff, 'recorded')).not.toEqual(then)
}, 120_000)
