import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LeadField } from '#modules/leads/rules.ts'
import {
  isChallenged,
  isTestMode,
  loadTurnstile,
  type Surroundings,
  surroundings,
} from '../../apps/web/src/lib/challenge-script.ts'
import {
  emptyLead,
  filtered,
  type LeadValues,
  problemsOf,
  removedNote,
} from '../../apps/web/src/site/leads/lead-fields.ts'

const complete: LeadValues = {
  name: 'Zoë O’Neill-Łuk Jr.',
  contactNumber: '+1 (555) 010-0199',
  email: 'zoe@company.example',
  companyName: 'Łuk’s Sons & Co. (Intl.), Ltd.',
  message: '',
}

describe('what a field keeps of what is typed', () => {
  test.each<[string, LeadField, string, string]>([
    ['M-104, M-105', 'name', "Zoë O'Neill-Łuk Jr. 3rd <b>", "Zoë O'Neill-Łuk Jr. rd b"],
    ['M-105', 'name', 'Émile Ñandú Öztürk-Ðorđević', 'Émile Ñandú Öztürk-Ðorđević'],
    ['M-105', 'name', 'Nguye\u0302\u0303n 王小明', 'Nguye\u0302\u0303n 王小明'],
    [
      'M-104',
      'name',
      'Marie\u00a0Dupont Jean\u2011Luc O\u2019Connor 山田\u3000太郎',
      "Marie Dupont Jean-Luc O'Connor 山田 太郎",
    ],
    // The joiner of a Persian name that is being typed.
    ['M-105', 'name', 'علی\u200c', 'علی\u200c'],
    ['M-106', 'contactNumber', '\u202a555.010.0199\u202c', '555-010-0199'],
    ['M-106', 'contactNumber', '+49 171/1234567', '+49 171-1234567'],
    ['M-106', 'contactNumber', '０９０－１２３４', '090-1234'],
    ['M-106', 'contactNumber', '+1 (555) 010-0199 ext. 7', '+1 (555) 010-0199  7'],
    ['M-107', 'email', 'a_b-c.d7@e-f.org; drop', 'a_b-c.d7@e-f.orgdrop'],
    ['M-108', 'email', 'ada+work@company.example', 'adawork@company.example'],
    ['M-109', 'companyName', "O'Neill-Łuk & Sons, Inc. (3) <script>", "O'Neill-Łuk & Sons, Inc. (3) script"],
  ])('given the filter of %s, when %s gets %j, then %j stays', (_line, field, typed, kept) => {
    expect(filtered(field, typed, false)).toBe(kept)
  })

  test.each<[LeadField, string, RegExp]>([
    ['name', " '-.", /[a-z]/i],
    ['contactNumber', ' ()+-', /\d/],
    ['email', '-.@_', /[a-z\d]/i],
    ['companyName', " &'(),-.", /[a-z\d]/i],
  ])(
    'given every key of a keyboard, then %s keeps %j beside %s, and nothing else (M-104, M-106, M-107, M-109)',
    (field, signs, kind) => {
      const keys = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))
      const kept = keys.filter((key) => filtered(field, key, false) === key)
      expect(kept).toEqual(keys.filter((key) => signs.includes(key) || kind.test(key)))
    },
  )

  test.each<[LeadField, string, string | undefined]>([
    [
      'companyName',
      'AT&T / Nokia',
      'A “/” is not allowed here and was removed. Please check the company name.',
    ],
    ['name', 'Anna 3<', '“3”, “<” are not allowed here and were removed. Please check the name.'],
    ['email', 'a+b@c.example', 'A “+” is not allowed here and was removed. Please check the address.'],
    ['contactNumber', '555.010.0199', undefined],
    ['name', '\u202aO\u2019Connor\u202c\u3000', undefined],
  ])('given %s as %j, then what is removed is named', (field, typed, note) => {
    expect(removedNote(field, typed, false)).toBe(note)
  })

  test('given a setting that admits it, then a plus stays in an address (M-108)', () => {
    expect(filtered('email', 'ada+work@company.example', true)).toBe('ada+work@company.example')
  })

  test('given a long message, then it is cut at 500 characters, and holds whatever is typed (M-102)', () => {
    expect(filtered('message', `${'x'.repeat(500)}y`, false)).toBe('x'.repeat(500))
    expect(filtered('message', '<b>1 + 1 = 2?</b>\n„Ü“', false)).toBe('<b>1 + 1 = 2?</b>\n„Ü“')
  })

  test('given anything at all, then filtering twice changes nothing more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(emptyLead) as LeadField[])),
        fc.string({ unit: 'binary' }),
        (field, typed) => {
          const once = filtered(field, typed, false)
          expect(filtered(field, once, false)).toBe(once)
        },
      ),
    )
  })
})

