import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { snapshotBlock } from '../../apps/web/src/first-load/snapshot.ts'
import { assetAddress, localAddress, remoteBase } from '../../apps/web/src/lib/assets.ts'
import { addressOf, failureFrom } from '../../apps/web/src/lib/call.ts'
import { isTestMode } from '../../apps/web/src/lib/challenge-script.ts'
import { configFrom, defaultConfig } from '../../apps/web/src/lib/config.ts'
import { consentFrom, usedPurposes } from '../../apps/web/src/lib/consent.ts'
import { ruleFor } from '../../apps/web/src/lib/content-style.tsx'
import { money, percent, shortMoney } from '../../apps/web/src/lib/format.ts'
import { cubicInOut, findLeadForm, scrollToElement } from '../../apps/web/src/lib/lead-form-scroll.ts'
import { ErrorFallback } from '../../apps/web/src/ui/error-fallback.tsx'

test('given an amount of the API, when formatted, then it reads as money', () => {
  expect(money('2500.00')).toBe('$2,500.00')
  expect(money('2500.00', 'usd', { cents: false })).toBe('$2,500')
})

test('given any amount of dollars, when formatted by hand, then it reads as the language itself formats it', () => {
  for (const digits of [0, 2]) {
    const own = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    const amounts = fc.oneof(
      fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100),
      fc.double({ min: -1e14, max: 1e14, noNaN: true }).filter((amount) => !Object.is(amount, -0)),
    )
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(money(amount, 'USD', { cents: digits === 2 })).toBe(own.format(amount))
      }),
      { numRuns: 500 },
    )
  }
  expect(money('2500', 'eur')).toBe('€2,500.00')
})

test('given totals of every size, when shortened, then millions start at a million and never read $0.0M', () => {
  expect([950, 84_000, 999_499, 999_500, 3_100_000].map((amount) => shortMoney(amount))).toEqual([
    '$950',
    '$84K',
    '$999K',
    '$1M',
    '$3.1M',
  ])
  expect(percent(0.375)).toBe('37.5%')
})

test('given a path with parameters, when filled, then each is encoded and a missing one is an error (M-380)', () => {
  expect(addressOf('/api/orders/:id', { id: 'a/b' }, { full: true, none: undefined })).toBe(
    '/api/orders/a%2Fb?full=true',
  )
  expect(() => addressOf('/api/orders/:id')).toThrow('needs "id"')
})

test('given an error body, when read, then message comes before error and the rest is kept', () => {
  const failure = failureFrom(409, {
    error: 'e',
    message: 'm',
    code: 'CLASH',
    errors: ['one', 2],
    orderStatus: 'pending',
  })
  expect([failure.message, failure.code, failure.errors, failure.extra.orderStatus]).toEqual([
    'm',
    'CLASH',
    ['one'],
    'pending',
  ])
  expect(failureFrom(502, undefined).message).toBe('HTTP error! status: 502')
})

test('given nothing known of the site, then the client goes on with local pictures, no check and no third party (M-036, M-037)', () => {
  expect(defaultConfig).toMatchObject({
    loadAssetsFromS3: false,
    s3AssetsPath: '',
    turnstileSiteKey: '',
    enableSeoTesting: false,
    enableLinkedInInsights: false,
  })
})

test('given a configuration with strange fields, when read, then defaults replace them', () => {
  expect(
    configFrom({ brandName: 7, supportEmail: 'a@b.example', social: { x: 'https://x.example' }, secret: 1 }),
  ).toEqual({
    ...defaultConfig,
    supportEmail: 'a@b.example',
    social: { ...defaultConfig.social, x: 'https://x.example' },
  })
  expect(configFrom(undefined)).toEqual(defaultConfig)
})

