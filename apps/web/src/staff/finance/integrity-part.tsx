import { useQueryClient } from '@tanstack/react-query'
import { Copy, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { financeIntegrity, integrityProgress } from '#modules/commerce/finance/verification/contract.ts'
import { staffKey, useAction, useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import layout from '../parts/layout.module.css'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Part } from '../parts/record-list.tsx'
import styles from './finance.module.css'
import { ledgerMoment } from './moments.ts'

type Integrity = AnswerOf<typeof financeIntegrity>

interface Checked extends Integrity {
  at: string
}

/** The last result, kept while another view is shown. */
const resultKey = [staffKey, 'result of the last check']

/** Checks the log and every record derived from it, and shows the head to note down: later logs must contain that head. */
export function IntegrityPart() {
  const client = useQueryClient()
  const [line, setLine] = useState('')
  const check = useAction<typeof financeIntegrity>('GET', '/api/finance/integrity', [])
  const start = (): void =>
    check.mutate(
      { query: { head: line.trim() || undefined } },
      { onSuccess: (found) => client.setQueryData(resultKey, { ...found, at: new Date().toISOString() }) },
    )
  const progress = useAnswer<typeof integrityProgress>(
    '/api/finance/integrity/progress',
    {},
    { enabled: check.isPending, refetchInterval: 1_000 },
  )
  const { head: wrongLine } = problemsByInput(check.error, (path) => (path === 'head' ? path : undefined))
  const found = client.getQueryData<Checked>(resultKey)
  // The answer of an earlier check is not the progress of this one.
  const known = progress.dataUpdatedAt > check.submittedAt ? progress.data?.progress : undefined
  const { done, total } = known ?? { done: 0, total: 0 }
  return (
    <Part
      title="Integrity of the log"
      actions={
        <Button
          size="small"
          icon={<ShieldCheck aria-hidden="true" />}
          busy={check.isPending}
          busyText={total > 0 ? `Checking, ${Math.floor((100 * done) / total)} %` : 'Checking...'}
          onClick={start}
        >
          Check now
        </Button>
      }
      intro="Every event carries the fingerprint of the event before it, so changed, removed or added events are detected. The check recomputes all fingerprints, and compares with the events: the order lists, document numbers, books, signatures, stored documents and the audit."
    >
      <Field
        label="Signed line from an email"
        optional
        help="The line that begins with “veralead-head”. The check says whether the log still contains it."
        value={line}
        error={wrongLine === undefined ? undefined : `Signed line: ${wrongLine}.`}
        onChange={(event) => {
          setLine(event.target.value)
          if (wrongLine !== undefined) check.reset()
        }}
        autoComplete="off"
        spellCheck={false}
      />
      {check.isPending ? (
        <SkeletonLines what="the result" lines={3} />
      ) : check.isError && wrongLine === undefined ? (
        <Trouble what="The result" failure={check.error} onRetry={start} />
      ) : found && wrongLine === undefined ? (
        <Result found={found} />
      ) : wrongLine === undefined ? (
        <p className={layout.soft}>Not checked on this screen yet.</p>
      ) : null}
    </Part>
  )
}

/** The checked parts: a label, and what holds when nothing is wrong. */
const partWords: Record<Integrity['parts'][number]['name'], { what: string; whenSound: string }> = {
  chain: { what: 'Events', whenSound: 'linked without gaps' },
  orders: { what: 'Orders in lists', whenSound: 'match the log' },
  numbers: { what: 'Document numbers', whenSound: 'no gaps, no duplicates' },
  books: { what: 'Entries in the books', whenSound: 'match the log' },
  places: { what: 'Places in cohorts', whenSound: 'match the log and the orders' },
  credentials: {
    what: 'Credentials',
    whenSound: 'match the log and the payments; documents match their signatures',
  },
  transfers: { what: 'Bank transfers', whenSound: 'match the log, with their use' },
  prices: {
    what: 'Coupons, discounts and quotes',
    whenSound: 'match the log and the resulting orders',
  },
  heads: { what: 'Signatures', whenSound: 'match the log, none missing' },
  audit: { what: 'Audit entries', whenSound: 'unchanged' },
  documents: { what: 'Stored documents', whenSound: 'as issued, each with its buyer' },
}

function Result({ found }: { found: Checked }) {
  const { ok, events, head, firstBreak, parts, keptHead, restores, at } = found
  const title =
    firstBreak !== null
      ? 'The chain is broken.'
      : ok
        ? 'The chain is intact.'
        : parts.some(({ count }) => count > 0)
          ? 'Records beside the log are wrong.'
          : 'The log does not contain the signed line.'
  return (
    <>
      <Notice tone={ok ? 'good' : 'bad'} title={title} announce>
        {ok
          ? `${wholeNumber(events)} events and all records beside them checked, ${ledgerMoment(at)}.`
          : firstBreak !== null
            ? `First break at position ${firstBreak.position}: ${firstBreak.reason}. Stop refunds and call engineering.`
            : 'Stop refunds and call engineering.'}
      </Notice>
      {keptHead === null ? null : <p>{keptHead.words}</p>}
      <ul className={styles.lines}>
        {parts.map(({ name, checked, count, faults }) => (
          <li key={name}>
            <span>{partWords[name].what}</span>
            <span>{count === 0 ? `${wholeNumber(checked)} checked` : `${wholeNumber(count)} wrong`}</span>
            {count === 0 ? (
              <span className={layout.soft}>{partWords[name].whenSound}</span>
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
          void copy(
            `${ledgerMoment(at)}: event ${head.position}, fingerprint (SHA-256) ${head.hash}`,
            'The last event and its fingerprint are',
            'fingerprint',
          )
        }
      >
        Copy the fingerprint
      </Button>
    </>
  )
}

/** @param what what is copied, as the subject of a sentence; `shown`: its name on the screen, for a browser that refuses */
export async function copy(text: string, what: string, shown: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(`${what} copied.`)
  } catch {
    notify.error(`The browser did not allow copying. Select the ${shown} and copy it.`)
  }
}
