import { describe, expect, test } from 'vitest'
import { givenName, greeting, organizationInMail, referenceInMail } from '#platform/mail/greeting.ts'

describe('the first line of a mail to a person whom the company does not know', () => {
  test.each([
    'Ada',
    'Ada Lovelace',
    'J. R. Smith',
    'Zoë O’Neill-Łuk',
    'Nguye\u0302\u0303n Thị',
    '王小明',
    "d'Arc",
  ])('given the name %s, then it is in', (name) => expect(greeting(` ${name} `)).toBe(`Hello ${name},`))

  test.each([
    ...[
      '',
      'Your account was suspended',
      'Go to evil.example',
      'evil.example',
      'www.evil.co',
      'Code 829',
      'https://x',
    ],
    ...[
      'Ada\nLovelace',
      'Ada\u2028Lovelace',
      'Ada  Lovelace',
      'a'.repeat(41),
      'Ada, click',
      'Ada! Now',
      'Ada\u202e',
    ],
  ])('given %j, then it is left out', (name) => expect(greeting(name)).toBe('Hello,'))
})

describe('the name of an organization that somebody typed', () => {
  test.each([
    'Keel Ltd',
    'Müller & Söhne GmbH',
    'Example, Inc.',
    'St. John’s 3 (North)',
    '株式会社キール',
    'Deutsche Bank AG',
    'Board of Trustees of Ohio State',
    'Ω Optik',
  ])('given %s, then it is in', (name) => expect(organizationInMail(` ${name} `)).toBe(name))
  test.each([
    '',
    'evil.example',
    'Go to evil.example now',
    'https://x',
    'a@b',
    'Keel\nLtd',
    'K'.repeat(61),
    'Win! Now',
    'Invoice unpaid, call 020 7946 0958',
    'Call (020) 7-946',
    'Call +1',
    'Customer Support Department',
    'CUSTOMER CARE',
    'Your account was suspended, Fraud Department',
    'Security Alert',
    'Billing',
    'The Help Desk',
    'Verification needed',
    'Please read this',
    'Payment Services',
    'Fráud Téam',
    'Ｓｕｐｐｏｒｔ',
    'Suppоrt', // the o is Cyrillic
    'All of these words are of a sentence',
  ])('given %j, then it is left out', (name) => expect(organizationInMail(name)).toBe('Your organization'))
  test.each(['Veralead', 'VERALEAD GmbH', 'The Véralead School'])(
    'given our own brand in %s, then it is left out',
    (name) => expect(organizationInMail(name, 'Veralead')).toBe('Your organization'),
  )
})

describe('the number that a buyer gives to an order', () => {
  test.each(['PO 77', 'PO-2026/17', '4500012345', 'CC 12.3', 'Ref #12'])('given %s, then it is in', (typed) =>
    expect(referenceInMail(typed)).toBe(typed),
  )
  test.each([
    'https://evil.example/x',
    'evil.example',
    'a@evil.example',
    'Call 020 7946 0958',
    'see evil．example',
    'Account suspended',
    'one two three four',
  ])('given %j, then it is left out', (typed) => expect(referenceInMail(typed)).toBeNull())
})

test.each([
  ['Dana Whitfield', 'Dana'],
  [' Zoë ', 'Zoë'],
  ['Dr. Miller', 'Dr. Miller'],
  ['You have won a prize today', 'You have won a prize today'],
])('given the name %j in one field, then its reader is greeted as %s', (name, greeted) =>
  expect(givenName(name)).toBe(greeted),
)
