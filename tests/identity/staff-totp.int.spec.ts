import { describe, expect, test } from 'vitest'
import { StaffRow } from '../../src/modules/identity/rows.ts'
import { totpCode } from '../../src/modules/identity/totp.ts'
import { home, type IdentityHouse, openIdentity, refusal, sessionSecret } from './identity-house.ts'

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

describe('S-15: given a second factor that was made under a secret which has changed since', () => {
  const fresh = 'a new secret which has enough of them too'
  const made = async (house: IdentityHouse) => {
    const { id, totp } = await house.staff.create(member, { totp: true })
    const code = () =>
      totpCode(secretOf(totp?.secret ?? ''), Math.floor(house.clock.now().getTime() / 30_000))
    return { id, code }
  }
  const row = async ({ db }: IdentityHouse, id: string) => {
    const found = await db.em().findOne(StaffRow, { id })
    if (found === null) throw new Error('No such member')
    return found
  }

  test('when the old secret is still given, then its digits pass, and from then on the new secret alone opens it', () =>
    inHouse({}, async (house) => {
      const { id, code } = await made(house)
      const used = code()
      await house.factorsUnder(`${fresh},${sessionSecret}`).demand(await row(house, id), used)
      const alone = house.factorsUnder(fresh)
      expect(await refusal(alone.demand(await row(house, id), used)), 'used before').toBe('TOTP_INVALID')
      house.clock.advance(30_000)
      expect(await refusal(alone.demand(await row(house, id), code()))).toBe('accepted')
    }))

  test('when the member does not sign in, then the hourly sweep seals it anew all the same', () =>
    inHouse({}, async (house) => {
      const { id, code } = await made(house)
      await house.sweepUnder(`${fresh},${sessionSecret}`)
      const member = await row(house, id)
      expect(await refusal(house.factorsUnder(sessionSecret).demand(member, code()))).toBe('TOTP_UNREADABLE')
      expect(await refusal(house.factorsUnder(fresh).demand(member, code()))).toBe('accepted')
    }))

  test('when the old secret is not given, then the member is told so, nothing is changed, and a new factor is the way back', () =>
    inHouse({}, async (house) => {
      const { id, code } = await made(house)
      const before = await row(house, id)
      const alone = house.factorsUnder(fresh)
      await expect(alone.demand(before, code())).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'TOTP_UNREADABLE',
        message: expect.stringMatching(/SESSION_SECRET.*staff:create with --replace --totp/),
      })
      await alone.sealAnew()
      expect((await row(house, id)).totpBox).toEqual(before.totpBox)
      const renewed = await alone.set(house.db.sql, { id, username: member.username }, true)
      const digits = totpCode(
        secretOf(renewed?.secret ?? ''),
        Math.floor(house.clock.now().getTime() / 30_000),
      )
      expect(await refusal(alone.demand(await row(house, id), digits))).toBe('accepted')
    }))
})
