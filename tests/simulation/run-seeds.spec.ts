import { expect, test } from 'vitest'
import { historiesAtOnce } from './run-seeds.ts'

test.each([
  ['a server of 200 connections and three cores, two histories', 1_000, 3, 200, 2],
  ['connections enough, one history a core', 1_000, 8, 800, 8],
  ['fewer histories than cores, all of them', 2, 8, 800, 2],
  ['a server that has connections for less than one, still one', 1_000, 2, 60, 1],
])('given %s at once', (_, count, cores, connections, atOnce) => {
  expect(historiesAtOnce(count, cores, connections)).toBe(atOnce)
})
