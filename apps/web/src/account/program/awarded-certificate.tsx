import { useState } from 'react'
import type { askRenewal, changeMyCertificate } from '#modules/leadership/credentials/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { useConfig } from '../../lib/config.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { longDate } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { programPath } from '../../lib/orders.ts'
import { Button, linkClass } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Badge } from '../../ui/surface.tsx'
import { embedCode, linkedInAddress, stateWords } from './certificate-words.ts'
import type { Awarded, Certificate } from './own-program.ts'
import styles from './program.module.css'

export interface AwardedCertificateProps {
  orderId: string
  certificate: Certificate
  credential: Awarded
  /** The address of the record of hours. */
  hours: string
}

/** An awarded certificate: its state, downloads, listing in the directory, and renewal. */
export function AwardedCertificate({ orderId, certificate, credential, hours }: AwardedCertificateProps) {
  const { tone, word, sentence } = stateWords(credential)
  const isUsable = credential.state === 'valid' || credential.state === 'expired'
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
          View its page
        </a>
        {isUsable ? (
          <a
            className={linkClass({ size: 'small', variant: 'secondary' })}
            href={`${credential.address}.pdf`}
            download
          >
            Certificate (PDF)
          </a>
        ) : null}
        <a
          className={linkClass({ size: 'small', variant: 'secondary' })}
          href={hours}
          target="_blank"
          rel="noreferrer"
        >
          Record of hours (PDF)
        </a>
      </div>
      {isUsable ? <Sharing credential={credential} /> : null}
      {isUsable ? <DirectoryListing orderId={orderId} isPublic={certificate.isPublic} /> : null}
      <Renewal orderId={orderId} credential={credential} />
      <p className={styles.note}>
        If the name is no longer right, please write to us and we will reissue the certificate.
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
      <h3>Share it</h3>
      <p className={styles.note}>
        Anyone with the link can see and verify the certificate. The link cannot be guessed.
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
        <summary>Badge, website code, and a copy to keep</summary>
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
              Everything needed to verify it without us (JSON)
            </a>
          </li>
        </ul>
        <Field
          label="Code for your website"
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
function DirectoryListing({ orderId, isPublic }: { orderId: string; isPublic: boolean }) {
  // Set at once: the checkbox would jump back until the mutation is pending.
  const [wanted, setWanted] = useState<boolean>()
  const saving = useAction<typeof changeMyCertificate>('PUT', '/api/program/:orderId/certificate', [
    programPath,
  ])
  return (
    <Checkbox
      label="List me among the certified leaders"
      help="Anyone can then find your name and your certificate on this site and through search engines. You can withdraw this at any time."
      checked={wanted ?? isPublic}
      // One change at a time. Not `disabled`: that would take the focus away.
      aria-disabled={wanted !== undefined || undefined}
      onChange={({ target }) => {
        if (wanted !== undefined) return
        setWanted(target.checked)
        saving.mutate(
          { params: { orderId }, body: { isPublic: target.checked } },
          {
            onError: (failure) => notify.error(saidByServer(failure) ?? 'Not saved. Please try again.'),
            onSettled: () => setWanted(undefined),
          },
        )
      }}
    />
  )
}

/** Requests a renewal of two years; shown from 90 days before the end. */
function Renewal({ orderId, credential }: { orderId: string; credential: Awarded }) {
  const request = useAction<typeof askRenewal>('POST', '/api/program/:orderId/certificate/renewal', [
    programPath,
  ])
  const ask = () =>
    request.mutate(
      { params: { orderId } },
      {
        onSuccess: () => notify.success('Renewal requested. Your coach will review it.'),
        onError: (failure) => notify.error(saidByServer(failure) ?? 'Not requested. Please try again.'),
      },
    )
  if (!credential.renewable) return null
  return (
    <>
      <h3>Renew for two more years</h3>
      {credential.renewalAskedAt === null ? (
        <div className={styles.actions}>
          <Button size="small" variant="secondary" busy={request.isPending} onClick={ask}>
            Request renewal
          </Button>
        </div>
      ) : (
        <p className={styles.note}>
          You requested the renewal on {longDate(credential.renewalAskedAt)}. Your coach will review it.
        </p>
      )}
    </>
  )
}
