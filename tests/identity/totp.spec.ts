import { describe, expect, test } from 'vitest'
import { seal, unseal } from '#platform/kernel/seal.ts'
import { newTotpSecret, totpEnrolment, totpStep } from '../../src/modules/identity/staff/totp.ts'
import { digitsOf } from '../support/authenticator-app.ts'

describe('time-based codes', () => {
  // RFC 6238, appendix B, SHA-1; the last six of the eight digits.
  const secret = Buffer.from('12345678901234567890')
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at second %i the code is %s', (second, code) => {
    expect(totpStep(secret, code, new Date(second * 1000))).toBe(Math.floor(second / 30))
  })

  test('a code is right one step early or late, not two, and nothing but six digits is looked at', () => {
    const at = (step: number) => new Date(step * 30_000)
    const code = digitsOf(totpEnrolment(secret, '', '').secret, at(1_000))
    expect([998, 999, 1_000, 1_001, 1_002].map((step) => totpStep(secret, code, at(step)))).toEqual([
      null,
      1_000,
      1_000,
      1_000,
      null,
    ])
    for (const nonsense of ['', '12345', '1234567', 'abcdef', `${code} `, '１２３４５６'])
      expect(totpStep(secret, nonsense, at(1_000))).toBeNull()
  })

  test('the secret is written in base32 for the app', () => {
    const { secret: written, uri } = totpEnrolment(secret, 'Vera & Lead', 'anna')
    expect(written).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(uri).toBe(
      `otpauth://totp/Vera%20%26%20Lead:anna?issuer=Vera%20%26%20Lead&secret=${written}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  test('an encrypted secret is read with its key only, and not when it was changed', () => {
    const [key, other, made] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), newTotpSecret()]
    const encrypted = seal(key, made)
    expect(unseal(key, encrypted)).toEqual(made)
    expect(encrypted.includes(made)).toBe(false)
    expect(unseal(other, encrypted)).toBeNull()
    encrypted.writeUInt8(encrypted.readUInt8(15) ^ 1, 15)
    expect(unseal(key, encrypted)).toBeNull()
  })
})
