import { Keys } from '#platform/kernel/keys.ts'
import { evolve, newOrder } from '../../src/modules/commerce/domain/order.ts'
import { plainLine } from '../../src/modules/commerce/domain/order-lines.ts'
import { OrderSignatures } from '../../src/modules/commerce/payments/stripe/order-signatures.ts'
import { productId } from './purchase.ts'
import { officeMoment } from './seasons.ts'
import { day, drawOf, hour, minute, type World } from './world.ts'

/** Payments that the log and the provider disagree about, some settled during the year and some open at its end. */
export function planOddPayments(world: World): void {
  const { agenda, start, end, stepped, staff } = world
  const draw = drawOf(world, 'odd payments')
  // Somebody typed our mark into the dashboard, for an order that nobody placed.
  const foreign = { app: 'veralead', order_id: stepped.ids.uuid() }
  for (const at of [start + 60 * day, start + 200 * day, end - 5 * hour])
    if (at > start && at < end)
      agenda.add(at, () => paidInDashboard(world, { ...foreign, order_id: stepped.ids.uuid() }))
  agenda.add(end - 4 * hour, async () => {
    const order = newOrder(stepped.ids.uuid())
    const buyerId = stepped.ids.uuid()
    const lines = [plainLine({ id: productId, name: '', price: 250_000 })]
    const data = { buyerId, organizationId: null, lines, currency: 'usd', answers: {}, termsVersion: null }
    const signatures = new OrderSignatures(stepped.site.container.get(Keys))
    await paidInDashboard(world, signatures.metadataOf(evolve(order, { type: 'OrderPlaced', data })))
  })
  // Some weeks in which webhooks get lost: the reconciler finds what they would have reported.
  for (let from = start + 20 * day; from < end - 10 * day; from += draw.between(40, 70) * day) {
    agenda.add(from, () =>
      stepped.labCall('/lab/chaos', {
        concurrency: 1,
        seed: `${world.seed} ${from}`,
        webhooks: [
          { fault: 'drop', rate: 0.5 },
          { fault: 'duplicate', rate: 0.2 },
        ],
      }),
    )
    agenda.add(from + 4 * day, () => stepped.labCall('/lab/chaos', { concurrency: 1 }))
  }
  for (let at = start + 14 * day; at < end - day; at += 14 * day)
    agenda.add(officeMoment(draw, at), async () => {
      const finance = await staff.as('felix.finance')
      const { open } = await finance.demand('GET', '/api/finance/reconciliation')
      for (const { id, action } of open)
        if (action === 'foreign')
          await finance.demand('POST', `/api/finance/reconciliation/differences/${id}/settle`, { action })
    })
  agenda.add(end - minute, async () => {
    const finance = await staff.as('felix.finance')
    await finance.demand('POST', '/api/finance/reconciliation/run')
  })
}

async function paidInDashboard({ stepped }: World, metadata: Record<string, string>): Promise<void> {
  const named = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])
  await stepped.stripe('/v1/payment_intents', {
    amount: '250000',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    return_url: 'https://veralead.example/',
    ...Object.fromEntries(named),
  })
  await stepped.settle()
}
