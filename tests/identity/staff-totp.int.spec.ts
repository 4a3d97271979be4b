import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { AppError } from '#platform/kernel/error.ts'
import { StaffRow } from '../../src/modules/identity/rows.ts'
import { checkPassword } from '../../src/modules/identity/rules.ts'
import { digitsOf } from '../support/authenticator-app.ts'
import { home, type IdentityHouse, openIdentity, refusal, sessionSecret } from './identity-house.ts'

const member = { username: 'anna', password: 'Quiet-harbour-27', role: 'finance' } as const
const signIn = (house: IdentityHouse, totp?: string) =>
  house.staffSignIns.signIn({ ...member, totp }, home, { session: undefined, device: undefined })

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
    const secret = created.totp?.secret ?? ''
    const code = () => digitsOf(secret, house.clock.now())
    expect(await refusal(signIn(house))).toBe('TOTP_REQUIRED')
    expect(await refusal(signIn(house, ' '))).toBe('TOTP_REQUIRED')
    const first = code()
    const answers = await Promise.all([refusal(signIn(house, first)), refusal(signIn(house, first))])
    expect(answers.sort()).toEqual(['TOTP_INVALID', 'accepted'])
    house.clock.advance(30_000)
    expect(await refusal(signIn(house, code()))).toBe('accepted')
    const stored = await house.db.sql.query<{ row: string }>('select t::text as row from identity_staff t')
    expect(stored[0]?.row).not.toContain(Secret.fromBase32(secret).hex.toLowerCase())
  }))

test('given somebody who has the password and guesses codes, then the sixth guess has to wait', () =>
  inHouse({}, async (house) => {
    await house.staff.create(member, { totp: true })
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await refusal(signIn(house, `00000${n}`)))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'TOTP_INVALID'), 'TOO_MANY_ATTEMPTS'])
  }))

describe('S-15: given a second factor that was made under a secret which has changed since', () => {
  const fresh = 'a new secret which has enough of them too'
  const made = async (house: IdentityHouse) => {
    const { id, totp } = await house.staff.create(member, { totp: true })
    const code = () => digitsOf(totp?.secret ?? '', house.clock.now())
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
      await house.factorsUnder(`${fresh},${sessionSecret}`).demand(await row(house, id), { totp: used })
      const alone = house.factorsUnder(fresh)
      expect(await refusal(alone.demand(await row(house, id), { totp: used })), 'used before').toBe(
        'TOTP_INVALID',
      )
      house.clock.advance(30_000)
      expect(await refusal(alone.demand(await row(house, id), { totp: code() }))).toBe('accepted')
    }))

  test('when the member does not sign in, then the hourly sweep seals it anew all the same', () =>
    inHouse({}, async (house) => {
      const { id, code } = await made(house)
      await house.sweepUnder(`${fresh},${sessionSecret}`)
      const member = await row(house, id)
      expect(await refusal(house.factorsUnder(sessionSecret).demand(member, { totp: code() }))).toBe(
        'TOTP_UNREADABLE',
      )
      expect(await refusal(house.factorsUnder(fresh).demand(member, { totp: code() }))).toBe('accepted')
    }))

  test('when the old secret is not given, then the member is told so, nothing is changed, and a new factor is the way back', () =>
    inHouse({}, async (house) => {
      const { id, code } = await made(house)
      const before = await row(house, id)
      const alone = house.factorsUnder(fresh)
      await expect(alone.demand(before, { totp: code() })).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'TOTP_UNREADABLE',
        message: expect.stringMatching(/SESSION_SECRET.*staff:create with --replace --totp/),
      })
      await alone.sealAnew()
      expect((await row(house, id)).totpBox).toEqual(before.totpBox)
      const renewed = await alone.set(house.db.sql, { id, username: member.username }, true)
      const digits = digitsOf(renewed?.secret ?? '', house.clock.now())
      expect(await refusal(alone.demand(await row(house, id), { totp: digits }))).toBe('accepted')
    }))
})
/** The answer to a right password without a second factor where one is required. */
async function enrolmentOf(house: IdentityHouse): Promise<{ secret: string; uri: string; token: string }> {
  const failure = await signIn(house).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'TOTP_NOT_ENROLLED' })
  return (failure as AppError).detail.extra?.enrolment as { secret: string; uri: string; token: string }
}

