import type { unsentMails } from '#modules/commerce/finance/mails/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { shortOrderId, wholeNumber } from '../../lib/format.ts'
import { Badge, Notice } from '../../ui/surface.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import layout from '../parts/layout.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { Part } from '../parts/record-list.tsx'
import differences from './differences.module.css'
import { mailDetails, mailKind, mailState, type OrderMail, type UnsentMails } from './mail-words.ts'
import { OrderLink } from './order-link.tsx'
import { SendAgain } from './send-again.tsx'

/** Emails to buyers that failed or are late, with buttons that send them again. */
export function MailsPart() {
  const maySend = useMayAudit()
  const query = useAnswer<typeof unsentMails>('/api/finance/mails', {}, { refetchInterval: 30_000 })
  return (
    <Part
      title="Emails to buyers"
      actions={maySend && (query.data?.mails.length ?? 0) > 1 ? <SendAgain label="Send all again" /> : null}
      intro="Emails that cannot be sent are retried for five days, then listed here as failed. After an outage of the mail server, send all again instead of waiting for the next attempt."
    >
      <Loaded query={query} what="The emails" lines={2}>
        {(found) =>
          found.mails.length === 0 ? (
            <Notice tone="good" title="All due emails have been sent." announce />
          ) : (
            <Unsent found={found} maySend={maySend} />
          )
        }
      </Loaded>
    </Part>
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
      <ul className={differences.list} aria-label="Emails to buyers">
        {mails.map((mail) => (
          <Line key={mail.key} mail={mail} maySend={maySend} />
        ))}
      </ul>
      {total > mails.length ? (
        <p className={layout.soft}>
          The {wholeNumber(mails.length)} oldest of {wholeNumber(total)} are shown.
        </p>
      ) : null}
      {maySend ? null : <p className={layout.soft}>Sending emails again requires the finance role.</p>}
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
          <span className={layout.code}>
            <OrderLink id={mail.orderId} />
          </span>
        </p>
      </div>
      <div className={differences.foot}>
        <p className={layout.soft}>{mailDetails(mail)}</p>
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
