import { describe, expect, test } from 'vitest'
import { given } from '../support/given.ts'
import { home, openIdentity, password, refusal } from './identity-site.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const nothing = { session: undefined, device: undefined }
const site = given(openIdentity, 'close')
let nobody = 0
const someone = () => `guest${++nobody}@example.com`

async function signIn(email: string, secret = password, cookies: object = {}): Promise<string> {
  const result = await site.signIns.signIn({ email, password: secret }, home, { ...nothing, ...cookies })
  if (result.kind !== 'customer') throw new Error('not signed in')
  return result.session
}

describe('the life of a session (A-15, M-213)', () => {
  test('a session id has 256 random bits and is stored only as its SHA-256', async () => {
    const { session } = await site.customer(someone())
    expect(Buffer.from(session, 'base64url')).toHaveLength(32)
    const rows = await site.db.sql.query<{ id_hash: Buffer }>('select id_hash from identity_session')
    expect(rows.some(({ id_hash }) => id_hash.toString('base64url') === session)).toBe(false)
  })

  test('given a customer who comes back every 6 days, then the session lives for 30 days and not longer', async () => {
    const { session, userId } = await site.customer(someone())
    for (let n = 1; n <= 4; n++) {
      site.clock.advance(6 * day)
      expect(await site.sessions.customer(session)).toMatchObject({ userId })
    }
    site.clock.advance(6 * day - minute)
    expect(await site.sessions.customer(session)).toMatchObject({ userId })
    site.clock.advance(2 * minute)
    expect(await site.sessions.customer(session)).toBeNull()
  })

  test('given a customer who stays away for 7 days, then the session has ended', async () => {
    const [{ session }, back] = [await site.customer(someone()), await site.customer(someone())]
    site.clock.advance(7 * day - 2 * minute)
    expect(await site.sessions.customer(back.session)).toMatchObject({ userId: back.userId })
    site.clock.advance(2 * minute)
    expect(await site.sessions.customer(session)).toBeNull()
    expect(await site.sessions.customer(back.session)).toMatchObject({ userId: back.userId })
  })

  test('given a member of staff, then the session ends after 8 hours however busy it was', async () => {
    await site.staff.create({ username: 'finance', password: 'Quiet-harbour-27', role: 'finance' })
    const { session } = await site.staffSignIns.signIn(
      { username: 'finance', password: 'Quiet-harbour-27' },
      home,
      nothing,
    )
    for (let n = 0; n < 15; n++) {
      site.clock.advance(hour / 2)
      expect(await site.sessions.staff(session)).toMatchObject({ username: 'finance', role: 'finance' })
    }
    site.clock.advance(hour / 2)
    expect(await site.sessions.staff(session)).toBeNull()
  })

  test('given a member of staff who sends no request for 60 minutes, then the session has ended, and the sweep removes it', async () => {
    const own = await openIdentity()
    try {
      const member = { username: 'editor', password: 'Quiet-harbour-27' }
      await own.staff.create({ ...member, role: 'editor' })
      const [used, left] = [
        await own.staffSignIns.signIn(member, home, nothing),
        await own.staffSignIns.signIn(member, home, nothing),
      ]
      own.clock.advance(59 * minute)
      expect(await own.sessions.staff(used.session)).toMatchObject({ username: 'editor' })
      own.clock.advance(minute)
      expect(await own.sessions.staff(left.session)).toBeNull()
      expect(await own.sessions.staff(used.session)).toMatchObject({ username: 'editor' })
      await own.housekeeping.sweep()
      expect(await own.db.sql.query('select handle from identity_session')).toHaveLength(1)
    } finally {
      await own.close()
    }
  })

  test('a customer session is nobody at the staff door, and the other way round', async () => {
    const { session } = await site.customer(someone())
    await site.staff.create({ username: 'viewer', password: 'Quiet-harbour-27', role: 'viewer' })
    const staff = await site.staffSignIns.signIn(
      { username: 'viewer', password: 'Quiet-harbour-27' },
      home,
      nothing,
    )
    expect(await site.sessions.staff(session)).toBeNull()
    expect(await site.sessions.customer(staff.session)).toBeNull()
  })

  test('"last seen" is written at most once a minute', async () => {
    const { session, userId } = await site.customer(someone())
    const seen = async () => (await site.sessions.list(userId))[0]?.seenAt.getTime()
    const first = await seen()
    site.clock.advance(59_000)
    await site.sessions.customer(session)
    expect(await seen()).toBe(first)
    site.clock.advance(2_000)
    await site.sessions.customer(session)
    expect(await seen()).toBeGreaterThan(first ?? 0)
  })
})

