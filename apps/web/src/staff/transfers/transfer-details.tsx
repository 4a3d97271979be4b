import { dateTime, money } from '../../lib/format.ts'
import ledger from '../finance/ledger.module.css'
import { OrderLink } from '../finance/order-link.tsx'
import refund from '../finance/refund.module.css'
import { isNothing } from '../parts/amounts.ts'
import { isAtStripe } from './transfer-choices.ts'
import { TransferForm } from './transfer-form.tsx'
import type { Transfer, Unmatched } from './transfers-api.ts'

/** One transfer: its sender, its applied, returned and unassigned parts, and its actions. */
export function TransferDetails(props: { transfer: Transfer; unmatched: Unmatched[]; mayChange: boolean }) {
  const { transfer, unmatched, mayChange } = props
  const { currency, unassigned, orders, returns, senderName, senderAccount, remittance } = transfer
  return (
    <>
      <dl className={refund.facts}>
        {senderName === null && senderAccount === null ? null : (
          <div>
            <dt>Sender</dt>
            <dd>
              <bdi>{[senderName, senderAccount].filter(Boolean).join(', ')}</bdi>
            </dd>
          </div>
        )}
        {remittance === null ? null : (
          <div>
            <dt>Payment reference</dt>
            <dd>
              <bdi>{remittance === '' ? 'none' : remittance}</bdi>
            </dd>
          </div>
        )}
        {orders.map(({ orderId, amount }) => (
          <div key={orderId}>
            <dt>Applied</dt>
            <dd>
              {money(amount, currency)} to order{' '}
              <span className={ledger.code}>
                <OrderLink id={orderId} />
              </span>
            </dd>
          </div>
        ))}
        {returns.map((back) => (
          <div key={back.at}>
            <dt>Returned</dt>
            <dd>
              {money(back.amount, currency)}, {dateTime(back.at)}: {back.reason}
            </dd>
          </div>
        ))}
        {isNothing(unassigned) ? null : (
          <div>
            <dt>Unassigned</dt>
            <dd>{money(unassigned, currency)}</dd>
          </div>
        )}
      </dl>
      {!mayChange ? (
        <p className={ledger.faint}>Applying and returning money requires the finance role.</p>
      ) : isNothing(unassigned) && orders.length === 0 ? (
        <p className={ledger.faint}>The full amount was returned. Nothing is left to do.</p>
      ) : isNothing(unassigned) && isAtStripe(transfer) ? (
        <p className={ledger.faint}>
          The money is held at Stripe. To return it, refund the payment of its order.
        </p>
      ) : (
        <TransferForm transfer={transfer} unmatched={unmatched} />
      )}
    </>
  )
}
