import { Notice } from '../../ui/surface.tsx'
import { BooksPart } from './books-part.tsx'
import { ExportsPart } from './exports-part.tsx'
import styles from './finance.module.css'
import { InboxPart } from './inbox-part.tsx'
import { IntegrityPart } from './integrity-part.tsx'
import ledger from './ledger.module.css'
import { MailsPart } from './mails-part.tsx'
import { ShowOrderContext } from './order-link.tsx'
import { ReconciliationPart } from './reconciliation-part.tsx'
import { SignedHeadsPart } from './signed-heads-part.tsx'
import { useRemembered } from './use-remembered.ts'
import { useMayAudit } from './use-staff-role.ts'

/** The tab "Finance": is the log whole, does it agree with Stripe, what came in, and what goes out. */
export function FinancePanel({ onTab }: { onTab: (id: string) => void }) {
  const mayAudit = useMayAudit()
  const [, openOrder] = useRemembered<string | null>('order', null)
  const showOrder = (id: string): void => {
    openOrder(id)
    onTab('orders')
  }
  return (
    <ShowOrderContext value={showOrder}>
      <section className={ledger.panel} aria-labelledby="finance-heading">
        <h2 id="finance-heading" className={ledger.heading}>
          Finance
        </h2>
        <BooksPart mayCollect={mayAudit} />
        {mayAudit ? (
          <div className={styles.pair}>
            <IntegrityPart />
            <ExportsPart />
          </div>
        ) : (
          <Notice tone="info" title="You see the lists.">
            The integrity check, exports and replays are for the finance role.
          </Notice>
        )}
        <SignedHeadsPart maySign={mayAudit} />
        <ReconciliationPart mayRun={mayAudit} />
        <MailsPart maySend={mayAudit} />
        <InboxPart mayReplay={mayAudit} />
      </section>
    </ShowOrderContext>
  )
}
