import type { ApiRouter } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import { refusedField } from '#platform/kernel/error.ts'
import { fromDecimal } from '#platform/kernel/money.ts'
import { type CouponTerms, codeOf } from '../domain/coupon.ts'
import { volumeId } from '../domain/pricing.ts'
import type { Products } from '../orders/products.ts'
import { defineCoupon, endCoupon, letter, listDiscountUses, listPrices, previewPrice } from './contract.ts'
import type { Coupons } from './coupons.ts'
import type { Letters } from './letters.ts'
import { priceView } from './price-view.ts'
import type { Prices } from './prices.ts'

export interface PriceParts {
  prices: Prices
  coupons: Coupons
  products: Products
  letters: Letters
}

export function mountPriceRoutes(api: ApiRouter, { prices, coupons, products, letters }: PriceParts): void {
  api.serve(previewPrice, async ({ body: { productId, seats, cohortId, couponCode } }) => {
    const product = await products.forSale(productId)
    const quoted = await prices.quote({ product, quantity: seats, cohortId, couponCode })
    return { price: priceView(quoted, seats), steps: await prices.steps() }
  })

  api.serve(letter, async ({ body }, { res }) => {
    const text = await letters.write(body)
    if (body.as === 'text') return void res.type('text').send(text)
    const bytes = await letters.pdf(text)
    return sendPdf(res, { bytes, filename: 'employer-letter.pdf', disposition: 'attachment' })
  })

  api.serve(listPrices, async () => {
    const uses = await coupons.volumeUses()
    const steps = await prices.steps()
    return {
      steps: steps.map((step) => ({ ...step, uses: uses.get(volumeId(step)) ?? 0 })),
      coupons: await coupons.all(),
    }
  })

  api.serve(defineCoupon, async ({ body: { id, percent, amount, ...given } }, call) => {
    const currency = amount === null ? null : await currencyOf(products, given.productId)
    const reduction: CouponTerms['reduction'] =
      percent === null
        ? { kind: 'amount', amount: amountOf(amount ?? '', currency ?? '') }
        : { kind: 'percent', percent }
    const terms: CouponTerms = { ...given, code: codeOf(given.code), reduction, currency }
    await coupons.define(id, terms, call.actor, call.requestId)
  })

  api.serve(endCoupon, ({ params }, call) => coupons.end(params.id, call.actor, call.requestId))

  api.serve(listDiscountUses, async ({ query }) => ({ uses: await coupons.usesOf(query.kind, query.id) }))
}

/** An amount is one of a currency: of the product's, or of what is sold where the coupon is for every product. */
async function currencyOf(products: Products, productId: string | null): Promise<string> {
  const [first] = productId === null ? await products.all() : [await products.get(productId)]
  return first?.currency ?? 'usd'
}

function amountOf(given: string, currency: string): number {
  try {
    const amount = fromDecimal(given, currency)
    if (amount > 0) return amount
  } catch {
    // Refused below, with the field.
  }
  throw refusedField('COUPON_AMOUNT', 'amount', `must be an amount of ${currency.toUpperCase()} above 0`)
}
