import { Database } from '#platform/database/database.ts'
import type { Caller } from '../../apps/world/caller.ts'
import { productId } from '../../apps/world/purchase.ts'
import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { Transfers } from '../../src/modules/commerce/payments/bank-transfers/transfers.ts'
import type { Buyer, People } from './people.ts'

interface CompanyOrder {
  id: string
  organizationId: string
  manager: Buyer
  /** In minor units. */
  total: number
}

const bank = { actor: { kind: 'system', name: 'simulation' } } as const
/** The amount that arrives of a total for an action's tenths: too little, exact, or too much. */
const arrives = (total: number, share: number): number =>
  share < 3 ? Math.round((total * share) / 10) : share < 9 ? total : total + 100_00

/** Organizations that buy seats by invoice, pay by bank transfer, and assign the seats. */
export class Companies {
  readonly #stepped: SteppedSite
  readonly #people: People
  readonly #orders: CompanyOrder[] = []
  /** Orders for which no money has arrived. */
  readonly #isNew = new Set<string>()

  constructor(stepped: SteppedSite, people: People) {
    this.#stepped = stepped
    this.#people = people
  }

  async order(seats: number): Promise<void> {
    const [manager, { ids }] = [await this.#people.newBuyer(), this.#stepped]
    const caller = await this.#people.sessionOf(manager)
    const [organizationId, orderId] = [ids.uuid(), ids.uuid()]
    const address = { addressLine1: '1 Dock Road', city: 'Hamburg', country: 'Germany' }
    await caller.demand('POST', '/api/organizations', { id: organizationId, name: 'Keel Ltd', ...address })
    const fields = { orderId, organizationId, productId, seats, method: 'invoice' }
    const { status, body } = await caller.post('/api/company-orders', fields)
    if (status !== 200) return
    const total = Math.round(Number(body.order.totalAmount) * 100)
    this.#isNew.add(body.order.id)
    this.#orders.push({ id: body.order.id, organizationId, manager, total })
  }

  /** Money arrives at the bank: too little, all of it, too much, or a second time; finance applies the missing amount to the order. */
  async transfer(which: number, share: number): Promise<void> {
    if (this.#orders.length === 0) await this.order(share)
    const order = this.#of(which)
    if (order === undefined) return
    const [{ ids, clock, site }, amount] = [this.#stepped, arrives(order.total, share)]
    this.#isNew.delete(order.id)
    const id = ids.uuid()
    const bookedOn = clock.now().toISOString().slice(0, 10)
    const data = { amount, currency: 'usd', source: 'statement' as const, digest: id, bookedOn }
    await site.container.get(Transfers).observe(id, data, { name: null, account: null, remittance: '' }, bank)
    await this.#people.staff('POST', `/api/finance/transfers/${id}/apply`, {
      orderId: order.id,
      requestId: ids.uuid(),
    })
    // Money that no order takes is returned to its sender in half of the cases.
    const { unassigned } = await site.container.get(Transfers).get(id)
    if (unassigned > 0 && which % 2 === 0)
      await this.#people.staff('POST', `/api/finance/transfers/${id}/return`, {
        amount: decimal(unassigned),
        reason: 'Sent too much',
        requestId: ids.uuid(),
      })
  }

  /** A colleague is invited and claims the seat, or the seat is revoked. */
  async seats(which: number, share: number): Promise<void> {
    const order = await this.#paid(which)
    if (order === undefined) return
    const manager = await this.#people.sessionOf(order.manager)
    const path = `/api/organizations/${order.organizationId}/seats`
    const seatOf = async (fits: (seat: Seat) => boolean): Promise<Seat | undefined> =>
      ((await manager.demand('GET', path)).seats as Seat[]).find(fits)
    if (share > 7) {
      const seat = await seatOf(({ state }) => state === 'claimed' || state === 'invited')
      if (seat !== undefined)
        await refusedAtMost(manager, `${path}/revoke`, {
          seatId: seat.id,
          state: seat.state,
          round: seat.round,
        })
      return
    }
    const colleague = await this.#people.newBuyer()
    await refusedAtMost(manager, `${path}/invite`, { orderId: order.id, emails: [colleague.email] })
    const invited = share > 2 ? await seatOf(({ email }) => email === colleague.email) : undefined
    if (!invited?.link) return
    const token = new URL(invited.link.url).search.slice(1)
    await refusedAtMost(await this.#people.sessionOf(colleague), '/api/seats/claim', { token })
  }

  /** Finance refunds one seat of a transfer, or more money where the order has no seat left to close. */
  async refund(which: number, share: number): Promise<void> {
    const order = await this.#paid(which)
    if (order === undefined) return
    const finance = await this.#people.finance()
    const { seats } = await finance.demand('GET', `/api/finance/orders/${order.id}/seats`)
    const { sql } = this.#stepped.site.container.get(Database)
    const [use] = await sql.query<{ id: string }>(
      `select transfer_id as id from commerce_transfer_use
       where order_id = $1 and applied_minor > withdrawn_minor + refunded_minor order by use_id limit 1`,
      [order.id],
    )
    if (use === undefined) return
    const seatIds = share < 6 ? seats.toClose.slice(0, 1).map(({ id }: { id: string }) => id) : []
    await this.#people.staff('POST', `/api/finance/transfers/${use.id}/return`, {
      amount: decimal(share < 6 ? 250_000 : 50_000),
      reason: 'Fewer colleagues than planned',
      orderId: order.id,
      seatIds,
      claimedSeatIds: seatIds,
      requestId: this.#stepped.ids.uuid(),
    })
  }

  /** An order, paid first if no money had arrived: seats of an unpaid order cannot be assigned. */
  async #paid(which: number): Promise<CompanyOrder | undefined> {
    if (this.#orders.length === 0) await this.order(2 + (which % 3))
    const order = this.#of(which)
    if (order !== undefined && this.#isNew.has(order.id)) await this.transfer(which, 8)
    return order
  }

  #of(which: number): CompanyOrder | undefined {
    return this.#orders.length === 0 ? undefined : this.#orders[which % this.#orders.length]
  }
}

interface Seat {
  id: string
  state: string
  round: number
  email: string | null
  link: { url: string } | null
}

const decimal = (minor: number): string => (minor / 100).toFixed(2)

/** A refusal because of the order's state is part of a history; a refusal of the call itself is a fault of the test. */
async function refusedAtMost(caller: Caller, path: string, body: object): Promise<void> {
  const { status, body: said } = await caller.post(path, body)
  if ([400, 401, 403, 404].includes(status))
    throw new Error(`POST ${path}: ${status} ${JSON.stringify(said)}`)
}
