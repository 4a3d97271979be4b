import { wholeMoney } from '../../lib/format.ts'
import type { Product } from '../api.ts'
import styles from './seat-prices.module.css'

/** The prices per seat for several seats: "From 5 seats: $2,250 each". Nothing without volume steps. */
export function SeatPrices({ product }: { product: Product | undefined }) {
  // A server of the previous release does not send this field; during a deployment it may still answer.
  const prices = product?.seatPrices ?? []
  if (product === undefined || prices.length === 0) return null
  return (
    <ul className={styles.prices} aria-label="Volume prices">
      {prices.map(({ from, each }) => (
        <li key={from}>
          From {from} seats: <strong>{wholeMoney(each, product.currency)}</strong> each
        </li>
      ))}
    </ul>
  )
}
