import { money, percent } from '../../lib/format.ts'
import type { ChartItem } from './chart-items.ts'
import styles from './results.module.css'

const whole = (amount: number): string => money(amount, 'usd', { cents: false })

interface CategoryCardsProps {
  items: readonly ChartItem[]
  /** The amounts before the adjustment for overlap, by name; undefined without an adjustment. */
  plain: Record<string, number> | undefined
}

/** One card per category: amount, share, description, and the adjustment for overlap. */
export function CategoryCards({ items, plain }: CategoryCardsProps) {
  const total = items.reduce((sum, { value }) => sum + value, 0)
  return (
    <ul className={styles.categories}>
      {items.map(({ name, value, originalValue, description }) => (
        <li key={name}>
          <h2>{name}</h2>
          <p className={styles.amount}>{whole(value)}</p>
          <p className={styles.soft}>
            {percent(total === 0 ? 0 : value / total)} of the total
            {originalValue > value ? ` · ${whole(originalValue - value)} less` : ''}
          </p>
          <p className={styles.soft}>{description}</p>
          {plain?.[name] === undefined ? null : (
            <p className={styles.plain}>
              {whole(plain[name])} before overlap × 0.62 = {whole(originalValue)}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
