import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { labOptionsFromEnv } from '../../apps/payment-lab/options.ts'
import { sdk, startLab } from './lab-under-test.ts'

let folder: string
let stateFile: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-lab-'))
  stateFile = join(folder, 'deep', 'lab.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a restart', () => {
  test('given objects, keys, plans and letters under way, when the lab is started again, then all go on', async () => {
    const before = await startLab({ stateFile })
    before.endpoint.status = 500
    const key = { idempotencyKey: 'k' }
    const debit = await before.stripe.paymentIntents.create(
      { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_usBankAccount_success' },
      key,
    )
    const session = await before.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Book' } } }],
      success_url: 'https://example.test',
    })
    await before.lab.runDue()
    const undelivered = before.endpoint.events.length
    await before.close()

    const after = await startLab({ stateFile })
    expect((await after.stripe.paymentIntents.retrieve(debit.id)).status).toBe('processing')
    const replay = await after.stripe.paymentIntents.create(
      { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_usBankAccount_success' },
      key,
    )
    expect(replay.id).toBe(debit.id)
    const fresh = await after.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    expect(fresh.id).not.toBe(debit.id)
    expect((await after.stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1)
    await after.pass(10_000)
    expect((await after.stripe.paymentIntents.retrieve(debit.id)).status).toBe('succeeded')
    const ids = after.endpoint.events.map((event) => event.id)
    expect(before.endpoint.events.every((event) => ids.includes(event.id))).toBe(true)
    expect(undelivered).toBeGreaterThan(0)
    await after.close()
  })

  test('given a lab that is killed, when it was quiet for a moment, then its file already has everything', async () => {
    const before = await startLab({ stateFile })
    const { id } = await before.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    const deadline = Date.now() + 5000
    let text = ''
    while (!text.includes(id) && Date.now() < deadline) {
      await new Promise((done) => setTimeout(done, 20))
      text = await readFile(stateFile, 'utf8').catch(() => '')
    }
    expect(text).toContain(id)
    await before.close()
  })

  test('given a state file that is no JSON, when the lab starts, then it stops and names the file', async () => {
    const path = join(folder, 'broken.json')
    await writeFile(path, '{')
    await expect(startLab({ stateFile: path })).rejects.toThrow(path)
  })
})

describe('the environment', () => {
  test('given nothing, when the options are read, then the lab runs by itself', () => {
    expect(labOptionsFromEnv({})).toMatchObject({ port: 4242, host: '127.0.0.1' })
  })

  test('given production, when the options are read, then the lab refuses to run', () => {
    expect(() => labOptionsFromEnv({ APP_ENV: 'production' })).toThrow('never runs in production')
  })

  test('given a wrong port or a live key, when the options are read, then the variable is named and no secret printed', () => {
    expect(() => labOptionsFromEnv({ PAYMENT_LAB_PORT: 'x' })).toThrow('PAYMENT_LAB_PORT')
    const live = (): unknown => labOptionsFromEnv({ STRIPE_SECRET_KEY: 'sk_live_very_secret' })
    expect(live).toThrow('STRIPE_SECRET_KEY')
    expect(live).not.toThrow('very_secret')
  })

  test('given an empty lab, when the SDK asks with the keys of the environment, then it is known', async () => {
    const { options } = labOptionsFromEnv({ STRIPE_SECRET_KEY: 'sk_test_mine' })
    const under = await startLab({ secretKey: options.secretKey })
    expect((await sdk(under.url, 'sk_test_mine').charges.list()).data).toEqual([])
    await under.close()
  })
})
