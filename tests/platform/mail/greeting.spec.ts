import { describe, expect, test } from 'vitest'
import { greeting, organizationInMail } from '#platform/mail/greeting.ts'

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
  test.each(['Keel Ltd', 'Müller & Söhne GmbH', 'Example, Inc.', 'St. John’s 3 (North)', '株式会社キール'])(
    'given %s, then it is in',
    (name) => expect(organizationInMail(` ${name} `)).toBe(name),
  )
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
  ])('given %j, then it is left out', (name) => expect(organizationInMail(name)).toBe('Your organization'))
})
