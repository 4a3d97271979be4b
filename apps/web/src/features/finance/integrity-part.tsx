import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, ShieldCheck } from 'lucide-react'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { checkIntegrity, type Integrity } from './books-api.ts'
import styles from './finance.module.css'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { LedgerSkeleton, Trouble } from './loading-states.tsx'
import { ledgerMoment } from './moments.ts'

interface Checked extends Integrity {
  at: string
}

/** Verifies the chain of all events, and gives the head to note down: a later check must still contain it. */
export function IntegrityPart() {
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: async (): Promise<Checked> => ({ ...(await checkIntegrity()), at: new Date().toISOString() }),
    onSuccess: (found) => client.setQueryData(financeKeys.integrity, found),
  })
  const found = check.data ?? client.getQueryData<Checked>(financeKeys.integrity)
  return (
    <section className={styles.part} aria-labelledby="integrity-heading">
      <div className={styles.partHead}>
        <h3 id="integrity-heading" className={ledger.subheading}>
          Integrity of the log
        </h3>
        <Button
          size="small"
          icon={<ShieldCheck aria-hidden="true" />}
          busy={check.isPending}
          busyText="Checking..."
          onClick={() => check.mutate()}
        >
          Check now
        </Button>
      </div>
      <p className={ledger.faint}>
        Every event carries the hash of the one before it. The check recomputes all of them.
      </p>
      {check.isPending ? (
        <LedgerSkeleton what="the result" lines={3} />
      ) : check.isError ? (
        <Trouble what="The result" failure={check.error} onRetry={() => check.mutate()} />
      ) : found ? (
        <Result found={found} />
      ) : (
        <p className={styles.quiet}>Not checked on this screen yet.</p>
      )}
    </section>
  )
}

function Result({ found }: { found: Checked }) {
  const { ok, events, head, firstBreak, at } = found
  return (
    <>
      <Notice tone={ok ? 'good' : 'bad'} title={ok ? 'The chain is whole.' : 'The chain is broken.'} announce>
        {ok || firstBreak === null
          ? `${wholeNumber(events)} events checked, ${ledgerMoment(at)}.`
          : `First break at position ${firstBreak.position}: ${firstBreak.reason}. Stop refunds and call engineering.`}
      </Notice>
      <dl className={styles.head}>
        <div>
          <dt>Head position</dt>
          <dd>{wholeNumber(head.position)}</dd>
        </div>
        <div>
          <dt>Head hash</dt>
          <dd className={styles.hash}>{head.hash}</dd>
        </div>
      </dl>
      <Button
        size="small"
        variant="quiet"
        className={styles.copy ?? ''}
        icon={<Copy aria-hidden="true" />}
        onClick={() => void copy(`${ledgerMoment(at)}: position ${head.position}, hash ${head.hash}`)}
      >
        Copy to note down
      </Button>
    </>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success('Head position and hash are copied.')
  } catch {
    notify.error('The browser did not allow copying. Select the hash and copy it.')
  }
}
