import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { Staff } from '../../src/server/services.ts'
import { admin, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'
import { accountHolders } from './account-holders.ts'
import { home, openIdentity, password, refusal } from './identity-site.ts'

const app = given(startApp)
const { signUp } = accountHolders(() => app)
const members = { editor: 'Quiet-harbour-27', viewer: 'Quiet-harbour-28' } as const

interface Entry {
  id: number
  account: string
  accountId: string | null
  username: string | null
  activity: string
  by: string | null
  address: string | null
}
const entries = async (reader: HttpClient, query = ''): Promise<Entry[]> =>
  (await reader.get(`/api/admin/activity${query}`)).body.entries
/** What was recorded since, the oldest first. */
async function since(work: () => Promise<unknown>): Promise<Entry[]> {
  const last = (await entries(owner))[0]?.id ?? 0
  await work()
  return (await entries(owner)).filter(({ id }) => id > last).reverse()
}
async function signIn(username: keyof typeof members): Promise<HttpClient> {
  const client = app.client()
  const answer = await client.post('/api/auth/login', { username, password: members[username] })
  expect(answer.status, answer.text).toBe(200)
  return client
}

const owner = given(() => app.staff())
beforeAll(async () => {
  const staff = app.site.container.get(Staff)
  for (const role of ['editor', 'viewer'] as const)
    await staff.create({ username: role, password: members[role], role })
})

describe('S-6: what happens to accounts is recorded with the account and the caller’s address', () => {
  test('given a customer, then sign-in, failure, export, password, sessions and sign-out leave a row each', async () => {
    const email = 'anna@example.com'
    const anna = await signUp(email)
    const { id } = (await anna.get('/api/auth/user/verify')).body.user
    const login = (secret: string, client = app.client()) =>
      client.post('/api/auth/user/login', { email, password: secret }).then(() => client)
    const found = await since(async () => {
      const elsewhere = await login(password)
      await login('Wrong1password')
      await anna.get('/api/users/me/export')
      const { sessions } = (await anna.get('/api/users/sessions')).body
      const other = sessions.find(({ current }: { current: boolean }) => !current)
      expect((await anna.send('DELETE', `/api/users/sessions/${other.id}`)).status).toBe(200)
      expect((await elsewhere.get('/api/auth/user/verify')).status).toBe(401)
      const change = { currentPassword: 'Wrong1password', newPassword: 'Second2password' }
      expect((await anna.post('/api/users/change-password', change)).status).toBe(400)
      change.currentPassword = password
      expect((await anna.post('/api/users/change-password', change)).status).toBe(200)
      await anna.post('/api/auth/user/logout')
    })
    expect(found.map(({ activity }) => activity)).toEqual([
      'signed-in',
      'sign-in-failed',
      'data-exported',
      'session-ended',
      'password-refused',
      'password-changed',
      'signed-out',
    ])
    for (const entry of found)
      expect(entry).toMatchObject({ account: 'customer', accountId: id, address: '127.0.0.1', by: null })
    expect(JSON.stringify(found)).not.toContain(email)
  })

  test('given a name that no account has, then the try is recorded without the name, which may be a password', async () => {
    const found = await since(async () => {
      await app.client().post('/api/auth/login', { username: 'my-secret-word-1', password: 'x' })
      await app.client().post('/api/auth/user/login', { email: 'nobody-here@example.com', password: 'x' })
    })
    const failed = { accountId: null, activity: 'sign-in-failed', username: null, address: '127.0.0.1' }
    expect(found).toMatchObject([
      { ...failed, account: 'staff' },
      { ...failed, account: 'customer' },
    ])
    const rows = await app.site.database.sql.query('select a::text as row from identity_activity a')
    expect(JSON.stringify(rows)).not.toMatch(/my-secret-word|nobody-here/)
  })

  test('given members of staff, then editors read the addresses and viewers do not', async () => {
    const found = await since(async () => {
      const editor = await signIn('editor')
      await editor.post('/api/auth/logout')
    })
    expect(found).toMatchObject([
      { account: 'staff', username: 'editor', activity: 'signed-in', address: '127.0.0.1' },
      { account: 'staff', username: 'editor', activity: 'signed-out', address: '127.0.0.1' },
    ])
    const seen = await entries(await signIn('viewer'))
    expect(seen.map(({ activity }) => activity)).toContain('signed-in')
    expect(new Set(seen.map(({ address }) => address))).toEqual(new Set([null]))
    expect((await entries(await signIn('editor')))[0]).toMatchObject({ address: '127.0.0.1' })
    expect((await app.client().get('/api/admin/activity')).status).toBe(401)
  })

  test('given more than a page, then older ones follow without a gap', async () => {
    const all: number[] = []
    for (
      let page = await entries(owner);
      page.length > 0;
      page = await entries(owner, `?before=${all.at(-1)}`)
    )
      all.push(...page.map(({ id }) => id))
    const [{ count } = { count: 0 }] = await app.site.database.sql.query<{ count: number }>(
      'select count(*)::int as count from identity_activity',
    )
    expect(new Set(all).size).toBe(count)
    expect(all).toEqual([...all].sort((a, b) => b - a))
  })

  test('given filters, then only the entries of an account, of staff or customers, of a kind and of a time are listed', async () => {
    const all = await entries(owner)
    const narrowed = async (query: string, keeps: (entry: Entry & { at: string }) => boolean) => {
      const found = await entries(owner, `?${query}`)
      expect(found.length, query).toBeGreaterThan(0)
      expect(found.length, query).toBeLessThan(all.length)
      expect(found, query).toEqual(all.filter((entry) => keeps(entry as Entry & { at: string })))
    }
    await narrowed('account=customer', ({ account }) => account === 'customer')
    await narrowed('account=staff', ({ account }) => account === 'staff')
    await narrowed('username=editor', ({ username }) => username === 'editor')
    await narrowed('activity=sign-in-failed', ({ activity }) => activity === 'sign-in-failed')
    await narrowed(
      'username=editor&activity=signed-out',
      ({ username, activity }) => username === 'editor' && activity === 'signed-out',
    )
    const { at } = all[Math.floor(all.length / 2)] as Entry & { at: string }
    await narrowed(`from=${at}`, (entry) => entry.at >= at)
    await narrowed(`until=${at}`, (entry) => entry.at < at)
    expect(await entries(owner, '?username=nobody')).toEqual([])
    expect((await owner.get('/api/admin/activity')).body.usernames).toEqual(['admin', 'editor', 'viewer'])
    expect((await owner.get('/api/admin/activity?activity=guessed')).status).toBe(400)
    expect((await owner.get('/api/admin/activity?from=yesterday')).status).toBe(400)
  })

  test('given the application’s role or the owner’s, then no fact is changed or removed', async () => {
    for (const url of [app.database.url, app.database.adminUrl]) {
      const client = new Client(url)
      await client.connect()
      try {
        for (const statement of ['delete from', 'truncate', 'update'] as const) {
          const text = `${statement} identity_activity${statement === 'update' ? " set activity = 'x'" : ''}`
          await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' })
        }
      } finally {
        await client.end()
      }
    }
  })
})

test('S-6: given tries that the guard refuses, then no row is written, so that a flood does not fill the table', async () => {
  const site = await openIdentity()
  try {
    const { userId } = await site.customer('anna@example.com')
    const nothing = { session: undefined, device: undefined }
    const form = { email: 'anna@example.com', password: 'Wrong1password' }
    const tries = Array.from({ length: 200 }, (_, n) =>
      refusal(site.signIns.signIn(form, { address: `198.51.${n}.1`, agent: '' }, nothing)),
    )
    const evaluated = (await Promise.all(tries)).filter((code) => code === 'INVALID_CREDENTIALS').length
    expect(evaluated).toBeLessThanOrEqual(20)
    const failed = (await site.activity.ofCustomer(userId)).filter(
      ({ activity }) => activity === 'sign-in-failed',
    )
    expect(failed).toHaveLength(evaluated)
  } finally {
    await site.close()
  }
})

test('S-6: addresses are kept for 90 days, less for an erased person; the facts stay', async () => {
  const site = await openIdentity()
  try {
    const nothing = { session: undefined, device: undefined }
    const addresses = () => site.db.sql.query('select address from identity_activity_address')
    const kinds = async (userId: string) =>
      (await site.activity.ofCustomer(userId)).map(({ activity, address }) => [activity, address])
    const { userId } = await site.customer('anna@example.com')
    await site.signIns.signIn({ email: 'anna@example.com', password }, home, nothing)
    expect(await site.privacy.export(userId)).toMatchObject({
      data: {
        account: {
          activity: [{ activity: 'signed-in', address: home.address }, { activity: 'account-created' }],
        },
      },
    })
    site.clock.advance(89 * 86_400_000)
    await site.housekeeping.sweep()
    expect(await addresses()).toHaveLength(2)
    site.clock.advance(86_400_001)
    await site.housekeeping.sweep()
    expect(await addresses()).toHaveLength(0)
    await site.signIns.signIn({ email: 'anna@example.com', password }, home, nothing)
    await site.privacy.erase(userId, '192.0.2.9')
    expect(await kinds(userId)).toEqual([
      ['account-erased', '192.0.2.9'],
      ['signed-in', null],
      ['data-exported', null],
      ['signed-in', null],
      ['account-created', null],
    ])
  } finally {
    await site.close()
  }
})

test('S-6: given the command line and the configuration, then what they do is recorded as theirs', async () => {
  const found = await since(async () => {
    const staff = app.site.container.get(Staff)
    await staff.create({ username: 'made', password: 'Quiet-harbour-27', role: 'viewer' }, { totp: true })
    await staff.create(
      { username: 'made', password: 'Quiet-harbour-28', role: 'viewer' },
      { replace: true, totp: false },
    )
  })
  expect(found.map(({ activity, by, username }) => [activity, by, username])).toEqual([
    ['account-created', 'command-line', 'made'],
    ['second-factor-set-up', 'command-line', 'made'],
    ['account-replaced', 'command-line', 'made'],
    ['second-factor-removed', 'command-line', 'made'],
  ])
  const own = (await entries(owner, '')).concat(await entries(owner, `?before=${found[0]?.id}`))
  expect(own.find(({ by }) => by === 'configuration')).toMatchObject({
    username: admin.username,
    activity: 'account-created',
  })
})
