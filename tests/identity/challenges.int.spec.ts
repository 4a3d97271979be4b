import { beforeAll, describe, expect, test } from 'vitest'
import { Challenge, type ChallengeResult, NoChallenge } from '#platform/challenge/turnstile.ts'
import { Challenges } from '../../src/modules/identity/sessions/challenges.ts'
import { given } from '../support/given.ts'
import { openIdentity, refusal } from './identity-site.ts'

/** Like the provider: each token is good once. */
class SingleUse extends Challenge {
  override readonly enabled = true
  readonly #spent = new Set<string>()

  override async verify(token: string | undefined): Promise<ChallengeResult> {
    if (!token) return 'missing'
    if (!token.startsWith('good')) return 'failed'
    if (this.#spent.has(token)) return 'expired'
    this.#spent.add(token)
    return 'passed'
  }
}

const address = '192.0.2.1'
const site = given(openIdentity, 'close')
let challenges: Challenges
let nth = 0
const fresh = () => `good-${++nth}`

beforeAll(async () => {
  challenges = new Challenges(new SingleUse(), site.db, site.clock)
})

describe('A-13, M-235: a challenge on the account calls', () => {
  test.each([
    [undefined, 'Please complete the security verification.'],
    ['bad', 'Security verification failed. Please try again.'],
  ])('given the token %j, then the call is refused with its text', async (token, message) => {
    await expect(challenges.demand(token, address)).rejects.toMatchObject({
      code: 'CHALLENGE_FAILED',
      message,
    })
  })

  test('given a token that check-exists has verified, then register may use it once, and nobody twice', async () => {
    const token = fresh()
    await challenges.demandWithPass(token, address)
    await challenges.demand(token, address)
    expect(await refusal(challenges.demand(token, address))).toBe('CHALLENGE_FAILED')
  })

  test('given a token that was already used, then check-exists does not make it good again', async () => {
    const token = fresh()
    await challenges.demandWithPass(token, address)
    expect(await refusal(challenges.demandWithPass(token, address))).toBe('CHALLENGE_FAILED')
    await challenges.demand(token, address)
    expect(await refusal(challenges.demandWithPass(token, address))).toBe('CHALLENGE_FAILED')
  })

  test('given 20 calls with one pass at once, then one is let in', async () => {
    const token = fresh()
    await challenges.demandWithPass(token, address)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal(challenges.demand(token, address))),
    )
    expect(answers.filter((code) => code === 'accepted')).toHaveLength(1)
  })

  test('given five minutes, then the pass is worth nothing', async () => {
    const token = fresh()
    await challenges.demandWithPass(token, address)
    site.clock.advance(5 * 60_000)
    expect(await refusal(challenges.demand(token, address))).toBe('CHALLENGE_FAILED')
  })

  test('given no configuration, then the bare call works', async () => {
    const open = new Challenges(new NoChallenge(), site.db, site.clock)
    expect(await refusal(open.demand(undefined, address))).toBe('accepted')
    expect(await refusal(open.demandWithPass(undefined, address))).toBe('accepted')
  })
})
