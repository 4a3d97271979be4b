import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { checkIntegrity, type Integrity, loadIntegrityProgress } from './books-api.ts'
import styles from './finance.module.css'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { ledgerMoment } from './moments.ts'

interface Checked extends Integrity {
  at: string
}

/** Checks the log and everything that is kept beside it, and gives the head to note down: a later check must still contain it. */
export function IntegrityPart() {
  const client = useQueryClient()
  const [line, setLine] = useState('')
  const check = useMutation({
    mutationFn: async (): Promise<Checked> => ({
      ...(await checkIntegrity(line.trim())),
      at: new Date().toISOString(),
    }),
    onSuccess: (found) => client.setQueryData(financeKeys.integrity, found),
  })
  const far = useQuery({
    queryKey: financeKeys.integrityProgress,
    queryFn: loadIntegrityProgress,
    enabled: check.isPending,
    refetchInterval: 1_000,
    gcTime: 0,
  })
  const found = check.data ?? client.getQueryData<Checked>(financeKeys.integrity)
  const { done, total } = far.data?.progress ?? { done: 0, total: 0 }
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
          busyText={total > 0 ? `Checking, ${Math.floor((100 * done) / total)} %` : 'Checking...'}
          onClick={() => check.mutate()}
        >
          Check now
        </Button>
      </div>
      <p className={ledger.faint}>
        Every event carries the fingerprint of the one before it, so none is changed, removed or added unseen.
        The check recomputes all of them, and compares with the events: the lists of orders, the numbers of
        documents, the books, the signatures, the stored documents, and the audit.
      </p>
      <Field
        label="Signed line from a mail"
        optional
        help="The line that begins with “veralead-head”. The check says whether the log still contains it."
        value={line}
        onChange={(event) => setLine(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {check.isPending ? (
        <SkeletonLines what="the result" lines={3} />
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

/** What is checked, in words: the thing, and what is true of it when nothing is wrong. */
const partWords: Record<Integrity['parts'][number]['name'], { what: string; well: string }> = {
  chain: { what: 'Events', well: 'linked without a gap' },
  orders: { what: 'Orders in lists', well: 'as the log says' },
  numbers: { what: 'Numbers of documents', well: 'without a gap, each given once' },
  books: { what: 'Entries of the books', well: 'as the log says' },
  places: { what: 'Places in cohorts', well: 'as the log and the orders say' },
  credentials: {
    what: 'Credentials',
    well: 'as the log and the payments say, and their documents as signed',
  },
  transfers: { what: 'Bank transfers', well: 'as the log says, with what became of them' },
  prices: {
    what: 'Coupons, discounts and quotes',
    well: 'as the log says, with the orders that came of them',
  },
  heads: { what: 'Signatures', well: 'still true of the log, none missing' },
  audit: { what: 'Entries of the audit', well: 'as they were written' },
  documents: { what: 'Stored documents', well: 'as they were issued, each to its buyer' },
}

function Result({ found }: { found: Checked }) {
  const { ok, events, head, firstBreak, parts, keptHead, restores, at } = found
  const title =
    firstBreak !== null
      ? 'The chain is broken.'
      : ok
        ? 'The chain is whole.'
        : parts.some(({ count }) => count > 0)
          ? 'What is kept beside the log is wrong.'
          : 'The log does not contain the kept line.'
  return (
    <>
      <Notice tone={ok ? 'good' : 'bad'} title={title} announce>
        {ok
          ? `${wholeNumber(events)} events and all that is kept beside them checked, ${ledgerMoment(at)}.`
          : firstBreak !== null
            ? `First break at position ${firstBreak.position}: ${firstBreak.reason}. Stop refunds and call engineering.`
            : 'Stop refunds and call engineering.'}
      </Notice>
      {keptHead === null ? null : <p className={styles.plain}>{keptHead.words}</p>}
      <ul className={styles.lines}>
        {parts.map(({ name, checked, count, faults }) => (
          <li key={name}>
            <span>{partWords[name].what}</span>
            <span>{count === 0 ? `${wholeNumber(checked)} checked` : `${wholeNumber(count)} wrong`}</span>
            {count === 0 ? (
              <span className={styles.quiet}>{partWords[name].well}</span>
            ) : (
              <span className={styles.what}>
                {faults.join('. ')}.
                {count > faults.length ? ` And ${wholeNumber(count - faults.length)} more.` : ''}
              </span>
            )}
          </li>
        ))}
        {restores.map(({ position, recordedAt, lastPosition, by, reason }) => (
          <li key={`restore-${position}`}>
            <span>Restored from a backup</span>
            <span>position {wholeNumber(position)}</span>
            <span className={styles.what}>
              {ledgerMoment(recordedAt)}, {by}: {reason}. The backup ended at position{' '}
              {wholeNumber(lastPosition)}.
            </span>
          </li>
        ))}
      </ul>
      <dl className={styles.head}>
        <div>
          <dt>Last event</dt>
          <dd>{wholeNumber(head.position)}</dd>
        </div>
        <div>
          <dt>Its fingerprint</dt>
          <dd className={styles.hash}>{head.hash}</dd>
        </div>
      </dl>
      <Button
        size="small"
        variant="quiet"
        className={styles.copy ?? ''}
        icon={<Copy aria-hidden="true" />}
        onClick={() =>
          void copy(`${ledgerMoment(at)}: event ${head.position}, fingerprint (SHA-256) ${head.hash}`)
        }
      >
        Copy to note down
      </Button>
    </>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success('The last event and its fingerprint are copied.')
  } catch {
    notify.error('The browser did not allow copying. Select the fingerprint and copy it.')
  }
}
