import { useMayAudit } from '../frame/staff-member.ts'
import { Views } from '../parts/views.tsx'
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
import { ReconciliationPart } from './reconciliation-part.tsx'
import { SignedHeadsPart } from './signed-heads-part.tsx'

/** The tab "Finance": one view each for the books, documents, exports and the checks of them. */
export function FinancePanel() {
  const mayAudit = useMayAudit()
  return (
    <section className={ledger.panel} aria-labelledby="finance-heading">
      <h2 id="finance-heading" className={ledger.heading}>
        Finance
      </h2>
      <Views
        base="/admin/finance"
        label="Views of finance"
        views={[
          { path: 'books', label: 'Books', element: <BooksPart mayCollect={mayAudit} /> },
          { path: 'documents', label: 'Documents', element: <DocumentsPart mayExport={mayAudit} /> },
          // Files carry what viewers may not see.
          ...(mayAudit ? [{ path: 'exports', label: 'Exports', element: <ExportsPart /> }] : []),
          {
            path: 'reconciliation',
            label: 'Reconciliation',
            element: <ReconciliationPart mayRun={mayAudit} />,
          },
          { path: 'receivables', label: 'Receivables', element: <ReceivablesPart /> },
          { path: 'transfers', label: 'Bank transfers', element: <TransfersPart /> },
          { path: 'prices', label: 'Prices', element: <PricesPart /> },
          { path: 'quotes', label: 'Quotes', element: <QuotesPart /> },
          { path: 'mails', label: 'Emails', element: <MailsPart maySend={mayAudit} /> },
          { path: 'proof', label: 'Proof', element: <Proof mayAudit={mayAudit} /> },
          { path: 'webhooks', label: 'Webhooks', element: <InboxPart mayReplay={mayAudit} /> },
        ]}
      />
    </section>
  )
}

function Proof({ mayAudit }: { mayAudit: boolean }) {
  return (
    <>
      {mayAudit ? <IntegrityPart /> : null}
      <SignedHeadsPart maySign={mayAudit} />
    </>
  )
}
