import type { MailBudgets } from '#platform/mail/mail-budgets.ts'
import { Mailer, type OutgoingMail } from '#platform/mail/mailer.ts'

/** Lays mails out as the product does and passes them to `accept`; counts none unless `budgets` are given. */
export function testMailer(
  accept: (mail: OutgoingMail) => void | Promise<void>,
  budgets: Pick<MailBudgets, 'grant'> = { grant: async () => 'sent' },
  postalAddress = '',
): Mailer {
  const config = { brandName: 'Veralead', supportEmail: 'help@veralead.test' }
  const read = async () => ({ supportEmail: '', supportPhone: '', postalAddress })
  const transport = { send: async (mail: OutgoingMail) => await accept(mail), check: async () => undefined }
  return new Mailer(transport, budgets, config, { read } as never)
}
