import { Badge } from '../../ui/surface.tsx'
import finance from './finance.module.css'
import ledger from './ledger.module.css'
import { mailDetails, mailKind, mailState } from './mail-words.ts'
import type { OrderMail } from './mails-api.ts'
import { SendAgain } from './send-again.tsx'

/** Every mail of the order to its buyer, with its state and time; a mail that was not sent can be sent again. */
export function OrderMails({ mails }: { mails: readonly OrderMail[] }) {
  return (
    <div className={ledger.part}>
      <h4 className={finance.direction}>Emails</h4>
      {mails.length === 0 ? (
        <p className={ledger.faint}>No emails for this order yet.</p>
      ) : (
        <ul className={finance.lines}>
          {mails.map((mail) => {
            const { label, tone } = mailState(mail)
            return (
              <li key={mail.key}>
                <span className={finance.what}>{mailKind(mail)}</span>
                <Badge tone={tone}>{label}</Badge>
                <div className={finance.mailFoot}>
                  <span className={ledger.faint}>{mailDetails(mail)}</span>
                  {mail.late ? (
                    <SendAgain keys={[mail.key]} label="Send again" about={mailKind(mail)} />
                  ) : null}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
