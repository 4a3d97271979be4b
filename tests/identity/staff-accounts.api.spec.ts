import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StaffAccounts } from '../../src/modules/identity/staff/staff-accounts.ts'
import { StaffChanges } from '../../src/modules/identity/staff/staff-changes.ts'
import { Staff } from '../../src/server/services.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { digitsOf } from '../support/authenticator-app.ts'
import type { HttpClient } from '../support/http-client.ts'

let app: TestApp
let owner: HttpClient
const password = 'Quiet-harbour-27'
let count = 0
let username: string

interface Session {
  id: string
  current: boolean
  device: string
}
const login = (secret = password, headers: Record<string, string> = {}, client = app.client()) =>
  client
    .post('/api/auth/login', { username, password: secret }, { headers })
    .then(({ status, body }) => ({ status, body, client }))
async function signedIn(
  agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
): Promise<HttpClient> {
  const { status, client } = await login(password, { 'user-agent': agent })
  expect(status).toBe(200)
  return client
}
const sessionsOf = async (caller: HttpClient): Promise<Session[]> =>
  (await caller.get('/api/admin/account')).body.sessions
const member = async () =>
  (await owner.get('/api/admin/staff')).body.members.find(
    (each: { username: string }) => each.username === username,
  )
const alive = async (caller: HttpClient) => (await caller.get('/api/auth/verify')).status === 200

beforeAll(async () => {
  app = await startApp()
  owner = await app.staff()
})
beforeEach(async () => {
  username = `editor-${++count}`
  await app.site.container.get(Staff).create({ username, password, role: 'editor' })
})
afterAll(() => app?.stop())

describe('S-11: sessions of staff', () => {
  test('given two browsers, then a member sees both, which is this one, and ends the other', async () => {
    const [here, there] = [await signedIn(), await signedIn('Mozilla/5.0 (iPhone) Safari/605.1')]
    const sessions = await sessionsOf(here)
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ current }) => current)?.device).toContain('Firefox')
    const other = sessions.find(({ current }) => !current)
    expect((await here.send('DELETE', `/api/admin/sessions/${other?.id}`)).status).toBe(200)
    expect([await alive(here), await alive(there)]).toEqual([true, false])
  })

  test('given another member, then only an owner ends the session, and who did it is recorded', async () => {
    const victim = await signedIn()
    const [session] = await sessionsOf(victim)
    const first = username
    username = `editor-${++count}`
    await app.site.container.get(Staff).create({ username, password, role: 'editor' })
    const colleague = await signedIn()
    const end = (caller: HttpClient, id = session?.id) => caller.send('DELETE', `/api/admin/sessions/${id}`)
    expect((await end(colleague)).body.code).toBe('SESSION_NOT_FOUND')
    expect((await end(owner, 'no such session')).status).toBe(404)
    expect((await colleague.get('/api/admin/staff')).status).toBe(403)
    expect(await alive(victim)).toBe(true)
    expect((await end(owner)).status).toBe(200)
    expect(await alive(victim)).toBe(false)
    expect((await owner.get('/api/admin/activity')).body.entries[0]).toMatchObject({
      username: first,
      activity: 'session-ended',
      by: 'admin',
    })
  })
})

