import { expect, test } from 'vitest'
import { Turns } from '#platform/http/turns.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('given more work of one address than a turn begins, then the next address has its turn at once', async () => {
  const turns = new Turns()
  const begun: string[] = []
  for (let i = 0; i < 50; i += 1) turns.add('many', 1, () => begun.push('many'))
  turns.add('one', 1, () => begun.push('one'))
  await turn()
  await turn()
  expect(begun).toContain('one')
  expect(begun.length).toBeLessThan(20)
  await expect.poll(() => begun.length).toBe(51)
})

test('given a connection was accepted in this turn, then work waits for a turn without one', async () => {
  const turns = new Turns()
  const begun: number[] = []
  turns.accepted()
  turns.add('a', 4, () => begun.push(1))
  expect(begun).toEqual([])
  await expect.poll(() => begun).toEqual([1])
})

test('given connections are accepted in every turn, then work goes on all the same', async () => {
  const turns = new Turns()
  let begun = 0
  for (let i = 0; i < 12; i += 1) turns.add('a', 1, () => begun++)
  const until = performance.now() + 1_000
  while (begun < 12 && performance.now() < until) {
    turns.accepted()
    await turn()
  }
  expect(begun).toBe(12)
})
