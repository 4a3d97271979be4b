import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { verifyOrders } from '../../../../src/modules/commerce/finance/verification/verify-orders.ts'
import type { OrganizationSeat } from '../../../../src/modules/leadership/cohorts/seats/contract.ts'
import { Places } from '../../../../src/modules/leadership/index.ts'
import { type Buyer, openShop, productId } from '../../../commerce/support/shop.ts'
import { eventually } from '../../../support/app.ts'
import { given } from '../../../support/given.ts'
import { plan } from '../program-log.ts'

const shop = given(openShop)
const owner = given(() => shop.staff())

async function opened(startsOn = '2033-03-01', capacity = 10): Promise<string> {
  const id = randomUUID()
  const answer = await owner.post('/api/admin/cohorts', { id, ...plan(startsOn), capacity })
  expect(answer.status, answer.text).toBe(200)
  return id
}

interface Company {
  manager: Buyer
  id: string
  orderId: string
  path: string
}

/** An organization with a paid order of so many seats. */
async function company(quantity: number, cohortId: string | null): Promise<Company> {
  const { buyer: manager, orderId } = await shop.paidOrder()
  const id = randomUUID()
  await manager.http.post('/api/organizations', { id, name: 'Keel Ltd' })
  const places = shop.site.container.get(Places)
  const order = { id: orderId, organizationId: id }
  await runWrites(shop.sql, await places.holdSeats(order, [{ line: 1, cohortId, quantity }], null))
  const { version } = await shop.orders.load(orderId)
  await runWrites(shop.sql, places.follow(orderId, 'paid', version).writes)
  return { manager, id, orderId, path: `/api/organizations/${id}/seats` }
}