describe('fixation and revival (A-9)', () => {
  test('given a session before login, then the id after login is another and the old one is dead', async () => {
    const email = someone()
    const { session: before } = await site.customer(email)
    const after = await signIn(email, password, { session: before })
    expect(after).not.toBe(before)
    expect(await site.sessions.customer(before)).toBeNull()
    expect(await site.sessions.customer(after)).not.toBeNull()
  })

  test('given a planted id, when its victim logs in with it, then the planted id opens nothing', async () => {
    const email = someone()
    await site.customer(email)
    const planted = 'A'.repeat(43)
    await signIn(email, password, { session: planted })
    expect(await site.sessions.customer(planted)).toBeNull()
  })

  test('given 20 requests while another tab logs out, then the session is never revived (A-9: 100 rounds, 500 under LONG=1)', async () => {
    const email = someone()
    const { userId } = await site.customer(email)
    for (let round = 0; round < (process.env.LONG === '1' ? 500 : 100); round++) {
      const session = await signIn(email)
      site.clock.advance(61_000) // so that each request also writes "last seen"
      const requests = Array.from({ length: 20 }, () => site.sessions.customer(session))
      await Promise.all([...requests.slice(0, 10), site.sessions.end(session), ...requests.slice(10)])
      expect(await site.sessions.customer(session)).toBeNull()
    }
    expect((await site.sessions.list(userId)).length).toBeLessThanOrEqual(1)
  })

  test('a session is revoked by its owner only', async () => {
    const [a, b] = [await site.customer(someone()), await site.customer(someone())]
    const handle = (await site.sessions.list(a.userId))[0]?.handle ?? ''
    expect(await site.sessions.revoke(b.userId, handle)).toBe(false)
    expect(await site.sessions.revoke(a.userId, 'not a uuid')).toBe(false)
    expect(await site.sessions.revoke(a.userId, handle)).toBe(true)
    expect(await site.sessions.customer(a.session)).toBeNull()
    expect(await site.sessions.customer(b.session)).not.toBeNull()
  })
})

