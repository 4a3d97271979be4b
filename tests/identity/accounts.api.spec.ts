import { describe, expect, test } from 'vitest'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import { accountHolders, form, password } from './account-holders.ts'

const invalidCredentials = 'Invalid email or password. Please check your credentials and try again.'
const app = given(startApp)
let nobody = 0
const someone = () => `visitor${++nobody}@example.com`
const { mailsTo, codeFor, signUp } = accountHolders(() => app)

describe('sign-up over HTTP', () => {
  test('given a visitor, when they register and enter the mailed code, then they are signed in (M-433, M-435, M-436, M-439)', async () => {
    const client = app.client()
    const email = someone()
    expect((await client.post('/api/auth/user/check-exists', { email })).body).toEqual({
      success: true,
      exists: false,
    })
    const registered = await client.post('/api/auth/user/register', form(`  ${email.toUpperCase()} `))
    expect(registered.body).toMatchObject({ success: true, user: { email, isEmailVerified: false } })
    expect((await client.get('/api/auth/user/verify')).status).toBe(401)
    expect((await client.post('/api/auth/user/check-exists', { email })).body.exists).toBe(false)

    const otpCode = await codeFor(email)
    const verified = await client.post('/api/auth/verify-otp', { email, otpCode })
    const user = {
      email,
      firstName: 'Anna',
      lastName: 'Rossi',
      isEmailVerified: true,
      metadata: { phone: '+1 (555) 010-0199', company: 'Keel Ltd' },
    }
    expect(verified.body).toMatchObject({ success: true, user })
    expect((await client.get('/api/auth/user/verify')).body).toMatchObject({ user })
    expect((await client.get('/api/auth/user/session')).body).toMatchObject({ isAuthenticated: true, user })
    expect((await client.post('/api/auth/user/check-exists', { email })).body.exists).toBe(true)
    const welcome = await eventually(async () =>
      (await mailsTo(email)).find(({ subject }) => /^Welcome/.test(subject)),
    )
    expect(welcome.html).toContain('Your account is ready')
  })

  test('M-239, M-436: given a verified account, when somebody registers its address, then USER_EXISTS', async () => {
    const email = someone()
    await signUp(email)
    const answer = await app.client().post('/api/auth/user/register', form(email))
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      success: false,
      code: 'USER_EXISTS',
      error: 'An account with this email already exists',
      message: 'An account with this email already exists',
      fields: [{ path: 'email', message: 'An account with this email already exists' }],
    })
  })

  test('M-240, M-435, M-436, M-453: given broken rules, then every one is in `errors`', async () => {
    const answer = await app
      .client()
      .post(
        '/api/auth/user/register',
        form('nonsense', { firstName: 'A1', lastName: '', password: 'short', phone: '12' }),
      )
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      'Full name must be at least 3 characters',
      'Please enter a valid email address',
      'Password must be at least 8 characters long',
      'Please enter a valid phone number',
    ])
    expect(answer.body.fields).toEqual(
      ['firstName', 'email', 'password', 'phone'].map((path, at) => ({
        path,
        message: answer.body.errors[at],
      })),
    )
    const asked = await app.client().post('/api/auth/user/check-exists', { email: 'nonsense' })
    expect([asked.status, asked.body.error]).toEqual([400, 'Please enter a valid email address'])
  })

  test('M-243, M-244, M-246, M-438: wrong code, resend too soon, and a code without its registration', async () => {
    const email = someone()
    const client = app.client()
    await client.post('/api/auth/user/register', form(email))
    const right = await codeFor(email)
    // Without isResend the code that is still good is enough: nothing is sent, and so nothing is too soon.
    const unasked = await client.post('/api/auth/send-otp', { email })
    expect([unasked.status, unasked.body.message]).toEqual([200, 'OTP sent successfully!'])
    const otpCode = right === '000000' ? '000001' : '000000'
    const wrong = await client.post('/api/auth/verify-otp', { email, otpCode })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Invalid OTP code. Please try again.'])
    const resend = await client.post('/api/auth/send-otp', { email, isResend: true })
    expect(resend.status).toBe(429)
    expect(resend.body.error).toMatch(/^Please wait \d{1,2} seconds before requesting another code\.$/)
    expect(Number(resend.headers.get('retry-after'))).toBeGreaterThan(0)
    const stranger = await app.client().post('/api/auth/verify-otp', { email, otpCode: right })
    expect([stranger.status, stranger.body.error]).toEqual([
      400,
      'Registration data not found. Please try again.',
    ])
    await app.advance(60_000)
    const resent = await client.post('/api/auth/send-otp', { email, isResend: true })
    expect([resent.status, resent.body.message]).toEqual([200, 'OTP resent successfully!'])
    const fresh = await codeFor(email, 2)
    expect((await client.post('/api/auth/verify-otp', { email, otpCode: fresh })).status).toBe(200)
  })

  test.each([
    ['/api/auth/user/register', form('a@example.com', { email: 5 })],
    ['/api/auth/user/register', form('a@example.com', { password: ['Correct1horse'] })],
    ['/api/auth/user/register', form('a@example.com', { phone: { a: 1 } })],
    ['/api/auth/user/login', { email: 'a@example.com', password: 12345678 }],
    ['/api/auth/user/login', { email: { $ne: '' }, password: { $ne: '' } }],
    ['/api/auth/send-otp', { email: 'a@example.com', isResend: 'yes' }],
    ['/api/auth/verify-otp', { email: 'a@example.com', otpCode: 123456 }],
    ['/api/auth/verify-otp', []],
    ['/api/auth/login', { username: ['admin'], password: true }],
  ])('given a wrong type in a body of %s, then 400', async (path, body) => {
    expect((await app.client().post(path, body)).status).toBe(400)
  })
})

