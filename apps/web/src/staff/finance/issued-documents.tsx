import { money } from '../../lib/format.ts'
import layout from '../parts/layout.module.css'
import { IssueAgain } from './issue-again.tsx'
import styles from './order.module.css'
import type { OrderState } from './order-answers.ts'

/** Nothing of the invoice of such an order is left to issue again. */
const over = ['refunded', 'cancelled']

/** The numbered documents of this order. */
export function IssuedDocuments({ order }: { order: OrderState }) {
  const { invoiceNumber, creditNotes, debitNotes, currency } = order
  return (
    <section aria-labelledby="issued-heading" className={layout.stack}>
      <h3 id="issued-heading" className={layout.heading}>
        Documents
      </h3>
      {invoiceNumber === null ? (
        <p className={layout.soft}>None yet: the invoice is issued when the payment is complete.</p>
      ) : (
        <dl className={styles.lines}>
          {[...order.replacedInvoices, invoiceNumber].map((number) => (
            <div key={number}>
              <dt>
                Invoice <span className={layout.code}>{number}</span>
              </dt>
              <dd data-amount>{money(order.totalAmount, currency)}</dd>
            </div>
          ))}
          {creditNotes.map(({ number, amount }) => (
            <div key={number}>
              <dt>
                Credit note <span className={layout.code}>{number}</span>
              </dt>
              <dd data-amount>{money(`-${amount}`, currency)}</dd>
            </div>
          ))}
          {debitNotes.map(({ number, amount }) => (
            <div key={number}>
              <dt>
                Debit note <span className={layout.code}>{number}</span>
              </dt>
              <dd data-amount>{money(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      {invoiceNumber !== null && !over.includes(order.status) ? (
        <IssueAgain id={order.id} invoiceNumber={invoiceNumber} />
      ) : null}
      {order.surplusReturns.map(({ refundId, amount }) => (
        <p key={refundId} className={layout.soft}>
          {money(amount, currency)} of refund <span className={layout.code}>{refundId}</span> was an
          overpayment. It was never part of the invoice, so it has no credit note.
        </p>
      ))}
    </section>
  )
}