describe('password change (A-10)', () => {
  const next = 'Another2password'

  test('then every other session is refused, the own id is rotated, the old password is dead, a mail is queued', async () => {
    const email = someone()
    const { userId, session: own } = await site.customer(email)
    const other = await signIn(email)
    const fresh = await site.changes.change(
      userId,
      { currentPassword: password, newPassword: next },
      home,
      undefined,
    )
    expect(await site.sessions.customer(own)).toBeNull()
    expect(await site.sessions.customer(other)).toBeNull()
    expect(await site.sessions.customer(fresh)).toMatchObject({ userId })
    expect(await refusal(signIn(email))).toBe('INVALID_CREDENTIALS')
    expect(await refusal(signIn(email, next))).toBe('accepted')
    await site.jobs.drain()
    expect(site.mailer.lastTo(email).subject).toBe('Your password was changed')
  })

  test.each([
    ['short1A', 'Password must be at least 8 characters long'],
    ['alllower1', 'Password must contain uppercase, lowercase, and number'],
    ['With space1', 'Password cannot contain spaces'],
    [`Aa1${'x'.repeat(126)}`, 'Password is too long (max 128 characters)'],
    ['', 'All password fields are required'],
  ])('M-368: the sign-up rule holds for %j', async (newPassword, message) => {
    const { userId } = await site.customer(someone())
    await expect(
      site.changes.change(userId, { currentPassword: password, newPassword }, home, undefined),
    ).rejects.toMatchObject({ message, kind: 'invalid' })
  })

  test('a wrong current password counts like a failed sign-in', async () => {
    const email = someone()
    const { userId } = await site.customer(email)
    const attempt = (currentPassword: string) =>
      site.changes.change(userId, { currentPassword, newPassword: next }, home, undefined)
    for (let n = 0; n < 3; n++)
      expect(await refusal(attempt('Wrong1password'))).toBe('INVALID_CURRENT_PASSWORD')
    for (let n = 0; n < 2; n++)
      expect(await refusal(signIn(email, 'Wrong1password'))).toBe('INVALID_CREDENTIALS')
    expect(await refusal(attempt(password))).toBe('TOO_MANY_ATTEMPTS')
  })

  test('given logins with the old password in flight, when it is changed, then none of their sessions outlives it', async () => {
    for (let round = 0; round < 10; round++) {
      const email = someone()
      const { userId } = await site.customer(email)
      const logins = Array.from({ length: 4 }, () => signIn(email).catch(() => null))
      const form = { currentPassword: password, newPassword: next }
      const fresh = await site.changes.change(userId, form, home, undefined)
      const opened = (await Promise.all(logins)).filter((session) => session !== null)
      for (const session of opened) expect(await site.sessions.customer(session)).toBeNull()
      expect(await site.sessions.customer(fresh)).not.toBeNull()
    }
  })

  test('given two changes with the same old password at once, then exactly one is made', async () => {
    const { userId } = await site.customer(someone())
    const answers = await Promise.all(
      ['First1password', 'Second2password'].map((newPassword) =>
        refusal(site.changes.change(userId, { currentPassword: password, newPassword }, home, undefined)),
      ),
    )
    expect(answers.sort()).toEqual(['PASSWORD_CHANGED', 'accepted'])
  })
})

