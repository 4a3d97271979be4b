import { expect, test } from 'vitest'
import { lazyRule, videoRetries, videoRetryDelay } from '../../apps/web/src/shop/program/video-loading.ts'

test.each([
  ['slow-2g', '50px', 0.5],
  ['2g', '50px', 0.5],
  ['3g', '100px', 0.2],
  ['4g', '200px', 0.1],
  [undefined, '200px', 0.1],
])(
  'given a connection of type %s, then a film is fetched %s around the window at %f in view (M-207, M-462)',
  (type, rootMargin, threshold) => {
    expect(lazyRule(type)).toEqual({ rootMargin, threshold })
  },
)

test('given a film that fails, then it is asked twice more, after a second, doubling, never more than five (M-205, M-278, M-462)', () => {
  expect(videoRetries).toBe(2)
  expect([0, 1, 2, 3, 9].map(videoRetryDelay)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000])
})
