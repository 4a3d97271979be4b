import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { CommerceCommands } from '../../../src/modules/commerce/commands.ts'
import { lastDay } from '../../../src/modules/leadership/cohorts/domain/cohort-plan.ts'
import { DocumentCheck } from '../../../src/modules/leadership/credentials/check-document.ts'
import { CredentialKeys } from '../../../src/modules/leadership/credentials/credential-keys.ts'
import { CredentialRegister } from '../../../src/modules/leadership/credentials/credential-register.ts'
import { Credentials } from '../../../src/modules/leadership/credentials/credentials.ts'
import { didDocumentOf } from '../../../src/modules/leadership/credentials/did.ts'
import { EarnedCredentials } from '../../../src/modules/leadership/credentials/earned-credentials.ts'
import { OrderStandings } from '../../../src/modules/leadership/index.ts'
import { openShop } from '../../commerce/support/shop.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { plan } from '../cohorts/program-log.ts'
import { finish, openCohort, type Paid } from './finished.ts'
import { faultsOf } from './open-badge-form.ts'
import { holds, isSet } from './stranger.ts'

const shop = given(openShop)
let owner: HttpClient
let cohortId: string
let [ada, grace, mary]: Paid[] = []
let adasId: string

beforeAll(async () => {
  owner = await shop.staff()
  const orders = await Promise.all([shop.paidOrder(), shop.paidOrder(), shop.paidOrder()])
  ;[ada, grace, mary] = orders
  cohortId = await openCohort(shop, owner, orders)
  await finish(shop, cohortId, ada!.orderId)
  await finish(shop, cohortId, grace!.orderId)
  await finish(shop, cohortId, mary!.orderId, 9)
})

/** A statement as the owner of the tables. */
async function asOwner(text: string, values: unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: shop.database.adminUrl })
  await client.connect()
  await client.query(text, values).finally(() => client.end())
}

const proposed = async () => (await owner.get(`/api/admin/cohorts/${cohortId}/credentials`)).body
const own = async ({ buyer, orderId }: Paid) =>
  (await buyer.http.get(`/api/program/${orderId}/certificate`)).body
const page = (id: string, accept = 'text/html') =>
  fetch(`${shop.url}/credentials/${id}`, { headers: { accept } })