const seatsOf = async ({ manager, path }: Company): Promise<OrganizationSeat[]> => {
  const answer = await manager.http.get(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.seats
}
const invite = ({ manager, path, orderId }: Company, ...emails: string[]) =>
  manager.http.post(`${path}/invite`, { orderId, emails })
const seatOf = async (of: Company, email: string): Promise<OrganizationSeat> =>
  (await seatsOf(of)).find((seat) => seat.email === email)!
const tokenOf = (seat: OrganizationSeat): string => new URL(seat.link!.url).search.slice(1)
const claim = (who: Buyer, token: string) => who.http.post('/api/seats/claim', { token })
const programOf = async (who: Buyer) => (await who.http.get('/api/program')).body.participations
const mailsTo = async (email: string, subject: RegExp) =>
  (await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(email)}`)).body.mails.filter(
    (mail: { subject: string }) => subject.test(mail.subject),
  )

it('given people who are invited, then a link that is opened, by anybody and any method, claims nothing; its person claims by a press, once', async () => {
  const cohortId = await opened()
  const keel = await company(4, cohortId)
  const [anna, other] = [await shop.buyer(), await shop.buyer()]
  const invited = await invite(keel, anna.email.toUpperCase(), 'Someone@Keel.example', anna.email)
  expect(invited.body).toMatchObject({ invited: [anna.email, 'someone@keel.example'], already: [] })
  expect((await invite(keel, anna.email)).body).toMatchObject({ invited: [], already: [anna.email] })
  const [mail] = await eventually(async () => {
    const mails = await mailsTo(anna.email, /^Keel Ltd invites you/)
    return mails.length > 0 && mails
  })
  const seats = await seatsOf(keel)
  expect(seats.map(({ number, state }) => [number, state])).toEqual([
    [1, 'invited'],
    [2, 'invited'],
    [3, 'open'],
    [4, 'open'],
  ])
  const seat = await seatOf(keel, anna.email)
  expect(mail.text).toContain(seat.link!.url)
  const told = mail.text.replace(/\s+/g, ' ')
  expect(told).toContain('Your cohort starts: Tuesday, March 1, 2033')
  expect(told).toContain('First live lab: Tuesday, March 1, 2033, 12:00 PM, New York time')
  expect(told).toContain('Every week: Tuesdays 12:00 PM, New York time')
  // What scanners do with every link of a mail.
  for (const { link } of seats.filter((each) => each.link !== null)) {
    for (const method of ['GET', 'HEAD']) await shop.client().send(method, link!.url.slice(shop.url.length))
    await shop.client().post('/api/seats/invitation', { token: new URL(link!.url).search.slice(1) })
  }
  expect((await seatsOf(keel)).filter(({ state }) => state === 'claimed')).toEqual([])

  const token = tokenOf(seat)
  const look = await shop.client().post('/api/seats/invitation', { token })
  expect(look.body.invitation).toMatchObject({
    ...{
      organization: 'Keel Ltd',
      email: anna.email,
      state: 'invited',
      isMine: false,
      startsOn: '2033-03-01',
    },
  })
  expect((await shop.client().post('/api/seats/claim', { token })).status).toBe(401)
  expect(await claim(other, token)).toMatchObject({ status: 403, body: { code: 'SEAT_FOR_OTHER_ADDRESS' } })
  expect((await claim(anna, token.replace(/signature=..../, 'signature=AAAA'))).status).toBe(404)
  // Fifty presses at once are one.
  const pressed = await Promise.all(Array.from({ length: 50 }, () => claim(anna, token)))
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200]))
  const facts = await shop.site.container.get(EventLog).factsOf(`seat-${seat.id}`)
  expect(facts.map(({ type }) => type)).toEqual(['SeatOpened', 'SeatInvited', 'SeatClaimed'])
  expect(JSON.stringify(facts)).not.toContain('example.com')
  expect(await claim(other, token)).toMatchObject({ status: 409, body: { code: 'SEAT_CLAIMED' } })

  expect(await seatOf(keel, anna.email)).toMatchObject({
    ...{ state: 'claimed', name: 'Ada Lovelace', link: null },
    progress: { labsAttended: 0, assignmentsAccepted: 0 },
  })
  expect(await programOf(anna)).toMatchObject([
    { orderId: seat.id, holdsPlace: true, cohort: { id: cohortId } },
  ])
  const roster = (await owner.get(`/api/admin/cohorts/${cohortId}/roster`)).text
  expect(roster).toContain(anna.email)
  // A second seat of the same order is for somebody else.
  expect((await invite(keel, anna.email)).body.already).toEqual([anna.email])
})

it('given a purchase of one’s own and a seat of a company, then both are in the program, in the data that is kept, and neither changes the other', async () => {
  const cohortId = await opened()
  const own = await shop.paidOrder()
  await own.buyer.http.post(`/api/orders/${own.orderId}/cohort`, { cohortId })
  const keel = await company(2, cohortId)
  await invite(keel, own.buyer.email)
  const seat = await seatOf(keel, own.buyer.email)
  expect((await claim(own.buyer, tokenOf(seat))).status).toBe(200)
  const mine = (await programOf(own.buyer)).map(({ orderId }: { orderId: string }) => orderId)
  expect(mine.sort()).toEqual([own.orderId, seat.id].sort())
  const exported = (await own.buyer.http.get('/api/users/me/export')).body.data
  expect(exported.seats).toMatchObject([{ seatId: seat.id, state: 'claimed' }])
  expect(exported.program).toHaveLength(2)
})

it('given an invitation that is taken back, and a seat that is, then their links and places are somebody else’s', async () => {
  const cohortId = await opened('2033-06-01', 2)
  const keel = await company(2, cohortId)
  const [anna, berta] = [await shop.buyer(), await shop.buyer()]
  await invite(keel, anna.email)
  const first = await seatOf(keel, anna.email)
  const revoke = ({ id, state, round }: OrganizationSeat) =>
    keel.manager.http.post(`${keel.path}/revoke`, { seatId: id, state, round })
  expect((await revoke(first)).status).toBe(200)
  expect((await claim(anna, tokenOf(first))).body.code).toBe('INVITATION_OVER')
  // The same seat, in another round.
  await invite(keel, anna.email)
  const again = await seatOf(keel, anna.email)
  expect(again.id).toBe(first.id)
  expect((await claim(anna, tokenOf(first))).body.code).toBe('INVITATION_OVER')
  expect((await revoke(first)).body.code).toBe('SEAT_CHANGED')
  expect((await claim(anna, tokenOf(again))).status).toBe(200)

  // A person who still sees an invitation takes no seat from a person.
  expect((await revoke(again)).body.code).toBe('SEAT_CHANGED')
  expect((await revoke(await seatOf(keel, anna.email))).status).toBe(200)
  expect(await programOf(anna)).toEqual([])
  await eventually(async () => (await mailsTo(anna.email, /^Your seat was taken back$/)).length === 1)
  const seats = await seatsOf(keel)
  expect(seats).toMatchObject([
    { number: 1, state: 'open', hasPlace: true },
    { number: 2, state: 'open', hasPlace: true },
  ])
  expect(seats[0]!.id).not.toBe(first.id)
  await invite(keel, berta.email)
  expect((await claim(berta, tokenOf(await seatOf(keel, berta.email)))).status).toBe(200)
  expect((await programOf(berta))[0]).toMatchObject({ holdsPlace: true, cohort: { id: cohortId } })
  // Another organization's people see and change nothing of it.
  const stranger = await company(1, null)
  const theirs = stranger.manager.http
  const asShown = { seatId: seats[1]!.id, state: 'open', round: 0 }
  expect((await theirs.get(keel.path)).status).toBe(404)
  expect((await theirs.post(`${keel.path}/revoke`, asShown)).status).toBe(404)
  expect((await theirs.post(`${stranger.path}/revoke`, asShown)).status).toBe(404)
  expect((await theirs.post(`${stranger.path}/remind`, { seatIds: [seats[1]!.id] })).body.reminded).toBe(0)
  const foreign = { seatId: seats[1]!.id, cohortId }
  expect((await theirs.post(`${stranger.path}/move`, foreign)).status).toBe(404)
})

it('given five addresses of one mailbox, then three mails reach it within a day', async () => {
  const keel = await company(6, null)
  const [anna, berta] = [await shop.buyer(), await shop.buyer()]
  const same = [1, 2, 3, 4, 5].map((number) => anna.email.replace('@', `+${number}@`))
  const received = async () =>
    (await Promise.all(same.map((email) => mailsTo(email, /invites you/)))).flat().length
  expect((await invite(keel, ...same)).body.invited).toHaveLength(5)
  await eventually(async () => (await received()) >= 3)
  await invite(keel, berta.email)
  await eventually(async () => (await mailsTo(berta.email, /invites you/)).length === 1)
  expect(await received()).toBe(3)
})

it('given two managers who invite at the same moment, then nobody is invited twice, no seat is given twice, and each is answered by address', async () => {
  const keel = await company(6, null)
  const boss = await shop.buyer()
  const base = `/api/organizations/${keel.id}`
  await keel.manager.http.post(`${base}/managers`, { email: boss.email })
  await boss.http.post(`${base}/invitation`, { accept: true })
  const list = (...names: string[]) => names.map((name) => `${name}@both.example`)
  const [one, other] = await Promise.all([
    invite(keel, ...list('a', 'b', 'c', 'd')),
    invite({ ...keel, manager: boss }, ...list('d', 'c', 'e', 'f', 'g')),
  ])
  const addresses = (await seatsOf(keel)).flatMap(({ email }) => email ?? [])
  expect(new Set(addresses).size).toBe(addresses.length)
  const answered = [one!, other!].filter(({ status }) => status === 200)
  // Where one of them was first by more than a moment, the other asked for more seats than were left, and got none.
  if (answered.length === 2) expect(addresses).toHaveLength(6)
  for (const { status, body } of [one!, other!]) if (status !== 200) expect(body.code).toBe('TOO_FEW_SEATS')
  expect(answered.flatMap(({ body }) => body.invited).sort()).toEqual([...addresses].sort())
  for (const { body } of answered) {
    for (const email of body.already) expect(addresses).toContain(email)
    for (const email of body.noSeat) expect(addresses).not.toContain(email)
  }
  expect(answered.length).toBeGreaterThan(0)
})

it('given an invitation or a reminder within the hour, then nobody is reminded; after it they are, once', async () => {
  const keel = await company(1, null)
  const anna = await shop.buyer()
  await invite(keel, anna.email)
  const { id } = await seatOf(keel, anna.email)
  const remind = async () =>
    (await keel.manager.http.post(`${keel.path}/remind`, { seatIds: [id] })).body.reminded
  const age = (minutes: number) =>
    shop.sql.query(
      `update program_seat_person set link_until = link_until - $2 * interval '1 minute' where seat_id = $1`,
      [id, minutes],
    )
  expect(await remind()).toBe(0)
  await age(59)
  expect(await remind()).toBe(0)
  await age(2)
  expect(await remind()).toBe(1)
  expect(await remind()).toBe(0)
})

it('given more people than free seats, addresses that are none, and seats that are not paid, then nobody is invited and it says why', async () => {
  const keel = await company(2, null)
  expect(await invite(keel, 'a@keel.example', 'b@keel.example', 'c@keel.example')).toMatchObject({
    status: 409,
    body: { code: 'TOO_FEW_SEATS', free: 2 },
  })
  expect(await invite(keel, 'a@keel.example', 'nobody')).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'emails.1' }] },
  })
  const { version } = await shop.orders.load(keel.orderId)
  await shop.sql.query(`update program_seat set claim = 'open' where order_id = $1`, [keel.orderId])
  expect((await invite(keel, 'a@keel.example')).body.code).toBe('SEATS_NOT_PAID')
  await runWrites(shop.sql, shop.site.container.get(Places).follow(keel.orderId, 'paid', version).writes)
  expect((await seatsOf(keel)).map(({ state, usable }) => [state, usable])).toEqual([
    ['open', true],
    ['open', true],
  ])
  // Of an order that is over nobody's address stays, and what nobody can use is taken back.
  await invite(keel, 'a@keel.example')
  const over = shop.site.container.get(Places).follow(keel.orderId, 'over', version + 1)
  await runWrites(shop.sql, over.writes)
  const [{ id: seatId, email, state, round }] = (await seatsOf(keel)) as [OrganizationSeat]
  expect([email, state]).toEqual([null, 'invited'])
  expect((await keel.manager.http.post(`${keel.path}/revoke`, { seatId, state, round })).status).toBe(200)
  // The order has no such version: the check at the end of this file would say so.
  await shop.sql.query('update program_seat set order_version = $2 where order_id = $1', [
    keel.orderId,
    version,
  ])
})

it('given a seat, then it is moved once before its cohort begins; one that was bought without a date gets one', async () => {
  const [id, next, third] = [await opened(), await opened('2033-06-01'), await opened('2033-09-01')]
  const keel = await company(1, id)
  const move = (of: Company, seatId: string, cohortId: string) =>
    of.manager.http.post(`${of.path}/move`, { seatId, cohortId })
  const anna = await shop.buyer()
  await invite(keel, anna.email)
  const seat = await seatOf(keel, anna.email)
  await claim(anna, tokenOf(seat))
  expect((await move(keel, seat.id, id)).status).toBe(200)
  expect((await move(keel, seat.id, next)).status).toBe(200)
  expect((await programOf(anna))[0]).toMatchObject({ cohort: { id: next }, change: 'used' })
  await eventually(async () => (await mailsTo(anna.email, /^Your place is in another cohort/)).length === 1)
  expect((await move(keel, seat.id, third)).body.code).toBe('COHORT_CHANGED_ONCE')

  const undated = await company(1, null)
  const [bare] = await seatsOf(undated)
  expect(bare).toMatchObject({ cohort: null, hasPlace: false })
  expect((await move(undated, bare!.id, next)).status).toBe(200)
  expect((await seatsOf(undated))[0]).toMatchObject({ cohort: { id: next }, hasPlace: true })
  // The first date was no move.
  expect((await move(undated, bare!.id, third)).status).toBe(200)
  const moved = (await shop.site.container.get(EventLog).factsOf(`seat-${bare!.id}`)).slice(1)
  expect(moved.map(({ data }) => data)).toEqual([
    { from: null, to: next },
    { from: next, to: third },
  ])
})

it('given a cohort that is cancelled, then the organization’s people are told once for all its seats', async () => {
  const cohortId = await opened()
  const keel = await company(3, cohortId)
  await owner.post(`/api/admin/cohorts/${cohortId}/cancel`, {})
  const [mail] = await eventually(async () => {
    const mails = await mailsTo(keel.manager.email, /^3 seats need a date$/)
    return mails.length > 0 && mails
  })
  expect(mail.text).toContain('/organization')
  const seats = await seatsOf(keel)
  expect(seats.map(({ hasPlace }) => hasPlace)).toEqual([false, false, false])

  // Two of them get another cohort, which is cancelled as well: the manager gets a mail of its seats, and each holder one.
  const [next, anna] = [await opened('2033-05-01'), await shop.buyer()]
  for (const { id } of seats.slice(1))
    expect((await keel.manager.http.post(`${keel.path}/move`, { seatId: id, cohortId: next })).status).toBe(
      200,
    )
  await invite(keel, 'somebody@keel.example', 'other@keel.example', anna.email)
  expect((await claim(anna, tokenOf(await seatOf(keel, anna.email)))).status).toBe(200)
  await owner.post(`/api/admin/cohorts/${next}/cancel`, {})
  await eventually(async () => (await mailsTo(keel.manager.email, /^2 seats need a date$/)).length === 1)
  await eventually(async () => (await mailsTo(anna.email, /^Your cohort is cancelled$/)).length === 1)
})

it('given a refund of two of three seats, then it names them, closes what nobody claimed first once it goes through, and none when it is refused or comes back', async () => {
  const manager = await shop.buyer()
  const id = randomUUID()
  await manager.http.post('/api/organizations', {
    id,
    name: 'Keel Ltd',
    addressLine1: '1 Dock Road',
    city: 'Hamburg',
    country: 'Germany',
  })
  const wanted = {
    orderId: randomUUID(),
    organizationId: id,
    productId,
    cohortId: await opened(),
    seats: 3,
    method: 'card',
  }
  const placed = await manager.http.post('/api/company-orders', wanted)
  expect(placed.status, placed.text).toBe(200)
  const orderId: string = placed.body.order.id
  const paying = await manager.http.post(`/api/company-orders/${orderId}/payment`)
  expect(paying.status, paying.text).toBe(200)
  await shop.pay(paying.body.paymentIntent.clientSecret)
  const keel: Company = { manager, id, orderId, path: `/api/organizations/${id}/seats` }
  await eventually(async () => (await seatsOf(keel)).every(({ usable, hasPlace }) => usable && hasPlace), 30)
  const anna = await shop.buyer()
  await invite(keel, 'nobody@keel.example', 'other@keel.example', anna.email)
  expect((await claim(anna, tokenOf(await seatOf(keel, anna.email)))).status).toBe(200)

  const shown = () => owner.get(`/api/finance/orders/${orderId}/seats`)
  const { toClose } = (await shown()).body.seats
  expect(toClose.map(({ number, claimed, name }: never) => [number, claimed, name])).toEqual([
    [2, false, null],
    [1, false, null],
    [3, true, 'Ada Lovelace'],
  ])
  const refund = (amount: string, seatIds: string[], claimedSeatIds: string[] = []) =>
    owner.post(`/api/finance/orders/${orderId}/refunds`, {
      amount,
      reason: 'fewer people',
      requestId: randomUUID(),
      seatIds,
      claimedSeatIds,
    })
  expect((await refund('2500.00', [toClose[2].id])).body.code).toBe('SEATS_CHANGED')
  const unnamed = { amount: '2500.00', reason: 'fewer people', requestId: randomUUID() }
  expect((await owner.post(`/api/finance/orders/${orderId}/refunds`, unnamed)).body.fields).toMatchObject([
    { path: 'seatIds' },
  ])
  expect((await shop.orders.load(orderId)).order.refundRequests).toEqual({})
  const answer = await refund('5000.00', [toClose[0].id, toClose[1].id])
  expect(answer.status, answer.text).toBe(200)
  await eventually(async () => (await shown()).body.seats.closed === 2, 30)
  expect(await seatsOf(keel)).toMatchObject([{ number: 3, state: 'claimed', hasPlace: true }])
  expect((await shop.client().post('/api/seats/invitation', { token: 'x' })).status).toBe(404)
  // More than is left, and while the bank decides on the payment: nothing stays put aside.
  expect((await refund('9000.00', [toClose[2].id], [toClose[2].id])).status).toBe(400)
  const intentId = paying.body.paymentIntent.id
  const dispute = (await shop.lab(`/lab/objects/${intentId}/dispute`, {})) as { id: string }
  await eventually(async () => Object.keys((await shop.orders.load(orderId)).order.disputes).length > 0, 30)
  // Claimed since the manager looked.
  expect((await refund('2500.00', [toClose[2].id])).body.code).toBe('SEATS_CHANGED')
  expect((await refund('2500.00', [toClose[2].id], [toClose[2].id])).body.code).toBe('REFUND_REFUSED')
  const facts = await shop.site.container.get(EventLog).factsOf(`seat-${toClose[2].id}`)
  expect(facts.map(({ type }) => type).slice(-2)).toEqual(['SeatClosing', 'SeatKept'])
  await shop.lab(`/lab/objects/${dispute.id}/win`, {})
  expect((await shown()).body.seats).toMatchObject({ closing: 0, closed: 2 })
  // The holder of a seat that a refund ends gets a mail.
  await eventually(async () => (await refund('1.00', [toClose[2].id], [toClose[2].id])).status === 200, 30)
  await eventually(async () => (await mailsTo(anna.email, /^Your seat has ended$/)).length === 1, 30)
  // A refund that fails after it went through gives its seats back, with their places or with a mail.
  for (const { refundId } of Object.values((await shop.orders.load(orderId)).order.refunds))
    await shop.lab(`/lab/objects/${refundId}/fail`, {})
  await eventually(async () => (await shown()).body.seats.closed === 0, 30)
  expect((await seatsOf(keel)).map(({ state, hasPlace }) => [state, hasPlace])).toEqual([
    ['open', true],
    ['open', true],
    ['claimed', true],
  ])
  expect((await programOf(anna))[0]).toMatchObject({ holdsPlace: true })
  // One that was made at Stripe closes none: finance gets a flag.
  await shop.lab(`/lab/objects/${intentId}/refund`, { amount: 1_000 })
  const flags = async () => Object.values((await shop.orders.load(orderId)).order.flags)
  await eventually(async () => (await flags()).some(({ reason }) => reason === 'refund-without-seats'), 30)
})

it('given a link whose 30 days are over, then it claims nothing until its organization reminds; and everything agrees with the log', async () => {
  const keel = await company(2, await opened())
  const [anna, berta] = [await shop.buyer(), await shop.buyer()]
  await invite(keel, anna.email, berta.email)
  const old = tokenOf(await seatOf(keel, anna.email))
  await eventually(async () => (await mailsTo(anna.email, /invites you/)).length === 1)
  await shop.advance(31 * 86_400_000)
  for (const who of [anna, keel.manager]) who.http.setCookie('session', await shop.sessionOf(who))
  expect((await seatOf(keel, anna.email)).link).toMatchObject({ over: true })
  expect((await claim(anna, old)).body.code).toBe('INVITATION_OVER')
  const seat = await seatOf(keel, anna.email)
  const seatIds = [seat.id, (await seatOf(keel, berta.email)).id]
  expect((await keel.manager.http.post(`${keel.path}/remind`, { seatIds })).body.reminded).toBe(2)
  const renewed = await seatOf(keel, anna.email)
  expect(renewed.link).toMatchObject({ over: false })
  await eventually(async () => (await mailsTo(anna.email, /invites you/)).length === 2)
  expect((await claim(anna, tokenOf(renewed))).status).toBe(200)

  // Who is erased takes the address of an invitation along, and nobody else claims by its link.
  const bertas = tokenOf(await seatOf(keel, berta.email))
  const [seatData] = shop.site.container.getAll(PersonalData).filter(({ name }) => name === 'seats')
  await seatData!.erase({ userId: berta.id, email: berta.email })
  expect((await seatsOf(keel)).map(({ email, state, link }) => [email, state, link])).toEqual([
    [anna.email, 'claimed', null],
    [null, 'invited', null],
  ])
  expect((await claim(await shop.buyer(), bertas)).body.code).toBe('INVITATION_OVER')
  const verdict = await verifyOrders(shop.site.container.get(EventLog))
  expect(verdict.places.faults).toEqual([])
  expect(verdict.credentials.faults).toEqual([])
  await shop.sql.query(`update program_seat set participant_id = 'somebody' where id = $1`, [seat.id])
  const broken = await verifyOrders(shop.site.container.get(EventLog))
  expect(broken.places.faults.join()).toContain(`seat ${seat.id} is claimed`)
})
