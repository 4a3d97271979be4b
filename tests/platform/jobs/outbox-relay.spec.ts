import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { OutboxRelay } from '#platform/jobs/outbox-relay.ts'

test('given a pass that is moving jobs, when they are flushed, then that waits for the pass, whose rows it could not see', async () => {
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  let moves = 0
  const db = {
    executeSql: async () => {
      moves += 1
      if (moves === 1) await stored
      return { rows: [] }
    },
  }
  const beginTransaction = async () => ({ db, commit: async () => undefined })
  const boss = { getDb: () => ({ beginTransaction }) } as unknown as PgBoss
  const relay = new OutboxRelay(
    boss,
    ['mail'],
    () => undefined,
    () => undefined,
  )
  relay.start()
  while (moves === 0) await pause(5)

  let flushed = false
  const flushing = relay.flush().then(() => {
    flushed = true
  })
  await pause(50)
  expect(flushed, 'before the pass has ended').toBe(false)
  store()
  await flushing
  await relay.stop()
  expect(moves).toBe(2)
})
