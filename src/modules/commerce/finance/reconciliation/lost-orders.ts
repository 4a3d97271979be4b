import { Customers, Organizations } from '#modules/identity/index.ts'
import { Places } from '#modules/leadership/index.ts'
import { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Settings } from '#platform/settings/settings.ts'
import { companyDetailsOf } from '../../checkout/company-orders.ts'
import { companySettings } from '../../checkout/company-settings.ts'
import { placedWrites } from '../../checkout/placed-writes.ts'
import type { Foreseen } from '../../domain/difference.ts'
import { printedNumber } from '../../domain/document-names.ts'
import type { OrderEvent } from '../../domain/events.ts'
import { isPayableIntent } from '../../domain/lattice.ts'
import { type PlacedBefore, placeAgain, placedByPayment, takeOver } from '../../domain/lost-order.ts'
import type { Order } from '../../domain/order.ts'
import { type OrderLine, totalOf } from '../../domain/order-lines.ts'
import { type LostNumber, LostNumbers, PrintedNumbers } from '../../invoices/printed-numbers.ts'
import { type Author, byOf, nameOf } from '../../orders/author.ts'
import { companySnapshot, forgetUnplaced, snapshotOf } from '../../orders/buyers.ts'
import { Observations } from '../../orders/observations.ts'
import { Orders } from '../../orders/orders.ts'
import { Products } from '../../orders/products.ts'
import { StripeAccount } from '../../payments/stripe/stripe.ts'
import { Prices } from '../../pricing/prices.ts'
import { AcceptedQuotes } from '../../quotes/accepted-quotes.ts'
import { changed, type Difference, Differences } from './differences.ts'

type LostPayment = Extract<Foreseen, { outcome: 'unknown-order' }>

const dayMs = 24 * 3_600_000

/** Records orders that the log has lost, as after a restore, again: from their payments, and from their printed invoices. */
export class LostOrders {
  static readonly needs = {
    differences: Differences,
    observations: Observations,
    orders: Orders,
    products: Products,
    customers: Customers,
    organizations: Organizations,
    places: Places,
    prices: Prices,
    settings: Settings,
    database: Database,
    ids: Ids,
    stripe: StripeAccount,
    printed: PrintedNumbers,
    numbers: LostNumbers,
    quotes: AcceptedQuotes,
  }
  readonly #parts: Given<typeof LostOrders.needs>

  constructor(parts: Given<typeof LostOrders.needs>) {
    this.#parts = parts
  }

  /**
   * Places the order again from its payment, with the invoice number that was printed for it. A buyer has at most one open
   * order: when this one is unpaid and its buyer has begun another since, its payment is cancelled at Stripe first.
   * @returns false when the order is in the log by now: then the payment is recorded like any other
   * @throws AppError conflict `BUYER_HAS_OPEN_ORDER` while a payment of such an order is under way; `DIFFERENCE_CHANGED`.
   */
  async takeOver(difference: Difference, author: Author): Promise<boolean> {
    const seen = await this.#parts.observations.foresee(difference.intentId)
    if (seen.outcome === 'seen') return false
    if (seen.outcome !== 'unknown-order') throw changed()
    try {
      await this.#recordAgain(seen, difference, author)
    } catch (error) {
      if (!violates(error, 'commerce_order', 'commerce_order_one_open')) throw error
      await this.#recordWithoutPayment(seen, difference, author)
    }
    return true
  }

