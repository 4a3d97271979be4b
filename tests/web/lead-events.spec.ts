import { expect, test, vi } from 'vitest'
import { clearedAddress, isLeadType, markedAddress, readMarker } from '../../apps/web/src/lib/lead-events.ts'
import { attribution, noteArrival, orderAttribution } from '../../apps/web/src/site/leads/attribution.ts'

const address = (path: string): URL => new URL(path, 'https://site.example')

test('given a page with a trailing slash, when a lead succeeds, then the slash goes and the marker comes (M-125)', () => {
  expect(markedAddress(address('/aboutus/?utm_source=x'), 'normal_lead')).toBe(
    '/aboutus?utm_source=x&success=true&lead_type=normal_lead',
  )
})

test('given the start page, when a lead succeeds, then its slash stays', () => {
  expect(markedAddress(address('/'), 'pre_order_book')).toBe('/?success=true&lead_type=pre_order_book')
})

test('given a marked address, when cleared, then only the marker goes (M-126)', () => {
  expect(clearedAddress(address('/?success=true&lead_type=normal_lead&a=1#f'))).toBe('/?a=1#f')
})

test.each([
  ['?success=true&lead_type=whitepaper_download', { success: true, leadType: 'whitepaper_download' }],
  ['?success=yes&lead_type=whitepaper_download', undefined],
  ['?success=true', undefined],
  ['?lead_type=normal_lead', undefined],
  ['', undefined],
])('given %j, when read, then the marker is %j (M-126)', (search, expected) => {
  expect(readMarker(search)).toEqual(expected)
})

test.each([
  ['?lead_type=pre_order_book', undefined, 'pre_order_book'],
  ['?lead_type=pre_order_book', 'whitepaper_download', 'pre_order_book'],
  ['?lead_type=vip_lead', undefined, undefined],
  ['?lead_type=vip_lead', 'whitepaper_download', 'whitepaper_download'],
  ['?success=true&lead_type=pre_order_book', undefined, undefined],
])(
  'given a visit that starts at %j, in a tab that came for %j, then its next lead is %j: a campaign says so, the marker of a lead that was sent does not (M-086)',
  (search, before, expected) => {
    const stored = new Map<string, string>(before === undefined ? [] : [['lead_type', before]])
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    }
    const location = { href: address(`/${search}`).href, search }
    vi.stubGlobal('window', { location, sessionStorage: storage, localStorage: storage })
    vi.stubGlobal('document', { referrer: '' })
    noteArrival()
    expect(stored.get('lead_type')).toBe(expected)
    vi.unstubAllGlobals()
  },
)

test.each([
  ['nothing', null, 0],
  ['measuring refused', '{"measuring":false,"advertising":false}', 0],
  ['measuring agreed to', '{"measuring":true,"advertising":false}', 1],
])(
  'given %s, when a visitor arrives and sends a form, then the first touch is sent, and stored or sent with an order only with consent',
  (_, consent, count) => {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) =>
        consent !== null && /consent/.test(key) ? consent : (stored.get(key) ?? null),
      setItem: (key: string, value: string) => stored.set(key, value),
    }
    const visit = (path: string) => ({ href: address(path).href, search: address(path).search })
    vi.stubGlobal('window', {
      location: visit('/?utm_source=mail'),
      sessionStorage: storage,
      localStorage: storage,
    })
    vi.stubGlobal('document', { referrer: '' })
    noteArrival()
    vi.stubGlobal('window', { location: visit('/aboutus'), sessionStorage: storage, localStorage: storage })
    expect(attribution()).toEqual({
      first: { landingPage: '/', source: 'mail' },
      last: { landingPage: '/aboutus' },
      ...(count > 0 && { agreed: true }),
    })
    expect(orderAttribution()).toEqual(count > 0 ? { attribution: attribution() } : {})
    expect(stored.size).toBe(count)
    vi.unstubAllGlobals()
  },
)

test('given a stored value nobody knows, when checked, then it is no lead type', () => {
  expect(isLeadType('normal_lead')).toBe(true)
  expect(isLeadType('vip_lead')).toBe(false)
})
