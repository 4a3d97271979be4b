import { register } from './accounts.ts'
import { Bank, sellerAccount } from './bank.ts'
import type { Caller } from './caller.ts'
import { bookableCohort } from './cohorts.ts'
import type { Company } from './company.ts'
import { planPayment, type Way } from './company-payments.ts'
import type { Draw } from './draw.ts'
import { inventInvoiceDetails, inventPerson, type Person } from './invented.ts'
import { productId } from './purchase.ts'
import { officeMoment } from './seasons.ts'
import { drawTouch } from './visitors.ts'
import { day, drawOf, hour, minute, type World } from './world.ts'

/** How companies pay, one after the other. */
const ways = [
  ...(['card', 'in time', 'two parts', 'too much', 'late'] as const),
  ...(['without reference', 'released', 'cancelled'] as const),
]
/** Of the companies that buy last, where there are more than these. */
const lastWays = ['in time', 'not yet', 'a part', 'without reference'] as const
/** Days before the end on which somebody asks for a quote, and leaves it at that. */
const askedBefore = [60, 12]

/** Companies that buy seats: after a quote or at once, by card or by an invoice that is paid by bank transfer. */
export function planCompanies(world: World, count: number): void {
  const { agenda, start, end, staff, stepped } = world
  const bank = new Bank(world)
  bank.plan()
  agenda.add(start + minute, async () => {
    const owner = await staff.as('olivia.owner')
    await save(owner, 'bank-account', sellerAccount)
    await save(owner, 'prices', { volumeSteps: [5, 10, 20].map((from) => ({ from, percent: from })) })
    for (const [code, percent, maxUses] of [
      ['PARTNER-10', 10, null],
      ['EARLYBIRD', 15, 3],
    ])
      await owner.demand('POST', '/api/admin/prices/coupons', {
        id: stepped.ids.uuid(),
        code,
        percent,
        maxUses,
        amount: null,
        productId: null,
        cohortId: null,
        validUntil: null,
      })
  })
  const step = (end - start - 14 * day) / count
  askedBefore.forEach((days, number) => {
    const draw = drawOf(world, `asking ${number}`)
    const at = officeMoment(draw, end - days * day)
    if (at > start) agenda.add(at, () => order(world, bank, draw, count + number, 'only asks'))
  })
  for (let number = 0; number < count; number += 1) {
    const draw = drawOf(world, `company ${number}`)
    const at = officeMoment(draw, start + (number + draw.between(0.2, 0.8)) * step)
    const fromEnd = count > lastWays.length ? lastWays[number - count + lastWays.length] : undefined
    const way = fromEnd ?? ways[number % ways.length]!
    agenda.add(Math.min(at, end - 2 * hour), () => order(world, bank, draw, number, way))
  }
}

async function save(owner: Caller, key: string, values: object): Promise<void> {
  const { sections } = await owner.demand('GET', '/api/settings')
  const section = sections.find((one: { key: string }) => one.key === key)
  await owner.demand('PUT', `/api/settings/${key}`, {
    values: { ...section.values, ...values },
    revision: section.revision,
  })
}

async function order(
  world: World,
  bank: Bank,
  draw: Draw,
  number: number,
  way: Way | 'only asks',
): Promise<void> {
  const { stepped, agenda } = world
  const person = inventPerson(draw, 5_000 + number)
  const manager = await register(world, person, draw.whole(20, 240) * 1_000)
  if (manager === null) return
  const organizationId = stepped.ids.uuid()
  const { company: name } = person
  const { company: _, ...address } = inventInvoiceDetails(draw, name)
  await manager.caller.demand('POST', '/api/organizations', { id: organizationId, name, ...address })
  const seats = draw.pick([3, 5, 6, 8, 10, 12])
  const cohortId = await bookableCohort(manager.caller, draw, seats)
  const wanted = { organizationId, productId, cohortId, seats }
  const placed = (orderId: string): Company => ({ number, name, organizationId, orderId, seats, manager })
  if (way === 'only asks' || (way !== 'card' && draw.chance(0.5))) {
    const couponCode = draw.chance(0.6) ? 'PARTNER-10' : null
    const { token } = await manager.caller.demand('POST', '/api/quotes', {
      ...wanted,
      id: stepped.ids.uuid(),
      couponCode,
    })
    await stepped.work()
    if (way === 'only asks') return
    const accepted = officeMoment(draw, stepped.clock.now().getTime() + draw.between(1, 6) * day)
    agenda.add(accepted, () => accept(world, bank, draw, way, person, token, placed))
    return
  }
  const answer = await manager.caller.demand('POST', '/api/company-orders', {
    ...wanted,
    orderId: stepped.ids.uuid(),
    method: way === 'card' ? 'card' : 'invoice',
    reference: draw.chance(0.6) ? `PO-${draw.whole(1_000, 9_999)}` : null,
    attribution: { first: drawTouch(drawOf(world, `source of ${person.email}`)), agreed: true },
  })
  await stepped.work()
  await planPayment(world, bank, draw, way, placed(answer.order.id))
}

/** Somebody in the company's purchasing presses the button of the quote, without an account. */
async function accept(
  world: World,
  bank: Bank,
  draw: Draw,
  way: Way,
  { address, agent }: Person,
  token: string,
  placed: (orderId: string) => Company,
): Promise<void> {
  const { stepped } = world
  const { firstName, lastName } = inventPerson(draw, 0)
  const reference = `PO-${draw.whole(1_000, 9_999)}`
  const answer = await stepped
    .caller(address, agent)
    .post(`/api/quotes/${token}/accept`, { name: `${firstName} ${lastName}`, reference })
  // The places of its date may have gone meanwhile: then it stays a quote.
  if (answer.status !== 200) return
  await stepped.work()
  await planPayment(world, bank, draw, way, placed(answer.body.orderId))
}
