import { expect, it } from 'vitest'
import { timeOrderedId } from '#platform/kernel/time-ordered-id.ts'

it('given many ids, then each is a version 7 UUID, none comes twice, and time orders them', () => {
  const ids = Array.from({ length: 5_000 }, (_, n) => timeOrderedId(1_800_000_000_000 + n))

  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true)
  expect(new Set(ids.map((id) => id.slice(15))).size).toBe(5_000)
  expect([...ids].sort()).toEqual(ids)
})

it('given many ids of one millisecond, then they are in the order in which they were made', () => {
  const ids = Array.from({ length: 4_096 }, () => timeOrderedId(1_800_000_000_000))
  expect(ids.toSorted()).toEqual(ids)
})
