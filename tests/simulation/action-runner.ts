import { expect } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { productId } from '../../apps/world/purchase.ts'
import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { minute } from '../../apps/world/world.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'
import { type Action, lineOf, type meanwhile } from './actions.ts'
import { Companies } from './companies.ts'
import { Faults } from './faults.ts'
import { type Gate, held } from './held.ts'
import type { Buyer, People } from './people.ts'

type Doing = (typeof meanwhile.first | typeof meanwhile.second)[number]

interface Order {
  id: string
  intentId: string
  secret: string
  buyer: Buyer
}

/** Carries out the actions of a history, one at a time. */
export class ActionRunner {
  readonly #stepped: SteppedSite
  readonly #people: People
  readonly #companies: Companies
  /** The faults that occur meanwhile. */
  readonly faults: Faults
  readonly #prepare: (site: SteppedSite['site']) => void
  #orders: Order[] = []

  /** @param prepare called for each process that starts */
  constructor(stepped: SteppedSite, people: People, prepare: (site: SteppedSite['site']) => void) {
    this.#stepped = stepped
    this.#people = people
    this.#companies = new Companies(stepped, people)
    this.#prepare = prepare
    this.faults = new Faults(stepped, () => this.#buy('pm_card_visa'), prepare)
  }

  async run(action: Action): Promise<void> {
    const { kind, which, how, share } = action
    await this.#turnTo(action.process)
    const order = this.#orders.length === 0 ? undefined : this.#orders[which % this.#orders.length]
    switch (kind) {
      case 'buy':
        return this.#buy(how)
      case 'pay again':
        return order && this.#pay(order, how)
      case 'pays a second time':
        return order && this.#payTwice(order)
      case 'refund':
        return order && this.#refund(order, share)
      case 'dispute':
        return order && this.#atProvider(order.intentId, 'dispute')
      case 'note':
        return order && this.#note(order, lineOf(action))
      case 'company orders':
        return this.#companies.order(share)
      case 'transfer arrives':
        return this.#companies.transfer(which, share)
      case 'seat is given':
        return this.#companies.seats(which, share)
      case 'seats are refunded':
        return this.#companies.refund(which, share)
      case 'meanwhile':
        return order && this.#meanwhile(order, action)
      case 'clock jumps':
        return this.#stepped.moveTo(this.#stepped.clock.now().getTime() + share * 60 * minute)
      default:
        return this.faults.run(kind, how, share)
    }
  }

  async #buy(how: string): Promise<void> {
    const { stepped, buyer } = { stepped: this.#stepped, buyer: await this.#people.newBuyer() }
    const answer = await (await this.#people.sessionOf(buyer)).post('/api/checkout/create-payment-intent', {
      items: [{ productId, quantity: 1 }],
      metadata: {
        source: 'embedded_payment_page',
        userEmail: buyer.email,
        productType: 'certification_program',
      },
    })
    if (answer.status !== 200) return
    const { order, paymentIntent } = answer.body
    const placed = { id: order.id, intentId: paymentIntent.id, secret: paymentIntent.clientSecret, buyer }
    this.#orders.push(placed)
    await stepped.moveTo(stepped.clock.now().getTime() + minute)
    await this.#pay(placed, how)
  }

  /** Like the browser: confirms the payment, and opens the success page. */
  async #pay({ intentId, secret, buyer }: Order, how: string): Promise<void> {
    if (how === 'none') return
    const fields = { payment_method: how, client_secret: secret, return_url: 'https://veralead.example/' }
    await this.#stepped
      .stripe(`/v1/payment_intents/${intentId}/confirm`, fields, paymentLabKeys.publishableKey)
      .catch(() => undefined) // the provider may be unavailable
    await (await this.#people.sessionOf(buyer)).get(`/api/checkout/verify-payment-intent/${intentId}`)
  }

  /** A second payment with the order's id, as only the provider's dashboard can make one. */
  async #payTwice({ id }: Order): Promise<void> {
    await this.#stepped
      .stripe('/v1/payment_intents', {
        amount: '250000',
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: 'true',
        return_url: 'https://veralead.example/',
        'metadata[app]': 'veralead',
        'metadata[order_id]': id,
      })
      .catch(() => undefined) // the provider may be unavailable
  }

  /** Made in the provider's dashboard when it is the whole rest, else by staff. */
  async #refund(order: Order, share: number): Promise<void> {
    if (share === 10) return this.#atProvider(order.intentId, 'refund')
    const amount = `${share * 100}.00`
    const requestId = this.#stepped.ids.uuid()
    await this.#people.staff('POST', `/api/finance/orders/${order.id}/refunds`, {
      amount,
      reason: 'Asked for on the telephone',
      requestId,
    })
  }

  #note({ id }: Order, text: string): Promise<void> {
    return this.#people.staff('POST', `/api/finance/orders/${id}/notes`, { text })
  }

  async #atProvider(intentId: string, action: string): Promise<void> {
    // Refused when there is nothing to refund or dispute.
    await this.#stepped.labCall(`/lab/objects/${intentId}/${action}`, {}).catch(() => undefined)
  }

  async #turnTo(process: number): Promise<void> {
    const started = await this.#stepped.turnTo(process)
    if (started !== undefined) this.#prepare(started)
  }

  /** Two actions on the same order at once, in one process or in two. */
  async #meanwhile(order: Order, { how, share, process, other }: Action): Promise<void> {
    const [first, at, second] = how.split(', ') as [Doing, Gate, Doing]
    const does: Record<Doing, () => Promise<void>> = {
      'comes back': () => this.#pay(order, 'pm_card_visa'),
      refund: () => this.#refund(order, (share % 9) + 1),
      note: () => this.#note(order, how),
      reconciler: () => this.#stepped.look(),
      webhook: () => this.#stepped.settle(),
      'refund at the provider': () => this.#atProvider(order.intentId, 'refund'),
    }
    // Within one process, the change of an order and the verification run one after the other: holding one holds both.
    const isOne = process === other
    const answered = isOne && first === second ? 'webhook' : second
    await held(this.#stepped.site, isOne ? 'answer' : at, does[first], async () => {
      await this.#turnTo(other)
      await does[answered]().finally(() => this.#turnTo(process))
    })
    // Rows are written with their events, so they are right at every moment, and not only when everything has settled.
    const { differences } = await verifyOrders(this.#stepped.site.container.get(EventLog))
    expect(differences, 'rows equal a rebuild as soon as both have ended').toEqual([])
  }
}
