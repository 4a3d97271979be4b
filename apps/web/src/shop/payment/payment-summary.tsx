import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/surface.tsx'
import { IncludedList } from '../program/prospectus.tsx'
import { StrataDrawing } from '../program/strata-drawing.tsx'
import styles from './payment-summary.module.css'

/** What the price includes, as listed on the payment page. */
export const included = [
  '12-week cohort experience',
  '2 private coaching sessions',
  'Blueprint-based curriculum',
  'Leadership Labs and peer cohort groups',
  'Digital credential and badge',
  'Lifetime updates and 2-year certificate validity',
  'Eligible for SHRM and PMI CEUs',
  'Immediate onboarding access after payment',
] as const

export interface PaymentSummaryProps {
  name: string
  /** The amount to pay. */
  price: string
  /** The price before discounts. */
  list: string
  discounts: readonly { reason: string; amount: string }[]
  /** The field for a coupon code. */
  code: ReactNode
  date: ReactNode
  /** What the total contains of tax. */
  tax: ReactNode
}

/** The summary of the order: one line, the discounts with their reasons, and the total. */
export function PaymentSummary({ name, price, list, discounts, code, date, tax }: PaymentSummaryProps) {
  return (
    <Card as="section" className={styles.card} aria-labelledby="summary-heading">
      <StrataDrawing className={styles.drawing} crop="xMidYMin" />
      <h2 id="summary-heading">Order summary</h2>
      <dl className={styles.lines}>
        <div>
          <dt>
            {name}
            <span className={styles.quantity}>One seat, 12 weeks</span>
          </dt>
          <dd>{list}</dd>
        </div>
        {discounts.map(({ reason, amount }) => (
          <div key={reason} className={styles.less}>
            <dt>{reason}</dt>
            <dd>−{amount}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{price}</dd>
        </div>
      </dl>
      {tax}
      {code}
      {date}
      <p className={styles.note}>
        <Lock aria-hidden="true" strokeWidth={1.5} />
        <span>
          <span>One-time payment. No subscription.</span> <span>Secure checkout.</span>
        </span>
      </p>
    </Card>
  )
}

/** The list of what the price includes. */
export function PaymentIncludes() {
  return (
    <section className={styles.includes} aria-labelledby="included-heading">
      <h2 id="included-heading">What’s included</h2>
      <IncludedList lines={included} />
    </section>
  )
}
