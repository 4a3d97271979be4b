import { Badge } from '../../ui/surface.tsx'
import layout from '../parts/layout.module.css'
import finance from './finance.module.css'
import { mailDetails, mailKind, mailState, type OrderMail } from './mail-words.ts'
import { SendAgain } from './send-again.tsx'

/** Every mail of the order to its buyer, with its state and time; a mail that was not sent can be sent again. */
export function OrderMails({ mails }: { mails: readonly OrderMail[] }) {
  return (
    <div className={layout.stack}>
      <h4 className={layout.heading}>Emails</h4>
      {mails.length === 0 ? (
        <p className={layout.soft}>No emails for this order yet.</p>
      ) : (
        <ul className={finance.lines}>
          {mails.map((mail) => {
            const { label, tone } = mailState(mail)
            return (
              <li key={mail.key}>
                <span className={finance.what}>{mailKind(mail)}</span>
                <Badge tone={tone}>{label}</Badge>
                <div className={finance.mailFoot}>
                  <span className={layout.soft}>{mailDetails(mail)}</span>
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
