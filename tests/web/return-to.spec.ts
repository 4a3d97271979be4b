import { expect, test } from 'vitest'
import { safeReturnTo } from '../../apps/web/src/lib/return-to.ts'

test('given a path of this site, when it is checked, then it is kept with query and hash', () => {
  expect(safeReturnTo('/certification/program-details?a=1#faq')).toBe(
    '/certification/program-details?a=1#faq',
  )
})

test.each([
  ['https://evil.example/'],
  ['//evil.example/x'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['javascript:alert(1)'],
  ['/\t/evil.example'],
  ['/./\n/evil.example'],
  ['/.//evil.example'],
  ['profile'],
  [''],
  [null],
  [undefined],
])('given %j, when it is checked, then the profile is used instead', (value) => {
  expect(safeReturnTo(value)).toBe('/profile')
})

test('given nothing and another fallback, when it is checked, then that fallback is used', () => {
  expect(safeReturnTo(undefined, '/')).toBe('/')
})