describe('A-7: fields that nobody asked for', () => {
  const extras = {
    requireEmailVerification: false,
    isEmailVerified: true,
    verified: true,
    role: 'owner',
    admin: true,
    id: '00000000-0000-4000-8000-000000000001',
    userId: '00000000-0000-4000-8000-000000000001',
    createdAt: '2001-01-01T00:00:00Z',
    email_verified: true,
    constructor: { prototype: { role: 'owner' } },
  }

  test('change nothing in any auth body', async () => {
    const email = someone()
    const client = app.client()
    const registered = await client.post('/api/auth/user/register', form(email, extras))
    expect(registered.body.user.isEmailVerified).toBe(false)
    expect((await client.get('/api/auth/user/session')).body.isAuthenticated).toBe(false)
    const early = await app.client().post('/api/auth/user/login', { email, password, ...extras })
    expect(early.body).toMatchObject({ code: 'EMAIL_NOT_VERIFIED', email, requiresVerification: true })
    // The code was just sent: the login binds its own browser to the registration and the first browser is out.
    const second = app.client()
    await second.post('/api/auth/user/login', { email, password, ...extras })
    const otpCode = await codeFor(email)
    const verified = await second.post('/api/auth/verify-otp', { email, otpCode, ...extras })
    expect(verified.body.user.id).not.toBe(extras.id)
    expect(verified.body.user.createdAt).not.toBe(extras.createdAt)

    const changed = await second.put('/api/users/profile', {
      firstName: 'Anna',
      lastName: 'Verdi',
      ...extras,
      email: 'taken-over@example.com',
      passwordHash: 'x',
      password: 'Other1password',
    })
    expect(changed.body.user).toMatchObject({ id: verified.body.user.id, email, lastName: 'Verdi' })
    for (const path of ['/api/auth/verify', '/api/finance/orders', '/api/cms/admin'])
      expect((await second.get(path)).status).toBe(401)
    expect((await app.client().post('/api/auth/user/login', { email, password })).status).toBe(200)
  })

  test('given `__proto__` in a body, then it is refused or without effect', async () => {
    const email = someone()
    const raw = `{"__proto__":{"role":"owner","isEmailVerified":true},${JSON.stringify(form(email)).slice(1)}`
    const headers = { 'content-type': 'application/json' }
    const answer = await app.client().send('POST', '/api/auth/user/register', { raw, headers })
    expect([201, 400]).toContain(answer.status)
    expect(({} as { role?: string }).role).toBeUndefined()
  })
})

