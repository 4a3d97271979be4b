import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { Database } from '#platform/database/database.ts'
import { Passwords } from '../../src/modules/identity/accounts/passwords.ts'
import { admin, startApp } from '../support/app.ts'
import { digitsOf } from '../support/authenticator-app.ts'
import { given } from '../support/given.ts'
import { type Answer, HttpClient } from '../support/http-client.ts'
import { password } from './account-holders.ts'

const day = 86_400_000
const app = given(() =>
  startApp({
    env: {
      APP_ENV: 'production',
      PAYMENT_LAB_URL: '',
      RATE_LIMITS: '',
      ALLOW_INVENTED_PEOPLE: 'true',
      STRIPE_SECRET_KEY: 'sk_test_nobody',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
      STRIPE_WEBHOOK_SECRET: 'whsec_nobodyKnows1234',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Veralead <hello@veralead.example>',
      PUBLIC_URL: 'https://veralead.example',
    },
  }),
)
const someone = 'customer@example.com'

beforeAll(async () => {
  const { container } = app.site
  const hash = await container.get(Passwords).hash(password)
  await container.get(Database).sql.query(
    `insert into identity_customer (id, email, first_name, last_name, password_hash, is_email_verified, created_at, updated_at)
     values ($1, $2, 'Anna', 'Rossi', $3, true, now(), now())`,
    [randomUUID(), someone, hash],
  )
})

async function signedIn(path: string, body: object): Promise<{ client: HttpClient; answer: Answer }> {
  const client = app.client()
  const answer = await client.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return { client, answer }
}
const customer = () => signedIn('/api/auth/user/login', { email: someone, password })

let key: string | undefined
/** The owner, whose first sign-in sets up the second factor that production demands; each code is good once. */
async function owner() {
  if (key !== undefined) {
    app.clock.advance(30_000)
    return signedIn('/api/auth/login', { ...admin, totp: digitsOf(key, app.clock.now()) })
  }
  const { status, body } = await app.client().post('/api/auth/login', admin)
  expect([status, body.code]).toEqual([403, 'TOTP_NOT_ENROLLED'])
  key = body.enrolment.secret as string
  const totp = digitsOf(key, app.clock.now())
  return signedIn('/api/auth/login', { ...admin, totp, enrolment: body.enrolment.token })
}

describe('A-15, M-213: cookies in production', () => {
  test('every cookie is __Host-, Secure, HttpOnly, Lax, for the whole site, of no domain, with at least 128 bits (A-15)', async () => {
    const registered = await app.client().post('/api/auth/user/register', {
      firstName: 'Anna',
      lastName: 'Verdi',
      email: 'another@example.com',
      password,
    })
    const set = [(await customer()).answer, (await owner()).answer, registered].flatMap(({ headers }) =>
      headers.getSetCookie(),
    )
    expect(set.map((each) => each.split('=')[0])).toEqual([
      '__Host-session',
      '__Host-device',
      '__Host-staff',
      '__Host-staff-device',
      '__Host-reg',
    ])
    for (const cookie of set) {
      for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
        expect(cookie.split('; ')).toContain(attribute)
      expect(cookie).not.toMatch(/domain/i)
      const value = /=([^;]*)/.exec(cookie)?.[1] ?? ''
      expect(Buffer.from(value, 'base64url').length).toBeGreaterThanOrEqual(16)
    }
    const values = set.map((each) => /=([^;]*)/.exec(each)?.[1])
    expect(new Set(values).size).toBe(values.length)
  })

  test('a cookie without the prefix, as a sibling domain could set it, is not looked at (A-15)', async () => {
    const { client } = await customer()
    const planted = app.client()
    planted.setCookie('session', client.cookies.get('__Host-session') ?? '')
    expect((await planted.get('/api/auth/user/verify')).status).toBe(401)
    expect((await client.get('/api/auth/user/verify')).status).toBe(200)
  })

  test('sessions end: customers after 7 idle days or 30 in all, staff after 60 idle minutes or 8 hours in all (A-15)', async () => {
    const alive = async ({ client }: { client: HttpClient }, path: string) =>
      (await client.get(path)).status === 200
    const me = '/api/auth/user/verify'
    const [idle, busy, left, staff] = [await customer(), await customer(), await owner(), await owner()]
    for (let hours = 0; hours < 8; hours++) {
      expect(await alive(staff, '/api/auth/verify')).toBe(true)
      app.clock.advance(3_600_000 - 1_000)
    }
    expect(await alive(left, '/api/auth/verify')).toBe(false)
    expect(await alive(staff, '/api/auth/verify')).toBe(true)
    app.clock.advance(8_000)
    expect(await alive(staff, '/api/auth/verify')).toBe(false)
    const days: boolean[] = []
    for (let passed = 1; passed <= 31; passed += 6) {
      days.push(await alive(busy, me))
      if (passed === 7) expect(await alive(idle, me)).toBe(true)
      app.clock.advance(6 * day)
      if (passed === 13) expect(await alive(idle, me)).toBe(false)
    }
    expect(days).toEqual([true, true, true, true, true, false])
  })
})

test('given production and the owner, then statistics and everything that is for development is not there, and publishing is refused in words (Z-3, M-182)', async () => {
  const { client } = await owner()
  for (const [method, path, body] of [
    ['GET', '/api/performance/stats', undefined],
    ['GET', '/api/dev/mail', undefined],
    ['POST', '/api/dev/clock', { advanceMs: 1_000 }],
    ['GET', '/dev/mail', undefined],
    ['GET', '/lab', undefined],
  ] as const) {
    const answer = await client.send(method, path, body && { body })
    expect([path, answer.status]).toEqual([path, 404])
  }
  const publish = await client.post('/api/cms/publish')
  expect([publish.status, publish.body.code]).toEqual([403, 'PUBLISH_IN_DEVELOPMENT_ONLY'])
  const anonymous = await new HttpClient(app.url).get('/api/openapi.json')
  expect(anonymous.status).toBe(401)
  const { paths } = (await client.get('/api/openapi.json')).body
  expect(Object.keys(paths).filter((path) => path.includes('/dev'))).toEqual([])
  expect((await client.get('/api/auth/verify')).status).toBe(200)
})
