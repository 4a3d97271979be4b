import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { HookCalls } from '../../src/modules/hooks/hook-calls.ts'
import { checkedLookup, isPublic } from '../../src/modules/hooks/public-address.ts'

describe('addresses that webhooks are sent to', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...[
      '192.168.1.1',
      '192.0.0.170',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '239.255.255.255',
      '255.255.255.255',
    ],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:8.8.8.8', '64:ff9b::a9fe:a9fe'],
    ...[
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fec0::1',
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
    ],
    ...['localhost', 'example.com', ''],
  ])('given %s, then it is not public', (address) => expect(isPublic(address)).toBe(false))

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450::1'])(
    'given %s, then it is public',
    (address) => expect(isPublic(address)).toBe(true),
  )

  it('given other spellings of a number, then they are read as the address that they are', async () => {
    for (const host of ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:7f00:1]'])
      await expect(checkedLookup(new URL(`http://${host}/`), false)).rejects.toThrow('private network')
  })

  it('given a name with one private address among public ones, then it is refused', async () => {
    const resolve = async () => ['8.8.8.8', '10.0.0.1'].map((address) => ({ address, family: 4 }))
    await expect(checkedLookup(new URL('https://a.example/'), false, resolve)).rejects.toThrow(
      'private network',
    )
  })
})

describe('a name whose DNS changes', () => {
  let calls = 0
  const server = createServer((_, res) => {
    calls += 1
    res.end('reached')
  })
  let port: number
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => void server.close())

  const message = () => ({
    url: `http://moved.example:${port}/`,
    secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`],
    ...{ eventId: 'e', type: 'lead.created', objectId: 'l', at: new Date() },
  })
  const hooks = (env: Config['env'], answers: string[]) => {
    const resolve = async () => [{ address: answers.shift()!, family: 4 }]
    const config = { env, publicUrl: 'https://shop.example' } as Config
    return new HookCalls({ config, telemetry: new RingTelemetry() }, resolve)
  }

  it('given a private address after the address was saved, then no connection is made', async () => {
    const production = hooks('production', ['8.8.8.8', '127.0.0.1'])
    await production.check(message().url)
    const answer = await production.post(message(), new Date())
    expect([answer, calls]).toEqual([{ status: null, text: 'The address leads into a private network.' }, 0])
  })

  it('given an answer of DNS that was checked, then the connection goes to that address without asking again', async () => {
    const development = hooks('development', ['127.0.0.1'])
    expect(await development.post(message(), new Date())).toEqual({ status: 200, text: 'reached' })
    expect(calls).toBe(1)
  })
})
