import { ContainerModule } from 'inversify'
import { ConfigToken } from '../config/config.ts'
import { Database } from '../database/database.ts'
import { Routes } from '../http/routes.ts'
import { Clock } from '../kernel/clock.ts'
import { Ids } from '../kernel/ids.ts'
import { PersonalData } from '../privacy/personal-data.ts'
import { Telemetry } from '../telemetry/telemetry.ts'
import { MailboxData } from './mailbox-data.ts'
import { MailboxMailer } from './mailbox-mailer.ts'
import { mountMailboxRoutes } from './mailbox-routes.ts'
import { Mailer } from './mailer.ts'
import { SmtpMailer } from './smtp-mailer.ts'

/** SMTP when `SMTP_URL` is set, the mailbox in PostgreSQL otherwise. */
export const mailModule = new ContainerModule(({ bind }) => {
  bind(MailboxMailer)
    .toResolvedValue((db, clock, ids) => new MailboxMailer(db, clock, ids), [Database, Clock, Ids])
    .inSingletonScope()
  bind(Mailer)
    .toResolvedValue(
      ({ config }, mailbox, telemetry): Mailer =>
        config.mail.kind === 'smtp' ? new SmtpMailer(config.mail, config.publicUrl, telemetry) : mailbox,
      [ConfigToken, MailboxMailer, Telemetry],
    )
    .inSingletonScope()
  bind(PersonalData)
    .toResolvedValue((db): PersonalData => new MailboxData(db), [Database])
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      ({ config }, mailbox): Routes => ({
        mount: (api) => {
          if (config.mail.kind === 'mailbox') mountMailboxRoutes(api, mailbox)
        },
      }),
      [ConfigToken, MailboxMailer],
    )
    .inSingletonScope()
})
