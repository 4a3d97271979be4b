import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { StandingClock } from '#platform/kernel/clock.ts'
import { sequentially } from '#platform/kernel/concurrency.ts'
import { OrderWatch } from '../../src/modules/commerce/finance/reconciliation/order-watch.ts'
import { Inbox } from '../../src/modules/commerce/orders/inbox.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const author = { actor: { kind: 'system', name: 'test' } } as const
const clock = new StandingClock(new Date('2026-03-02T12:00:00Z'))
const log = { logger: { warn: () => undefined, error: () => undefined } }
/** The later it came, the earlier it lies in its table. */
const stored = [4, 3, 2, 1]
let own: TestDatabase
let database: PostgresDatabase

beforeAll(async () => {
  own = await createTestDatabase()
  database = await PostgresDatabase.open({ url: own.url })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

test('given webhooks that are due at one moment, then they are applied in the order in which they came, wherever their rows lie', async () => {
  for (const n of stored) {
    const event = {
      id: `evt_${n}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1_772_449_200,
      livemode: false,
      data: { object: { id: `pi_${n}`, object: 'payment_intent', metadata: {} } },
    }
    await database.sql.query(
      `insert into commerce_stripe_inbox (event_id, type, api_version, livemode, created, received_at, raw, raw_digest, status, next_try)
       values ($1, $2, 'any', false, $3, $3, $4, sha256($4), 'new', $5)`,
      [
        event.id,
        event.type,
        new Date(clock.now().getTime() - 60_000 + n),
        Buffer.from(JSON.stringify(event)),
        clock.now(),
      ],
    )
  }
  const applied: string[] = []
  const observations = {
    orderOf: async () => ({ id: 'any' }),
    observe: async (intentId: string) => {
      applied.push(intentId)
      return { outcome: 'applied' }
    },
  }
  const endpoint = { secrets: ['any'], livemode: false }
  const inbox = new Inbox(
    database,
    observations as never,
    {} as never,
    {} as never,
    endpoint,
    clock,
    log as never,
  )
  expect(await sequentially(() => inbox.retryDue())).toBe(4)
  expect(applied).toEqual(['pi_1', 'pi_2', 'pi_3', 'pi_4'])
})

test('given orders that are to be looked at in one moment, then the one that changed first is the first, wherever their rows lie', async () => {
  const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
  for (const n of stored)
    await database.sql.query(
      'insert into commerce_order_check (order_id, changed_at, next_check_at) values ($1, $2, $3)',
      [idOf(n), new Date(clock.now().getTime() - 60_000 + n), clock.now()],
    )
  const looked: string[] = []
  const orders = {
    load: async (id: string) => {
      looked.push(id)
      throw new Error('away')
    },
  }
  const watch = new OrderWatch({ database, clock, orders, log } as never)
  expect(await sequentially(() => watch.checkDue(author))).toBe(4)
  expect(looked).toEqual([1, 2, 3, 4].map(idOf))
})
