import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import { useMayAudit } from '../frame/staff-member.ts'
import { PricesPart } from '../prices/prices-part.tsx'
import { QuotesPart } from '../prices/quotes-part.tsx'
import { ReceivablesPart } from '../receivables/receivables-part.tsx'
import { TransfersPart } from '../transfers/transfers-part.tsx'
import { BooksPart } from './books-part.tsx'
import { DocumentsPart } from './documents-part.tsx'
import { ExportsPart } from './exports-part.tsx'
import { InboxPart } from './inbox-part.tsx'
import { IntegrityPart } from './integrity-part.tsx'
import ledger from './ledger.module.css'
import { MailsPart } from './mails-part.tsx'
import { OrderList } from './order-list.tsx'
import { OrderView } from './order-view.tsx'
import { ReconciliationPart } from './reconciliation-part.tsx'
import { SignedHeadsPart } from './signed-heads-part.tsx'

/** A view of one of the four groups of finance; the rail shows the group, so its heading is for screen readers. */
function InGroup({ group, children }: { group: string; children: ReactNode }) {
  return (
    <div className={ledger.panel}>
      <h2 className="visually-hidden">{group}</h2>
      {children}
    </div>
  )
}

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

export const Quotes = () => (
  <InGroup group="Sales">
    <QuotesPart />
  </InGroup>
)

export const Prices = () => (
  <InGroup group="Sales">
    <PricesPart />
  </InGroup>
)

export const Books = () => (
  <InGroup group="Money">
    <BooksPart mayCollect={useMayAudit()} />
  </InGroup>
)

export const BankTransfers = () => (
  <InGroup group="Money">
    <TransfersPart />
  </InGroup>
)

export const Receivables = () => (
  <InGroup group="Money">
    <ReceivablesPart />
  </InGroup>
)

export const Reconciliation = () => (
  <InGroup group="Money">
    <ReconciliationPart mayRun={useMayAudit()} />
  </InGroup>
)

export const Register = () => (
  <InGroup group="Documents">
    <DocumentsPart mayExport={useMayAudit()} />
  </InGroup>
)

export const Emails = () => (
  <InGroup group="Documents">
    <MailsPart maySend={useMayAudit()} />
  </InGroup>
)

export function Proof() {
  const mayAudit = useMayAudit()
  return (
    <InGroup group="Audit">
      {mayAudit ? <IntegrityPart /> : null}
      <SignedHeadsPart maySign={mayAudit} />
    </InGroup>
  )
}

export const Exports = () => (
  <InGroup group="Audit">
    <ExportsPart />
  </InGroup>
)

export const Webhooks = () => (
  <InGroup group="Audit">
    <InboxPart mayReplay={useMayAudit()} />
  </InGroup>
)
