import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { signIn } from './accounts.ts'
import type { Bank } from './bank.ts'
import type { Company } from './company.ts'
import type { Draw } from './draw.ts'
import { officeMoment } from './seasons.ts'
import { planColleagues } from './seats.ts'
import { day, hour, type World } from './world.ts'

/** What becomes of an invoice, by days after the order. */
interface Course {
  /** Shares of what is open then, and on which day. */
  transfers?: readonly (readonly [share: number, after: number])[]
  /** The payer writes something else than the reference. */
  withoutReference?: true
  finance?: { action: 'release' | 'cancel'; after: number; reason: string }
  /** When colleagues are invited; never when absent. */
  usableAfter?: number
}

const courses = {
  'in time': { transfers: [[1, 15]], usableAfter: 24 },
  late: { transfers: [[1, 41]], usableAfter: 46 },
  'two parts': {
    transfers: [
      [0.4, 12],
      [1, 30],
    ],
    usableAfter: 36,
  },
  'too much': { transfers: [[1.05, 15]], usableAfter: 24 },
  'without reference': { transfers: [[1, 14]], withoutReference: true, usableAfter: 24 },
  released: {
    transfers: [[1, 18]],
    finance: { action: 'release', after: 2, reason: 'A customer of many years, the order is signed' },
    usableAfter: 5,
  },
  cancelled: { finance: { action: 'cancel', after: 52, reason: 'Not paid after two reminders' } },
  'a part': { transfers: [[0.5, 4]] },
  'not yet': {},
} satisfies Record<string, Course>

/** How a company pays. */
export type Way = keyof typeof courses | 'card'

/** What comes after the order of a company: its money, what finance does about it, and its people. */
export async function planPayment(
  world: World,
  bank: Bank,
  draw: Draw,
  way: Way,
  company: Company,
): Promise<void> {
  const { agenda, stepped, staff, end } = world
  const now = stepped.clock.now().getTime()
  if (way === 'card') {
    await payByCard(world, company)
    await planColleagues(world, draw, company)
    return
  }
  const { transfers = [], withoutReference, finance, usableAfter }: Course = courses[way]
  for (const [share, after] of transfers) {
    const at = Math.min(officeMoment(draw, now + after * day), end - 3 * hour)
    const text = withoutReference && `Leadership seats ${company.name}`
    agenda.add(at, () => transfer(world, bank, company, share, text))
  }
  if (finance !== undefined)
    agenda.add(officeMoment(draw, now + finance.after * day), async () => {
      const felix = await staff.as('felix.finance')
      const { action, reason } = finance
      await felix.demand('POST', `/api/finance/orders/${company.orderId}/${action}`, { reason })
      await stepped.work()
    })
  if (usableAfter !== undefined)
    agenda.add(now + usableAfter * day, () => planColleagues(world, draw, company))
}

async function payByCard({ stepped }: World, { orderId, manager }: Company): Promise<void> {
  const { paymentIntent } = await manager.caller.demand('POST', `/api/company-orders/${orderId}/payment`)
  await stepped.stripe(
    `/v1/payment_intents/${paymentIntent.id}/confirm`,
    {
      payment_method: 'pm_card_visa',
      client_secret: paymentIntent.clientSecret,
      return_url: 'https://veralead.example/',
    },
    paymentLabKeys.publishableKey,
  )
  await stepped.work()
}

/** @param text what the payer writes; the reference of the invoice when absent */
async function transfer(
  world: World,
  bank: Bank,
  { manager, orderId, name }: Company,
  share: number,
  text: string | undefined,
): Promise<void> {
  await signIn(world, manager)
  const { order } = await manager.caller.demand('GET', `/api/orders/${orderId}`)
  // Nothing is open any more.
  if (order.bankTransfer === null) return
  const amount = (Number(order.bankTransfer.open) * share).toFixed(2)
  bank.book({ amount, text: text ?? order.bankTransfer.reference, sender: name, meant: orderId })
}
