import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from '../../src/modules/identity/domain/common-passwords.ts'
import { checkPassword, checkSignUp } from '../../src/modules/identity/rules.ts'

const said = 'Password is too common. Please choose another one.'
const meetsTheRule = (password: string) =>
  password.length >= 8 && /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)

describe('passwords that everybody tries first', () => {
  test.each([
    'Password1',
    'Password12',
    'Password123',
    'Password1234',
    'Password12345',
    'Password2026',
    'Password1!',
    'PASSWORd1',
    'Passw0rd',
    'P@ssw0rd',
    'P@ssw0rd1',
    'P@$$w0rd1',
    'Pa55word',
    'Passw0rd!',
    '1Password',
    'Password_1',
    'Passpass1',
    'Welcome1',
    'Welcome123',
    'Welc0me1',
    'Welcome2025!',
    'Qwerty123',
    'Qwerty12',
    'Qwerty1234567',
    'Qwertyuiop1',
    'Asdf1234',
    'Zxcvbnm1',
    '1Qaz2wsx',
    '1q2w3e4R',
    'Q1w2e3r4',
    'Zaq12wsx',
    'Abc12345',
    'Abcd1234',
    'Abcdef123',
    'Aa123456',
    'Aa12345678',
    'A1b2c3d4',
    'Aaaaaaa1',
    'Letmein1',
    'L3tmein1',
    'Iloveyou1',
    'Trustno1',
    'Admin123',
    'Admin1234',
    'Changeme1',
    'Test1234',
    'Summer2025',
    'Winter2024!',
    'Monkey123',
    'Dragon123',
    'Football1',
    'Baseball1',
    'Superman1',
    'Michael1',
    'Jordan23',
    'Charlie1',
    'Princess1',
    'Sunshine1',
    'Liverpool1',
    'Chelsea12',
    'Computer1',
    'Master123',
    'Pass1234',
    'Hello123',
    'Monday01',
    'January2026',
    'Leadership1',
    'Ab111111',
    'Ab123123',
    // S-21: letters behind the digits, a walk twice, the name of this site, a walk with shift held down.
    'Password1A',
    'Password12ab',
    'Password1!A',
    'Welcome1X',
    'Zaq1zaq1',
    '1qaz1QAZ',
    'Qwe1Qwe1',
    'Test1Test1',
    'Veralead1',
    'Veralead2026',
    'Veralead2026!',
    '2026Veralead',
    'V3ralead1',
    'Vera-Lead1',
    'VeraLead_24',
    'VeraleadAdmin1',
    'Adminveralead1',
    '1qaz@WSX',
    'Zaq1@wsx',
    '!QAZ2wsx',
    'Qwe123asd',
    'Asdf1234zxcv',
    'Abc123xyz',
    '123qweZXC',
    'Pass-word1',
  ])('given %s, then it is refused, and the sentence belongs to the password', (password) => {
    expect(meetsTheRule(password)).toBe(true)
    expect(checkPassword(password)).toBe(said)
    const form = { firstName: 'Anna', lastName: 'Rossi', email: 'anna@example.com', password }
    expect(checkSignUp(form)).toEqual([{ path: 'password', message: said }])
  })

  test.each([
    'Correct1horse',
    'Compiler1952',
    'Mark1Relay1944',
    'Another2password',
    'Welcome1to2the3jungle',
    'Password83920175',
    'PasswordForTheBank7',
    'Abendrot7Kiesel',
    'De83920175',
    'xK7mQp2v',
    'Sommerregen4711Dach',
    'Пароль1Дерево',
    'Łódź1234567k',
    'Veralead7Kiesel',
    'OurVeraleadDesk42',
    'TigerLion7Harbour',
    'Password4Sheffield',
    'Qwe7Bremen22',
  ])('given %s, then it is taken', (password) => {
    expect(checkPassword(password)).toBeNull()
  })

  test('given a brand, a walk or a word under every usual decoration, then it is refused', () => {
    const cores = [
      'veralead',
      'password',
      'qwerty',
      'zaq1xsw2',
      '1qaz2wsx',
      'asdfgh',
      'zxcvbn',
      'welcome',
      'abcdef',
    ]
    const capitals = [
      (text: string) => text.replace(/\p{L}/u, (letter) => letter.toUpperCase()),
      (text: string) => text.toUpperCase().replace(/\p{L}/u, (letter) => letter.toLowerCase()),
      (text: string) => text.replace(/\p{L}(?=\P{L}*$)/u, (letter) => letter.toUpperCase()),
    ]
    const around = ['1', '12', '123', '1234', '01', '77', '99', '1984', '2025', '2026', '123456']
    const signs = ['', '!', '!!', '?', '.', '#']
    const accepted: string[] = []
    for (const core of cores)
      for (const capital of capitals)
        for (const digits of around)
          for (const sign of signs)
            for (const text of [
              `${core}${digits}${sign}`,
              `${core}${sign}${digits}`,
              `${digits}${core}${sign}`,
              `${core}${digits}${sign}a`,
              `${core}_${digits}${sign}`,
            ]) {
              const password = capital(text)
              if (meetsTheRule(password) && !isCommonPassword(password)) accepted.push(password)
            }
    expect(accepted).toEqual([])
  })

  test('given 20,000 random passwords, then none is refused', () => {
    for (let n = 0; n < 20_000; n++)
      expect(isCommonPassword(`Aa1${randomBytes(6).toString('base64url')}`)).toBe(false)
  })

  test('given hostile lengths, then the answer comes all the same', () => {
    for (const text of [
      '',
      'a'.repeat(128),
      '1'.repeat(128),
      '!'.repeat(128),
      `${'a1'.repeat(64)}!`,
      '\n'.repeat(128),
    ])
      expect(isCommonPassword(text)).toBeTypeOf('boolean')
  })
})
