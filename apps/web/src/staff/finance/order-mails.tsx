import { Badge } from '../../ui/surface.tsx'
import finance from './finance.module.css'
import ledger from './ledger.module.css'
import { mailKind, mailState, mailStory } from './mail-words.ts'
import type { OrderMail } from './mails-api.ts'
import { SendAgain } from './send-again.tsx'

/** Every mail that the order owed its buyer, what became of it and when; those that were not sent can be sent again. */
export function OrderMails({ mails }: { mails: readonly OrderMail[] }) {
  return (
    <div className={ledger.part}>
      <h4 className={finance.direction}>Mails</h4>
      {mails.length === 0 ? (
        <p className={ledger.faint}>None is owed.</p>
      ) : (
        <ul className={finance.lines}>
          {mails.map((mail) => {
            const { label, tone } = mailState(mail)
            return (
              <li key={mail.key}>
                <span className={finance.what}>{mailKind(mail)}</span>
                <Badge tone={tone}>{label}</Badge>
                <div className={finance.mailFoot}>
                  <span className={ledger.faint}>{mailStory(mail)}</span>
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
