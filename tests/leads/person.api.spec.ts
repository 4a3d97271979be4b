import { describe, expect, it } from 'vitest'
import { openShop } from '../commerce/support/shop.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'

const lead = (email: string, leadType: string) => ({
  name: 'Ada Lovelace',
  phone_number: '+44 20 7946 0000',
  company_name: 'Analytical Engines Ltd.',
  email,
  lead_type: leadType,
})

describe('who is behind a lead (L6, L9)', () => {
  const shop = given(openShop)

  it('given two leads of one person who later buys, then each lead shows the other, the account and the order', async () => {
    const buyer = await shop.buyer()
    const { email } = buyer
    await shop.client().post('/api/leads', lead(email.toUpperCase(), 'whitepaper_download'))
    await shop.client().post('/api/leads', lead(email, 'normal_lead'))
    await shop.client().post('/api/leads', lead('somebody@else.example', 'normal_lead'))
    const started = await shop.checkout(buyer)
    await shop.pay(started.body.paymentIntent.clientSecret)

    const staff = await shop.staff()
    const { leads } = (await staff.get(`/api/admin/leads?search=${email}`)).body
    expect(leads.map(({ leadType }: { leadType: string }) => leadType)).toEqual([
      'normal_lead',
      'whitepaper_download',
    ])
    const person = await eventually(async () => {
      const { body } = await staff.get(`/api/admin/leads/${leads[0].id}/person`)
      return body.orders[0]?.status === 'completed' ? body : null
    })
    expect(person).toMatchObject({
      leads: [{ id: leads[1].id, leadType: 'whitepaper_download', status: 'new' }],
      orders: [{ id: started.body.order.id, totalMinor: 250_000, currency: 'usd' }],
    })
    expect(Date.parse(person.customerSince)).not.toBeNaN()
  })

  it('given somebody without an account, then their lead shows neither account nor order', async () => {
    const staff = await shop.staff()
    const { leads } = (await staff.get('/api/admin/leads?search=somebody@else.example')).body
    const { body } = await staff.get(`/api/admin/leads/${leads[0].id}/person`)
    expect(body).toMatchObject({ leads: [], customerSince: null, orders: [] })
    expect((await shop.client().get(`/api/admin/leads/${leads[0].id}/person`)).status).toBe(401)
  })
})
