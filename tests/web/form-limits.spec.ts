import { expect, test } from 'vitest'
import { codeRules } from '../../src/modules/identity/domain/codes.ts'
import * as account from '../../src/modules/identity/rules.ts'
import * as lead from '../../src/modules/leads/rules.ts'

const letters = (length: number): string => 'a'.repeat(length)
const password = (length: number): string => `Zq7${letters(length - 3)}`
/** An address of `length` characters whose labels are as long as labels may be. */
const address = (length: number): string => {
  const domain = `${letters(60)}.`.repeat(3)
  return `a@${domain}${letters(length - domain.length - 'a@.example'.length)}.example`
}

test.each<[string, (text: string) => string | null, string, string]>([
  ['a lead’s name, 2 at least', lead.checkName, letters(2), letters(1)],
  ['a lead’s phone number, 7 at least', lead.checkPhone, '5550199', '555019'],
  ['a lead’s company, 2 at least', lead.checkCompany, letters(2), letters(1)],
  ['a full name, 3 at least', account.checkFullName, letters(3), letters(2)],
  ['a company, 2 at least', account.checkCompany, letters(2), letters(1)],
  ['a company, 100 at most', account.checkCompany, letters(100), letters(101)],
  ['an email address, 254 at most', account.checkEmail, address(254), address(255)],
  ['a password, 8 at least', account.checkPassword, password(8), password(7)],
  ['a password, 128 at most', account.checkPassword, password(128), password(129)],
  ['a code, 6 digits', account.checkCode, '123456', '12345'],
  ['a code, 6 digits', account.checkCode, '123456', '1234567'],
])(
  'given %s, then that much is taken and one more or less is refused (M-454)',
  (_what, check, taken, refused) => {
    expect(check(taken)).toBeNull()
    expect(check(refused)).not.toBeNull()
  },
)

test('given a code that was sent, then page and server both wait 60 s before the next (M-454)', () => {
  expect([account.limits.resendCooldownSeconds * 1_000, codeRules.cooldownMs]).toEqual([60_000, 60_000])
})

test('given a message, then 500 characters of it stay (M-454)', () => {
  expect(lead.filterMessage(letters(500))).toHaveLength(500)
  expect(lead.filterMessage(letters(501))).toHaveLength(500)
})
