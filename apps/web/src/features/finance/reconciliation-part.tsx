import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { type Difference, lastReconciliation, type Report, reconcileNow } from './api.ts'
import styles from './finance.module.css'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { Empty, LedgerSkeleton, reasonOf, Trouble } from './loading-states.tsx'
import { ledgerDay, ledgerMoment } from './moments.ts'
import { kindWords, shortId } from './words.ts'

/** Stripe against the log, both ways. */
export function ReconciliationPart({ mayRun }: { mayRun: boolean }) {
  const client = useQueryClient()
  const last = useQuery({ queryKey: financeKeys.reconciliation, queryFn: lastReconciliation, staleTime: 0 })
  const run = useMutation({
    mutationFn: reconcileNow,
    onSuccess: async (answer) => {
      client.setQueryData(financeKeys.reconciliation, answer)
      // A comparison records the provider's fees, and may record payments.
      await Promise.all([
        client.invalidateQueries({ queryKey: financeKeys.books }),
        client.invalidateQueries({ queryKey: financeKeys.orders }),
      ])
    },
  })
  const report = last.data?.report
  return (
    <section className={styles.part} aria-labelledby="reconciliation-heading">
      <div className={styles.partHead}>
        <h3 id="reconciliation-heading" className={ledger.subheading}>
          Reconciliation with Stripe
        </h3>
        {mayRun ? (
          <Button
            size="small"
            variant="secondary"
            icon={<Scale aria-hidden="true" />}
            busy={run.isPending}
            busyText="Comparing..."
            onClick={() => run.mutate()}
          >
            Compare now
          </Button>
        ) : null}
      </div>
      {run.isError ? (
        <Notice tone="bad" title="The comparison did not run." announce>
          {reasonOf(run.error)}
        </Notice>
      ) : null}
      {last.isError ? (
        <Trouble what="The last comparison" failure={last.error} onRetry={() => void last.refetch()} />
      ) : last.isPending || run.isPending ? (
        <LedgerSkeleton what="the comparison" lines={3} />
      ) : report ? (
        <ReportView report={report} />
      ) : (
        <Empty title="Nothing was compared yet.">It runs once a day by itself, or now with the button.</Empty>
      )}
    </section>
  )
}

function ReportView({ report }: { report: Report }) {
  const atStripe = report.differences.filter(({ kind }) => kind !== 'missing-at-stripe')
  const inLog = report.differences.filter(({ kind }) => kind === 'missing-at-stripe')
  const count = report.differences.length
  return (
    <>
      {report.error !== null ? (
        <Notice tone="bad" title="The comparison broke off.">
          {report.error}
        </Notice>
      ) : (
        <Notice
          tone={count === 0 ? 'good' : 'warn'}
          announce
          title={
            count === 0
              ? 'Stripe and the log agree.'
              : `${count} ${count === 1 ? 'difference' : 'differences'}.`
          }
        >
          {count === 0
            ? null
            : 'Each was looked at and recorded where Stripe had more; compare again to see what remains.'}
        </Notice>
      )}
      <p className={styles.quiet}>
        {report.finishedAt === null ? 'Not finished' : ledgerMoment(report.finishedAt)}. Payments since{' '}
        {ledgerDay(report.since)}: {wholeNumber(report.intents)} at Stripe, {wholeNumber(report.orders)}{' '}
        {report.orders === 1 ? 'order' : 'orders'} in the log, {wholeNumber(report.foreign)} of others at
        Stripe.
      </p>
      {count > 0 ? (
        <>
          <Differences title="At Stripe, against the log" differences={atStripe} />
          <Differences title="In the log, against Stripe" differences={inLog} />
        </>
      ) : null}
    </>
  )
}

function Differences({ title, differences }: { title: string; differences: readonly Difference[] }) {
  return (
    <div className={ledger.part}>
      <h4 className={styles.direction}>{title}</h4>
      {differences.length === 0 ? (
        <p className={styles.quiet}>No difference in this direction.</p>
      ) : (
        <div className={ledger.bare}>
          <table className={ledger.ledger}>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Order</th>
                <th scope="col">Payment</th>
                <th scope="col">Detail</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ intentId, orderId, kind, detail }) => (
                <tr key={`${intentId}-${orderId}-${kind}`}>
                  <th scope="row">{kindWords(kind)}</th>
                  <td className={ledger.code} title={orderId ?? undefined}>
                    {orderId === null ? 'none' : shortId(orderId)}
                  </td>
                  <td className={ledger.code}>{intentId ?? 'none'}</td>
                  <td>{detail}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
