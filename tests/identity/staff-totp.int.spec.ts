import { expect, test } from 'vitest'
import { totpCode } from '../../src/modules/identity/totp.ts'
import { home, type IdentityHouse, openIdentity, refusal } from './identity-house.ts'

const secretOf = (text: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const member = { username: 'anna', password: 'a staff password', role: 'finance' } as const
const signIn = (house: IdentityHouse, totp?: string) =>
  house.staff.signIn({ ...member, totp }, home, { session: undefined, device: undefined })

async function inHouse(
  options: { requireStaffTotp?: boolean },
  work: (house: IdentityHouse) => Promise<void>,
) {
  const house = await openIdentity(options)
  try {
    await work(house)
  } finally {
    await house.close()
  }
}

test('given a member with a second factor, then the password alone opens nothing and each code works once', () =>
  inHouse({}, async (house) => {
    const created = await house.staff.create(member, { totp: true })
    const secret = secretOf(created.totp?.secret ?? '')
    const code = () => totpCode(secret, Math.floor(house.clock.now().getTime() / 30_000))
    expect(await refusal(signIn(house))).toBe('TOTP_REQUIRED')
    expect(await refusal(signIn(house, ' '))).toBe('TOTP_REQUIRED')
    const first = code()
    const answers = await Promise.all([refusal(signIn(house, first)), refusal(signIn(house, first))])
    expect(answers.sort()).toEqual(['TOTP_INVALID', 'accepted'])
    house.clock.advance(30_000)
    expect(await refusal(signIn(house, code()))).toBe('accepted')
    const stored = await house.db.sql.query<{ row: string }>('select t::text as row from identity_staff t')
    expect(stored[0]?.row).not.toContain(secret.toString('hex'))
  }))

test('given somebody who has the password and guesses codes, then the sixth guess has to wait', () =>
  inHouse({}, async (house) => {
    await house.staff.create(member, { totp: true })
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await refusal(signIn(house, `00000${n}`)))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'TOTP_INVALID'), 'TOO_MANY_ATTEMPTS'])
  }))

test('given REQUIRE_STAFF_TOTP, then a member without a second factor is refused until there is one', () =>
  inHouse({ requireStaffTotp: true }, async (house) => {
    await house.staff.create(member)
    expect(await refusal(signIn(house))).toBe('TOTP_NOT_ENROLLED')
    const { totp } = await house.staff.create(member, { replace: true, totp: true })
    const code = totpCode(secretOf(totp?.secret ?? ''), Math.floor(house.clock.now().getTime() / 30_000))
    expect(await refusal(signIn(house, code))).toBe('accepted')
    // A new password leaves the second factor as it is; taking it away is said explicitly.
    await house.staff.create(member, { replace: true })
    expect(await refusal(signIn(house))).toBe('TOTP_REQUIRED')
    await house.staff.create(member, { replace: true, totp: false })
    expect(await refusal(signIn(house))).toBe('TOTP_NOT_ENROLLED')
  }))
