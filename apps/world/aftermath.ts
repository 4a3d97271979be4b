import type { Purchase } from './purchase.ts'
import { officeMoment } from './seasons.ts'
import { day, hour, type World } from './world.ts'

const reasons = [
  'Withdrew within fourteen days',
  'Moved to another employer before the start',
  'Booked twice by mistake',
  'Cohort date did not fit',
]
const remarks = [
  'Buyer asked for a purchase order number on the invoice; told that details close with the invoice.',
  'Bank confirmed the debit by telephone.',
  'Part refund agreed for the missed first week.',
]

/** What comes after a payment: refunds, notes and the end of disputes, by the people who do such things. */
export function planAftermath(world: World, purchase: Purchase): void {
  const { agenda, stepped, staff } = world
  const { draw, way, orderId, intentId } = purchase
  const now = stepped.clock.now().getTime()
  const refunds = way === 'pending refund' || way === 'failing refund' || draw.chance(0.09)
  if (refunds && way !== 'declined for good') {
    const isPart = draw.chance(0.4)
    agenda.add(officeMoment(draw, now + draw.between(2, 25) * day), async () => {
      const finance = await staff.as('felix.finance')
      await finance.post(`/api/finance/orders/${orderId}/refunds`, {
        reason: draw.pick(reasons),
        requestId: stepped.ids.uuid(),
        ...(isPart ? { amount: `${draw.pick(['250', '500', '625', '1250'])}.00` } : {}),
      })
      await stepped.work()
    })
  }
  if (draw.chance(0.06)) {
    agenda.add(officeMoment(draw, now + hour), async () => {
      const finance = await staff.as('felix.finance')
      await finance.demand('POST', `/api/finance/orders/${orderId}/notes`, { text: draw.pick(remarks) })
    })
  }
  if (way !== 'disputed') return
  // Banks take their time; one in five disputes is open when the year ends, and the newest ones are.
  const outcome = draw.weighted({ win: 45, lose: 35, none: 20 })
  if (outcome === 'none') return
  agenda.add(now + draw.between(30, 70) * day, async () => {
    const { data } = await stepped.stripe(`/v1/disputes?payment_intent=${intentId}`)
    if (data.length > 0) await stepped.labCall(`/lab/objects/${data[0].id}/${outcome}`)
    await stepped.work()
  })
}