test('given asset names and bases, when resolved, then the base ends in assets/ and leading slashes go (M-044, M-045)', () => {
  expect(remoteBase('https://cdn.example/site')).toBe('https://cdn.example/site/assets/')
  expect(remoteBase('https://cdn.example/site/assets/')).toBe('https://cdn.example/site/assets/')
  expect(assetAddress('/art/keel.svg', { loadAssetsFromS3: true, s3AssetsPath: 'https://cdn.example' })).toBe(
    'https://cdn.example/assets/art/keel.svg',
  )
  expect(
    assetAddress('/art/keel.svg', { loadAssetsFromS3: false, s3AssetsPath: 'https://cdn.example' }),
  ).toBe('/assets/art/keel.svg')
  expect(localAddress('/art/keel.svg'), 'the bundled copy').toBe('/assets/art/keel.svg')
})

test('given an asset that was asked for before, then its place is known and not worked out again (M-046)', () => {
  let reads = 0
  const config = {
    loadAssetsFromS3: true,
    get s3AssetsPath() {
      reads += 1
      return 'https://known.example'
    },
  }
  const first = assetAddress('art/keel.svg', config)
  const readsOfFirst = reads
  expect(assetAddress('art/keel.svg', config)).toBe(first)
  expect(reads - readsOfFirst).toBeLessThan(readsOfFirst)
})

test('given names that are alike in a part, then each has a place of its own (M-046)', () => {
  const config = { loadAssetsFromS3: true, s3AssetsPath: 'https://alike.example' }
  const names = [
    'art/keel.svg',
    'people/keel.svg',
    'art/keel.webp',
    'art/Keel.svg',
    'keel.svg',
    'art/keel.svg?v=2',
  ]
  for (const name of [...names, ...names])
    expect(assetAddress(name, config)).toBe(`https://alike.example/assets/${name}`)
})