describe('S-12: a member who is locked out', () => {
  async function lockOut(): Promise<void> {
    for (let n = 0; n < 20; n++)
      await app.site.database.sql.query(
        `select identity_claim_login(account, decode(md5($1), 'hex'), decode(md5($1), 'hex'), false, $2, '{0}', 20, 60)
         from (select account from identity_login_try order by at desc limit 1) t`,
        [`${username}-${n}`, app.clock.now()],
      )
    expect((await login()).body.code).toBe('TOO_MANY_ATTEMPTS')
  }
  /** A first wrong try, whose row names the account for the others. */
  const lock = async () => {
    expect((await login('Wrong-harbour-27')).status).toBe(401)
    await lockOut()
  }

  test('given an owner, then the screen says so, lifts the wait, and the right password passes', async () => {
    await lock()
    const { id, lockedOut } = await member()
    expect(lockedOut).toBe(true)
    expect((await owner.post(`/api/admin/staff/${id}/lift-wait`)).status).toBe(200)
    expect((await member()).lockedOut).toBe(false)
    expect((await login()).status).toBe(200)
  })

  test('given staff:create --replace, then the new password passes at once and the sessions have ended', async () => {
    const before = await signedIn()
    await lock()
    const replaced = { username, password: 'Quiet-harbour-28', role: 'editor' } as const
    await app.site.container.get(Staff).create(replaced, { replace: true })
    expect(await alive(before)).toBe(false)
    expect((await login(replaced.password)).status).toBe(200)
  })

  test('given a new password from an owner, then it is shown once, passes at once, and the old one and its sessions are dead', async () => {
    const before = await signedIn()
    await lock()
    const { id } = await member()
    const given = (await owner.post(`/api/admin/staff/${id}/password`)).body
    expect(given).toMatchObject({ success: true, username })
    expect(await alive(before)).toBe(false)
    expect((await login()).status).toBe(401)
    expect((await login(given.password)).status).toBe(200)
    expect(JSON.stringify((await owner.get('/api/admin/activity')).body)).not.toContain(given.password)
  })

  test('given a lost app, then an owner takes the second factor away, and the session of the member ends', async () => {
    await app.site.container
      .get(Staff)
      .create({ username, password, role: 'editor' }, { replace: true, totp: true })
    expect((await login()).body.code).toBe('TOTP_REQUIRED')
    const { id, secondFactor } = await member()
    expect(secondFactor).toBe(true)
    expect((await owner.send('DELETE', `/api/admin/staff/${id}/second-factor`)).status).toBe(200)
    expect((await member()).secondFactor).toBe(false)
    expect((await login()).status).toBe(200)
  })

  test('given an owner’s own account, then a borrowed session changes neither password nor second factor, and no last owner drops the role', async () => {
    const self = (await owner.get('/api/admin/staff')).body.members.find(
      (each: { self: boolean }) => each.self,
    )
    for (const [method, path, body] of [
      ['POST', '/password', undefined],
      ['DELETE', '/second-factor', undefined],
      ['PATCH', '', { role: 'viewer' }],
      ['PATCH', '', { disabled: true }],
    ] as const) {
      const answer = await owner.send(method, `/api/admin/staff/${self.id}${path}`, { body })
      expect([answer.status, answer.body.code]).toEqual([403, 'OWN_ACCOUNT'])
    }
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await owner.post(`/api/admin/staff/${nobody}/password`)).status).toBe(404)
    expect((await owner.post('/api/admin/staff/not-an-id/password')).status).toBe(400)
  })
})

