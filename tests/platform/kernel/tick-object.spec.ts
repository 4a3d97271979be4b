import { expect, test } from 'vitest'
import { keepTickObject } from '#platform/kernel/tick-object.ts'

test("what is kept is an object of process.nextTick, with Node's own fields", async () => {
  const tick = await keepTickObject()
  expect(Object.keys(tick)).toEqual(['callback', 'args'])
  expect(Object.getOwnPropertySymbols(tick).map(String)).toContain('Symbol(async_id_symbol)')
})
