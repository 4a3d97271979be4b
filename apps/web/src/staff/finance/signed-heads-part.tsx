import { Copy, Download, PenLine } from 'lucide-react'
import type { signedHeads, signHead } from '#modules/commerce/finance/verification/contract.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import layout from '../parts/layout.module.css'
import { Loaded, reasonOf } from '../parts/loading-states.tsx'
import { Part } from '../parts/record-list.tsx'
import books from './books.module.css'
import styles from './finance.module.css'
import { copy } from './integrity-part.tsx'
import { ledgerMoment } from './moments.ts'

/** The signed heads that are kept outside the database, and the verifier for an exported log. */
export function SignedHeadsPart({ maySign }: { maySign: boolean }) {
  const heads = useAnswer<typeof signedHeads>('/api/finance/signed-heads', {})
  const signing = useAction<typeof signHead>('POST', '/api/finance/signed-heads', [
    '/api/finance/signed-heads',
  ])
  const sign = (): void =>
    signing.mutate(
      {},
      {
        onSuccess: (answer) => {
          if (answer.ok)
            notify.success('The log was verified; its last event was signed, logged and sent by email.')
          else notify.error(`Nothing was signed: ${answer.reason}.`)
        },
        onError: (failure) => notify.error(reasonOf(failure)),
      },
    )
  return (
    <Part
      title="Independent proof"
      actions={
        maySign ? (
          <Button
            size="small"
            variant="secondary"
            icon={<PenLine aria-hidden="true" />}
            busy={signing.isPending}
            busyText="Signing..."
            onClick={sign}
          >
            Sign now
          </Button>
        ) : null
      }
      intro="Every night all events are verified and the last one is signed. The signed line is written to the server's log and sent by email. With this line you can prove later, without this product, that no earlier event was changed: download the verifier and events.jsonl (Exports), then run the command below on any computer with Node."
    >
      <Loaded query={heads} what="The signatures" lines={2}>
        {({ heads: [newest], publicKey, earlierKeys }) => (
          <dl className={books.heads}>
            <div>
              <dt className={layout.soft}>
                {newest === undefined ? 'Nothing was signed yet' : `Signed ${ledgerMoment(newest.signedAt)}`}
              </dt>
              {newest === undefined ? null : (
                <dd>
                  <code className={books.line} data-testid="signed-head">
                    {newest.line}
                  </code>
                </dd>
              )}
            </div>
            <div>
              <dt className={layout.soft}>Public key of the signature</dt>
              <dd>
                <code className={books.line} data-testid="public-key">
                  {publicKey}
                </code>
              </dd>
            </div>
            {newest === undefined ? null : (
              <Command text={`node verify-log.mjs events.jsonl --head "${newest.line}" --key ${publicKey}`} />
            )}
            {earlierKeys.map((key) => (
              <div key={key}>
                <dt className={layout.soft}>Public key of signatures made before the secret changed</dt>
                <dd>
                  <code className={books.line}>{key}</code>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
      <div className={styles.files}>
        <a className={styles.file} href="/api/finance/verify-log.mjs" download="verify-log.mjs">
          <Download aria-hidden="true" />
          Download verify-log.mjs
        </a>
      </div>
    </Part>
  )
}

/** The whole command of the offline verifier, as it is typed. */
function Command({ text }: { text: string }) {
  return (
    <div>
      <dt className={layout.soft}>Command of the verifier</dt>
      <dd>
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
