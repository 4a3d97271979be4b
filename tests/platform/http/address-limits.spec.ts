import { expect, test, vi } from 'vitest'
import { checkExists } from '#modules/identity/contract.ts'
import { AddressLimits, networkOf } from '#platform/http/address-limits.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('given %s, then it is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('given a subscriber who takes a new IPv6 address for every call, then the limit holds; other networks are free', async () => {
  const limits = new AddressLimits('strict')
  const limit = { points: 5, seconds: 60 }
  const results: string[] = []
  for (let i = 0; i < 20; i++) {
    results.push(
      await limits.demand('x', limit, `2001:db8:1:2::${i.toString(16)}`).then(
        () => 'ok',
        (e: Error) => e.message,
      ),
    )
  }
  expect(results.filter((each) => each === 'ok')).toHaveLength(5)
  expect(results.at(-1)).toMatch(/^Too many requests\. Please try again in \d+ seconds\.$/)
  await limits.demand('x', limit, '2001:db8:1:3::1')
  await limits.demand('y', limit, '2001:db8:1:2::1')
})

test('given a quota of a day besides, when somebody keeps to the short limit, then the day ends it; others go on (M-235)', async () => {
  vi.useFakeTimers()
  try {
    const limits = new AddressLimits('strict')
    const limit = checkExists.limit ?? { points: 0, seconds: 0 }
    const demand = (address: string) => limits.demand('check-exists', limit, address)
    for (let call = 0; call < 100; call += 1) {
      if (call % 10 === 0) vi.advanceTimersByTime(61_000)
      await demand('192.0.2.7')
    }
    vi.advanceTimersByTime(61_000)
    await expect(demand('192.0.2.7')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(demand('192.0.2.8')).resolves.toBeUndefined()
    vi.advanceTimersByTime(86_400_000)
    await expect(demand('192.0.2.7')).resolves.toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
