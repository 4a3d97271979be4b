import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Download, PenLine } from 'lucide-react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { reasonOf, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import books from './books.module.css'
import { loadHeads, signNow, verifierAddress } from './books-api.ts'
import styles from './finance.module.css'
import { copy } from './integrity-part.tsx'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { ledgerMoment } from './moments.ts'

/** The signed heads that are kept outside the database, and the verifier for an exported log. */
export function SignedHeadsPart({ maySign }: { maySign: boolean }) {
  const client = useQueryClient()
  const heads = useQuery({ queryKey: financeKeys.heads, queryFn: loadHeads, staleTime: 0 })
  const signing = useMutation({
    mutationFn: signNow,
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: financeKeys.heads })
      if (answer.ok)
        notify.success('The log was verified; its last event was signed, logged and sent by email.')
      else notify.error(`Nothing was signed: ${answer.reason}.`)
    },
    onError: (failure) => notify.error(reasonOf(failure)),
  })
  const newest = heads.data?.heads[0]
  return (
    <section className={styles.part} aria-labelledby="heads-heading">
      <div className={styles.partHead}>
        <h3 id="heads-heading" className={ledger.subheading}>
          Independent proof
        </h3>
        {maySign ? (
          <Button
            size="small"
            variant="secondary"
            icon={<PenLine aria-hidden="true" />}
            busy={signing.isPending}
            busyText="Signing..."
            onClick={() => signing.mutate()}
          >
            Sign now
          </Button>
        ) : null}
      </div>
      <p className={ledger.faint}>
        Every night all events are verified and the last one is signed. The signed line is written to the
        server's log and sent by email. With this line you can prove later, without this product, that no
        earlier event was changed: download the verifier and events.jsonl (Exports), then run the command
        below on any computer with Node.
      </p>
      {heads.isError ? (
        <Trouble what="The signatures" failure={heads.error} onRetry={() => void heads.refetch()} />
      ) : heads.data === undefined ? (
        <SkeletonLines what="signatures" lines={2} />
      ) : (
        <dl className={books.heads}>
          <div>
            <dt className={ledger.faint}>
              {newest === undefined ? 'Nothing was signed yet' : `Signed ${ledgerMoment(newest.signedAt)}`}
            </dt>
            {newest === undefined ? null : (
              <dd className={styles.plain}>
                <code className={books.line} data-testid="signed-head">
                  {newest.line}
                </code>
              </dd>
            )}
          </div>
          <div>
            <dt className={ledger.faint}>Public key of the signature</dt>
            <dd className={styles.plain}>
              <code className={books.line} data-testid="public-key">
                {heads.data.publicKey}
              </code>
            </dd>
          </div>
          {newest === undefined ? null : (
            <Command
              text={`node verify-log.mjs events.jsonl --head "${newest.line}" --key ${heads.data.publicKey}`}
            />
          )}
          {heads.data.earlierKeys.map((key) => (
            <div key={key}>
              <dt className={ledger.faint}>Public key of signatures made before the secret changed</dt>
              <dd className={styles.plain}>
                <code className={books.line}>{key}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.files}>
        <a className={styles.file} href={verifierAddress} download="verify-log.mjs">
          <Download aria-hidden="true" />
          Download verify-log.mjs
        </a>
      </div>
    </section>
  )
}

/** The whole command of the offline verifier, as it is typed. */
function Command({ text }: { text: string }) {
  return (
    <div>
      <dt className={ledger.faint}>Command of the verifier</dt>
      <dd className={styles.plain}>
        <code className={books.line} data-testid="verify-command">
          {text}
        </code>
        <Button
          size="small"
          variant="secondary"
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copy(text, 'The command is', 'command')}
        >
          Copy the command
        </Button>
      </dd>
    </div>
  )
}
