import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import { accountHolders, form, password } from './account-holders.ts'

const app = given(startApp)
let nobody = 0
const someone = () => `member${++nobody}@example.com`
const { codeFor, signUp } = accountHolders(() => app)

describe('who is signed in', () => {
  test('verify answers the names and the address, or 401; session always 200 (M-208, M-212, M-216)', async () => {
    const guest = app.client()
    expect((await guest.get('/api/auth/user/verify')).status).toBe(401)
    const nobodyHere = await guest.get('/api/auth/user/session')
    expect(nobodyHere.status).toBe(200)
    expect(nobodyHere.body).toEqual({ success: true, isAuthenticated: false, user: null })
    guest.setCookie('session', 'of-nobody')
    const unknown = await guest.get('/api/auth/user/session')
    expect([unknown.status, unknown.body], 'nor with a session that is over').toEqual([200, nobodyHere.body])
    const email = someone()
    const client = await signUp(email)
    const named = { firstName: 'Anna', lastName: 'Rossi', email }
    expect((await client.get('/api/auth/user/verify')).body.user).toMatchObject(named)
    const session = await client.get('/api/auth/user/session')
    expect(session.body).toMatchObject({ success: true, isAuthenticated: true, user: named })
  })

  test('the cookie is HttpOnly and Lax, rolls for 7 days, and dies on the server (M-213)', async () => {
    const email = someone()
    const client = await signUp(email)
    const login = await client.post('/api/auth/user/login', { email, password })
    const cookie = login.headers.getSetCookie().find((each) => each.startsWith('session=')) ?? ''
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    const copy = app.client()
    copy.setCookie('session', client.cookies.get('session') ?? '')
    await app.advance(6 * 86_400_000)
    expect((await copy.get('/api/auth/user/verify')).status).toBe(200)
    await app.advance(6 * 86_400_000)
    expect((await copy.get('/api/auth/user/verify')).status).toBe(200)
    await client.post('/api/auth/user/logout')
    expect((await copy.get('/api/auth/user/verify')).status).toBe(401)
    const idle = await signUp(someone())
    await app.advance(7 * 86_400_000 + 1_000)
    expect((await idle.get('/api/auth/user/verify')).status).toBe(401)
  })

  test('another site cannot sign anybody in, out or change them (M-214)', async () => {
    const email = someone()
    const client = await signUp(email)
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) {
      for (const [method, path, body] of [
        ['POST', '/api/auth/user/login', { email, password }],
        ['POST', '/api/auth/user/logout', {}],
        ['PUT', '/api/users/profile', { firstName: 'Eve', lastName: 'Il' }],
        ['POST', '/api/users/change-password', { currentPassword: password, newPassword: 'Another1horse' }],
        ['PATCH', '/api/admin/staff/00000000-0000-4000-8000-000000000001', { role: 'owner' }],
        ['DELETE', '/api/users/me', { password }],
      ] as const) {
        const answer = await client.send(method, path, { headers, ...(body && { body }) })
        expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'CROSS_SITE_REQUEST'])
      }
    }
    expect((await client.get('/api/auth/user/verify')).body.user.firstName).toBe('Anna')
  })
})

describe('the account', () => {
  test('one word is a whole name until the profile is edited (M-237)', async () => {
    const client = await signUp(someone(), { firstName: 'Plato', lastName: '' })
    expect((await client.get('/api/auth/user/verify')).body.user).toMatchObject({
      firstName: 'Plato',
      lastName: '',
    })
    const save = (firstName: string, lastName: string) =>
      client.put('/api/users/profile', { firstName, lastName, phone: '+1 555 010 0142' })
    expect((await save('Plato', '')).status).toBe(200)
    const edit = await save('Socrates', '')
    expect([edit.status, edit.body.error]).toEqual([400, 'First name and last name are required'])
  })

  test('the address stays as it is, whatever a profile says (M-218)', async () => {
    const email = someone()
    const client = await signUp(email)
    const body = { firstName: 'Anna', lastName: 'Rossi', email: someone() }
    expect((await client.put('/api/users/profile', body)).body.user.email).toBe(email)
    expect((await client.get('/api/auth/user/verify')).body.user.email).toBe(email)
  })

  test('a code opens the session itself: no second sign-in, no second challenge (M-248)', async () => {
    const email = someone()
    const client = app.client()
    await client.post('/api/auth/user/register', form(email))
    const verified = await client.post('/api/auth/verify-otp', { email, otpCode: await codeFor(email) })
    expect(verified.body.user).toMatchObject({ email, isEmailVerified: true })
    expect((await client.get('/api/auth/user/verify')).status).toBe(200)
  })

  test('a new password meets the whole rule of the sign-up, with its sentences (M-366, M-367, M-368, M-450)', async () => {
    const client = await signUp(someone())
    const change = async (newPassword: string, currentPassword = password) => {
      const answer = await client.post('/api/users/change-password', { currentPassword, newPassword })
      return [answer.status, answer.body.error ?? answer.body.message]
    }
    const rule = 'Password must contain uppercase, lowercase, and number'
    expect(await change('')).toEqual([400, 'All password fields are required'])
    expect(await change('Another1horse', '')).toEqual([400, 'All password fields are required'])
    expect(await change('lowercase1')).toEqual([400, rule])
    expect(await change('Two Words 1')).toEqual([400, 'Password cannot contain spaces'])
    expect(await change(`Aa1${'x'.repeat(126)}`)).toEqual([400, 'Password is too long (max 128 characters)'])
    expect(await change('Password1234')).toEqual([400, 'Password is too common. Please choose another one.'])
    expect(await change('Another1horse', 'Wrong1horse')).toEqual([400, 'Current password is incorrect'])
    expect(await change('Another1horse')).toEqual([200, 'Password changed successfully'])
  })
})
