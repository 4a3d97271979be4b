import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../commerce/support/shop.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { finish, openCohort, type Paid } from './finished.ts'

let shop: Shop
let owner: HttpClient
let cohortId: string
let [ada, grace, mary]: Paid[] = []

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.staff()
  const orders = await Promise.all([shop.paidOrder(), shop.paidOrder(), shop.paidOrder()])
  ;[ada, grace, mary] = orders
  cohortId = await openCohort(shop, owner, orders)
  await finish(shop, cohortId, ada!.orderId)
  await finish(shop, cohortId, grace!.orderId)
  await finish(shop, cohortId, mary!.orderId, 9)
})
afterAll(() => shop?.stop())

const proposed = async () => (await owner.get(`/api/admin/cohorts/${cohortId}/credentials`)).body
const own = async ({ buyer, orderId }: Paid) =>
  (await buyer.http.get(`/api/program/${orderId}/certificate`)).body
const page = (id: string, accept = 'text/html') =>
  fetch(`${shop.url}/credentials/${id}`, { headers: { accept } })

it('given three participants, then who has met the rule is proposed, and awarded once with the name that they chose', async () => {
  const before = await proposed()
  expect(before.canSign).toBe(true)
  expect(before.participants.map(({ ready }: { ready: boolean }) => ready)).toEqual([true, true, false])
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
  expect(credential.address).toBe(`${shop.url}/credentials/${credential.id}`)
  expect((await choose({ name: 'Somebody Else' })).body.code).toBe('CREDENTIAL_AWARDED')
  const shown = await page(credential.id)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('Ada King, Countess of Lovelace')
})

it('given its address, then the credential comes in both forms by Accept, the same bytes every time, and in a bundle', async () => {
  const { id } = (await own(ada!)).credential
  const json = await (await page(id, 'application/vc+ld+json')).text()
  const credential = JSON.parse(json)
  expect(credential).toMatchObject({
    id: `${shop.url}/credentials/${id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    proof: { cryptosuite: 'eddsa-rdfc-2022' },
    credentialSubject: { result: [{ value: '10' }, { value: '1' }, { value: '2' }] },
  })
  for (const accept of ['application/json', 'application/ld+json', 'application/vc'])
    expect(await (await page(id, accept)).text()).toBe(json)
  expect(await (await page(id, 'application/vc+jwt')).text()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  const bundle = JSON.parse(await (await fetch(`${shop.url}/credentials/${id}/bundle.json`)).text())
  expect(bundle.credential).toEqual(credential)
  const did = JSON.parse(await (await fetch(`${shop.url}/.well-known/did.json`)).text())
  expect(bundle.didDocument).toEqual(did)
  expect(did.id).toBe(credential.issuer.id)
  expect(
    bundle.statusLists.map(
      (list: { credentialSubject: { statusPurpose: string } }) => list.credentialSubject.statusPurpose,
    ),
  ).toEqual(['revocation', 'suspension'])
  expect((await page('nobody')).status).toBe(404)
  expect((await page('nobody', 'application/json')).status).toBe(404)
})
