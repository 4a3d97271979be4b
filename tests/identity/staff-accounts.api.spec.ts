import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Staff } from '../../src/server/services.ts'
import { startApp, type TestApp } from '../support/app.ts'
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
  (await caller.get('/api/admin/sessions')).body.sessions
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

  test('given an owner’s own account, then a borrowed session changes neither password nor second factor', async () => {
    const self = (await owner.get('/api/admin/staff')).body.members.find(
      (each: { self: boolean }) => each.self,
    )
    for (const [method, path] of [
      ['POST', 'password'],
      ['DELETE', 'second-factor'],
    ] as const) {
      const answer = await owner.send(method, `/api/admin/staff/${self.id}/${path}`)
      expect([answer.status, answer.body.code]).toEqual([403, 'OWN_ACCOUNT'])
    }
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await owner.post(`/api/admin/staff/${nobody}/password`)).status).toBe(404)
    expect((await owner.post('/api/admin/staff/not-an-id/password')).status).toBe(400)
  })
})