describe('sign-in over HTTP', () => {
  test('M-253, M-254, M-437: right and wrong passwords, known and unknown addresses, and the empty password', async () => {
    const email = someone()
    await signUp(email)
    const client = app.client()
    const good = await client.post('/api/auth/user/login', { email: ` ${email.toUpperCase()}`, password })
    expect([good.status, good.body.user.email]).toEqual([200, email])
    for (const body of [
      { email, password: 'Wrong1password' },
      { email, password: '' },
      { email: 'unknown@example.com', password },
      { email: '', password: '' },
    ]) {
      const answer = await app.client().post('/api/auth/user/login', body)
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ code: 'INVALID_CREDENTIALS', error: invalidCredentials })
    }
  })

  test('A-9, A-15, M-434: the cookie is HttpOnly, Lax, for the whole site; login changes it; logout kills it', async () => {
    const email = someone()
    const client = await signUp(email)
    const before = client.cookies.get('session') ?? ''
    expect(Buffer.from(before, 'base64url').length).toBeGreaterThanOrEqual(16)
    const login = await client.post('/api/auth/user/login', { email, password })
    const cookie = login.headers.getSetCookie().find((each) => each.startsWith('session='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Path=\//)
    expect(cookie).not.toMatch(/Domain/)
    const after = client.cookies.get('session') ?? ''
    expect(after).not.toBe(before)

    const holder = (session: string) => {
      const other = app.client()
      other.setCookie('session', session)
      return other.get('/api/auth/user/verify')
    }
    expect((await holder(before)).status).toBe(401)
    expect((await holder(after)).status).toBe(200)
    expect((await client.post('/api/auth/user/logout')).status).toBe(200)
    expect(client.cookies.has('session')).toBe(false)
    expect((await holder(after)).status).toBe(401)
  })

  test('M-257: given a pending registration, when its owner logs in, then EMAIL_NOT_VERIFIED and the code step works', async () => {
    const email = someone()
    await app.client().post('/api/auth/user/register', form(email))
    await codeFor(email)
    await app.advance(61_000)
    const elsewhere = app.client()
    const answer = await elsewhere.post('/api/auth/user/login', { email, password })
    expect([answer.status, answer.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    const otpCode = await codeFor(email, 2)
    expect((await elsewhere.post('/api/auth/verify-otp', { email, otpCode })).status).toBe(200)
  })

  test('M-258: given six wrong passwords, then 429 with Retry-After, the same for an unknown address', async () => {
    const email = someone()
    await signUp(email)
    const outcome = async (address: string) => {
      const statuses = []
      for (let n = 0; n < 6; n++) {
        const body = { email: address, password: 'Wrong1password' }
        const answer = await app.client().post('/api/auth/user/login', body)
        // The header says the same seconds as the sentence.
        const seconds = /^Too many attempts\. Please try again in (\d+) seconds\.$/.exec(
          answer.body.error,
        )?.[1]
        statuses.push(
          answer.status === 429 ? answer.headers.get('retry-after') === seconds && 429 : answer.status,
        )
      }
      return statuses
    }
    expect(await outcome(email)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await outcome(someone())).toEqual([401, 401, 401, 401, 401, 429])
  })
})

describe('the account over HTTP', () => {
  test('M-364, M-450: names are required, the rest is optional; the answer carries the user', async () => {
    const client = await signUp(someone())
    for (const names of [
      { firstName: 'Anna', lastName: ' ' },
      { firstName: ' ', lastName: 'Bianchi' },
    ]) {
      const missing = await client.put('/api/users/profile', names)
      expect([missing.status, missing.body.error]).toEqual([400, 'First name and last name are required'])
    }
    const saved = await client.put('/api/users/profile', {
      firstName: 'Ann',
      lastName: 'Bianchi',
      phone: '',
      company: 'Root & Co',
    })
    expect(saved.body.user).toMatchObject({
      firstName: 'Ann',
      lastName: 'Bianchi',
      metadata: { phone: '', company: 'Root & Co' },
    })
    expect((await app.client().put('/api/users/profile', { firstName: 'A', lastName: 'B' })).status).toBe(401)
    const named = (firstName: string, lastName: string) =>
      client.put('/api/users/profile', { firstName, lastName, phone: '０９０－１２３４－５６７８' })
    expect((await named('Martin\u200b', 'Luther\u00a0King Jr.')).body.user).toMatchObject({
      firstName: 'Martin',
      lastName: 'Luther King Jr.',
      metadata: { phone: '090-1234-5678' },
    })
    // An account of one word, as sign-up makes it: the name is judged when it is edited.
    await app.site.database.sql.query(
      "update identity_customer set first_name = 'Madonna', last_name = '' where first_name = 'Martin'",
    )
    expect((await named('Madonna', '')).status).toBe(200)
    expect((await named('Cher', '')).status).toBe(400)
  })

  test('A-10, M-369: a password change ends the other sessions and keeps this one, under a new id', async () => {
    const email = someone()
    const client = await signUp(email)
    const other = app.client()
    await other.post('/api/auth/user/login', { email, password })
    const before = client.cookies.get('session')
    const wrong = await client.post('/api/users/change-password', {
      currentPassword: 'Wrong1password',
      newPassword: 'Another2password',
    })
    expect(wrong.status).toBe(400)
    const changed = await client.post('/api/users/change-password', {
      currentPassword: password,
      newPassword: 'Another2password',
    })
    expect(changed.body).toMatchObject({ success: true, message: 'Password changed successfully' })
    expect(client.cookies.get('session')).not.toBe(before)
    expect((await client.get('/api/auth/user/verify')).status).toBe(200)
    expect((await other.get('/api/auth/user/verify')).status).toBe(401)
  })

  test('a forgotten password is set again by the mailed link; the answer never reveals who has an account (M-452)', async () => {
    const email = someone()
    await signUp(email)
    const known = await app.client().post('/api/auth/user/forgot-password', { email })
    const unknown = await app.client().post('/api/auth/user/forgot-password', { email: 'no-one@example.com' })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const mail = await eventually(async () =>
      (await mailsTo(email)).find(({ subject }) => subject === 'Set a new password'),
    )
    const token = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token')
    expect(mail.text).toContain(`${app.url}/reset-password?token=`)
    const client = app.client()
    expect((await client.post('/api/auth/user/reset-password', { token, password: 'weak' })).status).toBe(400)
    expect(
      (await client.post('/api/auth/user/reset-password', { token, password: 'Another2password' })).status,
    ).toBe(200)
    expect(
      (await client.post('/api/auth/user/reset-password', { token, password: 'Third3password' })).status,
    ).toBe(400)
    expect((await client.post('/api/auth/user/login', { email, password: 'Another2password' })).status).toBe(
      200,
    )
  })

  test('given links in mails, then their host is configured, never taken from the request', async () => {
    const email = someone()
    await signUp(email)
    const headers = { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
    await app.client().post('/api/auth/user/forgot-password', { email }, { headers })
    const mail = await eventually(async () =>
      (await mailsTo(email)).find(({ subject }) => subject === 'Set a new password'),
    )
    expect(mail.text + mail.html).not.toContain('evil.test')
  })

  test('sessions are listed, and ended by their owner only', async () => {
    const email = someone()
    const client = await signUp(email)
    const other = app.client()
    await other.post(
      '/api/auth/user/login',
      { email, password },
      { headers: { 'user-agent': 'Other browser' } },
    )
    const { sessions } = (await client.get('/api/users/sessions')).body
    expect(sessions).toHaveLength(2)
    const target = sessions.find((each: { current: boolean }) => !each.current)
    expect(target.device).toBe('Other browser')

    const stranger = await signUp(someone())
    const foreign = await stranger.send('DELETE', `/api/users/sessions/${target.id}`)
    const unknown = await stranger.send('DELETE', '/api/users/sessions/00000000-0000-4000-8000-000000000009')
    expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error])
    expect((await other.get('/api/auth/user/verify')).status).toBe(200)
    expect((await client.send('DELETE', `/api/users/sessions/${target.id}`)).status).toBe(200)
    expect((await other.get('/api/auth/user/verify')).status).toBe(401)
  })

  test('a person takes their data along and leaves; the address may register again', async () => {
    const email = someone()
    const client = await signUp(email)
    const data = (await client.get('/api/users/me/export')).body.data
    expect(data.account.profile).toMatchObject({ email, firstName: 'Anna', company: 'Keel Ltd' })
    expect(JSON.stringify(data)).not.toContain('argon2')
    expect((await client.send('DELETE', '/api/users/me', { body: { password } })).status).toBe(200)
    expect((await client.get('/api/auth/user/verify')).status).toBe(401)
    expect((await app.client().post('/api/auth/user/login', { email, password })).status).toBe(401)
    await eventually(async () => (await mailsTo(email)).length === 0)
    expect((await app.client().post('/api/auth/user/register', form(email))).status).toBe(201)
  })

  test('S-9: given a borrowed session, then the account is not erased without its password, and guessing counts like a sign-in', async () => {
    const client = await signUp(someone())
    const erase = (body?: object) => client.send('DELETE', '/api/users/me', body && { body })
    const refused = async (body?: object) => {
      const { status, body: answer } = await erase(body)
      return [status, answer.code, answer.errors]
    }
    expect((await refused()).slice(0, 2)).toEqual([400, 'VALIDATION_ERROR'])
    expect(await refused({})).toEqual([
      400,
      'VALIDATION_ERROR',
      [expect.stringContaining('Password is required')],
    ])
    expect(await refused({ password: '' })).toEqual([400, 'VALIDATION_FAILED', ['Password is required']])
    for (let n = 0; n < 5; n++)
      expect(await refused({ password: `Wrong${n}password` })).toEqual([
        400,
        'INVALID_PASSWORD',
        ['Password is incorrect'],
      ])
    expect((await erase({ password })).body.code).toBe('TOO_MANY_ATTEMPTS')
    expect((await client.get('/api/auth/user/verify')).status).toBe(200)
    app.clock.advance(3_600_000)
    expect((await erase({ password })).status).toBe(200)
    expect((await client.get('/api/auth/user/verify')).status).toBe(401)
  })

  test('Z-4: no answer carries a hash, an HMAC or a session id', async () => {
    const client = await signUp(someone())
    for (const path of [
      '/api/auth/user/verify',
      '/api/auth/user/session',
      '/api/users/sessions',
      '/api/users/me/export',
    ]) {
      const { text } = await client.get(path)
      expect(text).not.toMatch(/argon2|hash|hmac/i)
      expect(text).not.toContain(client.cookies.get('session'))
    }
  })
})

describe('staff over HTTP', () => {
  test('M-440, M-441: login with `credentials` in the body, verify, logout', async () => {
    const wrong = { username: 'admin', password: 'wrong', credentials: 'include' }
    const refused = await app.client().post('/api/auth/login', wrong)
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ success: false, message: 'Invalid credentials' })
    const staff = await app.staff()
    expect((await staff.get('/api/auth/verify')).body).toMatchObject({
      success: true,
      user: { username: 'admin', role: 'owner' },
    })
    expect((await app.client().get('/api/auth/verify')).status).toBe(401)
    expect((await staff.post('/api/auth/logout')).status).toBe(200)
    expect((await staff.get('/api/auth/verify')).status).toBe(401)
  })

  test('M-148: given a wrong password or name, then "Invalid credentials"', async () => {
    for (const username of ['admin', 'nobody']) {
      const answer = await app.client().post('/api/auth/login', { username, password: 'wrong' })
      expect([answer.status, answer.body.message]).toEqual([401, 'Invalid credentials'])
    }
  })

  test('M-215: auth/logout ends the customer session of the browser, too; user/logout leaves staff signed in', async () => {
    const email = someone()
    const both = await app.staff()
    await signUp(email)
    await both.post('/api/auth/user/login', { email, password })
    await both.post('/api/auth/user/logout')
    expect((await both.get('/api/auth/verify')).status).toBe(200)
    expect((await both.get('/api/auth/user/verify')).status).toBe(401)
    await both.post('/api/auth/user/login', { email, password })
    const session = both.cookies.get('session') ?? ''
    await both.post('/api/auth/logout')
    expect(both.cookies.has('session')).toBe(false)
    expect((await both.get('/api/auth/verify')).status).toBe(401)
    const holder = app.client()
    holder.setCookie('session', session)
    expect((await holder.get('/api/auth/user/verify')).status).toBe(401)
  })
})

describe('the mailbox over HTTP', () => {
  test('the page and the preview have policies under which nothing of a mail can run', async () => {
    const email = someone()
    await app.client().post('/api/auth/user/register', form(email, { firstName: 'Ann' }))
    await codeFor(email)
    const [mail] = await mailsTo(email)
    const page = await app.client().get(`/dev/mail?to=${email}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(mail?.subject)
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
    const preview = await app.client().get(`/dev/mail/${mail?.id}/html`)
    expect(preview.text).toBe(mail?.html)
    expect(preview.headers.get('content-security-policy')).toMatch(/sandbox/)
    expect((await app.client().get('/dev/mail/unknown/html')).status).toBe(404)
  })
})
