import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import { OutboxRelay } from '#platform/jobs/outbox-relay.ts'

test('given a pass that is moving jobs, when they are flushed, then that waits for the pass, whose rows it could not see', async () => {
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  let moves = 0
  const sql = {
    query: async () => {
      moves += 1
      if (moves === 1) await stored
      return []
    },
  } as unknown as Sql
  const relay = new OutboxRelay(
    sql,
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
