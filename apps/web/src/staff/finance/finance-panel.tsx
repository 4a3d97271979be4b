import { Route, Routes, useParams } from 'react-router-dom'
import { useMayAudit } from '../frame/staff-member.ts'
import { IntegrityPart } from './integrity-part.tsx'
import { OrderList } from './order-list.tsx'
import { OrderView } from './order-view.tsx'
import { SignedHeadsPart } from './signed-heads-part.tsx'

/** The list of orders, or one order. */
export const Orders = () => (
  <Routes>
    <Route index element={<OrderList />} />
    <Route path=":id" element={<OneOrder />} />
  </Routes>
)

function OneOrder() {
  const { id = '' } = useParams()
  return <OrderView key={id} id={id} />
}

export function Proof() {
  const mayAudit = useMayAudit()
  return (
    <>
      {mayAudit ? <IntegrityPart /> : null}
      <SignedHeadsPart maySign={mayAudit} />
    </>
  )
}

export { PapersPart as Papers } from '../papers/papers-part.tsx'
export { PayoutsPart as Payouts } from '../payouts/payouts-part.tsx'
export { PricesPart as Prices } from '../prices/prices-part.tsx'
export { QuotesPart as Quotes } from '../prices/quotes-part.tsx'
export { ReceivablesPart as Receivables } from '../receivables/receivables-part.tsx'
export { TransfersPart as BankTransfers } from '../transfers/transfers-part.tsx'
export { WithdrawalsPart as Withdrawals } from '../withdrawals/withdrawals-part.tsx'
export { BooksPart as Books } from './books-part.tsx'
export { DocumentsPart as Register } from './documents-part.tsx'
export { ExportsPart as Exports } from './exports-part.tsx'
export { InboxPart as Webhooks } from './inbox-part.tsx'
export { MailsPart as Emails } from './mails-part.tsx'
export { ReconciliationPart as Reconciliation } from './reconciliation-part.tsx'
export { SchedulePart as Schedule } from './schedule-part.tsx'
export { SourcesPart as Sources } from './sources-part.tsx'
export { TaxPart as Tax } from './tax-part.tsx'
