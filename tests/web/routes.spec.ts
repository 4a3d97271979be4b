import { expect, test } from 'vitest'
import { pageRoutes } from '#modules/performance/contract.ts'
import { routeOf, routes } from '../../apps/web/src/routes.ts'

test.each([
  ['/', '/'],
  ['/aboutus/', '/aboutus'],
  ['/certification/enrollment/42-ab', '/certification/enrollment/:orderId'],
  ['/leadership-cost-results', '/leadership-cost-results'],
])('given %s, when routed, then it is %s', (path, pattern) => {
  expect(routeOf(path)?.path).toBe(pattern)
})

test.each([['/nowhere'], ['/certification/enrollment'], ['/certification/enrollment/1/2'], ['/adminx']])(
  'given %s, when routed, then there is no such page',
  (path) => {
    expect(routeOf(path)).toBeUndefined()
  },
)

test('given every route, when listed, then no address comes twice', () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
})

test('given the routes of the client, then page loads are taken of exactly these', () => {
  expect([...pageRoutes].sort()).toEqual(routes.map(({ path }) => path).sort())
})
