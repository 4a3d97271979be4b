import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { AppError } from '#platform/kernel/error.ts'
import { StaffRow } from '../../src/modules/identity/accounts/rows.ts'
import { checkPassword } from '../../src/modules/identity/rules.ts'
import { digitsOf } from '../support/authenticator-app.ts'
import { home, type IdentitySite, openIdentity, refusal, sessionSecret } from './identity-site.ts'

const member = { username: 'anna', password: 'Quiet-harbour-27', role: 'finance' } as const
const signIn = (site: IdentitySite, totp?: string) =>
  site.staffSignIns.signIn({ ...member, totp }, home, { session: undefined, device: undefined })

async function inSite(options: { requireStaffTotp?: boolean }, work: (site: IdentitySite) => Promise<void>) {
  const site = await openIdentity(options)
  try {
    await work(site)
  } finally {
    await site.close()
  }
}

test('given a member with a second factor, then the password alone opens nothing and each code works once', () =>
  inSite({}, async (site) => {
    const created = await site.staff.create(member, { totp: true })
    const secret = created.totp?.secret ?? ''
    const code = () => digitsOf(secret, site.clock.now())
    expect(await refusal(signIn(site))).toBe('TOTP_REQUIRED')
    expect(await refusal(signIn(site, ' '))).toBe('TOTP_REQUIRED')
    const first = code()
    const answers = await Promise.all([refusal(signIn(site, first)), refusal(signIn(site, first))])
    expect(answers.sort()).toEqual(['TOTP_INVALID', 'accepted'])
    site.clock.advance(30_000)
    expect(await refusal(signIn(site, code()))).toBe('accepted')
    const stored = await site.db.sql.query<{ row: string }>('select t::text as row from identity_staff t')
    expect(stored[0]?.row).not.toContain(Secret.fromBase32(secret).hex.toLowerCase())
  }))

test('given somebody who has the password and guesses codes, then the sixth guess has to wait', () =>
  inSite({}, async (site) => {
    await site.staff.create(member, { totp: true })
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await refusal(signIn(site, `00000${n}`)))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'TOTP_INVALID'), 'TOO_MANY_ATTEMPTS'])
  }))

describe('S-15: given a second factor that was made under a secret which has changed since', () => {
  const fresh = 'a new secret which has enough of them too'
  const made = async (site: IdentitySite) => {
    const { id, totp } = await site.staff.create(member, { totp: true })
    const code = () => digitsOf(totp?.secret ?? '', site.clock.now())
    return { id, code }
  }
  const row = async ({ db }: IdentitySite, id: string) => {
    const found = await db.em().findOne(StaffRow, { id })
    if (found === null) throw new Error('No such member')
    return found
  }

  test('when the old secret is still given, then its digits pass, and from then on the new secret alone opens it', () =>
    inSite({}, async (site) => {
      const { id, code } = await made(site)
      const used = code()
      await site.factorsUnder(`${fresh},${sessionSecret}`).demand(await row(site, id), { totp: used })
      const alone = site.factorsUnder(fresh)
      expect(await refusal(alone.demand(await row(site, id), { totp: used })), 'used before').toBe(
        'TOTP_INVALID',
      )
      site.clock.advance(30_000)
      expect(await refusal(alone.demand(await row(site, id), { totp: code() }))).toBe('accepted')
    }))

  test('when the member does not sign in, then the hourly sweep encrypts it again all the same', () =>
    inSite({}, async (site) => {
      const { id, code } = await made(site)
      await site.sweepUnder(`${fresh},${sessionSecret}`)
      const member = await row(site, id)
      expect(await refusal(site.factorsUnder(sessionSecret).demand(member, { totp: code() }))).toBe(
        'TOTP_UNREADABLE',
      )
      expect(await refusal(site.factorsUnder(fresh).demand(member, { totp: code() }))).toBe('accepted')
    }))

  test('when the old secret is not given, then the member is told so, nothing is changed, and a new factor is the way back', () =>
    inSite({}, async (site) => {
      const { id, code } = await made(site)
      const before = await row(site, id)
      const alone = site.factorsUnder(fresh)
      await expect(alone.demand(before, { totp: code() })).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'TOTP_UNREADABLE',
        message: expect.stringMatching(/SESSION_SECRET.*staff:create with --replace --totp/),
      })
      await alone.encryptAnew()
      expect((await row(site, id)).totpBox).toEqual(before.totpBox)
      const renewed = await alone.set(site.db.sql, { id, username: member.username }, true)
      const digits = digitsOf(renewed?.secret ?? '', site.clock.now())
      expect(await refusal(alone.demand(await row(site, id), { totp: digits }))).toBe('accepted')
    }))
})
/** The answer to a right password without a second factor where one is required. */
async function enrolmentOf(site: IdentitySite): Promise<{ secret: string; uri: string; token: string }> {
  const failure = await signIn(site).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'TOTP_NOT_ENROLLED' })
  return (failure as AppError).detail.extra?.enrolment as { secret: string; uri: string; token: string }
}

