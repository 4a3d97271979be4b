import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { rebuildOrders } from '../../src/modules/commerce/orders/rebuild.ts'
import { hookTypes } from '../../src/modules/hooks/domain/events.ts'
import { openShop, type Shop } from '../commerce/support/shop.ts'
import { finish, openCohort } from '../leadership/credentials/finished.ts'
import type { HttpClient } from '../support/http-client.ts'
import { startReceiver } from './receiver.ts'

describe('what the events are told of', () => {
  let shop: Shop
  let owner: HttpClient
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  const endpointId = randomUUID()

  /** Waits until the object has all these, in this order. */
  const hears = (object: string, types: readonly string[]) =>
    expect
      .poll(
        () =>
          receiver.received
            .filter(({ message }) => message.data.id === object)
            .map(({ message }) => message.type),
        { timeout: 15_000 },
      )
      .toEqual(types)
  const listen = (events: readonly string[] = hookTypes) =>
    owner.put(`/api/admin/hooks/${endpointId}`, { url: receiver.url, events })

  beforeAll(async () => {
    shop = await openShop()
    owner = await shop.staff()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await shop?.stop()
    await receiver?.stop()
  })

  it('given no endpoint, then a sale stores nothing for webhooks', async () => {
    await shop.paidOrder()
    expect(await shop.sql.query('select from hooks_delivery')).toEqual([])
    const sql = `select from platform_owed_job where queue like 'hooks%' union all select from pgboss.job where name = 'hooks-deliver'`
    expect(await shop.sql.query(sql)).toEqual([])
    expect((await listen()).status).toBe(200)
  })

  it('given a sale that is refunded, then its order is told of in order; also after the table was made anew', async () => {
    const { orderId } = await shop.paidOrder()
    await hears(orderId, ['order.placed', 'order.paid'])
    await shop.sql.query(`update commerce_order set product_name = 'changed' where id = $1`, [orderId])
    expect((await rebuildOrders(shop.database.adminUrl)).swapped).toBe(true)
    const body = { requestId: randomUUID(), reason: 'asked by the customer' }
    expect((await owner.post(`/api/finance/orders/${orderId}/refunds`, body)).status).toBe(200)
    await hears(orderId, ['order.placed', 'order.paid', 'order.refunded'])
  })

  it('given an order that is left and cancelled, then it is told of', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.stripe.paymentIntents.cancel(body.paymentIntent.id)
    await hears(body.order.id, ['order.placed', 'order.canceled'])
  })

  it('given a seat that is claimed and moved, then both are told of by its id', async () => {
    const [seat, order] = [randomUUID(), randomUUID()]
    const record = (type: string, data: object) =>
      shop.sql.query(`select program_record_seat($1, $2, $3, 'system:test', $4, now())`, [
        seat,
        type,
        JSON.stringify(data),
        order,
      ])
    await record('SeatInvited', { addressDigest: 'x', round: 1 })
    await record('SeatClaimed', { participantId: 'somebody' })
    await record('SeatMoved', { from: null, to: 'c' })
    await hears(seat, ['seat.claimed', 'seat.moved'])
    expect(JSON.stringify(receiver.received)).not.toContain('somebody')
  })

  it('given a certificate that is awarded and withdrawn, then both are told of, with its page', async () => {
    const paid = await shop.paidOrder()
    const cohortId = await openCohort(shop, owner, [paid])
    await finish(shop, cohortId, paid.orderId)
    const answer = await owner.post('/api/admin/credentials', { orderIds: [paid.orderId] })
    const { id } = answer.body.awarded[0]
    await owner.post(`/api/admin/credentials/${id}/withdraw`, { reason: 'A mistake.' })
    await hears(id, ['credential.issued', 'credential.revoked'])
    const told = receiver.received.find(({ message }) => message.data.id === id)!
    expect(await (await fetch(told.message.data.url)).text()).toContain('withdrawn')
    expect((await shop.site.container.get(EventLog).verify()).ok).toBe(true)
  })

  it('given a lead in quarantine, then it is told of when it is released; a lead that is changed, at each change', async () => {
    const lead = { name: 'Ada Lovelace', phone_number: '+44 20 7946 0000', company_name: 'Engines' }
    const form = { ...lead, email: 'ada@hooks.example', additional_message: '', lead_type: 'normal_lead' }
    const client = shop.client()
    await client.post('/api/leads', form)
    await client.post('/api/leads', { ...form, email: 'eve@hooks.example', website: 'spam' })
    const rows = await shop.sql.query<{ id: string; status: string }>('select id, status from leads_lead')
    const id = (status: string) => rows.find((row) => row.status === status)!.id
    const [fresh, held] = [id('new'), id('quarantined')]
    const change = (of: string, body: object) => owner.send('PATCH', `/api/admin/leads/${of}`, { body })
    await change(fresh, { note: { id: randomUUID(), text: 'Called.' } })
    await change(fresh, { status: 'contacted' })
    await change(held, { status: 'new' })
    await hears(fresh, ['lead.created', 'lead.updated', 'lead.updated'])
    await hears(held, ['lead.created'])
    // The mailbox is spam without its release: nothing before.
    expect(JSON.stringify(receiver.received)).not.toMatch(/hooks\.example|Lovelace|Called/)
  })

  it('given a problem that is seen, seen again after a day, and forgotten, then it is opened twice and closed', async () => {
    const seen = (at: string) =>
      shop.sql.query(
        `insert into platform_problem (kind, route, digest, what, count, most, first_seen, last_seen, first_release, last_release)
         values ('error', 'GET /x', 'digest-1', 'Error', 1, 1, $1, $1, '1', '1')
         on conflict (kind, route, digest) do update set last_seen = excluded.last_seen`,
        [at],
      )
    await seen('2033-01-01T00:00:00Z')
    await seen('2033-01-01T01:00:00Z')
    await seen('2033-01-03T01:00:00Z')
    await shop.sql.query(`delete from platform_problem where digest = 'digest-1'`)
    await hears('digest-1', ['problem.opened', 'problem.opened', 'problem.closed'])
  })

  it('given the API document, then its webhooks are the events, each with its moment', async () => {
    const { webhooks } = (await shop.client().get('/api/openapi.json')).body
    expect(Object.keys(webhooks)).toEqual(hookTypes)
    for (const each of Object.values<{ post: { summary: string } }>(webhooks))
      expect(each.post.summary).toMatch(/\.$/)
    const told = new Set(receiver.received.map(({ message }) => message.type))
    expect([...told].toSorted()).toEqual([...hookTypes].toSorted())
    expect(
      Object.keys(webhooks['order.paid'].post.requestBody.content['application/json'].schema.properties),
    ).toEqual(Object.keys(receiver.received[0]!.message))
  })
})