  async #recordWithoutPayment({ facts }: LostPayment, difference: Difference, author: Author): Promise<void> {
    const { intentId } = difference
    const payable = facts.some((fact) => fact.type === 'PaymentIntentObserved' && isPayableIntent(fact.data))
    if (payable) await this.#parts.stripe.cancelIntent(intentId)
    const seen = await this.#parts.observations.foresee(intentId)
    if (seen.outcome !== 'unknown-order') throw changed()
    const why = 'Its buyer has begun another order since, so this payment was cancelled at Stripe.'
    try {
      await this.#recordAgain(seen, difference, author, payable ? why : '')
    } catch (error) {
      if (!violates(error, 'commerce_order', 'commerce_order_one_open')) throw error
      throw new AppError(
        'conflict',
        'BUYER_HAS_OPEN_ORDER',
        "This order's payment is under way, and its buyer has begun another one since. Record it when the payment has ended.",
      )
    }
  }

  /** @param further a second sentence for the note on the order */
  async #recordAgain(
    { signedOrder, facts }: LostPayment,
    { id, intentId }: Difference,
    author: Author,
    further = '',
  ): Promise<void> {
    if (signedOrder === null) throw changed()
    const { printed, products } = this.#parts
    const { orderId } = signedOrder
    const before = await printed.orderOf(orderId)
    const { name: productName } = await products.get(signedOrder.productId)
    const kept = before === null ? 'The questionnaire was not kept at Stripe.' : ''
    const settled = this.#parts.differences.settled(intentId, 'recorded', nameOf(author))
    await this.#record(orderId, author, {
      placed: before?.placed ?? placedByPayment({ ...signedOrder, productName }),
      until: null,
      origin: `Taken over from payment ${intentId}: the log had lost this order.`,
      further: [kept, further],
      decide: (order, placed, text) => takeOver(order, placed, facts, { noteId: id, text, by: byOf(author) }),
      settled,
    })
  }

  /**
   * Records the lost orders again whose invoices were printed before the money came, or that cost nothing, from what is kept
   * beside the database. What was paid by card first is recorded from its payment.
   * @returns the numbers whose orders are back, and those that the log does not know yet
   */
  async takeOverPrinted(author: Author): Promise<{ recorded: LostNumber[]; left: LostNumber[] }> {
    const { numbers, printed, settings, ids, quotes } = this.#parts
    const { placeDays } = await settings.read(companySettings)
    const recorded: LostNumber[] = []
    for (const lost of await numbers.find()) {
      const { orderId } = lost.subject
      const before = lost.kind === 'invoice' ? await printed.orderOf(orderId) : null
      if (before === null || (before.byInvoice === null && totalOf(before.placed.lines) > 0)) continue
      const dueAt = before.byInvoice?.dueAt
      const noteId = ids.uuid()
      await this.#record(orderId, author, {
        placed: before.placed,
        until: dueAt === undefined ? null : new Date(Date.parse(dueAt) + placeDays * dayMs),
        origin: `Taken over from the mark of its printed invoice ${printedNumber('invoice', lost)}: the log had lost this order.`,
        decide: (order, placed, text) =>
          placeAgain(order, { ...before, placed }, { noteId, text, by: byOf(author) }),
      })
      await quotes.recordAccepted(orderId)
      recorded.push(lost)
    }
    return { recorded, left: await numbers.find() }
  }

  /** The writes along with the event are those of the first one: seats, places, uses of coupons, the buyer. */
  async #record(
    orderId: string,
    author: Author,
    lost: {
      placed: PlacedBefore['placed']
      until: Date | null
      origin: string
      further?: readonly string[]
      decide(order: Order, placed: PlacedBefore['placed'], text: string): OrderEvent[]
      settled?: readonly Write[]
    },
  ): Promise<void> {
    const { customers, organizations, places, prices, orders, database } = this.#parts
    const { buyerId, organizationId } = lost.placed
    const [buyer, organization, lines] = await Promise.all([
      customers.get(buyerId),
      organizationId === null ? null : organizations.get(organizationId),
      prices.recordable(orderId, lost.placed.lines),
    ])
    const placed = { ...lost.placed, lines }
    if (buyer !== null) {
      const company = organization === null ? null : { ...companyDetailsOf(organization), reference: null }
      // The invoice is made before the commit, and its buyer is read from the table.
      const snapshot =
        company === null ? snapshotOf(orderId, buyer) : companySnapshot(orderId, buyer, company)
      await runWrites(database.sql, [snapshot])
    }
    const account = buyer === null ? 'The account that placed it is lost too.' : 'Its account is here.'
    const attempt = async (wanted: readonly OrderLine[], date: string): Promise<void> => {
      const order = { id: orderId, organizationId, lines: wanted, currency: placed.currency }
      const along = await placedWrites(this.#parts, order, { until: lost.until, again: true })
      const said = [lost.origin, account, ...(lost.further ?? []), date].filter((each) => each !== '')
      await orders.change(orderId, author, ({ order: known }) => lost.decide(known, placed, said.join(' ')), {
        writes: ({ version }) => [...(version === 0 ? along : []), ...(lost.settled ?? [])],
      })
    }
    try {
      await attempt(lines, '')
    } catch (error) {
      const { code = '' } = (places.refusalOf(error) ?? error) as { code?: string }
      if (!code.startsWith('COHORT_')) {
        await forgetUnplaced(database.sql, orderId)
        throw error
      }
      const dateless = lines.map((line) => ({ ...line, cohortId: null }))
      await attempt(dateless, 'Its date has no places left, so its seats are without a date.')
    }
  }
}