it('given three participants, then who has met the rule is proposed, and awarded once with the name that they chose', async () => {
  const before = await proposed()
  expect(before.canSign).toBe(true)
  expect(before.participants.map(({ ready }: { ready: boolean }) => ready)).toEqual([true, true, false])
  const begin = async (daysAgo: number) => {
    const startsOn = new Date(shop.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    expect((await owner.put(`/api/admin/cohorts/${cohortId}/plan`, plan(startsOn))).status).toBe(200)
    return lastDay(startsOn)
  }
  const notBefore = await begin(80)
  for (const each of (await proposed()).participants) expect(each).toMatchObject({ ready: false, notBefore })
  const early = await owner.post('/api/admin/credentials', { orderIds: [ada!.orderId] })
  expect(early.body).toMatchObject({ awarded: [], refused: [{ code: 'NOT_EARNED' }] })
  await begin(100)
  expect((await own(mary!)).missing).toEqual({ assignments: 1, finalAccount: false, coaching: [] })

  const choose = (body: object) => ada!.buyer.http.put(`/api/program/${ada!.orderId}/certificate`, body)
  expect((await choose({ name: 'Ada <b>King</b>' })).status).toBe(400)
  expect((await choose({ name: 'Ada King, Countess of Lovelace' })).status).toBe(200)

  const orderIds = [ada!, grace!, mary!].map(({ orderId }) => orderId)
  const [first, second] = await Promise.all([
    owner.post('/api/admin/credentials', { orderIds }),
    owner.post('/api/admin/credentials', { orderIds }),
  ])
  expect(first).toMatchObject({
    status: 200,
    body: { refused: [{ orderId: mary!.orderId, code: 'NOT_EARNED' }] },
  })
  const ids = (answer: typeof first) => answer!.body.awarded.map(({ id }: { id: string }) => id).sort()
  expect(ids(first)).toEqual(ids(second))
  expect(new Set(ids(first)).size).toBe(2)

  const { credential, name } = await own(ada!)
  expect(name).toBe('Ada King, Countess of Lovelace')
  expect(credential).toMatchObject({ state: 'valid', cause: null, renewable: false })
  expect(credential.id).toMatch(/^[\w-]{22}$/)
  adasId = credential.id
  expect(credential.address).toBe(`${shop.url}/credentials/${credential.id}`)
  expect((await choose({ name: 'Somebody Else' })).body.code).toBe('CREDENTIAL_AWARDED')
  const mails = async (): Promise<{ subject: string; text: string }[]> =>
    (await owner.get(`/api/dev/mail?to=${ada!.buyer.email}`)).body.mails
  const told = async () => (await mails()).filter(({ subject }) => subject === 'Your certificate')
  await eventually(async () => (await told()).length > 0)
  expect(await told()).toHaveLength(1)
  expect((await told())[0]!.text).toContain(`See your certificate:\n${credential.address}\n`)
  expect((await told())[0]!.text).toContain('Issued to: Ada King, Countess of Lovelace')
  const shown = await page(credential.id)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('Ada King, Countess of Lovelace')
})

it('given its address, then the credential comes by Accept, the same bytes every time, and in a bundle', async () => {
  const { id } = (await own(ada!)).credential
  const json = await (await page(id, 'application/vc+ld+json')).text()
  const credential = JSON.parse(json)
  expect(credential).toMatchObject({
    id: `${shop.url}/credentials/${id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    proof: [{ cryptosuite: 'eddsa-rdfc-2022' }],
    credentialSubject: { result: [{ value: '10' }, { value: '1' }, { value: '2' }] },
  })
  for (const accept of ['application/json', 'application/ld+json', 'application/vc'])
    expect(await (await page(id, accept)).text()).toBe(json)
  for (const accept of [
    'application/vc+ld+json;profile="https://example.org/v;2"',
    'application/vc; q=0.9; profile=x, text/html; q=0.1',
  ])
    expect(await (await page(id, accept)).text()).toBe(json)
  const bundle = JSON.parse(await (await fetch(`${shop.url}/credentials/${id}/bundle.json`)).text())
  expect(bundle.credential).toEqual(credential)
  const did = JSON.parse(await (await fetch(`${shop.url}/.well-known/did.json`)).text())
  expect(bundle.didDocument).toEqual(did)
  expect(did.id).toBe(credential.issuer.id)
  expect(faultsOf(credential)).toEqual([])
  expect(bundle.statusLists).toMatchObject([{ credentialSubject: { statusPurpose: 'revocation' } }])
  const list = await fetch(`${shop.url}/credentials/status/1`)
  expect(list.headers.get('content-type')).toContain('application/vc+ld+json')
  expect(list.headers.get('cache-control')).toBe('public, max-age=30')
  expect((await fetch(`${shop.url}/credentials/status/2`)).status).toBe(404)
  expect((await page('nobody')).status).toBe(404)
  expect((await page('nobody', 'application/json')).status).toBe(404)
})

type Read = Record<string, unknown>
const bundleOf = async (id: string) =>
  JSON.parse(await (await fetch(`${shop.url}/credentials/${id}/bundle.json`)).text())
/** What a stranger finds in the bundle: whether the bit of its list is set, which a suspension sets too. */
const isRevoked = async (id: string, kept?: Read): Promise<boolean> => {
  const { credential, didDocument, statusLists } = await bundleOf(id)
  expect(await holds(kept ?? credential, didDocument)).toBe(true)
  return isSet(kept ?? credential, statusLists[0], didDocument)
}
const stateOf = async (who: Paid) => (await own(who)).credential
const becomes = (who: Paid, state: string) => eventually(async () => (await stateOf(who)).state === state, 30)
const act = (id: string, what: string, body: object = {}) =>
  owner.post(`/api/admin/credentials/${id}/${what}`, body)

it('given a dispute, then the credential is suspended while it is open and valid again once it is won; staff suspends beside it', async () => {
  const { id } = await stateOf(grace!)
  const dispute = (await shop.lab(`/lab/objects/${grace!.intentId}/dispute`)) as { id: string }
  await becomes(grace!, 'suspended')
  expect((await stateOf(grace!)).cause).toBe('dispute')
  expect(await isRevoked(id)).toBe(true)
  expect(await (await page(id)).text()).toMatch(/suspended/i)
  const standings = shop.site.container.get(OrderStandings)
  const standing = async () => (await standings.of([grace!.orderId])).get(grace!.orderId)
  const name = 'Ada Lovelace'
  await act(id, 'withdraw', { reason: 'By mistake.' })
  await shop.lab(`/lab/objects/${dispute.id}/win`)
  await eventually(async () => (await standing()) === 'good', 30)
  expect((await act(id, 'reissue', { name })).body.credential).toMatchObject({ state: 'valid', cause: null })
  expect(await isRevoked(id)).toBe(false)
  // Disputed when it is asked for, and won after.
  const real = standings.of.bind(standings)
  standings.of = async () => new Map([[grace!.orderId, 'disputed']])
  const meanwhile = await act(id, 'reissue', { name })
  standings.of = real
  expect(meanwhile.body.credential).toMatchObject({ state: 'suspended', cause: 'dispute' })
  const data = { orderId: grace!.orderId }
  await shop.site.jobs.enqueue(shop.sql, { queue: 'program.follow-payment', data })
  await becomes(grace!, 'valid')

  expect((await act(id, 'suspend', { reason: '' })).status).toBe(400)
  await asOwner('create table kept_keys as select * from program_credential_key')
  await asOwner('delete from program_credential_key')
  const suspended = await act(id, 'suspend', { reason: 'We look into a complaint.' })
  expect(suspended.body.credential).toMatchObject({ state: 'suspended', cause: 'person' })
  expect(await (await page(id)).text()).toContain('We look into a complaint.')
  expect(await shop.sql.query('select id from program_credential_key')).toEqual([])
  await asOwner('insert into program_credential_key select * from kept_keys')
  const twice = await act(id, 'suspend', { reason: 'Other words.' })
  expect(twice).toMatchObject({ status: 409, body: { code: 'CREDENTIAL_SUSPENDED' } })
  const again = await act(id, 'reissue', { name })
  expect(again.body.credential).toMatchObject({ state: 'suspended', reason: 'We look into a complaint.' })
  expect((await act(id, 'resume')).body.credential).toMatchObject({ state: 'valid', reason: '' })
})

it('given another name, then the credential is issued again, and copies from before are revoked for everybody', async () => {
  const { id } = await stateOf(ada!)
  const before = (await bundleOf(id)).credential
  expect((await act(id, 'reissue', { name: 'Ada Lovelace' })).body.credential.name).toBe('Ada Lovelace')
  expect(await isRevoked(id, before)).toBe(true)
  expect(await isRevoked(id)).toBe(false)
  const check = shop.site.container.get(DocumentCheck)
  const now = await (await page(id, 'application/json')).text()
  expect(await check.check(now)).toMatchObject({ verdict: 'valid', about: { name: 'Ada Lovelace' } })
  expect(await check.check(JSON.stringify(before))).toMatchObject({ verdict: 'replaced' })
  expect(await check.check(JSON.stringify(await bundleOf(id)))).toMatchObject({ verdict: 'valid' })
  expect(await check.check(now.replace('Ada Lovelace', 'Eve Lovelace'))).toMatchObject({ verdict: 'changed' })
  const listed = (await shop.site.container.get(CredentialRegister).find(id))!
  const { done, startsOn, endsOn } = listed.document!
  const { validFrom, validUntil } = JSON.parse(now)
  const { statusIndex } = listed
  const same = { id, name: 'Ada Lovelace', validFrom, validUntil, startsOn, endsOn, done, statusIndex }
  const signedHere = async (other: object) =>
    check.check((await shop.site.container.get(Credentials).sign({ ...same, ...other })).texts.document)
  expect((await signedHere({})).verdict).toBe('valid')
  for (const other of [
    { name: 'Eve Forger' },
    { name: 'Eve Forger', validUntil: '2020-01-01T00:00:00Z' },
    { validUntil: '2099-12-31T23:59:59Z' },
    { validFrom: '2020-01-01T00:00:00Z' },
    { done: { ...done, assignmentsAccepted: 12 } },
    { id: 'A'.repeat(22), validUntil: '2020-01-01T00:00:00Z' },
  ])
    expect(await signedHere(other), JSON.stringify(other)).toMatchObject({ verdict: 'changed' })
  expect((await check.check('{"issuer":"did:web:example.com"}')).verdict).toBe('foreign')
  expect((await check.check('not json')).verdict).toBe('unreadable')
})

/** The clock of the site goes on; people who were signed in are signed in again. */
const passDays = async (days: number) => {
  shop.clock.advance(days * 86_400_000)
  owner = await shop.staff()
  for (const { buyer } of [ada!, grace!]) buyer.http.setCookie('session', await shop.sessionOf(buyer))
}

it('given two years, then the holder is reminded, asks, and a coach renews; without it the credential expires', async () => {
  const { id, validUntil } = await stateOf(ada!)
  expect((await act(id, 'renew')).body.code).toBe('RENEWAL_TOO_EARLY')
  await passDays((Date.parse(validUntil) - shop.clock.now().getTime()) / 86_400_000 - 59)
  const ask = () => ada!.buyer.http.post(`/api/program/${ada!.orderId}/certificate/renewal`, {})
  expect((await ask()).status).toBe(200)
  expect((await stateOf(ada!)).renewalAskedAt).not.toBeNull()
  const listed = async () => (await owner.get('/api/admin/credentials')).body
  expect(await listed()).toMatchObject({ asked: 1, credentials: [{ id }, { renewalAskedAt: null }] })
  await shop.site.jobs.enqueue(shop.sql, { queue: 'program.credential-ends', data: {} })
  const mailed = await eventually(async () => {
    const { body } = await shop.client().get(`/api/dev/mail?to=${ada!.buyer.email}`)
    return body.mails.find(({ subject }: { subject: string }) => subject.includes('certificate is valid'))
  }, 30)
  expect(mailed.subject).toMatch(/^Your certificate is valid until \w+day, /)
  expect(mailed.text).toContain('You have asked to renew it')
  const copy = await (await page(id, 'application/json')).text()
  const renewed = (await act(id, 'renew')).body.credential
  expect((await shop.site.container.get(DocumentCheck).check(copy)).verdict).toBe('valid')
  expect(renewed).toMatchObject({ id, state: 'valid', renewalAskedAt: null, renewable: false })
  expect(await listed()).toMatchObject({ asked: 0 })
  expect(Number(renewed.validUntil.slice(0, 4))).toBe(Number(validUntil.slice(0, 4)) + 2)

  await passDays(60)
  expect((await stateOf(ada!)).state).toBe('valid')
  expect(await stateOf(grace!)).toMatchObject({ state: 'expired', renewable: true })
  expect(await isRevoked(id)).toBe(false)
  const check = shop.site.container.get(DocumentCheck)
  const old = await (await page((await stateOf(grace!)).id, 'application/json')).text()
  expect((await check.check(old)).verdict).toBe('expired')
})

it('given a full refund, then the credential is withdrawn everywhere; an erased person leaves an address that is gone', async () => {
  const { id } = await stateOf(ada!)
  const refund = await owner.post(`/api/finance/orders/${ada!.orderId}/refunds`, { reason: 'asked for it' })
  expect(refund.status, refund.text).toBe(200)
  await eventually(() => isRevoked(id), 30)
  expect(await (await page(id)).text()).toContain('It was withdrawn')
  expect((await act(id, 'reissue', { name: 'Grace' })).body.code).toBe('ORDER_NOT_PAID')

  const mine = await stateOf(grace!)
  const personal = shop.site.container.getAll(PersonalData).find(({ name }) => name === 'credentials')!
  const person = { userId: grace!.buyer.id, email: grace!.buyer.email }
  expect(JSON.stringify(await personal.export(person))).toContain('Ada Lovelace')
  for (let times = 0; times < 2; times += 1) await personal.erase(person)
  for (const accept of ['text/html', 'application/json']) {
    const gone = await page(mine.id, accept)
    expect(gone.status).toBe(410)
    expect(await gone.text()).not.toContain('Lovelace')
  }
  expect((await fetch(`${shop.url}/credentials/${mine.id}/bundle.json`)).status).toBe(410)
  expect(await stateOf(grace!)).toMatchObject({ state: 'erased', name: null })
  const kept = await shop.sql.query<{ text: string }>(
    `select data::text as text from es.events where stream_id like 'credential-%'`,
  )
  expect(JSON.stringify(kept)).not.toContain('Lovelace')
})

it('given a cohort of many, then its credentials are awarded within seconds, and the check of the log finds each that is changed', async () => {
  const count = process.env.LONG === '1' ? 200 : 20
  const { container } = shop.site
  const [known] = await container.get(EarnedCredentials).ofOrders([mary!.orderId])
  const missing = { assignments: 0, finalAccount: false, coaching: [] }
  const many = Array.from({ length: count }, () => ({ ...known!, orderId: randomUUID(), missing }))
  const started = performance.now()
  const { awarded } = await container.get(Credentials).awardAll(many, { actor: 'system:test' })
  console.log(`${count} credentials awarded in ${Math.round(performance.now() - started)} ms`)
  expect(new Set(awarded.map(({ id }) => id)).size).toBe(count)

  const credentialsOf = async () =>
    (await container.get(CommerceCommands).verify(undefined, () => undefined)).verdict.credentials
  // Somebody whose account was erased while the document was signed.
  const erased = { ...many[0]!, orderId: randomUUID(), buyerId: randomUUID() }
  const { id: gone } = await container.get(Credentials).award(erased, { actor: 'system:test' })
  await eventually(async () => (await page(gone)).status === 410, 30)
  expect(await credentialsOf()).toMatchObject({ count: 0, checked: count + 3 })
  const [one, two, three] = awarded.map(({ id }) => id)
  await shop.sql.query(`update program_credential set held = true where id = $1`, [one])
  const forged = `update program_credential_document set document = replace(document, 'Lovelace', 'Forger') where credential_id = $1`
  await shop.sql.query(forged, [two])
  await shop.sql.query(`delete from program_credential where id = $1`, [three])
  const { faults } = await credentialsOf()
  for (const id of [one, two, three]) expect(faults.filter((fault) => fault.includes(id!))).not.toEqual([])
  // The deleted one is missing in the list, and in the rows that the log derives.
  expect(faults.length).toBe(5)
})

it('given another key, then the one before stays public and what it signed holds; without a key nothing is signed', async () => {
  const { container } = shop.site
  const config = container.get(Config)
  const [before] = await container.get(CredentialKeys).known()
  const jwk = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const given = (...keys: object[]) => ({ ...config, credentialKeys: JSON.stringify(keys) }) as Config
  const next = new CredentialKeys(given(jwk(), jwk()), container.get(Database))
  const known = await next.known()
  expect(known).toEqual([before, (await next.signing()).id])
  const { credential } = await bundleOf(adasId)
  expect(await holds(credential, didDocumentOf(credential.issuer.id, known))).toBe(true)

  const production = { ...config, env: 'production', credentialKeys: undefined } as Config
  const none = new CredentialKeys(production, container.get(Database))
  expect(await none.canSign()).toBe(false)
  await expect(none.signing()).rejects.toMatchObject({ code: 'NO_CREDENTIAL_KEY' })
  expect(await none.known()).toEqual([before])

  for (const taken of [
    'update program_credential_key set compromised_at = null',
    'delete from program_credential_key',
  ])
    await expect(shop.sql.query(taken)).rejects.toThrow('permission denied')
  await asOwner('update program_credential_key set compromised_at = now() where id = $1', [before])
  await asOwner(
    'insert into program_credential_key (id, first_used_at, compromised_at) values ($1, now(), now())',
    ['z6MkNeverUsed'],
  )
  expect(await next.known()).toEqual([(await next.signing()).id])
  const leaked = container.get(CredentialKeys)
  expect(await leaked.known()).toEqual([])
  expect(await leaked.canSign()).toBe(false)
  await expect(leaked.signing()).rejects.toMatchObject({ code: 'NO_CREDENTIAL_KEY' })
  const { verdict, steps } = await container.get(DocumentCheck).check(JSON.stringify(credential))
  expect(verdict).toBe('changed')
  expect(steps.at(-1)!.message).toContain('a key that is no longer trusted')
})
