import { describe, expect, test } from 'vitest'
import { Passwords } from '../../src/modules/identity/accounts/passwords.ts'
import { given } from '../support/given.ts'
import { home, openIdentity, password, refusal } from './identity-site.ts'

const site = given(openIdentity, 'close')
let nobody = 0
const someone = () => `signer${++nobody}@example.com`
const nothing = { session: undefined, device: undefined }
const tryAt = (email: string, secret: string, visitor = home, cookies: typeof nothing | object = nothing) =>
  site.signIns.signIn({ email, password: secret }, visitor, { ...nothing, ...cookies })

describe('one hash on every path (A-8)', () => {
  test('given any mixture of account and password, then exactly one hash is verified', async () => {
    let verified = 0
    class Counting extends Passwords {
      override async verify(stored: string | null, secret: string): Promise<boolean> {
        verified++
        return super.verify(stored, secret)
      }
    }
    const counted = await openIdentity()
    try {
      const { SignIns } = await import('../../src/modules/identity/customers/sign-ins.ts')
      const signIns = new SignIns({ ...counted, passwords: new Counting() })
      await counted.customer('known@example.com')
      await counted.register('pending@example.com')
      const cases = ['known', 'pending', 'unknown'].flatMap((name) =>
        ['', 'Wrong1password', 'x'.repeat(200)].map((secret) => ({
          email: `${name}@example.com`,
          password: secret,
        })),
      )
      for (const form of cases) {
        verified = 0
        expect(await refusal(signIns.signIn(form, home, nothing))).toBe('INVALID_CREDENTIALS')
        expect(verified).toBe(1)
      }
    } finally {
      await counted.close()
    }
  })

  // Two times can only be distinguished on a quiet machine with many samples; what makes it so is counted above, in every run.
  if (process.env.LONG === '1')
    test('given 500 timed sign-ins of each kind, then known, pending and unknown addresses cannot be told apart (A-8, AUC 0.45 to 0.55)', async () => {
      const timed = await openIdentity()
      try {
        const names = ['known', 'pending', 'unknown']
        await timed.customer('known@example.com')
        await timed.register('pending@example.com')
        await timed.db.sql.query(`update identity_registration set expires_at = 'infinity'`)
        const secrets = ['', 'Wrong1password', 'x'.repeat(200)]
        const taken = new Map<string, number[]>()
        for (let n = 0; n < 500; n++) {
          // So that nobody is slowed down, and what was tried before weighs nothing.
          timed.clock.advance(3_600_001)
          await timed.db.sql.query('delete from identity_login_try')
          for (const secret of secrets) {
            // Each of them first, second and third equally often.
            for (const name of names.map((_, place) => names[(place + n) % names.length])) {
              const started = process.hrtime.bigint()
              const answer = await refusal(
                timed.signIns.signIn({ email: `${name}@example.com`, password: secret }, home, nothing),
              )
              const ms = Number(process.hrtime.bigint() - started) / 1e6
              expect(answer).toBe('INVALID_CREDENTIALS')
              const key = `${name} ${secret.length}`
              taken.set(key, [...(taken.get(key) ?? []), ms])
            }
          }
        }
        for (const name of ['known', 'pending']) {
          const areas = secrets.map(({ length }) =>
            areaUnder(taken.get(`${name} ${length}`) ?? [], taken.get(`unknown ${length}`) ?? []),
          )
          console.log(`A-8: ${name} against unknown, AUC ${areas.map((area) => area.toFixed(3)).join(', ')}`)
          const mean = areas.reduce((sum, area) => sum + area, 0) / areas.length
          expect(mean).toBeGreaterThan(0.45)
          expect(mean).toBeLessThan(0.55)
          // One kind of password alone: chance moves 500 against 500 samples by 0.018.
          for (const area of areas) expect(Math.abs(area - 0.5)).toBeLessThan(0.1)
        }
      } finally {
        await timed.close()
      }
    })
})

/** How often a sample of `a` is longer than one of `b`: 0.5 when they cannot be told apart. */
function areaUnder(a: readonly number[], b: readonly number[]): number {
  let wins = 0
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0
  return wins / (a.length * b.length)
}

describe('the gate of hashes', () => {
  test('given more logins than places, then the rest is refused at once with a time to wait and no try is counted', async () => {
    const passwords = new Passwords({ concurrency: 1, queue: 2 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refusal(passwords.admit(() => passwords.hash('Some1password')))),
    )
    expect(answers.filter((code) => code === 'accepted')).toHaveLength(3)
    expect(answers.filter((code) => code === 'BUSY')).toHaveLength(7)
    expect(await refusal(passwords.admit(() => passwords.hash('Some1password')))).toBe('accepted')
  })

  test('given a gate full of strangers, then somebody who is known still comes in, and not without end', async () => {
    const passwords = new Passwords({ concurrency: 1, queue: 2, reserved: 1 })
    const enter = (caller: 'stranger' | 'known') =>
      refusal(passwords.admit(() => passwords.verify(null, 'Some1password'), caller))
    const strangers = Array.from({ length: 5 }, () => enter('stranger'))
    const known = [enter('known'), enter('known')]
    expect((await Promise.all(strangers)).filter((code) => code === 'accepted')).toHaveLength(3)
    expect(await Promise.all(known)).toEqual(['accepted', 'BUSY'])
  })

  test('given strangers that wait, when somebody who is known comes, then their password is checked next', async () => {
    const passwords = new Passwords({ concurrency: 1, queue: 20 })
    const order: string[] = []
    const check = (who: 'stranger' | 'known') =>
      passwords.verify(null, 'Some1password', who).then(() => order.push(who))
    await Promise.all([...Array.from({ length: 6 }, () => check('stranger')), check('known')])
    expect(order.indexOf('known')).toBe(1)
  })
})

describe('sign-in before the code was entered', () => {
  test('given a pending registration, when its owner signs in elsewhere, then that browser gets the cookie and a code', async () => {
    const email = someone()
    await site.register(email)
    site.clock.advance(61_000)
    const result = await tryAt(email, password)
    await site.jobs.drain()
    if (result.kind !== 'pending') throw new Error('expected a pending registration')
    const form = { email, otpCode: site.mailer.codeTo(email) }
    expect(await refusal(site.registrations.verify(form, result.registrationCookie, home))).toBe('accepted')
  })

  test('given a code sent a moment ago, when its owner signs in, then no second mail leaves and the code still works', async () => {
    const email = someone()
    await site.register(email)
    const before = site.mailer.mails.length
    const result = await tryAt(email, password)
    await site.jobs.drain()
    expect(site.mailer.mails).toHaveLength(before)
    if (result.kind !== 'pending') throw new Error('expected a pending registration')
    const form = { email, otpCode: site.mailer.codeTo(email) }
    expect(await refusal(site.registrations.verify(form, result.registrationCookie, home))).toBe('accepted')
  })

  test('given a wrong password, then nothing reveals that a registration is pending', async () => {
    const email = someone()
    await site.register(email)
    expect(await refusal(tryAt(email, 'Wrong1password'))).toBe('INVALID_CREDENTIALS')
  })
})
