import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { longDate } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button, linkClass } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import { type Awarded, type Certificate, useCertificateSteps } from './certificate-api.ts'
import { embedCode, linkedInAddress, stateWords } from './certificate-words.ts'
import styles from './program.module.css'

export interface AwardedCertificateProps {
  orderId: string
  certificate: Certificate
  credential: Awarded
}

/** After the award: how it stands, what can be taken along, who may find it, and two more years. */
export function AwardedCertificate({ orderId, certificate, credential }: AwardedCertificateProps) {
  const { tone, word, sentence } = stateWords(credential)
  const counts = credential.state === 'valid' || credential.state === 'expired'
  return (
    <>
      <div className={styles.plain}>
        <p className={styles.certified} dir="auto">
          {certificate.name}
        </p>
        <p>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p>{sentence}</p>
      </div>
      <div className={styles.actions}>
        <a
          className={linkClass({ size: 'small' })}
          href={credential.address}
          target="_blank"
          rel="noreferrer"
        >
          See its page
        </a>
        {counts ? (
          <a
            className={linkClass({ size: 'small', variant: 'secondary' })}
            href={`${credential.address}.pdf`}
            download
          >
            Certificate (PDF)
          </a>
        ) : null}
      </div>
      {counts ? <Sharing credential={credential} /> : null}
      {counts ? <Findable orderId={orderId} isPublic={certificate.isPublic} /> : null}
      <Renewal orderId={orderId} credential={credential} />
      <p className={styles.note}>
        If the name is not right any more, please write to us: the certificate is then issued again.
      </p>
    </>
  )
}

function Sharing({ credential }: { credential: Awarded }) {
  const { brandName } = useConfig()
  const { address } = credential
  const embed = embedCode(credential, brandName)
  return (
    <>
      <h3>Show it</h3>
      <p className={styles.note}>
        Whoever has the link sees the certificate and checks it at once. Nobody guesses the link.
      </p>
      <div className={styles.actions}>
        <a
          className={linkClass({ size: 'small', variant: 'secondary' })}
          href={linkedInAddress(credential, brandName)}
          target="_blank"
          rel="noreferrer noopener"
        >
          Add to LinkedIn
        </a>
        <Button
          size="small"
          variant="secondary"
          onClick={() => copy(address, 'The link is copied.')}
          aria-label="Copy the link to the certificate"
        >
          Copy the link
        </Button>
      </div>
      <details className={styles.more}>
        <summary>Badge, web site, and a copy to keep</summary>
        <ul className={styles.plain}>
          <li>
            <a href={`${address}.png`} download>
              Badge (PNG)
            </a>
          </li>
          <li>
            <a href={`${address}.svg`} download>
              Badge (SVG)
            </a>
          </li>
          <li>
            <a href={`${address}/bundle.json`} download>
              Everything to check it without us (JSON)
            </a>
          </li>
        </ul>
        <Field
          label="For a web site of yours"
          readOnly
          value={embed}
          onFocus={(event) => event.target.select()}
        />
        <Button size="small" variant="quiet" onClick={() => copy(embed, 'The code is copied.')}>
          Copy the code
        </Button>
      </details>
    </>
  )
}

function copy(text: string, done: string): void {
  void navigator.clipboard
    .writeText(text)
    .then(() => notify.success(done))
    .catch(() => notify.error('Not copied. Select it and copy it yourself.'))
}

/** Whether the certificate is in the directory. */
function Findable({ orderId, isPublic }: { orderId: string; isPublic: boolean }) {
  const { change } = useCertificateSteps(orderId)
  // Set at once: what is ticked would jump back until the mutation is known as pending.
  const [wanted, want] = useState<boolean>()
  const saving = useMutation({
    mutationFn: (shown: boolean) => change({ isPublic: shown }),
    onError: (failure) => notify.error(saidByServer(failure) ?? 'Not saved. Please try again.'),
    onSettled: () => want(undefined),
  })
  return (
    <Checkbox
      label="List me among the certified leaders"
      help="Then everybody finds your name and your certificate on this site and by search engines. You can take it back at any time."
      checked={wanted ?? isPublic}
      // One change at a time. Not `disabled`: that would take the focus away.
      aria-disabled={wanted !== undefined || undefined}
      onChange={({ target }) => {
        if (wanted !== undefined) return
        want(target.checked)
        saving.mutate(target.checked)
      }}
    />
  )
}

/** Two more years, from 90 days before the end on. */
function Renewal({ orderId, credential }: { orderId: string; credential: Awarded }) {
  const steps = useCertificateSteps(orderId)
  const asking = useMutation({
    mutationFn: steps.askRenewal,
    onSuccess: () => notify.success('Your coach is asked to renew it.'),
    onError: (failure) => notify.error(saidByServer(failure) ?? 'Not asked. Please try again.'),
  })
  if (!credential.renewable) return null
  return (
    <>
      <h3>Two more years</h3>
      {credential.renewalAskedAt === null ? (
        <div className={styles.actions}>
          <Button size="small" variant="secondary" busy={asking.isPending} onClick={() => asking.mutate()}>
            Ask for the renewal
          </Button>
        </div>
      ) : (
        <p className={styles.note}>
          You asked for it on {longDate(credential.renewalAskedAt)}. Your coach looks at it and renews it.
        </p>
      )}
    </>
  )
}
