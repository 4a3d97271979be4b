import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Credential,
  type CredentialEvent,
  evolve,
  fold,
  stateOf,
} from '../../../src/modules/leadership/credentials/domain/credential.ts'
import {
  assertReissuable,
  assertRenewable,
  canRenew,
  followOrder,
  type OrderStanding,
  renew,
  renewedUntil,
  resume,
  revoke,
  suspend,
  termOf,
} from '../../../src/modules/leadership/credentials/domain/credential-decisions.ts'
import { isEarned, missingOf } from '../../../src/modules/leadership/credentials/domain/earned.ts'

const now = new Date('2027-06-01T10:00:00Z')
const signed = { keyId: 'z6Mk', documentDigest: 'd' }
const awarded: CredentialEvent = {
  type: 'CredentialAwarded',
  data: { ...signed, orderId: 'o', cohortId: 'c', ...termOf(now), statusIndex: 5 },
}
const start = (): Credential => fold('id', [awarded])

/** What may be tried, with what it answers; a refusal is nothing. */
const tries: Record<string, (credential: Credential) => CredentialEvent[]> = {
  suspend: (credential) => suspend(credential, 'person'),
  resume: (credential) => resume(credential, 'person'),
  withdraw: (credential) => revoke(credential, 'person'),
  erase: (credential) => (credential.revoked === 'erased' ? [] : revoke(credential, 'erased')),
  renew: (credential) => {
    const late = new Date(Date.parse(credential.validUntil) - 86_400_000)
    assertRenewable(credential, late)
    return renew(signed, renewedUntil(credential, late))
  },
  reissue: (credential) => {
    assertReissuable(credential, 'good')
    return [{ type: 'CredentialReissued', data: { ...signed, statusIndex: credential.statusIndex + 1 } }]
  },
}
const standings: OrderStanding[] = ['good', 'disputed', 'lost', 'refunded']
for (const standing of standings) tries[standing] = (credential) => followOrder(credential, standing)
tries.unpaid = (credential) => followOrder(credential, null)

function attempt(credential: Credential, name: string): CredentialEvent[] {
  try {
    return tries[name]!(credential)
  } catch {
    return []
  }
}

describe('a credential', () => {
  it('given any history, then what was replaced or erased never comes back, and a repeat of the last try changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(tries)), { maxLength: 30 }), (names) => {
        let credential = start()
        const replaced = new Set<number>()
        for (const name of names) {
          const before = credential
          const events = attempt(before, name)
          credential = events.reduce(evolve, before)
          if (name === 'reissue' && events.length > 0) replaced.add(before.statusIndex)
          expect(new Set(credential.replaced)).toEqual(replaced)
          expect(replaced.has(credential.statusIndex)).toBe(false)
          if (before.revoked === 'erased') expect(events).toEqual([])
          if (before.revoked !== null && name !== 'reissue' && name !== 'erase') expect(events).toEqual([])
          expect(Date.parse(credential.validUntil)).toBeGreaterThanOrEqual(Date.parse(before.validUntil))
          if (name !== 'renew' && name !== 'reissue') expect(attempt(credential, name)).toEqual([])
        }
        const state = stateOf(credential, now)
        expect(state === 'valid').toBe(credential.revoked === null && credential.suspended.length === 0)
      }),
    )
  })

  it('given the standing of an order, then the credential follows whatever came before, and a suspension by staff outlives a dispute', () => {
    const history = (...names: string[]): Credential =>
      names.reduce((credential, name) => attempt(credential, name).reduce(evolve, credential), start())
    expect(stateOf(history('refunded'), now)).toBe('withdrawn')
    expect(history('refunded').revoked).toBe('refunded')
    expect(history('disputed', 'lost').revoked).toBe('dispute')
    expect(history('lost').revoked).toBe('dispute')
    expect(stateOf(history('disputed'), now)).toBe('suspended')
    expect(stateOf(history('disputed', 'good'), now)).toBe('valid')
    expect(history('disputed', 'unpaid').suspended).toEqual(['unpaid'])
    expect(stateOf(history('unpaid', 'good'), now)).toBe('valid')
    expect(history('unpaid', 'refunded').revoked).toBe('refunded')
    expect(history('disputed', 'suspend', 'good').suspended).toEqual(['person'])
    expect(history('suspend', 'disputed', 'resume').suspended).toEqual(['dispute'])
    expect(stateOf(history('refunded', 'good'), now)).toBe('withdrawn')
    expect(stateOf(history('withdraw', 'reissue'), now)).toBe('valid')
    expect(stateOf(history('erase', 'reissue'), now)).toBe('erased')
    expect(stateOf(history('withdraw', 'erase'), now)).toBe('erased')
  })

  it('given the day of the award, then it is valid to the end of that day two years later, and renewed from its end or from today', () => {
    expect(termOf(now)).toEqual({ validFrom: '2027-06-01T00:00:00Z', validUntil: '2029-06-01T23:59:59Z' })
    expect(termOf(new Date('2028-02-29T23:00:00Z')).validUntil).toBe('2030-03-01T23:59:59Z')
    const at = (moment: string) => renewedUntil(start(), new Date(moment))
    expect(at('2029-04-01T00:00:00Z')).toBe('2031-06-01T23:59:59Z')
    expect(at('2029-09-15T00:00:00Z')).toBe('2031-09-15T23:59:59Z')
    const { validUntil } = start()
    expect(canRenew(validUntil, new Date('2029-03-03T00:00:00Z'))).toBe(false)
    expect(canRenew(validUntil, new Date('2029-03-04T00:00:00Z'))).toBe(true)
    expect(stateOf(start(), new Date('2029-06-01T23:59:59Z'))).toBe('valid')
    expect(stateOf(start(), new Date('2029-06-02T00:00:00Z'))).toBe('expired')
  })
})

it('given a record, then the award asks for ten of twelve weeks, the final account, and every session held', () => {
  const accepted = (...numbers: number[]) => numbers.map((number) => ({ number, state: 'accepted' as const }))
  const ten = accepted(1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13)
  const held = new Map([
    [1, new Date('2027-05-01')],
    [2, new Date('2027-06-01T09:59:00Z')],
  ])
  const missing = (assignments: typeof ten, coaching = held) => missingOf({ assignments, coaching }, 2, now)
  expect(isEarned(missing(ten))).toBe(true)
  expect(missing(ten.slice(1))).toMatchObject({ assignments: 1, finalAccount: false })
  expect(missing(ten.slice(0, -1))).toMatchObject({ assignments: 0, finalAccount: true })
  expect(missing([...ten.slice(1), { number: 1, state: 'returned' as never }]).assignments).toBe(1)
  expect(missing(ten, new Map([...held, [2, new Date('2027-06-01T10:01:00Z')]])).coaching).toEqual([2])
  expect(missing(ten, new Map()).coaching).toEqual([1, 2])
})
