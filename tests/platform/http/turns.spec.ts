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
  for (let i = 0; i < 40; i += 1) turns.add('a', 1, () => begun++)
  const until = performance.now() + 5_000
  while (begun < 40 && performance.now() < until) {
    turns.accepted()
    await turn()
  }
  expect(begun).toBe(40)
})

test('given an address with much waiting, then what others ask for begins in the very next turn, also while connections come in', async () => {
  const turns = new Turns()
  const begun: string[] = []
  for (let i = 0; i < 100; i += 1) turns.add('many', 4, () => begun.push('many'))
  await turn()
  turns.accepted()
  for (const other of ['one', 'two', 'three']) turns.add(other, 1, () => begun.push(other))
  const before = begun.length
  await turn()
  expect(begun.slice(before, before + 3)).toEqual(['one', 'two', 'three'])
})

test('given others who have something to begin in every turn, then an address with much waiting goes on, too', async () => {
  const turns = new Turns()
  let begun = 0
  for (let i = 0; i < 50; i += 1) turns.add('many', 1, () => begun++)
  const before = begun
  for (let i = 0; i < 20; i += 1) {
    for (const other of ['one', 'two', 'three', 'four', 'five']) turns.add(other, 1, () => undefined)
    await turn()
  }
  expect(begun - before).toBeGreaterThanOrEqual(20)
})

test('given work that is done behind a promise, then its time counts before the next begins', async () => {
  const turns = new Turns()
  const begun: number[] = []
  for (let i = 0; i < 12; i += 1)
    turns.add('a', 1, async () => {
      await undefined
      begun.push(i)
      const until = performance.now() + 1
      while (performance.now() < until);
    })
  await turn()
  // Four are begun at once, before anything waits; of the others one a turn.
  const before = begun.length
  await turn()
  expect(begun.length - before).toBe(1)
})

test('given nobody has connected for a while, then a turn begins what fits into its time, and few again once somebody connects', async () => {
  let now = 0
  const turns = new Turns(() => now)
  let begun = 0
  const add = (count: number): void => {
    for (let i = 0; i < count; i += 1)
      turns.add('a', 1, () => {
        begun++
        now += 0.02
      })
  }
  const all = (count: number) => expect.poll(() => begun).toBe(count)
  now = 1_000
  add(1)
  await turn()
  add(40)
  expect(begun).toBeGreaterThan(1 + 4)
  expect(begun).toBeLessThan(20)
  await all(41)
  turns.accepted()
  await turn()
  add(40)
  expect(begun).toBe(41 + 4)
  await all(81)
})

test('given connections of one address to be read, then the requests of one come before the next is read, unless they never end', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const request = (name: string, left: number): void => {
    begun.push(name)
    if (left > 1) turns.add('a', 1, () => request(name, left - 1))
  }
  turns.accepted()
  for (const name of ['one', 'two', 'three'])
    turns.add('a', 4, () => {
      begun.push('read')
      turns.add('a', 1, () => request(name, name === 'two' ? 200 : 3))
    })
  await expect.poll(() => begun.length).toBe(3 + 3 + 200 + 3)
  expect(begun.slice(0, 8)).toEqual(['read', 'one', 'one', 'one', 'read', 'two', 'two', 'two'])
  expect(begun.lastIndexOf('read')).toBe(4 + 16 + 1)
})