describe('what both forms ask for before they may be sent (M-101, M-110, M-111)', () => {
  test('given the four required fields, then nothing is missing, with or without a message', () => {
    expect(problemsOf(complete)).toEqual({})
    expect(problemsOf({ ...complete, message: 'Please call.' })).toEqual({})
  })

  test.each<[LeadField, string]>([
    ['name', 'Al'],
    ['name', ' Al '],
    ['contactNumber', '1234567'],
    ['contactNumber', ' +(1) 23 '],
    ['email', 'a@b.co'],
    ['companyName', 'HP'],
    ['companyName', ' 3M '],
  ])('given %s as %j, which is just enough, then nothing is missing', (field, value) => {
    expect(problemsOf({ ...complete, [field]: value })).toEqual({})
  })

  test.each<[LeadField, string]>([
    ['name', ' A '],
    ['name', 'Ada L0velace'],
    ['companyName', 'Engines <Ltd>'],
    ['contactNumber', '12345 6'.slice(0, 6)],
    ['contactNumber', '123456  '],
    ['contactNumber', '+1 555 ABC 0199'],
    ['email', 'ada@company'],
    ['email', 'ada @company.example'],
    ['email', 'company.example'],
    ['companyName', ' X '],
  ])('given %s as %j, then exactly that field is named', (field, value) => {
    expect(Object.keys(problemsOf({ ...complete, [field]: value }))).toEqual([field])
  })

  test('given an empty form, then the four required fields are named', () => {
    expect(Object.keys(problemsOf(emptyLead))).toEqual(['name', 'contactNumber', 'email', 'companyName'])
  })
})

describe('when the bot check is not shown (M-114)', () => {
  const visitor: Surroundings = {
    testFlag: false,
    search: '',
    userAgent: 'Mozilla/5.0 (X11; Linux x64) Chrome/150',
    webdriver: false,
    hostname: 'veralead.example',
  }

  test.each<[string, Partial<Surroundings>, boolean]>([
    ['a visitor', {}, false],
    ['the global flag', { testFlag: true }, true],
    ['?test=true', { search: '?a=1&test=true' }, true],
    ['?test=1', { search: '?test=1' }, false],
    ['an automation user agent', { userAgent: 'Playwright/1.60' }, true],
    ['a headless browser on localhost', { userAgent: 'HeadlessChrome/150', hostname: 'localhost' }, true],
    ['a headless browser elsewhere', { userAgent: 'HeadlessChrome/150' }, false],
    ['a driven browser on localhost', { webdriver: true, hostname: '127.0.0.1' }, true],
  ])('given %s, then test mode is as specified', (_name, changes, expected) => {
    expect(isTestMode({ ...visitor, ...changes })).toBe(expected)
    expect(isChallenged('a-key', { ...visitor, ...changes })).toBe(!expected)
    expect(isChallenged('', { ...visitor, ...changes }), 'without a key (M-113)').toBe(false)
  })
})

test('given a browser, then its surroundings are read from where a test leaves its traces (M-114)', () => {
  const location = { search: '?test=true', hostname: 'localhost' }
  vi.stubGlobal('window', { __TEST_MODE__: true, location })
  vi.stubGlobal('navigator', { userAgent: 'HeadlessChrome/150', webdriver: true })
  expect(surroundings()).toEqual({
    ...{ testFlag: true, webdriver: true, userAgent: 'HeadlessChrome/150' },
    ...location,
  })
  vi.unstubAllGlobals()
})

describe('how long the script of the bot check is waited for (M-118, M-457)', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function startLoading(): { page: { turnstile?: object }; ended: () => unknown } {
    vi.useFakeTimers()
    const page: { turnstile?: object } = {}
    vi.stubGlobal('window', page)
    vi.stubGlobal('document', { querySelector: () => ({}) })
    let end: unknown
    loadTurnstile().then(
      (turnstile) => {
        end = turnstile
      },
      (failure: Error) => {
        end = failure.message
      },
    )
    return { page, ended: () => end }
  }

  test('given a script that never comes, then the wait ends after 30 s', async () => {
    const { ended } = startLoading()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(ended()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended()).toBe('The challenge script could not be loaded')
  })

  test('given a script that comes late, then it is noticed within 100 ms', async () => {
    const { page, ended } = startLoading()
    await vi.advanceTimersByTimeAsync(20_000)
    page.turnstile = {}
    await vi.advanceTimersByTimeAsync(99)
    expect(ended()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended()).toBe(page.turnstile)
  })
})
