import { describe, expect, test } from 'vitest'
import { given } from '../support/given.ts'
import { home, openIdentity, password, refusal } from './identity-site.ts'

const site = given(openIdentity, 'close')
let nobody = 0
const someone = () => `target${++nobody}@example.com`
const nothing = { session: undefined, device: undefined }
const from = (n: number) => ({ address: `198.51.${n >> 8}.${n & 255}`, agent: 'curl' })
const [crowd, sprayed] = process.env.LONG === '1' ? [1_000, 1_000] : [300, 100]
const tryAt = (email: string, secret: string, visitor = home, cookies: typeof nothing | object = nothing) =>
  site.signIns.signIn({ email, password: secret }, visitor, { ...nothing, ...cookies })

describe('brute force (A-11, M-258)', () => {
  test('given 300 tries from 300 addresses at once (1,000 under LONG=1), then at most 20 are evaluated, and the owner with a known device signs in', async () => {
    const email = someone()
    await site.customer(email)
    const first = await tryAt(email, password)
    const device = first.kind === 'customer' ? first.device.value : undefined
    const answers = await Promise.all(
      Array.from({ length: crowd }, (_, n) => refusal(tryAt(email, `Wrong${n}password`, from(n)))),
    )
    expect(answers.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(20)
    expect(answers.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(crowd - 20)
    expect(await tryAt(email, password, from(19_999), { device })).toMatchObject({ kind: 'customer' })
    // Without the device cookie the same address is a stranger like the others.
    expect(await refusal(tryAt(email, password, from(19_998)))).toBe('TOO_MANY_ATTEMPTS')
    expect(await refusal(tryAt(email, password, from(19_997), { device: `${device}x.y` }))).toBe(
      'TOO_MANY_ATTEMPTS',
    )
    site.clock.advance(3_600_001)
    expect(await tryAt(email, password, from(19_998))).toMatchObject({ kind: 'customer' })
  })

  test('given two tries at the same instant, when the one that read the clock first is counted second, then it does not wait', async () => {
    const email = someone()
    await site.customer(email)
    expect(await refusal(tryAt(email, 'Wrong1password', from(600)))).toBe('INVALID_CREDENTIALS')
    // As if another process had read its clock a moment later, and was first all the same.
    await site.db.sql.query("update identity_login_try set at = at + interval '10 seconds'")
    expect(await tryAt(email, password, from(600))).toMatchObject({ kind: 'customer' })
  })

  test('given one address that tries for 3 hours, then no hour sees 20 tries, and the owner signs in from anywhere else', async () => {
    const email = someone()
    await site.customer(email)
    const evaluated: number[] = []
    for (let second = 0; second < 3 * 3_600; second += 15) {
      if ((await refusal(tryAt(email, 'Wrong1password', from(700)))) === 'INVALID_CREDENTIALS')
        evaluated.push(second)
      site.clock.advance(15_000)
    }
    const worst = Math.max(
      ...evaluated.map((start) => evaluated.filter((at) => at >= start && at < start + 3_600).length),
    )
    expect(worst).toBeGreaterThanOrEqual(10)
    expect(worst).toBeLessThan(20)
    expect(await tryAt(email, password, from(701))).toMatchObject({ kind: 'customer' })
  })

  test('given one address that tries one password at 100 accounts (1,000 under LONG=1), then 60 are evaluated within the hour', async () => {
    const answers = await Promise.all(
      Array.from({ length: sprayed }, () => refusal(tryAt(someone(), 'Summer2026', from(20_000)))),
    )
    const evaluated = answers.filter((code) => code === 'INVALID_CREDENTIALS').length
    // Accounts are locked one by one, so tries that run side by side at the edge may pass it together.
    expect(evaluated).toBeGreaterThanOrEqual(60)
    expect(evaluated).toBeLessThan(85)
    expect(answers.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(sprayed - evaluated)
    expect(await refusal(tryAt(someone(), 'Summer2026', from(20_000)))).toBe('TOO_MANY_ATTEMPTS')
  })

  test('given a stolen device cookie in many spellings, then they share one budget', async () => {
    const email = someone()
    await site.customer(email)
    const first = await tryAt(email, password)
    const device = first.kind === 'customer' ? first.device.value : ''
    const spellings = [device, `${device}=`, `${device}==`, `${device}!`, `${device}.more`, `${device} `]
    const answers = []
    for (let n = 0; n < 12; n++)
      answers.push(
        await refusal(tryAt(email, 'Wrong1password', from(n), { device: spellings[n % spellings.length] })),
      )
    expect(answers.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(5)
  })

  test('given a device cookie of one account, then it is worth nothing at another', async () => {
    const [mine, theirs] = [someone(), someone()]
    await site.customer(mine)
    await site.customer(theirs)
    const first = await tryAt(mine, password)
    const device = first.kind === 'customer' ? first.device.value : undefined
    for (let n = 0; n < 20; n++) await refusal(tryAt(theirs, 'Wrong1password', from(1_000 + n)))
    expect(await refusal(tryAt(theirs, password, from(2_000), { device }))).toBe('TOO_MANY_ATTEMPTS')
  })

  test('given an unknown address, then it is slowed down exactly like a known one', async () => {
    const known = someone()
    await site.customer(known)
    const answers = async (email: string) => {
      const codes = []
      for (let n = 0; n < 8; n++) codes.push(await refusal(tryAt(email, 'Wrong1password', from(3_000))))
      return codes
    }
    expect(await answers(known)).toEqual(await answers(someone()))
  })

  test('given a success, then earlier mistakes from there are forgotten', async () => {
    const email = someone()
    await site.customer(email)
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++)
        expect(await refusal(tryAt(email, 'Wrong1password'))).toBe('INVALID_CREDENTIALS')
      expect(await refusal(tryAt(email, password))).toBe('accepted')
    }
  })

  test('staff: given wrong passwords from one address, then the sixth try has to wait', async () => {
    await site.staff.create({ username: 'Editor', password: 'Quiet-harbour-27', role: 'editor' })
    const attempt = (secret: string) =>
      site.staffSignIns.signIn({ username: 'editor', password: secret }, home, nothing)
    for (let n = 0; n < 5; n++) expect(await refusal(attempt('wrong'))).toBe('INVALID_CREDENTIALS')
    expect(await refusal(attempt('Quiet-harbour-27'))).toBe('TOO_MANY_ATTEMPTS')
    site.clock.advance(30_001)
    expect(await attempt('Quiet-harbour-27')).toMatchObject({
      member: { username: 'editor', role: 'editor' },
    })
  })
})