test('given content that tries to leave its declaration, when made a rule, then it is dropped', () => {
  expect(ruleFor({ background: 'red;}body{display:none' })).toBeUndefined()
  expect(ruleFor({ background: 'url(https://evil.example/x)' })).toBeUndefined()
  expect(ruleFor({ color: '#A8520F' })?.rule).toMatch(/^\.(c\w+)\.\1\{color:#A8520F\}$/)
})

test('given a snapshot with markup in its texts, when written, then nothing in it can end the block', () => {
  const block = snapshotBlock({
    config: { ...defaultConfig, brandName: '</script><!--' },
    content: { pages: [] },
  })
  expect(block.match(/<\/script>/g)).toHaveLength(1)
  expect(block).not.toContain('<!--')
})

test('given the scroll curve, when sampled, then it is slow at both ends and half way in the middle', () => {
  expect([0, 0.5, 1].map(cubicInOut)).toEqual([0, 0.5, 1])
  expect(cubicInOut(0.1)).toBeLessThan(0.01)
  expect(cubicInOut(0.9)).toBeGreaterThan(0.99)
})

test.each([
  ['without a header', null, 80],
  ['with a header of 64 px', { offsetHeight: 64 }, 64],
])(
  'given a page %s, when scrolled to the form, then its top comes a header’s height and 40 px below the window’s after 800 ms (M-058, M-460)',
  async (_page, header, above) => {
    const page = { scrollY: 200, scrollTo: (_x: number, y: number) => Object.assign(page, { scrollY: y }) }
    const frames: ((at: number) => void)[] = []
    vi.stubGlobal('window', { ...page, matchMedia: () => ({ matches: false }), scrollTo: page.scrollTo })
    vi.stubGlobal('document', { querySelector: () => header })
    vi.stubGlobal('performance', { now: () => 1_000 })
    vi.stubGlobal('requestAnimationFrame', (step: (at: number) => void) => frames.push(step))
    const form = { id: '', getBoundingClientRect: () => ({ top: 1_000 }) } as HTMLElement
    try {
      const done = scrollToElement(form)
      const at = (time: number) => {
        frames.pop()!(time)
        return page.scrollY
      }
      const goal = 1_000 + 200 - above - 40
      expect(at(1_400), 'half the way from 200').toBe(200 + (goal - 200) / 2)
      expect(at(1_799)).toBeLessThan(goal)
      expect(at(1_800)).toBe(goal)
      expect(frames).toEqual([])
      await done
    } finally {
      vi.unstubAllGlobals()
    }
  },
)

test('given a form that never comes, then it is looked for by both ids every 100 ms, for five seconds (M-060, M-061, M-460)', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  vi.stubGlobal('document', { getElementById: (id: string) => void asked.push(id) })
  try {
    let end: unknown = 'still looking'
    void findLeadForm().then((found) => {
      end = found
    })
    expect(asked.splice(0)).toEqual(['lead-form-section', 'lead-gen-form'])
    await vi.advanceTimersByTimeAsync(99)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(4_900)
    expect(asked).toHaveLength(98)
    expect(end).toBe('still looking')
    await vi.advanceTimersByTimeAsync(1)
    expect(end).toBeUndefined()
  } finally {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('given a test driver on localhost or ?test=true, when asked, then the widget is hidden; a visitor sees it (M-114)', () => {
  const visitor = {
    testFlag: false,
    search: '',
    userAgent: 'Mozilla/5.0 Chrome/140',
    webdriver: false,
    hostname: 'site.example',
  }
  expect(isTestMode(visitor)).toBe(false)
  expect(isTestMode({ ...visitor, search: '?test=true' })).toBe(true)
  expect(isTestMode({ ...visitor, webdriver: true })).toBe(false)
  expect(isTestMode({ ...visitor, webdriver: true, hostname: 'localhost' })).toBe(true)
  expect(isTestMode({ ...visitor, userAgent: 'HeadlessChrome/140', hostname: '127.0.0.1' })).toBe(true)
})

test('given something thrown that is no error, then the fallback says it as well (M-048)', () => {
  for (const error of ['The page is torn', new Error('The page is torn')])
    expect(renderToStaticMarkup(createElement(ErrorFallback, { error }))).toMatch(/<p[^>]*>The page is torn</)
})

test('given choices that are kept, when read, then what is no choice counts as undecided', () => {
  expect(consentFrom('{"measuring":true,"calendar":false,"other":true}')).toEqual({
    measuring: true,
    calendar: false,
  })
  for (const text of ['refused', '', '{', 'null', '[]', '{"measuring":"yes"}'])
    expect(consentFrom(text)).toEqual({})
})

test('given ad measurement that is not switched on, then nobody is asked for it, whatever else is configured (M-041)', () => {
  const configured = {
    ...defaultConfig,
    linkedInPartnerId: '42',
    gaMeasurementId: 'G-1',
    schedulerUrl: '/book',
  }
  expect(usedPurposes(configured)).toEqual(['measuring', 'calendar'])
  expect(usedPurposes({ ...configured, enableLinkedInInsights: true })).toEqual([
    'measuring',
    'advertising',
    'calendar',
  ])
  expect(usedPurposes(defaultConfig)).toEqual([])
})

test('given the sources of the client, then nothing but one file touches the storage of the browser', () => {
  const users = globSync('apps/web/src/**/*.{ts,tsx}').filter((file) =>
    /\b(?:localStorage|sessionStorage|indexedDB)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(users).toEqual(['apps/web/src/lib/storage.ts'])
})

test('given a collector, then the calls of one page belong to one trace, and without one they carry nothing', async () => {
  vi.resetModules()
  const { traceCalls, traceHeaders } = await import('../../apps/web/src/lib/traceparent.ts')
  const place = { pathname: '/payment' }
  vi.stubGlobal('location', place)
  expect(traceHeaders()).toEqual({})
  traceCalls()
  const parts = () => traceHeaders().traceparent!.split('-')
  const [first, second] = [parts(), parts()]
  expect(first.join('-')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(second[1]).toBe(first[1])
  expect(second[2]).not.toBe(first[2])
  place.pathname = '/profile'
  expect(parts()[1]).not.toBe(first[1])
  vi.unstubAllGlobals()
  // The next file's calls carry nothing again.
  vi.resetModules()
})
