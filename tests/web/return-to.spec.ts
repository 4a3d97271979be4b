import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnTo } from '../../apps/web/src/lib/return-to.ts'

test('given a path of this site, when it is checked, then it is kept with query and hash (M-034)', () => {
  expect(safeReturnTo('/certification/program-details?a=1#faq')).toBe(
    '/certification/program-details?a=1#faq',
  )
})

test.each([
  ['https://evil.example/'],
  ['https:evil.example'],
  ['https:/evil.example'],
  ['\\/evil.example'],
  ['%2F%2Fevil.example'],
  ['data:text/html,x'],
  ['\u0000/evil.example'],
  [' //evil.example'],
  [`https://evil.example/${'x'.repeat(5_000)}`],
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
])('given %j, when it is checked, then the profile is used instead (M-034, W-5)', (value) => {
  expect(safeReturnTo(value)).toBe('/profile')
})

test('given nothing and another fallback, when it is checked, then that fallback is used', () => {
  expect(safeReturnTo(undefined, '/')).toBe('/')
})

test('given whatever an address says, then it leads to this site and nowhere else (M-034, W-5)', () => {
  const site = 'https://site.example'
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    ':',
    'https:',
    'javascript:',
    '@',
    '%2F',
    '%5C',
    '\t',
    '\n',
    '\u0000',
    '?',
    '#',
    ' ',
    'evil.example',
  )
  const address = fc.oneof(
    fc.string({ maxLength: 5_000 }),
    fc.webUrl(),
    fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(address, (value) => {
      const target = new URL(safeReturnTo(value), `${site}/login`)
      expect(target.origin).toBe(site)
      // Handed to the router and back as text, it still stays.
      expect(new URL(safeReturnTo(target.pathname + target.search + target.hash), site).origin).toBe(site)
    }),
    { numRuns: 5_000 },
  )
})
