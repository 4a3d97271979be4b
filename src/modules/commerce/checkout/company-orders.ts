import { type Customer, Customers, type Organization, Organizations } from '#modules/identity/index.ts'
import { type HeldPlacesLimit, Places } from '#modules/leadership/index.ts'
import type { InputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { transferKeyOf } from '../domain/bank-payments.ts'
import { isChargeable, notChargeable } from '../domain/chargeable.ts'
import { type Payment, place } from '../domain/decisions.ts'
import { type OrderLine, plainLine, totalOf } from '../domain/order-lines.ts'
import { type Author, byOf } from '../orders/author.ts'
import { companySnapshot, forgetUnplaced, type InvoiceDetails } from '../orders/buyers.ts'
import type { Loaded } from '../orders/loaded.ts'
import { OrderSources } from '../orders/order-sources.ts'
import { Orders } from '../orders/orders.ts'
import { Products } from '../orders/products.ts'
import { BankPayments } from '../payments/bank-transfers/bank-payments.ts'
import { TransferInstructions } from '../payments/bank-transfers/transfer-instructions.ts'
import { transferTypes } from '../payments/stripe/bank-transfer-objects.ts'
import { Prices } from '../pricing/prices.ts'
import { assertSameTax } from '../tax/shown-tax.ts'
import { taxedBuyer } from '../tax/tax-ids.ts'
import { taxRules } from '../tax/tax-settings.ts'
import { type CompanySettings, companySettings } from './company-settings.ts'
import type { placeCompanyOrder } from './contract-company.ts'
import { placedWrites } from './placed-writes.ts'
import { limitUnpaidOrders, mostUnpaid, mostUnpaidWithQuotes, tooManyUnpaid } from './unpaid-orders.ts'

export type CompanyOrderRequest = InputOf<typeof placeCompanyOrder>['body'] & {
  /**
   * The lines of an accepted quote and their currency, taken as they are. `withoutDate`: their cohort is not open yet, so that the
   * seats hold no places.
   */
  agreed?: { lines: OrderLine[]; currency: string; withoutDate: boolean }
}

const day = 24 * 3_600_000
/** How long places are kept for a card, as those of a person; once money is under way, and once it came, they are taken. */
const cardHoldMs = 30 * 60_000

/** Orders that an organization pays: seats, by card or by an invoice that comes before the money. */
export class CompanyOrders {
  static readonly needs = {
    database: Database,
    orders: Orders,
    products: Products,
    prices: Prices,
    sources: OrderSources,
    customers: Customers,
    organizations: Organizations,
    places: Places,
    settings: Settings,
    clock: Clock,
    ids: Ids,
    bankPayments: BankPayments,
    instructions: TransferInstructions,
    log: Log,
  }
  readonly #parts: Given<typeof CompanyOrders.needs>

  constructor(parts: Given<typeof CompanyOrders.needs>) {
    this.#parts = parts
  }

  /**
   * Places the order, with its places held and its discounts reserved. An invoice is issued with it when it is to be
   * paid by invoice or costs nothing.
   * @param buyerId the account for which it is placed; the author is another one when a quote is accepted
   * @throws AppError `EMAIL_NOT_VERIFIED`, `ORGANIZATION_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_AVAILABLE`,
   *   `COHORT_FULL`, `COHORT_NOT_OPEN`, `NOT_CHARGEABLE`, `TOO_MANY_PLACES`, `COUPON_…` at the field `couponCode`, `TOO_MANY_ORDERS`, `ORDER_ID_USED`, `TAX_CHANGED`
   */
  async place(author: Author, buyerId: string, request: CompanyOrderRequest): Promise<Loaded> {
    const { orders, products, customers, places, prices, database } = this.#parts
    const { orderId, organizationId, agreed, productId, termsVersion } = request
    const known = await orders.load(orderId)
    if (known.order.placed !== null)
      return this.#withAccount(this.#repeated(known, buyerId, organizationId), author)
    const buyer = await customers.get(buyerId)
    if (buyer === null || !buyer.isEmailVerified)
      throw new AppError('forbidden', 'EMAIL_NOT_VERIFIED', 'Please verify your email address first')
    const { firstName, lastName } = buyer
    await assertPrintable({ fullName: `${firstName} ${lastName}`, reference: request.reference })
    const organization = await this.#payer(buyer, organizationId)
    const product = await products.forSale(productId)
    const lines = agreed?.lines ?? [await this.#line(product, request)]
    const settings = await this.#parts.settings.read(companySettings)
    const total = totalOf(lines)
    const { currency } = agreed ?? product
    const at = this.#parts.clock.now()
    const taxed = { buyer: taxedBuyer(companyDetailsOf(organization), true), total, currency, at }
    assertSameTax(request.shownTax, await taxRules(this.#parts.settings), taxed)
    const { payment, placesUntil } = this.#payment(author, { ...request, total, currency }, settings)
    const isFree = total === 0
    if (request.method === 'card' && !isFree && !isChargeable(total, currency)) throw notChargeable('seats')
    if (payment.method === 'invoice' && !isFree && payment.transferKey === null) await this.#assertAccount()
    // A private cohort has the id of its quote, and so of the order: nobody else could have its places.
    const isPrivate = lines.some(({ cohortId }) => cohortId === orderId)
    const limit = isFree || isPrivate ? null : await this.#limit(buyerId, organizationId, settings)
    // The price of a quote was promised to a reader who does not see the other orders.
    const most = agreed === undefined ? mostUnpaid : mostUnpaidWithQuotes
    const limited = isFree ? [] : [limitUnpaidOrders(orderId, buyerId, organizationId, most)]
    const dated = agreed?.withoutDate ? lines.map((line) => ({ ...line, cohortId: null })) : lines
    const held = await placedWrites(
      this.#parts,
      { id: orderId, organizationId, lines: dated, currency },
      { until: isFree ? null : placesUntil, limit },
    )
    const sources = await this.#parts.sources.writes(orderId, buyer, request.attribution)
    const company = { ...companyDetailsOf(organization), reference: request.reference }
    await runWrites(database.sql, [companySnapshot(orderId, buyer, company)])
    const data = { buyerId, organizationId, lines, currency, answers: {}, termsVersion }
    try {
      const loaded = await orders.change(orderId, author, ({ order }) => place(order, { ...data, payment }), {
        // Seats and discounts are those of the call that places the order: a call of the same moment adds none.
        writes: ({ version }) => (version === 0 ? [...limited, ...held, ...sources] : []),
      })
      return await this.#withAccount(loaded, author)
    } catch (error) {
      const placed = await orders.load(orderId)
      if (placed.order.placed !== null) return this.#repeated(placed, buyerId, organizationId)
      await forgetUnplaced(database.sql, orderId)
      throw tooManyUnpaid(error) ?? places.refusalOf(error) ?? prices.refusalOf(error) ?? error
    }
  }

  async isPlaced(orderId: string): Promise<boolean> {
    return (await this.#parts.orders.load(orderId)).order.placed !== null
  }

  /** An invoice without an account to pay to cannot be paid. */
  async #assertAccount(): Promise<void> {
    if (await this.#parts.instructions.hasAccount()) return
    const message =
      'An invoice cannot be issued, because no bank account is set in the settings. Please pay by card, or write to us.'
    throw new AppError('conflict', 'INVOICE_UNAVAILABLE', message, { fields: [{ path: 'method', message }] })
  }

  /** The account at Stripe that the invoice prints. A Stripe that does not answer holds up no order: its invoice follows. */
  async #withAccount(loaded: Loaded, author: Author): Promise<Loaded> {
    try {
      return await this.#parts.bankPayments.goOn(loaded, author)
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error
      const { log } = this.#parts
      log.logger.warn(
        { err: error, orderId: loaded.order.id },
        'the account of an invoice is asked for later',
      )
      return loaded
    }
  }

  /** An account that manages several organizations holds no more places than one of them may. */
  async #limit(
    buyerId: string,
    organizationId: string,
    { maxUnpaidPlaces: most, maxUnpaidPlacesOfDate: mostOfDate }: CompanySettings,
  ): Promise<HeldPlacesLimit> {
    const managed = (await this.#parts.organizations.managedBy(buyerId)).map(({ id }) => id)
    return { organizationIds: [...new Set([...managed, organizationId])], most, mostOfDate }
  }

  #repeated(known: Loaded, buyerId: string, organizationId: string): Loaded {
    const { placed } = known.order
    if (placed?.buyerId === buyerId && placed.organizationId === organizationId) return known
    throw new AppError('conflict', 'ORDER_ID_USED', 'orderId: another order has this id. Send a new one.')
  }

  async #payer(buyer: Customer, organizationId: string): Promise<Organization> {
    const { organizations } = this.#parts
    await organizations.assertManages(buyer.id, organizationId)
    const organization = await organizations.get(organizationId)
    if (organization === null)
      throw new AppError('not-found', 'ORGANIZATION_NOT_FOUND', 'Organization not found')
    return organization
  }

  async #line(
    product: Awaited<ReturnType<Products['forSale']>>,
    { seats: quantity, cohortId, couponCode }: CompanyOrderRequest,
  ): Promise<OrderLine> {
    const price = await this.#parts.prices.quote({ product, quantity, cohortId, couponCode })
    const { id, name } = product
    const line = plainLine({ id, name, price: price.unitPrice }, quantity, cohortId)
    return { ...line, discounts: price.discounts }
  }

  #payment(
    author: Author,
    of: Pick<CompanyOrderRequest, 'method' | 'orderId'> & { total: number; currency: string },
    { netDays, placeDays, stripeBankTransfer }: CompanySettings,
  ): { payment: Payment; placesUntil: Date } {
    const now = this.#parts.clock.now().getTime()
    if (of.method === 'card') {
      const idempotencyKey = this.#parts.ids.uuid()
      return { payment: { method: of.method, idempotencyKey }, placesUntil: new Date(now + cardHoldMs) }
    }
    const due = now + netDays * day
    const isAtStripe =
      stripeBankTransfer && of.currency in transferTypes && isChargeable(of.total, of.currency)
    const transferKey = isAtStripe ? transferKeyOf(of.orderId, '1', 1) : null
    const dueAt = new Date(due).toISOString()
    const payment = { method: of.method, netDays, dueAt, by: byOf(author), transferKey }
    return { payment, placesUntil: new Date(due + placeDays * day) }
  }
}

export function companyDetailsOf({ name, ...details }: Organization): InvoiceDetails {
  const said = (text: string): string | null => (text === '' ? null : text)
  return {
    company: said(name),
    addressLine1: said(details.addressLine1),
    addressLine2: said(details.addressLine2),
    postalCode: said(details.postalCode),
    city: said(details.city),
    region: said(details.region),
    country: said(details.country),
    taxId: said(details.taxId),
  }
}
