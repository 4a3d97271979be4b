import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { checkExists, register } from '#modules/identity/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { AddressLimits, networkOf, plainAddress } from '#platform/http/address-limits.ts'
import { AppError } from '#platform/kernel/error.ts'
import { tinySite } from './tiny-site.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:0db8:0001::1', '2001:db8:1:0::/64'],
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
    // The eleventh of one minute.
    for (let call = 0; call < 10; call += 1) await demand('192.0.2.9')
    await expect(demand('192.0.2.9')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    vi.advanceTimersByTime(61_000)
    await expect(demand('192.0.2.7')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(demand('192.0.2.8')).resolves.toBeUndefined()
    vi.advanceTimersByTime(86_400_000)
    await expect(demand('192.0.2.7')).resolves.toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('given an answer that reveals who is a customer, then it counts for the day together with check-exists, and only that answer does (S-10)', async () => {
  const limit = { points: 100, seconds: 60, perDay: 5, dayCounter: 'who is a customer' }
  const tells = endpoint({
    method: 'GET',
    path: '/api/tells',
    summary: 'Tells every time',
    access: 'public',
    limit,
    response: z.object({ told: z.boolean() }),
  })
  const may = endpoint({
    method: 'GET',
    path: '/api/may/:who',
    summary: 'Tells of some',
    access: 'public',
    limit: { ...limit, dayCounts: 'USER_EXISTS' },
    params: z.object({ who: z.string() }),
    response: z.object({ told: z.boolean() }),
  })
  const site = await tinySite({
    mount: (api) => {
      api.serve(tells, async () => ({ told: true }))
      api.serve(may, async ({ params }) => {
        if (params.who === 'known') throw new AppError('conflict', 'USER_EXISTS', 'There is such an account.')
        if (params.who === 'wrong') throw new AppError('invalid', 'VALIDATION_FAILED', 'who: is wrong')
        return { told: false }
      })
    },
  })
  const ask = async (path: string) => (await site.ask('GET', path)).status
  for (let n = 0; n < 10; n += 1) {
    expect(await ask('/api/may/unknown')).toBe(200)
    expect(await ask('/api/may/wrong')).toBe(400)
  }
  for (let n = 0; n < 3; n += 1) expect(await ask('/api/may/known')).toBe(409)
  for (let n = 0; n < 2; n += 1) expect(await ask('/api/tells')).toBe(200)
  // From here on nobody learns anything: known and unknown are answered alike.
  for (const path of ['/api/may/known', '/api/may/unknown', '/api/may/wrong', '/api/tells'])
    expect(await ask(path), path).toBe(429)
  await site.stop()
})

test('given the two calls of sign-up that reveal who is a customer, then they share the 100 answers of a day (S-10)', async () => {
  expect(register.limit).toMatchObject({
    perDay: checkExists.limit?.perDay,
    dayCounter: checkExists.limit?.dayCounter,
    dayCounts: 'USER_EXISTS',
  })
  expect(checkExists.limit).toMatchObject({ perDay: 100, dayCounter: expect.any(String) })
})

test.each([
  ['198.51.100.8', '198.51.100.8'],
  [' 198.51.100.8:1234 ', '198.51.100.8'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['::ffff:198.51.100.8', '198.51.100.8'],
  ['::FFFF:c633:6408', '198.51.100.8'],
  ['[::ffff:198.51.100.8]:80', '198.51.100.8'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['198.51.100.8.9', undefined],
  ['1', undefined],
  ['', undefined],
])('given %j as a proxy writes it, then the address is %j', (text, address) => {
  expect(plainAddress(text)).toBe(address)
})

test('given somebody with a whole /48, when every call comes from another /64, then twice the limit is all they get', async () => {
  const limits = new AddressLimits('strict')
  const limit = { points: 5, seconds: 60 }
  let admitted = 0
  for (let i = 0; i < 40; i++) {
    await limits.demand('x', limit, `2001:db8:7:${i.toString(16)}::1`).then(
      () => admitted++,
      () => undefined,
    )
  }
  expect(admitted).toBe(10)
  await limits.demand('x', limit, '2001:db8:8::1')
})

test('given one proxy in front, when a caller writes ports and rubbish into X-Forwarded-For, then no call gets a count of its own', async () => {
  const limited = endpoint({
    method: 'GET',
    path: '/api/limited',
    summary: 'Counts',
    access: 'public',
    limit: { points: 3, seconds: 60 },
    response: z.object({ address: z.string() }),
  })
  const site = await tinySite({
    mount: (api) => api.serve(limited, async (_, call) => ({ address: call.address })),
    config: { trustProxyHops: 1 },
  })
  const ask = async (forwarded: string) => {
    const { status, json } = await site.ask('GET', '/api/limited', { 'x-forwarded-for': forwarded })
    return status === 200 ? json.address : status
  }
  const withPorts = await Promise.all([1, 2, 3, 4, 5].map((port) => ask(`10.0.0.1, 198.51.100.8:${port}`)))
  expect(withPorts.toSorted()).toEqual(['198.51.100.8', '198.51.100.8', '198.51.100.8', 429, 429])
  const rubbish = await Promise.all([1, 2, 3, 4, 5].map((n) => ask(`rubbish-${n}`)))
  expect(rubbish.toSorted()).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1', 429, 429])
  await site.stop()
})

test('given a limit for each text in a field of the body, then one text from many addresses is limited, and others are free', async () => {
  const limits = new AddressLimits('strict')
  const limit = { points: 1_000, seconds: 60, perValue: { field: 'token', points: 3 } }
  const tries = await Promise.all(
    Array.from({ length: 5 }, () =>
      limits.demandValue('x', limit, { token: 'one' }).then(
        () => 'ok',
        (error: AppError) => error.code,
      ),
    ),
  )
  expect(tries.sort()).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'ok', 'ok', 'ok'])
  await limits.demandValue('x', limit, { token: 'another' })
  await limits.demandValue('y', limit, { token: 'one' })
  await limits.demandValue('x', limit, undefined)
})
