import { useQuery } from '@tanstack/react-query'
import { shortOrderId, wholeNumber } from '../../lib/format.ts'
import { Badge, Notice } from '../../ui/surface.tsx'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import differences from './differences.module.css'
import styles from './finance.module.css'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { mailDetails, mailKind, mailState } from './mail-words.ts'
import { loadUnsentMails, type OrderMail, type UnsentMails } from './mails-api.ts'
import { OrderLink } from './order-link.tsx'
import { SendAgain } from './send-again.tsx'

/** Emails to buyers
 that failed or are late, with buttons that send them again. */
export function MailsPart({ maySend }: { maySend: boolean }) {
  const query = useQuery({
    queryKey: financeKeys.mails,
    queryFn: loadUnsentMails,
    staleTime: 0,
    refetchInterval: 30_000,
  })
  const found = query.data
  return (
    <section className={styles.part} aria-labelledby="mails-heading">
      <div className={styles.partHead}>
        <h3 id="mails-heading" className={ledger.subheading}>
          Emails to buyers
        </h3>
        {maySend && found !== undefined && found.mails.length > 1 ? (
          <SendAgain label="Send all again" />
        ) : null}
      </div>
      <p className={ledger.faint}>
        Emails that cannot be sent are retried for five days, then listed here as failed. After an outage of
        the mail server, send all again instead of waiting for the next attempt.
      </p>
      {query.isError ? (
        <Trouble what="The emails" failure={query.error} onRetry={() => void query.refetch()} />
      ) : found === undefined ? (
        <SkeletonLines what="the emails" lines={2} />
      ) : found.mails.length === 0 ? (
        <Notice tone="good" title="All due emails have been sent." announce />
      ) : (
        <Unsent found={found} maySend={maySend} />
      )}
    </section>
  )
}

function Unsent({ found: { mails, failed, late }, maySend }: { found: UnsentMails; maySend: boolean }) {
  const parts = [
    ...(failed === 0 ? [] : [`${wholeNumber(failed)} failed`]),
    ...(late === 0 ? [] : [`${wholeNumber(late)} ${late === 1 ? 'is' : 'are'} late`]),
  ]
  const total = failed + late
  return (
    <>
      <Notice tone={failed > 0 ? 'bad' : 'warn'} title={`${parts.join(', ')}.`} announce>
        {failed > 0
          ? 'Failed emails are not retried automatically. Send them again.'
          : 'They are retried automatically, at least once an hour.'}
      </Notice>
      <ul className={differences.list} aria-labelledby="mails-heading">
        {mails.map((mail) => (
          <Line key={mail.key} mail={mail} maySend={maySend} />
        ))}
      </ul>
      {total > mails.length ? (
        <p className={styles.quiet}>
          The {wholeNumber(mails.length)} oldest of {wholeNumber(total)} are shown.
        </p>
      ) : null}
      {maySend ? null : <p className={styles.quiet}>Sending emails again requires the finance role.</p>}
    </>
  )
}

function Line({ mail, maySend }: { mail: OrderMail; maySend: boolean }) {
  const { label, tone } = mailState(mail)
  return (
    <li className={differences.difference}>
      <div className={differences.title}>
        <Badge tone={tone}>{label}</Badge>
        <p>
          {mailKind(mail)}, order{' '}
          <span className={ledger.code}>
            <OrderLink id={mail.orderId} />
          </span>
        </p>
      </div>
      <div className={differences.foot}>
        <p className={styles.quiet}>{mailDetails(mail)}</p>
        {maySend ? (
          <SendAgain
            keys={[mail.key]}
            label="Send again"
            about={`${mailKind(mail)}, order ${shortOrderId(mail.orderId)}`}
          />
        ) : null}
      </div>
    </li>
  )
}
