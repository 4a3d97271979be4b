import { Scale } from 'lucide-react'
import type {
  financeReconciliation,
  runReconciliation,
} from '#modules/commerce/finance/reconciliation/contract.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import layout from '../parts/layout.module.css'
import { Empty, Loaded, reasonOf, SkeletonLines } from '../parts/loading-states.tsx'
import { Part } from '../parts/record-list.tsx'
import { type Reconciliation, whoWords } from './difference-words.ts'
import { ledgerDay, ledgerMoment } from './moments.ts'
import { OpenDifferences } from './open-differences.tsx'
import { SettledDifferences } from './settled-differences.tsx'

/** The comparison of Stripe and the log in both directions. A person settles here what the daily one does not record. */
export function ReconciliationPart() {
  const mayRun = useMayAudit()
  const last = useAnswer<typeof financeReconciliation>('/api/finance/reconciliation', {})
  const run = useAction<typeof runReconciliation>('POST', '/api/finance/reconciliation/run', [
    '/api/finance/reconciliation',
  ])
  return (
    <Part
      title="Reconciliation with Stripe"
      actions={
        mayRun ? (
          <Button
            size="small"
            variant="secondary"
            icon={<Scale aria-hidden="true" />}
            busy={run.isPending}
            busyText="Comparing..."
            onClick={() => run.mutate({})}
          >
            Compare now
          </Button>
        ) : null
      }
      intro="All payments of the last 35 days, and older ones with an open item at Stripe, are compared in both directions once a day and on demand. The daily comparison records clear cases automatically and lists them below; the others stay here until they are resolved. Compare now does not record anything."
    >
      {run.isError ? (
        <Notice tone="bad" title="The comparison failed." announce>
          {reasonOf(run.error)}
        </Notice>
      ) : null}
      {run.isPending ? (
        <SkeletonLines what="the comparison" lines={3} />
      ) : (
        <Loaded query={last} what="The last comparison" lines={3}>
          {(found) => <Found found={found} maySettle={mayRun} justRun={run.isSuccess} />}
        </Loaded>
      )}
    </Part>
  )
}

function Found({
  found,
  maySettle,
  justRun,
}: {
  found: Reconciliation
  maySettle: boolean
  justRun: boolean
}) {
  const { report, open, settled, counts } = found
  return (
    <>
      {report === null ? (
        <Empty title="No comparison yet.">It runs automatically once a day, or now with the button.</Empty>
      ) : (
        <ReportView report={report} open={counts.open} announce={justRun} />
      )}
      {counts.open > 0 ? (
        <OpenDifferences differences={open} total={counts.open} maySettle={maySettle} />
      ) : null}
      {settled.length > 0 ? (
        <SettledDifferences
          differences={settled}
          total={counts.recorded + counts.foreign + counts.automatic}
        />
      ) : null}
    </>
  )
}

function ReportView({
  report,
  open,
  announce,
}: {
  report: NonNullable<Reconciliation['report']>
  open: number
  announce: boolean
}) {
  const { intents, orders, foreign, found, recorded, error, finishedAt, since, startedBy } = report
  const waiting = `${wholeNumber(open)} ${open === 1 ? 'difference needs' : 'differences need'} your review.`
  return (
    <>
      {error !== null ? (
        <Notice tone="bad" title="The last comparison did not finish." announce={announce}>
          {error}.{' '}
          {found + recorded === 0
            ? 'No differences were found up to that point.'
            : 'The differences found up to that point are below.'}{' '}
          Compare again, or wait: it runs again automatically within the hour.
        </Notice>
      ) : open > 0 ? (
        <Notice tone="warn" title={waiting} announce={announce}>
          Nothing has been recorded for them. Each one below shows what differs, why, and how to resolve it.
        </Notice>
      ) : (
        <Notice tone="good" title="Stripe and the log agree." announce={announce} />
      )}
      <p className={layout.soft}>
        {finishedAt === null ? 'Not finished' : ledgerMoment(finishedAt)}, started by {whoWords(startedBy)}.
        Payments since {ledgerDay(since)}: {wholeNumber(intents)} at Stripe, {wholeNumber(orders)}{' '}
        {orders === 1 ? 'order' : 'orders'} in the log, {wholeNumber(foreign)} of other sites at Stripe.
        {recorded === 0 ? '' : ` ${wholeNumber(recorded)} recorded automatically.`}
      </p>
    </>
  )
}
