import type { transferProposals } from '#modules/commerce/finance/bank-transfers/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { money } from '../../lib/format.ts'
import { ledgerDay } from '../finance/moments.ts'
import { OrderLink } from '../finance/order-link.tsx'
import refund from '../finance/refund.module.css'
import { isNothing } from '../parts/amounts.ts'
import layout from '../parts/layout.module.css'
import { ProposedOrder } from './proposed-order.tsx'
import { isAtStripe, type Transfer, type Unmatched } from './transfer-choices.ts'
import { TransferForm } from './transfer-form.tsx'

/** One transfer: its sender, its applied, returned and unassigned parts, and its actions. */
export function TransferDetails(props: {
  transfer: Transfer
  unmatched: Unmatched[]
  mayChange: boolean
  /** In the time zone of the books. */
  today: string
}) {
  const { transfer, unmatched, mayChange, today } = props
  const { currency, unassigned, orders, returns, senderName, senderAccount, remittance } = transfer
  const proposed = useAnswer<typeof transferProposals>(
    '/api/finance/transfers/:id/proposals',
    { params: { id: transfer.id } },
    { enabled: mayChange && Number(unassigned) > 0 },
  )
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
              <span className={layout.code}>
                <OrderLink id={orderId} />
              </span>
            </dd>
          </div>
        ))}
        {returns.map((back, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two returns of a day may be alike, and the list only grows
          <div key={at}>
            <dt>Returned</dt>
            <dd>
              {money(back.amount, currency)}, {ledgerDay(back.at)}: {back.reason}
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
      {proposed.data?.proposals.map((proposal) => (
        <ProposedOrder
          key={`${proposal.orderId} ${unassigned}`}
          {...{ proposal, currency, transferId: transfer.id }}
        />
      ))}
      {transfer.mistaken ? (
        <p>This transfer was recorded by mistake. It is in no sum, and later files do not record it again.</p>
      ) : null}
      {!mayChange ? (
        <p className={layout.soft}>Applying and returning money requires the finance role.</p>
      ) : !transfer.mistaken &&
        Number(unassigned) <= 0 &&
        orders.every(({ amount }) => Number(amount) <= 0) ? (
        <p className={layout.soft}>
          {isNothing(unassigned) && orders.length === 0
            ? 'The full amount was returned. Nothing is left to do.'
            : 'More was returned than arrived: the bank took back money that had been returned before. Ask the payer for the difference.'}
        </p>
      ) : isNothing(unassigned) && isAtStripe(transfer) ? (
        <p className={layout.soft}>
          The money is held at Stripe. To return it, refund the payment of its order.
        </p>
      ) : (
        <TransferForm transfer={transfer} unmatched={unmatched} today={today} />
      )}
    </>
  )
}
