import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { eventually, startApp } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'
import { accountHolders } from './account-holders.ts'

const app = given(startApp)
const { mailsTo, signUp } = accountHolders(() => app)

/** Every job of the invitations is done. */
const settled = () =>
  eventually(async () => {
    const [row] = await app.site.database.sql.query<{ open: number }>(
      `select (select count(*)::int from platform_job_outbox) + (select count(*)::int from pgboss.job
         where name like 'identity.%' and start_after <= now() and state in ('created', 'retry', 'active')) as open`,
    )
    return row?.open === 0
  })
const mine = async (http: HttpClient) => (await http.get('/api/organizations/mine')).body
const keel = {
  name: 'Keel Ltd',
  addressLine1: '1 Dock Road',
  city: 'Hamburg',
  country: 'Germany',
  taxId: 'DE1',
}

it('given a manager, then they make and change an organization, ask a colleague by mail, and one manager stays', async () => {
  const [anna, berta, carl] = [
    await signUp('anna@keel.example'),
    await signUp('berta@keel.example'),
    await signUp('carl@else.example'),
  ]
  const id = randomUUID()
  const path = `/api/organizations/${id}`
  for (const made of [keel, { ...keel, name: 'Keel SE' }])
    expect((await anna.post('/api/organizations', { id, ...made })).body.organization).toMatchObject(made)
  const unnamed = await anna.post('/api/organizations', { id: randomUUID(), name: ' ' })
  expect(unnamed).toMatchObject({ status: 400, body: { fields: [{ path: 'name' }] } })
  // Nobody else changes it, sees it, or asks people in.
  expect((await carl.post('/api/organizations', { id, ...keel, name: 'Carl' })).status).toBe(404)
  expect((await carl.post(`${path}/managers`, { email: 'carl@else.example' })).status).toBe(404)
  expect(await mine(carl)).toMatchObject({ organizations: [], invitations: [] })

  expect((await anna.post(`${path}/managers`, { email: 'Berta@Keel.example' })).status).toBe(200)
  const [mail] = await eventually(async () => {
    const mails = (await mailsTo('berta@keel.example')).filter(({ subject }) => subject.startsWith('Keel SE'))
    return mails.length > 0 && mails
  })
  expect(mail!.text).toContain('/organization')
  expect((await mine(anna)).organizations[0]).toMatchObject({ invited: ['berta@keel.example'] })
  expect(await mine(berta)).toMatchObject({
    organizations: [],
    invitations: [{ organizationId: id, name: 'Keel SE' }],
  })
  expect((await carl.post(`${path}/invitation`, { accept: true })).status).toBe(404)
  expect((await berta.post(`${path}/invitation`, { accept: true })).status).toBe(200)
  const managers = [{ email: 'anna@keel.example' }, { email: 'berta@keel.example' }]
  expect((await mine(berta)).organizations).toMatchObject([{ id, name: 'Keel SE', managers, invited: [] }])

  // Both take each other off at the same moment: one stays.
  const people = (await mine(anna)).organizations[0].managers
  const off = await Promise.all([
    anna.post(`${path}/managers/remove`, { userId: people[1].userId }),
    berta.post(`${path}/managers/remove`, { userId: people[0].userId }),
  ])
  expect(off.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = [...(await mine(anna)).organizations, ...(await mine(berta)).organizations]
  expect(left).toHaveLength(1)
  expect(left[0].managers).toHaveLength(1)
  const last = left[0].managers[0]
  const stays = last.email === 'anna@keel.example' ? anna : berta
  const refused = await stays.post(`${path}/managers/remove`, { userId: last.userId })
  expect(refused).toMatchObject({ status: 409, body: { code: 'LAST_MANAGER' } })
})

it('given a manager who exports and erases the own data, then it says what they manage, and the organization stays', async () => {
  const dora = await signUp('dora@keel.example')
  const id = randomUUID()
  await dora.post('/api/organizations', { id, ...keel })
  await dora.post(`/api/organizations/${id}/managers`, { email: 'erik@keel.example' })
  const exported = (await dora.get('/api/users/me/export')).text
  expect(exported).toContain('"organizations"')
  expect(exported).toContain(id)
  const erik = await signUp('erik@keel.example')
  const erased = await erik.send('DELETE', '/api/users/me', { body: { password: 'Correct1horse' } })
  expect(erased.status, erased.text).toBe(200)
  await eventually(async () => (await mine(dora)).organizations[0].invited.length === 0)
  expect((await mine(dora)).organizations).toMatchObject([{ id, name: 'Keel Ltd' }])

  // Of whom she has asked there is the number and the date, and not who it is.
  await dora.post(`/api/organizations/${id}/managers`, { email: 'frida@keel.example' })
  const sent = (await dora.get('/api/users/me/export')).text
  expect(sent).toContain('invitationsSent')
  expect(sent).not.toContain('frida@keel.example')
  const known = { id, ...keel, reference: 'CC of Dora', billingEmail: 'dora.billing@keel.example' }
  await dora.post('/api/organizations', known)
  await dora.send('DELETE', '/api/users/me', { body: { password: 'Correct1horse' } })
  await eventually(async () => {
    const { sql } = app.site.database
    const [row] = await sql.query('select * from identity_organization where id = $1', [id])
    const asked = await sql.query(
      'select 1 from identity_organization_invitation where organization_id = $1',
      [id],
    )
    return asked.length === 0 && !/Keel|Dock|DE1|Dora|dora/.test(JSON.stringify(row))
  })
})

it('given invitations, then each lasts 30 days and as long as its sender manages, and no job keeps an address', async () => {
  const [fred, gina, hugo] = [
    await signUp('fred@keel.example'),
    await signUp('gina@keel.example'),
    await signUp('hugo@keel.example'),
  ]
  const id = randomUUID()
  const path = `/api/organizations/${id}`
  await fred.post('/api/organizations', { id, ...keel })
  await fred.post(`${path}/managers`, { email: 'gina@keel.example' })
  await gina.post(`${path}/invitation`, { accept: true })
  await gina.post(`${path}/managers`, { email: 'hugo@keel.example' })
  expect((await mine(hugo)).invitations).toHaveLength(1)
  const jobs = await app.site.database.sql.query('select key from platform_owed_job')
  expect(JSON.stringify(jobs)).not.toContain('keel.example')
  const aged = `update identity_organization_invitation set invited_at = invited_at - interval '31 days'`
  await app.site.database.sql.query(aged)
  expect((await mine(hugo)).invitations).toEqual([])
  expect((await hugo.post(`${path}/invitation`, { accept: true })).status).toBe(404)
  // Asked again it lasts again, until the person who asked no longer manages.
  await gina.post(`${path}/managers`, { email: 'hugo@keel.example' })
  expect((await mine(hugo)).invitations).toHaveLength(1)
  const [{ managers }] = (await mine(fred)).organizations
  const { userId } = managers.find(({ email }: { email: string }) => email === 'gina@keel.example')
  await fred.post(`${path}/managers/remove`, { userId })
  expect((await mine(hugo)).invitations).toEqual([])
  expect((await hugo.post(`${path}/invitation`, { accept: true })).status).toBe(404)
})

it('given managers of many organizations who ask one mailbox again and again, then it gets three mails in a day, and each is answered the same', async () => {
  const attacker = await signUp('attacker@bomb.example')
  const name = 'Your account was suspended, Fraud Department'
  const answers: unknown[] = []
  for (let n = 0; n < 6; n += 1) {
    const id = randomUUID()
    await attacker.post('/api/organizations', { id, ...keel, name })
    for (const email of ['victim@bomb.example', 'Victim+1@bomb.example']) {
      const { status, body } = await attacker.post(`/api/organizations/${id}/managers`, { email })
      answers.push({ status, body })
      await attacker.post(`/api/organizations/${id}/managers/remove`, { email })
      const again = await attacker.post(`/api/organizations/${id}/managers`, { email })
      answers.push({ status: again.status, body: again.body })
    }
  }
  expect(answers).toEqual(Array.from({ length: 24 }, () => ({ status: 200, body: { success: true } })))
  await settled()
  const mails = [...(await mailsTo('victim@bomb.example')), ...(await mailsTo('victim+1@bomb.example'))]
  expect(mails).toHaveLength(3)
  for (const { subject, text } of mails) expect(subject + text).not.toMatch(/suspended|Fraud/)
  await app.advance(86_400_000 + 1_000)
  const id = randomUUID()
  await attacker.post('/api/organizations', { id, ...keel })
  await attacker.post(`/api/organizations/${id}/managers`, { email: 'victim@bomb.example' })
  await settled()
  expect(await mailsTo('victim@bomb.example')).toHaveLength(
    mails.filter(({ to }) => to === 'victim@bomb.example').length + 1,
  )
})

it('given an account that asks 30 people to manage, then 20 of them get a mail that day', async () => {
  const attacker = await signUp('spreader@bomb.example')
  for (let n = 0; n < 30; n += 1) {
    const id = randomUUID()
    await attacker.post('/api/organizations', { id, ...keel })
    await attacker.post(`/api/organizations/${id}/managers`, { email: `reader-${n}@spread.example` })
  }
  await settled()
  const all = (await app.client().get('/api/dev/mail')).body.mails
  expect(all.filter(({ to }: { to: string }) => to.endsWith('@spread.example'))).toHaveLength(20)
})