describe('given that a second factor is required and an account has none', () => {
  const enrol = (house: IdentityHouse, token: string, totp: string) =>
    house.staffSignIns.signIn({ ...member, totp, enrolment: token }, home, {
      session: undefined,
      device: undefined,
    })
  const codeOf = (house: IdentityHouse, secret: string) => digitsOf(secret, house.clock.now())

  test('then the first sign-in shows a new key, its digits set it up, and from then on they are asked for', () =>
    inHouse({ requireStaffTotp: true }, async (house) => {
      await house.staff.create(member)
      const { secret, uri, token } = await enrolmentOf(house)
      expect(uri).toContain(`secret=${secret}`)
      expect(await refusal(enrol(house, token, '000000'))).toBe('TOTP_INVALID')
      // Nothing was set up by wrong digits.
      expect((await enrolmentOf(house)).secret).not.toBe(secret)
      expect(await refusal(enrol(house, token, codeOf(house, secret)))).toBe('accepted')
      expect(await refusal(signIn(house))).toBe('TOTP_REQUIRED')
      expect(await refusal(signIn(house, codeOf(house, secret)))).toBe('TOTP_INVALID')
      house.clock.advance(30_000)
      expect(await refusal(signIn(house, codeOf(house, secret)))).toBe('accepted')
    }))

  test('then a wrong password is shown no key, and a key is good for ten minutes, one account and one set-up', () =>
    inHouse({ requireStaffTotp: true }, async (house) => {
      await house.staff.create(member)
      await house.staff.create({ ...member, username: 'bert' })
      const wrong = await house.staffSignIns
        .signIn({ ...member, password: 'Wrong-harbour-27' }, home, { session: undefined, device: undefined })
        .catch((error: unknown) => error)
      expect(wrong).toMatchObject({ code: 'INVALID_CREDENTIALS' })
      expect((wrong as AppError).detail.extra).toBeUndefined()
      const late = await enrolmentOf(house)
      house.clock.advance(10 * 60_000 + 1)
      expect(await refusal(enrol(house, late.token, codeOf(house, late.secret)))).toBe('TOTP_NOT_ENROLLED')
      // Five of these tries an hour are evaluated without a wait.
      house.clock.advance(60 * 60_000)
      const [first, second] = [await enrolmentOf(house), await enrolmentOf(house)]
      const foreign = { ...member, username: 'bert', totp: codeOf(house, first.secret) }
      const nothing = { session: undefined, device: undefined }
      expect(
        await refusal(house.staffSignIns.signIn({ ...foreign, enrolment: first.token }, home, nothing)),
      ).toBe('TOTP_NOT_ENROLLED')
      expect(await refusal(enrol(house, 'no token', codeOf(house, first.secret)))).toBe('TOTP_NOT_ENROLLED')
      const answers = await Promise.all([
        refusal(enrol(house, first.token, codeOf(house, first.secret))),
        refusal(enrol(house, second.token, codeOf(house, second.secret))),
      ])
      expect(answers.sort()).toEqual(['TOTP_INVALID', 'accepted'])
    }))

  test('then whoever loses the app sets up another one after staff:create --no-totp; a new password keeps it', () =>
    inHouse({ requireStaffTotp: true }, async (house) => {
      const { totp } = await house.staff.create(member, { totp: true })
      await house.staff.create(member, { replace: true })
      expect(await refusal(signIn(house))).toBe('TOTP_REQUIRED')
      expect(await refusal(signIn(house, codeOf(house, totp?.secret ?? '')))).toBe('accepted')
      await house.staff.create(member, { replace: true, totp: false })
      const { secret, token } = await enrolmentOf(house)
      expect(await refusal(enrol(house, token, codeOf(house, secret)))).toBe('accepted')
    }))
})

test.each(['password', 'Short1', 'lower-case-only-1', 'Password1', 'Spaces in it 1'])(
  'given the password %s, then no member of staff gets it, and the rule of the screens says why',
  (password) =>
    inHouse({}, async (house) => {
      const refused = await house.staff.create({ ...member, password }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 'STAFF_PASSWORD_WEAK',
        message: `password: ${checkPassword(password)}`,
      })
      await house.staff.create(member)
      expect(await refusal(house.staff.create({ ...member, password }, { replace: true }))).toBe(
        'STAFF_PASSWORD_WEAK',
      )
      expect(await refusal(signIn(house))).toBe('accepted')
    }),
)