describe('a forgotten password', () => {
  const next = 'Another2password'
  async function link(email: string): Promise<string> {
    await site.resets.forgot(email)
    await site.jobs.drain()
    return /token=([\w.-]+)/.exec(site.mailer.lastTo(email).text)?.[1] ?? ''
  }

  test('the link works once, ends every session, and not after 30 minutes', async () => {
    const email = someone()
    const { session } = await site.customer(email)
    const token = await link(email)
    expect(site.mailer.lastTo(email).text).toContain('https://veralead.test/reset-password?token=')
    expect(await refusal(site.resets.reset(token, next))).toBe('accepted')
    expect(await site.sessions.customer(session)).toBeNull()
    expect(await refusal(signIn(email, next))).toBe('accepted')
    expect(await refusal(site.resets.reset(token, 'Third3password'))).toBe('RESET_LINK_INVALID')

    const late = await link(email)
    site.clock.advance(30 * minute)
    expect(await refusal(site.resets.reset(late, next))).toBe('RESET_LINK_INVALID')
  })

  test('given 20 uses of one link at once, then one is accepted', async () => {
    const email = someone()
    await site.customer(email)
    const token = await link(email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal(site.resets.reset(token, next))),
    )
    expect(answers.filter((code) => code === 'accepted')).toHaveLength(1)
  })

  test('given a changed signature, another id or nonsense, then the link is refused', async () => {
    const email = someone()
    await site.customer(email)
    const token = await link(email)
    const [id = '', mac = ''] = token.split('.')
    for (const forged of [
      `${id}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
      `00000000-0000-4000-8000-000000000000.${mac}`,
      id,
      '',
      'a.b.c',
      "' or 1=1 --.x",
    ])
      expect(await refusal(site.resets.reset(forged, next))).toBe('RESET_LINK_INVALID')
    expect(await refusal(site.resets.reset(token, 'weak'))).toBe('VALIDATION_FAILED')
    expect(await refusal(site.resets.reset(token, next))).toBe('accepted')
  })

  test('a password change by the owner kills a link that is still in the mailbox', async () => {
    const email = someone()
    const { userId } = await site.customer(email)
    const token = await link(email)
    await site.changes.change(userId, { currentPassword: password, newPassword: next }, home, undefined)
    expect(await refusal(site.resets.reset(token, 'Third3password'))).toBe('RESET_LINK_INVALID')
  })

  test('given an unknown address, then the answer is the same and no mail is queued; a known one gets 3 an hour', async () => {
    await site.jobs.drain()
    const before = site.mailer.mails.length
    expect(await refusal(site.resets.forgot('nobody-at-all@example.com'))).toBe('accepted')
    await site.jobs.drain()
    expect(site.mailer.mails).toHaveLength(before)
    const email = someone()
    await site.customer(email)
    await site.jobs.drain()
    const mails = site.mailer.mails.length
    for (let n = 0; n < 6; n++) await site.resets.forgot(email)
    await site.jobs.drain()
    expect(site.mailer.mails).toHaveLength(mails + 3)
  })
})

describe('a person who leaves', () => {
  test('D-4: after the erasure no table of the module knows the person, and the address may register again', async () => {
    const email = someone()
    const { userId, session } = await site.customer(email)
    await site.resets.forgot(email)
    await site.jobs.drain()
    expect(await site.privacy.export(userId)).toMatchObject({
      data: { account: { profile: { id: userId, email } } },
    })

    await site.privacy.erase(userId)
    expect(await site.sessions.customer(session)).toBeNull()
    expect(await site.accounts.get(userId)).toBeNull()
    await site.jobs.drain()
    await site.jobs.drain()
    const tables = await site.db.sql.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of tables) {
      const found = await site.db.sql.query(`select 1 as hit from "${name}" t where t::text like $1`, [
        `%${email}%`,
      ])
      expect(found, name).toHaveLength(0)
    }
    expect(await refusal(site.register(email))).toBe('accepted')
  })
})

describe('the first member of staff', () => {
  test('given development and no account, then one is generated once; given ADMIN_PASSWORD, that one holds', async () => {
    const own = await openIdentity()
    try {
      const admin = { username: 'admin', password: undefined }
      const [first, second] = await Promise.all([
        own.firstAccount.ensure({ env: 'development', admin }),
        own.firstAccount.ensure({ env: 'development', admin }),
      ])
      const generated = first.password ?? second.password ?? ''
      expect([first.password, second.password].filter((each) => each !== undefined)).toHaveLength(1)
      expect(generated.length).toBeGreaterThanOrEqual(16)
      expect(await own.firstAccount.ensure({ env: 'development', admin })).toEqual({
        username: 'admin',
        passwordFile: expect.stringContaining('first-staff'),
        exists: true,
      })
      const login = (secret: string) =>
        own.staffSignIns.signIn({ username: 'admin', password: secret }, home, nothing)
      expect(await refusal(login(generated))).toBe('accepted')
      expect(await own.firstAccount.ensure({ env: 'development', admin })).toEqual({
        username: 'admin',
        exists: true,
      })

      const chosen = { username: 'admin', password: 'Chosen-by-operator-1' }
      await own.firstAccount.ensure({ env: 'production', admin: chosen })
      expect(await refusal(login(generated))).toBe('INVALID_CREDENTIALS')
      expect(await refusal(login('Chosen-by-operator-1'))).toBe('accepted')
    } finally {
      await own.close()
    }
  })

  test('given an ADMIN_PASSWORD that the forms would refuse, then the start names it; one that is in use already stays', async () => {
    const own = await openIdentity()
    try {
      const weak = { username: 'admin', password: 'password' }
      await expect(own.firstAccount.ensure({ env: 'production', admin: weak })).rejects.toThrow(
        'ADMIN_PASSWORD is refused: Password must contain uppercase, lowercase, and number',
      )
      const strong = { username: 'admin', password: 'Quiet-harbour-27' }
      await own.firstAccount.ensure({ env: 'production', admin: strong })
      // As an earlier version accepted it.
      await own.db.sql.query('update identity_staff set password_hash = $1', [
        await own.passwords.hash(weak.password),
      ])
      expect(await own.firstAccount.ensure({ env: 'production', admin: weak })).toMatchObject({
        exists: true,
      })
      expect(await refusal(own.staffSignIns.signIn(weak, home, nothing))).toBe('accepted')
    } finally {
      await own.close()
    }
  })

  test.each([
    ['was made with ADMIN_PASSWORD', 'Quiet-harbour-27'],
    ['was generated', undefined],
  ])(
    'given a first password that %s and was changed since, then no start sets ADMIN_PASSWORD again, and sessions stay',
    async (_how, password) => {
      const own = await openIdentity()
      try {
        await own.firstAccount.ensure({ env: 'development', admin: { username: 'admin', password } })
        await own.db.sql.query('update identity_staff set password_hash = $1', [
          await own.passwords.hash('My-own-choice-1'),
        ])
        const login = (secret: string) =>
          own.staffSignIns.signIn({ username: 'admin', password: secret }, home, nothing)
        const { session } = await login('My-own-choice-1')
        const configured = { username: 'admin', password: 'Quiet-harbour-27' }
        expect(await own.firstAccount.ensure({ env: 'production', admin: configured })).toEqual({
          username: 'admin',
          exists: true,
        })
        expect(await own.sessions.staff(session)).not.toBeNull()
        expect(await refusal(login('Quiet-harbour-27'))).toBe('INVALID_CREDENTIALS')
      } finally {
        await own.close()
      }
    },
  )

  test('given a generated password of an account that was disabled and is a viewer, then ADMIN_PASSWORD replaces the password only', async () => {
    const own = await openIdentity()
    try {
      const admin = { username: 'admin', password: undefined }
      const { password: generated = '' } = await own.firstAccount.ensure({ env: 'development', admin })
      await own.db.sql.query(`update identity_staff set role = 'viewer', disabled_at = now()`)
      const chosen = { username: 'admin', password: 'Chosen-by-operator-1' }
      await Promise.all([1, 2].map(() => own.firstAccount.ensure({ env: 'production', admin: chosen })))
      const rows = await own.db.sql.query<{ role: string; disabled: boolean; hash: string }>(
        'select role, disabled_at is not null as disabled, password_hash as hash from identity_staff',
      )
      expect(rows).toMatchObject([{ role: 'viewer', disabled: true }])
      expect(await own.passwords.verify(rows[0]?.hash ?? '', chosen.password)).toBe(true)
      expect(await own.passwords.verify(rows[0]?.hash ?? '', generated)).toBe(false)
    } finally {
      await own.close()
    }
  })

  test('given production without ADMIN_PASSWORD, then no account is made up', async () => {
    const own = await openIdentity()
    try {
      const admin = { username: 'admin', password: undefined }
      expect(await own.firstAccount.ensure({ env: 'production', admin })).toEqual({
        username: 'admin',
        exists: false,
      })
    } finally {
      await own.close()
    }
  })
})

test('the sweep removes what has expired and keeps what limits are counted from', async () => {
  const email = someone()
  await site.register(email)
  const { session } = await site.customer(someone())
  site.clock.advance(2 * hour)
  await site.housekeeping.sweep()
  const count = async (table: string) =>
    (
      await site.db.sql.query<{ n: number }>(`select count(*)::int as n from ${table} where email = $1`, [
        email,
      ])
    )[0]?.n
  expect(await count('identity_registration')).toBe(0)
  expect(await count('identity_code')).toBe(1)
  expect(await site.sessions.customer(session)).not.toBeNull()
  site.clock.advance(8 * day)
  await site.housekeeping.sweep()
  expect(await count('identity_code')).toBe(0)
  expect(
    await site.db.sql.query(`select 1 as hit from identity_session where kind = 'customer'`),
  ).toHaveLength(0)
})