describe('given that a second factor is required and an account has none', () => {
  const enrol = (site: IdentitySite, token: string, totp: string) =>
    site.staffSignIns.signIn({ ...member, totp, enrolment: token }, home, {
      session: undefined,
      device: undefined,
    })
  const codeOf = (site: IdentitySite, secret: string) => digitsOf(secret, site.clock.now())

  test('then the first sign-in shows a new key, its digits set it up, and from then on they are asked for', () =>
    inSite({ requireStaffTotp: true }, async (site) => {
      await site.staff.create(member)
      const { secret, uri, token } = await enrolmentOf(site)
      expect(uri).toContain(`secret=${secret}`)
      expect(await refusal(enrol(site, token, '000000'))).toBe('TOTP_INVALID')
      // Nothing was set up by wrong digits.
      expect((await enrolmentOf(site)).secret).not.toBe(secret)
      expect(await refusal(enrol(site, token, codeOf(site, secret)))).toBe('accepted')
      expect(await refusal(signIn(site))).toBe('TOTP_REQUIRED')
      expect(await refusal(signIn(site, codeOf(site, secret)))).toBe('TOTP_INVALID')
      site.clock.advance(30_000)
      expect(await refusal(signIn(site, codeOf(site, secret)))).toBe('accepted')
    }))

  test('then a wrong password is shown no key, and a key is good for ten minutes, one account and one set-up', () =>
    inSite({ requireStaffTotp: true }, async (site) => {
      await site.staff.create(member)
      await site.staff.create({ ...member, username: 'bert' })
      const wrong = await site.staffSignIns
        .signIn({ ...member, password: 'Wrong-harbour-27' }, home, { session: undefined, device: undefined })
        .catch((error: unknown) => error)
      expect(wrong).toMatchObject({ code: 'INVALID_CREDENTIALS' })
      expect((wrong as AppError).detail.extra).toBeUndefined()
      const late = await enrolmentOf(site)
      site.clock.advance(10 * 60_000 + 1)
      expect(await refusal(enrol(site, late.token, codeOf(site, late.secret)))).toBe('TOTP_NOT_ENROLLED')
      // Five of these tries an hour are evaluated without a wait.
      site.clock.advance(60 * 60_000)
      const [first, second] = [await enrolmentOf(site), await enrolmentOf(site)]
      const foreign = { ...member, username: 'bert', totp: codeOf(site, first.secret) }
      const nothing = { session: undefined, device: undefined }
      expect(
        await refusal(site.staffSignIns.signIn({ ...foreign, enrolment: first.token }, home, nothing)),
      ).toBe('TOTP_NOT_ENROLLED')
      expect(await refusal(enrol(site, 'no token', codeOf(site, first.secret)))).toBe('TOTP_NOT_ENROLLED')
      const answers = await Promise.all([
        refusal(enrol(site, first.token, codeOf(site, first.secret))),
        refusal(enrol(site, second.token, codeOf(site, second.secret))),
      ])
      expect(answers.sort()).toEqual(['TOTP_INVALID', 'accepted'])
    }))

  test('then a member who loses the app sets up another one after staff:create --no-totp; a new password keeps it', () =>
    inSite({ requireStaffTotp: true }, async (site) => {
      const { totp } = await site.staff.create(member, { totp: true })
      await site.staff.create(member, { replace: true })
      expect(await refusal(signIn(site))).toBe('TOTP_REQUIRED')
      expect(await refusal(signIn(site, codeOf(site, totp?.secret ?? '')))).toBe('accepted')
      await site.staff.create(member, { replace: true, totp: false })
      const { secret, token } = await enrolmentOf(site)
      expect(await refusal(enrol(site, token, codeOf(site, secret)))).toBe('accepted')
    }))
})

test.each(['password', 'Short1', 'lower-case-only-1', 'Password1', 'Spaces in it 1'])(
  'given the password %s, then no member of staff gets it, and the rule of the screens says why',
  (password) =>
    inSite({}, async (site) => {
      const refused = await site.staff.create({ ...member, password }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 'STAFF_PASSWORD_WEAK',
        message: `password: ${checkPassword(password)}`,
      })
      await site.staff.create(member)
      expect(await refusal(site.staff.create({ ...member, password }, { replace: true }))).toBe(
        'STAFF_PASSWORD_WEAK',
      )
      expect(await refusal(signIn(site))).toBe('accepted')
    }),
)
