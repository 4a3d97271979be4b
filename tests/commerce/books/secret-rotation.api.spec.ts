import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { sessionSecret, startApp, type TestApp } from '../../support/app.ts'
import { type AuditedShop, openAuditedShop } from '../support/audited-shop.ts'
import { cliUnder } from '../support/cli.ts'

const fresh = 'another-session-secret-that-is-long-enough-00001'
const both = `${fresh},${sessionSecret}`
let audited: AuditedShop
/** The same installation, started with the new and the old secret, and with the new one alone. */
let during: TestApp
let after: TestApp
let folder: string
beforeAll(async () => {
  audited = await openAuditedShop()
  during = await startApp({ beside: audited.shop, env: { SESSION_SECRET: both } })
  after = await startApp({ beside: audited.shop, env: { SESSION_SECRET: fresh } })
  folder = await mkdtemp(join(tmpdir(), 'veralead-rotation-'))
})
afterAll(async () => {
  await after?.stop()
  await during?.stop()
  await audited?.stop()
  await rm(folder, { recursive: true, force: true })
})
const checked = async (app: TestApp, line: string) =>
  (await (await app.staff()).get(`/api/finance/integrity?head=${encodeURIComponent(line)}`)).body

describe('S-15: a head that was signed before SESSION_SECRET changed', () => {
  test('given both secrets, then old and new heads hold, and the screen names both public keys', async () => {
    const staff = await during.staff()
    const signed = (await staff.post('/api/finance/signed-heads')).body
    expect(signed).toMatchObject({ ok: true })
    for (const line of [audited.line, signed.line])
      expect(await checked(during, line)).toMatchObject({ ok: true, keptHead: { found: 'here' } })
    const heads = (await staff.get('/api/finance/signed-heads')).body
    expect(heads.earlierKeys).toEqual([audited.publicKey])
    expect(heads.publicKey).not.toBe(audited.publicKey)
    const { mails } = (await during.client().get('/api/dev/mail')).body
    const mailed = mails.find((mail: { text: string }) => mail.text.includes(signed.line))
    for (const key of [heads.publicKey, audited.publicKey]) expect(mailed?.text).toContain(key)
  })

  test('given both secrets, when the command checks the old head, then it is found; given the new one alone, then the log is whole and the words say what to do', async () => {
    const found = await cliUnder(both, audited.shop, folder, 'orders-verify', '--head', audited.line)
    expect(found, found.err).toMatchObject({ code: 0, out: expect.stringContaining('is part of this log') })
    const whole = await cliUnder(fresh, audited.shop, folder, 'orders-verify')
    expect(whole, whole.err).toMatchObject({ code: 0, out: expect.stringContaining('The chain is intact') })
    const refused = await cliUnder(fresh, audited.shop, folder, 'orders-verify', '--head', audited.line)
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(/earlier SESSION_SECRET: give that one too.*verify-log\.mjs/),
    })
    expect(await checked(after, audited.line)).toMatchObject({ code: 'HEAD_NOT_SIGNED' })
  })

  test('given a file that is signed with the new key, then the offline verifier checks it and the old head with both keys', async () => {
    const { publicKey } = (await (await after.staff()).get('/api/finance/signed-heads')).body
    const out = join(folder, 'events.jsonl')
    const ran = await cliUnder(fresh, audited.shop, folder, 'books-export', 'events.jsonl')
    expect(ran.code, ran.err).toBe(0)
    const file = await readFile(out, 'utf8')
    const keys = (...given: string[]) => given.flatMap((key) => ['--key', key])
    const head = ['--head', audited.line]
    const proved = {
      code: 0,
      ok: true,
      keptHead: { found: 'here', signed: 'holds' },
      file: { signed: 'holds' },
    }
    for (const given of [keys(publicKey, audited.publicKey), keys(audited.publicKey, publicKey)])
      expect(await audited.offline(file, [...head, ...given])).toMatchObject(proved)
    expect(await audited.offline(file, [...head, ...keys(audited.publicKey)])).toMatchObject({
      code: 0,
      keptHead: { signed: 'holds' },
      file: { signed: 'another key' },
    })
    expect(await audited.offlineSaid(file, [...head, ...keys(publicKey)])).toMatchObject({
      code: 2,
      err: expect.stringContaining('give the public key of the same mail'),
    })
  })
})

test('S-15: given staff with a second factor, when the secret changed, then sign-in without the old one says what to do, and once both were given the new one is enough', async () => {
  const made = { username: 'rotated', password: 'A-staff-password-1', role: 'finance' } as const
  const { totp } = await audited.shop.site.container.get(Staff).create(made, { totp: true })
  expect(totp).toBeDefined()
  const login = (app: TestApp) =>
    app.client().post('/api/auth/login', {
      username: made.username,
      password: made.password,
      totp: '000000',
      credentials: 'include',
    })
  const unreadable = await login(after)
  expect(unreadable.status).toBe(403)
  expect(unreadable.body).toMatchObject({
    code: 'TOTP_UNREADABLE',
    error: expect.stringMatching(/SESSION_SECRET.*--replace --totp/),
  })
  expect((await login(during)).body).toMatchObject({ code: 'TOTP_INVALID' })
  // It was encrypted again.
  expect((await login(after)).body).toMatchObject({ code: 'TOTP_INVALID' })
})

test('S-15: given a buyer who is signed in, when the secret changed, then the session goes on', async () => {
  const { buyer } = audited
  const client = during.client()
  for (const [name, value] of buyer.http.cookies) client.setCookie(name, value)
  expect((await client.get('/api/auth/user/session')).body).toMatchObject({ isAuthenticated: true })
})

test('S-15: given a payment that was asked for under the old secret and whose answer got lost, when the buyer comes back under the new one, then it is that payment', async () => {
  const { shop } = audited
  const buyer = await shop.buyer()
  const lost = { match: { method: 'POST', path: '/v1/payment_intents' }, fault: 'cut', when: 'after' }
  await shop.lab('/lab/chaos', { requests: [lost] })
  expect((await shop.checkout(buyer)).status).toBe(503)
  await shop.lab('/lab/chaos', {})
  // Its order carries a signature of the old secret, so Stripe takes the same request under the new one for another.
  const http = during.client()
  http.setCookie('session', await shop.sessionOf(buyer))
  const answer = await shop.checkout({ ...buyer, http })
  expect(answer.status, answer.text).toBe(200)
  const intents = await shop.stripe.paymentIntents.list({ limit: 100 })
  const own = intents.data.filter(({ metadata }) => metadata.order_id === answer.body.order.id)
  expect(own.map(({ id }) => id)).toEqual([answer.body.paymentIntent.id])
})