describe('accounts in the screen', () => {
  const create = (body: object, caller = owner) => caller.post('/api/admin/staff', body)
  const change = (id: string, body: object, caller = owner) =>
    caller.send('PATCH', `/api/admin/staff/${id}`, { body })
  const activity = async () => (await owner.get('/api/admin/activity')).body.entries
  const audit = async () => (await owner.get('/api/audit')).body.entries

  test('given a name and a role, then the member signs in with the password that is shown once', async () => {
    username = `new-${count}`
    const { status, body } = await create({ username: ` New-${count} `, role: 'finance' })
    expect(status).toBe(200)
    expect(body.username).toBe(username)
    expect((await login(body.password)).body.user).toEqual({ username, role: 'finance' })
    const [entry] = (await activity()).filter(
      ({ activity }: { activity: string }) => activity === 'account-created',
    )
    expect(entry).toMatchObject({ username, by: 'admin', address: expect.any(String) })
    expect((await audit())[0]).toMatchObject({
      by: 'admin',
      action: 'Added a member of staff',
      subject: username,
      changes: [{ path: 'role', after: 'finance' }],
    })
    const twice = await create({ username, role: 'owner' })
    expect(twice.body).toMatchObject({ code: 'STAFF_EXISTS', fields: [{ path: 'username' }] })
    const odd = await create({ username: '-x', role: 'owner' })
    expect(odd.body).toMatchObject({ code: 'STAFF_USERNAME_INVALID', fields: [{ path: 'username' }] })
    expect((await create({ username: 'other', role: 'king' })).status).toBe(400)
  })

  test('given another role, then it counts with the next request of the sessions that are open', async () => {
    const caller = await signedIn()
    const { id } = await member()
    expect((await caller.get('/api/finance/orders')).status).toBe(403)
    expect((await change(id, { role: 'finance' })).status).toBe(200)
    expect((await caller.get('/api/finance/orders')).status).toBe(200)
    expect((await caller.get('/api/admin/leads')).status).toBe(403)
    expect((await activity())[0]).toMatchObject({ username, activity: 'role-changed', by: 'admin' })
    expect((await audit())[0]).toMatchObject({
      action: 'Changed a member of staff',
      subject: username,
      changes: [{ path: 'role', before: 'editor', after: 'finance' }],
    })
  })

  test('given a disabled account, then its sessions end, the right password is told why, and enabling lets it in again', async () => {
    const caller = await signedIn()
    const { id } = await member()
    expect((await change(id, { disabled: true })).status).toBe(200)
    expect(await alive(caller)).toBe(false)
    expect(await member()).toMatchObject({ disabled: true, sessions: [] })
    const refused = await login()
    expect([refused.status, refused.body.code]).toEqual([403, 'STAFF_DISABLED'])
    expect((await login('Wrong-harbour-27')).body.code).toBe('INVALID_CREDENTIALS')
    expect((await change(id, { disabled: false })).status).toBe(200)
    await owner.post(`/api/admin/staff/${id}/lift-wait`)
    expect((await login()).status).toBe(200)
    const done = (await activity()).map(({ activity }: { activity: string }) => activity)
    expect(done).toEqual(expect.arrayContaining(['account-disabled', 'account-enabled']))
  })

  test('given an open session of a disabled account, then it is worth nothing even if its row is still there', async () => {
    const caller = await signedIn()
    const { sql } = app.site.database
    await sql.query('update identity_staff set disabled_at = now() where username = $1', [username])
    expect(await alive(caller)).toBe(false)
  })

  test('given two owners who take the role from each other at once, then one is refused and an owner is left', async () => {
    for (let round = 0; round < 5; round++) {
      const secret = (await create({ username: `second-${count}-${round}`, role: 'owner' })).body.password
      username = `second-${count}-${round}`
      const second = (await login(secret)).client
      const { members } = (await owner.get('/api/admin/staff')).body
      const idOf = (name: string) => members.find((each: { username: string }) => each.username === name).id
      const answers = await Promise.all([
        change(idOf(username), { role: 'viewer' }),
        change(idOf('admin'), { disabled: true }, second),
      ])
      const { sql } = app.site.database
      const owners = await sql.query(
        "select username from identity_staff where role = 'owner' and disabled_at is null and username in ($1, 'admin')",
        [username],
      )
      expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(owners).toHaveLength(1)
      await sql.query("update identity_staff set disabled_at = null where username = 'admin'")
      await sql.query('delete from identity_staff where username = $1', [username])
      owner = await app.staff()
    }
  })

  test.each([
    { role: 'viewer', disabled_at: null },
    { role: 'owner', disabled_at: new Date() },
  ])(
    'given a request of an owner under way, when another owner makes the account %o, then it changes nothing',
    async ({ role, disabled_at }) => {
      const { container, database } = app.site
      const former = await container
        .get(Staff)
        .create({ username: `former-${username}`, password, role: 'owner' }, { totp: true })
      const target = await container
        .get(Staff)
        .create({ username: `target-${username}`, password, role: 'editor' }, { totp: true })
      // The role that the request found when it came in.
      const actor = {
        kind: 'staff',
        staffId: former.id,
        sessionId: '',
        username: former.username,
        role: 'owner',
      } as const
      const stored = () =>
        database.sql.query(
          'select username, role, password_hash, totp_box from identity_staff order by username',
        )
      await database.sql.query('update identity_staff set role = $2, disabled_at = $3 where id = $1', [
        former.id,
        role,
        disabled_at,
      ])
      const before = await stored()
      const [changes, accounts] = [container.get(StaffChanges), container.get(StaffAccounts)]
      const refused = { kind: 'forbidden', code: 'FORBIDDEN' }
      await expect
        .soft(changes.create({ username: `by-${username}`, role: 'owner' }, actor, ''))
        .rejects.toMatchObject(refused)
      await expect.soft(accounts.newPassword(target.id, actor, '')).rejects.toMatchObject(refused)
      await expect.soft(accounts.removeSecondFactor(target.id, actor, '')).rejects.toMatchObject(refused)
      expect(await stored()).toEqual(before)
    },
  )
})

