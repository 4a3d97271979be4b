import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { register } from './accounts.ts'
import { planAftermath } from './aftermath.ts'
import { bookableCohort } from './cohorts.ts'
import type { Draw } from './draw.ts'
import { inventInvoiceDetails, inventPerson } from './invented.ts'
import { type Purchase, productId, type Way, ways } from './purchase.ts'
import { busyMoments } from './seasons.ts'
import { drawTouch } from './visitors.ts'
import { drawOf, hour, minute, type World } from './world.ts'

const methods: Record<Way, readonly string[]> = {
  card: ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_visa_debit'],
  'second card': ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedIncorrectCvc'],
  'declined for good': ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedExpiredCard'],
  authenticated: ['pm_card_authenticationRequired'],
  'bank debit': ['pm_usBankAccount_success'],
  'returned debit': ['pm_usBankAccount_insufficientFunds'],
  'never pays': [],
  disputed: ['pm_card_createDispute', 'pm_card_createDisputeProductNotReceived'],
  'pending refund': ['pm_card_pendingRefund'],
  'failing refund': ['pm_card_refundFail'],
}
const answers = {
  currentLevel: ['rising-leader', 'proven-evolving', 'go-to-guide', 'rebuilding-reimagining'],
  primaryGoal: ['level-up', 'build-muscles', 'lead-credibility', 'team-org-needs'],
  certificationType: ['individual', 'organization'],
}

/** People who sign up, and most of them buy. */
export function planBuyers(world: World, count: number): void {
  const draw = drawOf(world, 'buyers')
  const last = world.end - 10 * minute
  busyMoments(draw, world.start, last, count).forEach((at, number) => {
    const own = drawOf(world, `buyer ${number}`)
    world.agenda.add(at, () => signUp(world, own, number))
  })
}

async function signUp(world: World, draw: Draw, number: number): Promise<void> {
  const { stepped, agenda } = world
  const person = inventPerson(draw, 1_000 + number)
  // Some never look into their mailbox.
  const account = await register(world, person, draw.chance(0.04) ? null : draw.whole(20, 240) * 1_000)
  if (account === null || draw.chance(0.08)) return
  const way = draw.weighted(ways)
  const purchase = { draw, ...account, way, orderId: '', intentId: '', clientSecret: '' }
  agenda.add(stepped.clock.now().getTime() + draw.between(1, 12) * minute, () => checkOut(world, purchase))
}

/** Places the order; what the person pays with comes some minutes later. */
async function checkOut(world: World, purchase: Purchase): Promise<void> {
  const { stepped, agenda } = world
  const { caller, draw, person, way } = purchase
  const cohortId = draw.chance(0.9) ? await bookableCohort(caller, draw, 1) : null
  // Drawn apart: what happens to the order stays as it was.
  const own = drawOf(world, `source of ${person.email}`)
  const touch = drawTouch(own)
  const { order, paymentIntent } = await caller.demand('POST', '/api/checkout/create-payment-intent', {
    items: [{ productId, quantity: 1 }],
    metadata: {
      source: 'embedded_payment_page',
      userEmail: person.email,
      productType: 'certification_program',
      ...(cohortId === null ? {} : { cohortId }),
      ...(own.chance(0.75) && { attribution: { first: touch, last: {}, agreed: true } }),
      answers: Object.fromEntries(
        Object.entries(answers).map(([question, choices]) => [question, draw.pick(choices)]),
      ),
    },
  })
  if (draw.chance(0.4)) {
    const details = inventInvoiceDetails(draw, person.company)
    await caller.demand('PUT', `/api/orders/${order.id}/invoice-details`, details)
  }
  const { id, clientSecret } = paymentIntent
  const placed = { ...purchase, orderId: order.id, intentId: id, clientSecret }
  world.participants.set(order.id, { caller, person, userId: purchase.userId })
  await stepped.settle()
  if (way === 'never pays') return
  agenda.add(stepped.clock.now().getTime() + draw.between(0.5, 9) * minute, () => pay(world, placed))
}

async function pay(world: World, purchase: Purchase): Promise<void> {
  const { stepped, agenda } = world
  const { caller, draw, way, intentId, clientSecret } = purchase
  const confirm = (method: string) =>
    stepped.stripe(
      `/v1/payment_intents/${intentId}/confirm`,
      { payment_method: method, client_secret: clientSecret, return_url: 'https://veralead.example/' },
      paymentLabKeys.publishableKey,
    )
  await confirm(draw.pick(methods[way]))
  if (way === 'authenticated') {
    // One in eight closes the window of the bank.
    const outcome = draw.chance(0.88) ? 'complete' : 'fail'
    await stepped.labCall(`/lab/objects/${intentId}/authenticate`, { outcome })
  }
  if (way === 'second card') {
    await stepped.settle()
    await stepped.moveTo(stepped.clock.now().getTime() + draw.whole(30, 200) * 1_000)
    await confirm('pm_card_visa')
  }
  // Most come back to the page of success, where the product looks for itself; webhooks report the others.
  if (draw.chance(0.85)) await caller.demand('GET', `/api/checkout/verify-payment-intent/${intentId}`)
  await stepped.work()
  planAftermath(world, purchase)
  if (!draw.chance(0.25)) return
  agenda.add(stepped.clock.now().getTime() + draw.between(0.1, 40) * hour, async () => {
    // Only a paid order has one.
    await caller.get(`/api/orders/${purchase.orderId}/download-invoice`)
  })
}
