import { wholeMoney } from '../../lib/format.ts'
import type { Product } from '../api.ts'
import styles from './seat-prices.module.css'

/** What a seat costs where several are bought at once: "From 5 seats: $2,250 each". Nothing without volume steps. */
export function SeatPrices({ product }: { product: Product | undefined }) {
  // Absent in the answer of a server of the release before, while processes are replaced.
  const prices = product?.seatPrices ?? []
  if (product === undefined || prices.length === 0) return null
  return (
    <ul className={styles.prices} aria-label="Price for several people">
      {prices.map(({ from, each }) => (
        <li key={from}>
          From {from} seats: <strong>{wholeMoney(each, product.currency)}</strong> each
        </li>
      ))}
    </ul>
  )
}
