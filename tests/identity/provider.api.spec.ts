import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Staff } from '#modules/identity/staff/staff.ts'
import type { StaffRole } from '#platform/kernel/actor.ts'
import { Settings } from '#platform/settings/settings.ts'
import { providerSettings } from '../../src/modules/identity/staff/provider-settings.ts'
import { admin, startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'
import { type IdentityProvider, startIdentityProvider } from './support/identity-provider.ts'

const password = 'A-staff-password-7'

describe('staff who sign in with the identity provider of the company', () => {
  let provider: IdentityProvider
  let app: TestApp
  beforeAll(async () => {
    provider = await startIdentityProvider()
    const { issuer } = provider
    app = await startApp({
      env: {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'veralead',
        OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
        OIDC_NAME: 'Example',
      },
    })
  })
  afterAll(async () => {
    await app.stop()
    await provider.close()
  })
  beforeEach(async () => {
    provider.forged = false
    provider.claims = {}
    await settings()
  })

  const settings = (values: { addresses?: string[]; passwordOwner?: string } = {}) =>
    app.site.container.get(Settings).write(providerSettings, values, 'tests')
  const member = async (role: StaffRole = 'editor'): Promise<{ username: string; email: string }> => {
    const username = `ada-${randomUUID().slice(0, 8)}`
    await app.site.container.get(Staff).create({ username, password, role })
    const email = `${username}@example.com`
    await settings({ addresses: [`${username} ${email}`] })
    return { username, email }
  }
  const begin = async (browser: HttpClient): Promise<URL> => {
    const { status, headers } = await browser.get('/api/auth/provider/start')
    expect(status).toBe(303)
    return provider.agree(headers.get('location') ?? '')
  }
  const end = async (browser: HttpClient, back: URL): Promise<string> =>
    (await browser.get(back.pathname + back.search)).headers.get('location') ?? ''
  const signIn = async (claims: object, browser = app.client()): Promise<string> => {
    provider.claims = { sub: randomUUID(), email_verified: true, ...claims }
    return end(browser, await begin(browser))
  }
  const whoIs = async (browser: HttpClient): Promise<string | undefined> =>
    (await browser.get('/api/auth/verify')).body?.user?.username
  const linkOf = async (username: string): Promise<string | null> => {
    const sql = 'select provider_subject from identity_staff where username = $1'
    const [row] = await app.site.database.sql.query<{ provider_subject: string | null }>(sql, [username])
    return row?.provider_subject ?? null
  }

  test('given a verified address of an account, when its person signs in, then later the subject is enough', async () => {
    const { username, email } = await member()
    const browser = app.client()
    expect(await signIn({ sub: `sub-${username}`, email: email.toUpperCase() }, browser)).toBe('/admin')
    expect(await whoIs(browser)).toBe(username)
    expect(provider.asked.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    expect(await linkOf(username)).toBe(`${provider.issuer} sub-${username}`)
    await settings()
    const later = app.client()
    expect(await signIn({ sub: `sub-${username}`, email: undefined, email_verified: undefined }, later)).toBe(
      '/admin',
    )
    expect(await whoIs(later)).toBe(username)
    const owner = await app.staff()
    const { entries } = (await owner.get(`/api/admin/activity?username=${username}`)).body
    expect(
      entries.filter((entry: { activity: string }) => entry.activity === 'signed-in-by-provider'),
    ).toHaveLength(2)
    const audit = (await owner.get('/api/audit')).body.entries
    expect(audit).toContainEqual(
      expect.objectContaining({ by: username, action: 'Connected an account to the identity provider' }),
    )
  })

  test('given another person with the address of a connected account, then the account stays closed', async () => {
    const { username, email } = await member()
    expect(await signIn({ sub: 'first', email })).toBe('/admin')
    expect(await signIn({ sub: 'second', email })).toBe('/admin?sign-in=PROVIDER_UNKNOWN')
    expect(await linkOf(username)).toBe(`${provider.issuer} first`)
  })

  test.each([
    ['a wrong nonce', { nonce: 'another' }, 'REFUSED'],
    ['another issuer', { iss: 'https://login.elsewhere.example' }, 'REFUSED'],
    ['another client', { aud: 'another' }, 'REFUSED'],
    ['an expired token', { exp: 1_700_000_000 }, 'REFUSED'],
    ['an address that is not verified', { email_verified: false }, 'UNVERIFIED'],
    ['an address of which nothing is said', { email_verified: undefined }, 'UNVERIFIED'],
    ['"true" as a text', { email_verified: 'true' }, 'UNVERIFIED'],
    ['an unknown address', { email: 'stranger@example.com' }, 'UNKNOWN'],
  ])('given %s, then nobody is signed in and no account made', async (_, claims, problem) => {
    const { username, email } = await member()
    const browser = app.client()
    expect(await signIn({ email, ...claims }, browser)).toBe(`/admin?sign-in=PROVIDER_${problem}`)
    expect(await whoIs(browser)).toBeUndefined()
    expect(await linkOf(username)).toBeNull()
    expect(await app.site.container.get(Staff).member('stranger@example.com')).toBeNull()
  })

  test('given a token that another key signed, then it is refused', async () => {
    const { email } = await member()
    provider.forged = true
    expect(await signIn({ email })).toBe('/admin?sign-in=PROVIDER_REFUSED')
  })

  test('given an answer that comes again, late, or to another browser, then it is refused', async () => {
    const { email } = await member()
    provider.claims = { sub: randomUUID(), email, email_verified: true }
    const browser = app.client()
    const back = await begin(browser)
    const secret = browser.cookies.get('staff-provider') ?? ''
    expect(await end(app.client(), back)).toBe('/admin?sign-in=PROVIDER_EXPIRED')
    expect(await end(browser, back)).toBe('/admin')
    const thief = app.client()
    thief.setCookie('staff-provider', secret)
    expect(await end(thief, back)).toBe('/admin?sign-in=PROVIDER_EXPIRED')
    const slow = app.client()
    const late = await begin(slow)
    await app.advance(11 * 60_000)
    expect(await end(slow, late)).toBe('/admin?sign-in=PROVIDER_EXPIRED')
    const confused = app.client()
    const [, second] = [await begin(confused), await begin(confused)]
    second.searchParams.set('state', 'another')
    expect(await end(confused, second)).toBe('/admin?sign-in=PROVIDER_EXPIRED')
  })

  test('given a disabled account, connected or not, then it stays out; enabled again it needs its address', async () => {
    const { username, email } = await member()
    const owner = await app.staff()
    const found = (await owner.get('/api/admin/staff')).body.members as { id: string; username: string }[]
    const path = `/api/admin/staff/${found.find((each) => each.username === username)?.id}`
    const disable = (disabled: boolean) => owner.send('PATCH', path, { body: { disabled } })
    expect((await disable(true)).status).toBe(200)
    expect(await signIn({ sub: `sub-${username}`, email })).toBe('/admin?sign-in=PROVIDER_DISABLED')
    expect(await linkOf(username)).toBeNull()
    await disable(false)
    expect(await signIn({ sub: `sub-${username}`, email })).toBe('/admin')
    await disable(true)
    expect(await linkOf(username)).toBeNull()
    expect(await signIn({ sub: `sub-${username}`, email })).toBe('/admin?sign-in=PROVIDER_DISABLED')
  })

  test('given passwords for one owner only, then others need the provider; the owner never does, and nobody is locked out', async () => {
    const { username } = await member()
    const byPassword = async (name: string, secret: string) => {
      const { status, body } = await app
        .client()
        .post('/api/auth/login', { username: name, password: secret })
      return status === 200 ? 'in' : body.code
    }
    expect(await byPassword(username, password)).toBe('in')
    await settings({ passwordOwner: admin.username.toUpperCase() })
    expect(await byPassword(username, password)).toBe('PASSWORD_OFF')
    expect(await byPassword(username, 'wrong')).toBe('INVALID_CREDENTIALS')
    expect(await byPassword(admin.username, admin.password)).toBe('in')
    for (const passwordOwner of ['nobody', username]) {
      await settings({ passwordOwner })
      expect(await byPassword(username, password), passwordOwner).toBe('in')
      expect(await byPassword(admin.username, admin.password), passwordOwner).toBe('in')
    }
  })

  test('given a provider that is away, then the page says so, and the password of the owner works', async () => {
    const away = await startApp({
      env: {
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'veralead',
        OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
      },
    })
    try {
      await away.site.container
        .get(Settings)
        .write(providerSettings, { passwordOwner: admin.username }, 'tests')
      const answer = await away.client().get('/api/auth/provider/start')
      expect(answer.headers.get('location')).toBe('/admin?sign-in=PROVIDER_AWAY')
      expect((await away.client().get('/api/auth/provider')).body.name).toBe('127.0.0.1')
      expect(await whoIs(await away.staff())).toBe(admin.username)
    } finally {
      await away.stop()
    }
  })

  test('given no provider in the configuration, then there is no button, and passwords are never refused', async () => {
    const plain = await startApp()
    try {
      await plain.site.container
        .get(Settings)
        .write(providerSettings, { passwordOwner: admin.username }, 'tests')
      await plain.site.container.get(Staff).create({ username: 'finn', password, role: 'finance' })
      expect((await plain.client().get('/api/auth/provider')).body.name).toBeNull()
      expect((await plain.client().post('/api/auth/login', { username: 'finn', password })).status).toBe(200)
    } finally {
      await plain.stop()
    }
  })
})
