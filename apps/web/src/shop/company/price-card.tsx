import type { previewPrice } from '#modules/commerce/pricing/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { Card, Skeleton } from '../../ui/surface.tsx'
import type { Product } from '../api.ts'
import { TaxLine } from '../payment/tax-line.tsx'
import type { ShownTax } from '../payment/use-tax.ts'
import { SeatPrices } from '../program/seat-prices.tsx'
import styles from './price-card.module.css'

type Price = AnswerOf<typeof previewPrice>['price']

/** The lines of a price: seats, discounts with their reasons, and the total. */
export function PriceLines({ price, name }: { price: Price; name: string }) {
  const { seats, unitPrice, listPrice, discounts, total, currency } = price
  const perSeat = Number(total) / seats
  return (
    <dl className={styles.lines}>
      <div>
        <dt>
          {name}
          <span className={styles.small}>
            {seats === 1 ? 'One seat' : `${seats} seats`} at {money(unitPrice, currency)}
          </span>
        </dt>
        <dd>{money(listPrice, currency)}</dd>
      </div>
      {discounts.map(({ reason, amount }) => (
        <div key={reason} className={styles.less}>
          <dt>{reason}</dt>
          <dd>−{money(amount, currency)}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>
          Total
          {discounts.length > 0 && seats > 1 ? (
            <span className={styles.small}>{money(perSeat, currency)} per seat</span>
          ) : null}
        </dt>
        <dd>{money(total, currency)}</dd>
      </div>
    </dl>
  )
}

export interface PriceCardProps {
  name: string
  price: Price | undefined
  /** Whether another price is loading. */
  busy: boolean
  /** The discount of the next volume step; undefined without one. */
  hint: string | undefined
  /** The product, with its prices for several seats. */
  product: Product | undefined
  tax: ShownTax | undefined
}

/** The price beside the form, for the current input. */
export function PriceCard({ name, price, busy, hint, product, tax }: PriceCardProps) {
  return (
    <Card as="section" className={styles.card} aria-labelledby="price-heading" aria-busy={busy}>
      <h2 id="price-heading">Your price</h2>
      {price ? (
        <>
          <PriceLines price={price} name={name} />
          <TaxLine tax={tax} />
          <p className="visually-hidden" role="status">
            {busy ? '' : `${price.seats} seats: ${money(price.total, price.currency)} in total`}
          </p>
        </>
      ) : (
        <>
          <Skeleton />
          <Skeleton shape="title" />
        </>
      )}
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      <SeatPrices product={product} />
      <p className={styles.note}>One-time payment. No subscription.</p>
    </Card>
  )
}
