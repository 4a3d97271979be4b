import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { type Buyer, openShop, productId } from '../support/shop.ts'

const shop = given(openShop)
let buyer: Buyer
let token: string
beforeEach(async () => {
  buyer = await shop.buyer()
  const id = randomUUID()
  await buyer.http.post('/api/organizations', { id, name: 'Keel Ltd', addressLine1: '1 Main Street' })
  const asked = await buyer.http.post('/api/quotes', {
    ...{ id: randomUUID(), organizationId: id, productId, seats: 6 },
  })
  expect(asked.status, asked.text).toBe(200)
  token = asked.body.token
})

const quote = async () => (await shop.client().get(`/api/quotes/${token}`)).body.quote
const forward = (email: string, further: object = {}) =>
  shop.client().post(`/api/quotes/${token}/forward`, { name: 'Ada Lovelace', email, ...further })
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> =>
  (await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(email)}`)).body.mails

test('given a quote that is forwarded, then the signer gets its link, finds the number that was typed, and the page says who forwarded and who accepted', async () => {
  const signer = `signer-${randomUUID()}@example.com`
  expect(await quote()).toMatchObject({ forwarded: null, accepted: null, reference: null })
  const refused = await forward('nobody', { reference: 'PO-4711' })
  expect(refused.body.fields).toMatchObject([{ path: 'email' }])
  const answer = await forward(signer, { reference: 'PO-4711' })
  expect(answer.status, answer.text).toBe(200)
  const [mail] = await eventually(async () => {
    const mails = await mailsTo(signer)
    return mails.length > 0 && mails
  })
  expect(mail?.subject).toMatch(/^Quote Q-\d{6} needs your approval: 6 seats, \$[\d,.]+$/)
  expect(mail?.text).toContain('Ada Lovelace asks you to accept this quote.')
  expect(mail?.text).toContain(`${shop.url}/quotes/${token}`)
  expect(await quote()).toMatchObject({
    ...{ status: 'open', reference: 'PO-4711', accepted: null },
    forwarded: { by: 'Ada Lovelace' },
  })
  // Forwarded again without a number: that of before stays.
  expect((await forward(signer)).status).toBe(200)
  const accepting = { name: 'Mary Somerville', reference: 'PO-4711' }
  const accepted = await shop.client().post(`/api/quotes/${token}/accept`, accepting)
  expect(accepted.status, accepted.text).toBe(200)
  expect(await quote()).toMatchObject({
    ...{ status: 'accepted', reference: 'PO-4711' },
    ...{ forwarded: { by: 'Ada Lovelace' }, accepted: { by: 'Mary Somerville' } },
  })
  expect((await forward(signer)).body.code).toBe('QUOTE_EXPIRED')
  const data = await Promise.all(
    shop.site.container
      .getAll(PersonalData)
      .map((each) =>
        each.export({ userId: buyer.id, email: buyer.email } as Parameters<typeof each.export>[0]),
      ),
  )
  expect(JSON.stringify(data)).toContain('"forwardedBy":"Ada Lovelace"')
})

test('given many presses and a name that poses as a notice, then a mailbox gets three mails a day at most, a quote sends five, and the name is left out', async () => {
  const signer = `many-${randomUUID()}@example.com`
  const statuses: number[] = []
  for (let press = 0; press < 6; press += 1)
    statuses.push((await forward(signer, { name: 'Your account was suspended' })).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  await eventually(async () => (await mailsTo(signer)).length >= 3)
  const mails = await mailsTo(signer)
  expect(mails).toHaveLength(3)
  for (const { text } of mails) expect(text).not.toContain('suspended')
})