describe('the own account', () => {
  const codeOf = (secret: string) => digitsOf(secret, app.clock.now())
  const own = (caller: HttpClient, method: string, path: string, body: object) =>
    caller.send(method, `/api/admin/account/${path}`, { body })

  test('given the current password, then a new one ends every other session and keeps this one', async () => {
    const [here, there] = [await signedIn(), await signedIn()]
    const body = { currentPassword: password, newPassword: 'Quiet-harbour-28' }
    const wrong = await own(here, 'POST', 'password', { ...body, currentPassword: 'Wrong-harbour-27' })
    expect(wrong.body).toMatchObject({
      code: 'INVALID_CURRENT_PASSWORD',
      fields: [{ path: 'currentPassword' }],
    })
    expect(wrong.status).toBe(400)
    await app.advance(60_000)
    const weak = await own(here, 'POST', 'password', { ...body, newPassword: 'short' })
    expect(weak.body.fields).toEqual([{ path: 'newPassword', message: expect.any(String) }])
    expect((await own(here, 'POST', 'password', body)).status).toBe(200)
    expect([await alive(here), await alive(there)]).toEqual([true, false])
    expect((await login()).status).toBe(401)
    await app.advance(60_000)
    expect((await login('Quiet-harbour-28')).status).toBe(200)
    const done = (await owner.get('/api/admin/activity')).body.entries
      .filter((entry: { username: string }) => entry.username === username)
      .map(({ activity }: { activity: string }) => activity)
    expect(done).toEqual(expect.arrayContaining(['password-refused', 'password-changed']))
  })

  test('given the password and the digits of the offered key, then the second factor is set up and needed from then on', async () => {
    const caller = await signedIn()
    expect(
      (await own(caller, 'POST', 'second-factor', { password: 'Wrong-harbour-27' })).body.fields,
    ).toEqual([{ path: 'password', message: 'Password is incorrect' }])
    await app.advance(60_000)
    const offered = await own(caller, 'POST', 'second-factor', { password })
    expect(offered.body).toMatchObject({ uri: expect.stringContaining('otpauth://totp/') })
    expect((await login()).status).toBe(200)
    const { secret, token } = offered.body
    const confirm = (code: string, given = token) =>
      own(caller, 'PUT', 'second-factor', { token: given, code })
    expect((await confirm('000000')).body).toMatchObject({ code: 'TOTP_INVALID', fields: [{ path: 'code' }] })
    expect((await confirm(codeOf(secret), 'no token')).body.code).toBe('ENROLMENT_EXPIRED')
    expect((await confirm(codeOf(secret))).status).toBe(200)
    expect((await caller.get('/api/admin/account')).body).toMatchObject({ secondFactor: true, username })
    expect((await login()).body.code).toBe('TOTP_REQUIRED')

    // Another app in its place: the digits of the one before are asked for.
    await app.advance(60_000)
    expect((await own(caller, 'POST', 'second-factor', { password })).body).toMatchObject({
      code: 'TOTP_REQUIRED',
      fields: [{ path: 'totp' }],
    })
    const again = await own(caller, 'POST', 'second-factor', { password, totp: codeOf(secret) })
    expect(again.status).toBe(200)
    expect((await confirm(codeOf(again.body.secret), again.body.token)).status).toBe(200)
    await app.advance(60_000)
    const passes = (code: string) => app.client().post('/api/auth/login', { username, password, totp: code })
    expect((await passes(codeOf(secret))).body.code).toBe('TOTP_INVALID')
    await app.advance(60_000)
    expect((await passes(codeOf(again.body.secret))).status).toBe(200)
  })

  test('given a borrowed session and the password, then six digits are guessed five times and no more', async () => {
    const { totp } = await app.site.container
      .get(Staff)
      .create({ username, password, role: 'editor' }, { replace: true, totp: true })
    const digits = () => codeOf(totp?.secret ?? '')
    const caller = app.client()
    await caller.post('/api/auth/login', { username, password, totp: digits() })
    const wrong = String((Number(digits()) + 1) % 1_000_000).padStart(6, '0')
    const codes = []
    for (let n = 0; n < 6; n++)
      codes.push((await own(caller, 'POST', 'second-factor', { password, totp: wrong })).body.code)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'TOTP_INVALID'), 'TOO_MANY_ATTEMPTS'])
    await app.advance(60_000)
    expect((await own(caller, 'POST', 'second-factor', { password, totp: digits() })).status).toBe(200)
    // The right digits forget the tries.
    expect((await own(caller, 'POST', 'second-factor', { password, totp: wrong })).body.code).toBe(
      'TOTP_INVALID',
    )
  })

  test('given a key that was offered to another member, then nobody else sets it up', async () => {
    const offered = (await own(await signedIn(), 'POST', 'second-factor', { password })).body
    username = `editor-${++count}`
    await app.site.container.get(Staff).create({ username, password, role: 'editor' })
    const other = await signedIn()
    const { secret, token } = offered
    const answer = await own(other, 'PUT', 'second-factor', { token, code: codeOf(secret) })
    expect(answer.body.code).toBe('ENROLMENT_EXPIRED')
  })
})
