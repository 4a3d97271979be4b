import { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { price as inWords } from '#platform/kernel/money.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { leastCharge } from '../domain/chargeable.ts'
import { assertUsable, type CouponTerms, codeOf, otherDate, refusedCoupon } from '../domain/coupon.ts'
import { lostDiscount } from '../domain/lost-order.ts'
import type { LineDiscount, OrderLine } from '../domain/order-lines.ts'
import { type LinePrice, priceOf, stepFor, type VolumeStep } from '../domain/pricing.ts'
import type { Product } from '../orders/products.ts'
import { termsOf } from './coupon-rows.ts'
import { takingOf } from './discount-uses.ts'
import { priceSettings } from './price-settings.ts'
import { priceTables } from './tables.ts'

export interface PriceRequest {
  product: Pick<Product, 'id' | 'priceMinor' | 'currency'>
  quantity: number
  cohortId: string | null
  /** As typed; null and '' for none. */
  couponCode: string | null
}

export interface QuotedPrice extends LinePrice {
  /** List price of one, in minor units of `currency`. */
  unitPrice: number
  currency: string
  /** Why each of `discounts` is taken off, in words; in their order. */
  reasons: string[]
  coupon: { id: string; code: string } | null
}

/** Most unknown codes within an hour from everybody, in one process. Calls with a code are then refused until the hour ends. */
const mostUnknown = 300
const hour = 3_600_000

/** What an order costs, with the reasons; and how its discounts commit with it. */
export class Prices {
  static readonly needs = {
    database: Database,
    settings: Settings,
    clock: Clock,
    log: Log,
  }
  readonly #parts: Given<typeof Prices.needs>
  readonly #logger: Log['logger']
  /** `hour` counts hours since 1970. */
  #unknown = { hour: 0, count: 0 }

  constructor(parts: Given<typeof Prices.needs>) {
    this.#parts = parts
    this.#logger = parts.log.logger
  }

  /** Lowest number first. */
  async steps(): Promise<VolumeStep[]> {
    const { volumeSteps } = await this.#parts.settings.read(priceSettings)
    return [...volumeSteps].sort((a, b) => a.from - b.from)
  }

  /**
   * The price as of now.
   * @throws AppError conflict `COUPON_UNKNOWN`, `COUPON_ENDED`, `COUPON_USED_UP`, `COUPON_OTHER_PRODUCT`,
   *   `COUPON_OTHER_DATE`, `COUPON_TOO_MANY_SEATS`, `COUPON_TOO_LITTLE_LEFT`, at the field `couponCode`; too-many
   *   `TOO_MANY_CODES` while codes are being guessed
   */
  async quote({ product, quantity, cohortId, couponCode }: PriceRequest): Promise<QuotedPrice> {
    const { priceMinor: unitPrice, currency } = product
    const steps = await this.steps()
    const use = { productId: product.id, cohortId, currency, seats: quantity, at: this.#parts.clock.now() }
    const code = codeOf(couponCode ?? '')
    const coupon = code === '' ? null : await this.#usable(code, use)
    const priced = priceOf({
      unitPrice,
      quantity,
      currency,
      steps,
      coupon: coupon === null ? null : { id: coupon.id, reduction: coupon.terms.reduction },
    })
    const isCoupons = coupon !== null && priced.discounts.some(({ kind }) => kind === 'coupon')
    if (isCoupons && priced.total > 0 && priced.total < leastCharge(currency)) throw tooLittleLeft()
    const reasonOf = ({ kind }: LineDiscount): string =>
      kind === 'volume' ? volumeWords(stepFor(steps, quantity)!) : couponWords(coupon!.terms)
    return {
      ...priced,
      unitPrice,
      currency,
      reasons: priced.discounts.map(reasonOf),
      coupon: coupon === null ? null : { id: coupon.id, code },
    }
  }

  /** The code of the coupon among an order's discounts; '' without one. */
  async codeAmong(discounts: readonly LineDiscount[]): Promise<string> {
    const coupon = discounts.find(({ kind }) => kind === 'coupon')
    if (coupon === undefined) return ''
    return (await this.#codesOf([coupon.id])).get(coupon.id) ?? ''
  }

  /** @throws AppError conflict `COUPON_OTHER_DATE` when a coupon among these discounts is for another date than this one */
  async assertDate(discounts: readonly LineDiscount[], cohortId: string): Promise<void> {
    const ids = discounts.flatMap(({ kind, id }) => (kind === 'coupon' ? [id] : []))
    if (ids.length === 0) return
    const other = await priceTables(this.#parts.database.sql)
      .selectFrom('commerce_coupon')
      .select('id')
      .where('id', 'in', ids)
      .where('cohortId', '<>', cohortId)
      .executeTakeFirst()
    if (other !== undefined) throw otherDate()
  }

  /** Why discounts were taken off, in words, for documents and pages of what was agreed already. */
  async wordsOf(discounts: readonly LineDiscount[]): Promise<string[]> {
    const coupons = discounts.filter(({ kind }) => kind === 'coupon')
    const codes = await this.#codesOf(coupons.map(({ id }) => id))
    return discounts.map(({ kind, id }) =>
      kind === 'volume'
        ? `Price from ${id.replace(/^from-/, '')} seats on`
        : `Code ${codes.get(id) ?? ''}`.trim(),
    )
  }

  /**
   * Commits with the events that place an order; the commit is refused when a coupon has no use left (`refusalOf`).
   * @param again the order was placed before, and is only recorded again
   */
  reserve(orderId: string, discounts: readonly LineDiscount[], currency: string, again = false): Write[] {
    return takingOf(orderId, discounts, currency, again, this.#parts.clock.now())
  }

  /** The lines of a lost order, without the names of coupons that are lost too or have no use left for it: the amounts stay. */
  async recordable(orderId: string, lines: readonly OrderLine[]): Promise<OrderLine[]> {
    const ids = lines.flatMap(({ discounts }) =>
      discounts.map(({ kind, id }) => (kind === 'coupon' ? id : '')),
    )
    const coupons = await this.#parts.database.sql.query<{ id: string }>(
      `select c.id::text as id from commerce_coupon c where c.id::text = any($2) and (c.max_uses is null or c.uses < c.max_uses
         or exists (select from commerce_discount d where d.order_id = $1 and d.discount_id = c.id::text and d.released_at is null))`,
      [orderId, ids],
    )
    const usable = new Set(coupons.map(({ id }) => id))
    const kept = (one: LineDiscount): LineDiscount =>
      one.kind === 'volume' || usable.has(one.id) ? one : { ...one, kind: 'volume', id: lostDiscount }
    return lines.map((line) => ({ ...line, discounts: line.discounts.map(kept) }))
  }

  /** `COUPON_USED_UP` or `COUPON_ENDED` when `error` is the refusal of such a commit; null for every other error. */
  refusalOf(error: unknown): Error | null {
    if (violates(error, 'commerce_coupon', 'commerce_coupon_uses_left')) return usedUp()
    return violates(error, 'commerce_coupon', 'commerce_coupon_not_ended')
      ? refusedCoupon('COUPON_ENDED', 'This code has just ended.')
      : null
  }

  async #codesOf(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await priceTables(this.#parts.database.sql)
      .selectFrom('commerce_coupon')
      .select(['id', 'code'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, code }) => [id, code]))
  }

  async #usable(
    code: string,
    use: Parameters<typeof assertUsable>[2],
  ): Promise<{ id: string; terms: CouponTerms }> {
    const now = this.#parts.clock.now().getTime()
    if (this.#unknown.hour !== Math.floor(now / hour))
      this.#unknown = { hour: Math.floor(now / hour), count: 0 }
    if (this.#unknown.count >= mostUnknown) throw tooManyCodes(hour - (now % hour))
    const row = await priceTables(this.#parts.database.sql)
      .selectFrom('commerce_coupon')
      .selectAll()
      .where('code', '=', code)
      .orderBy('endedAt', (by) => by.desc().nullsFirst())
      .executeTakeFirst()
    if (row === undefined) {
      this.#unknown.count += 1
      if (this.#unknown.count === mostUnknown)
        this.#logger.error(
          { unknownCodes: mostUnknown },
          'coupon codes are being guessed: all are refused for the rest of the hour',
        )
      throw refusedCoupon('COUPON_UNKNOWN', 'We do not know this code. Check how it is spelled.')
    }
    const terms = termsOf(row)
    assertUsable(terms, row.endedAt !== null, use)
    if (terms.maxUses !== null && row.uses >= terms.maxUses) throw usedUp()
    return { id: row.id, terms }
  }
}

const tooManyCodes = (ms: number) =>
  new AppError(
    'too-many',
    'TOO_MANY_CODES',
    'Too many unknown codes were tried just now. Please try again later, or go on without a code.',
    { retryAfter: Math.ceil(ms / 1000) },
  )

const tooLittleLeft = () =>
  refusedCoupon(
    'COUPON_TOO_LITTLE_LEFT',
    'With this code less is left than can be paid. Remove it, or write to us.',
  )

const usedUp = () => refusedCoupon('COUPON_USED_UP', 'This code has been used as often as it may be.')

const volumeWords = ({ from, percent }: VolumeStep): string => `${percent}% less from ${from} seats on`

const couponWords = ({ code, reduction, currency }: CouponTerms): string =>
  reduction.kind === 'percent'
    ? `Code ${code}: ${reduction.percent}% less`
    : `Code ${code}: ${inWords(reduction.amount, currency ?? 'usd')} less`
