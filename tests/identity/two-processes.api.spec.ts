import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'

const password = 'Correct1horse'
let first: TestApp
let second: TestApp

/** The same browser at the other process, as behind a proxy without sticky sessions. */
function sameBrowser(app: TestApp, browser: HttpClient): HttpClient {
  const client = app.client()
  for (const [name, value] of browser.cookies) client.setCookie(name, value)
  return client
}

async function codeFor(email: string): Promise<string> {
  return eventually(async () => {
    const { mails } = (await first.client().get(`/api/dev/mail?to=${email}`)).body
    return /^(\d{6}) is your/.exec(mails.at(-1)?.subject ?? '')?.[1]
  })
}

beforeAll(async () => {
  first = await startApp()
  second = await startApp({ beside: first })
})
afterAll(async () => {
  await second?.stop()
  await first?.stop()
})

describe('R-10: accounts with requests sprayed over two processes', () => {
  test('given a registration at one, then its code opens the account at the other, and a logout holds at both', async () => {
    const email = 'sprayed@example.com'
    const atFirst = first.client()
    const form = { firstName: 'Anna', lastName: 'Rossi', email, password }
    expect((await atFirst.post('/api/auth/user/register', form)).status).toBe(201)
    const atSecond = sameBrowser(second, atFirst)
    const otpCode = await codeFor(email)
    expect((await atSecond.post('/api/auth/verify-otp', { email, otpCode })).status).toBe(200)
    const back = sameBrowser(first, atSecond)
    expect((await back.get('/api/auth/user/verify')).body.user.email).toBe(email)
    await back.post('/api/auth/user/logout')
    expect((await atSecond.get('/api/auth/user/verify')).status).toBe(401)
  })

  test('A-1: given 60 parallel wrong codes over both, then exactly 5 are compared', async () => {
    const email = 'guessed@example.com'
    const browser = first.client()
    await browser.post('/api/auth/user/register', { firstName: 'Anna', lastName: 'Rossi', email, password })
    const right = await codeFor(email)
    const clients = [browser, sameBrowser(second, browser)]
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const otpCode = String((Number(right) + n + 1) % 1_000_000).padStart(6, '0')
        return clients[n % 2]?.post('/api/auth/verify-otp', { email, otpCode })
      }),
    )
    const codes = answers.map((answer) => answer?.body.code)
    expect(codes.filter((code) => code === 'INVALID_OTP')).toHaveLength(5)
    expect(codes.filter((code) => code === 'OTP_ATTEMPTS_EXCEEDED')).toHaveLength(55)
  })

  test('M-258: given wrong passwords sprayed over both, then they share one budget', async () => {
    const body = { email: 'nobody-here@example.com', password: 'Wrong1password' }
    const statuses = []
    for (let n = 0; n < 6; n++)
      statuses.push((await (n % 2 === 0 ? first : second).client().post('/api/auth/user/login', body)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})
