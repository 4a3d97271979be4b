import { ContainerModule } from 'inversify'
import { Config } from '../config/config.ts'
import { Database } from '../database/database.ts'
import { Routes } from '../http/routes.ts'
import { Clock } from '../kernel/clock.ts'
import { Ids } from '../kernel/ids.ts'
import { Keys } from '../kernel/keys.ts'
import { singleton, singletonAs } from '../kernel/singleton.ts'
import { PersonalData } from '../privacy/personal-data.ts'
import { Settings } from '../settings/settings.ts'
import { Telemetry } from '../telemetry/telemetry.ts'
import { MailBudgets } from './mail-budgets.ts'
import { MailboxData } from './mailbox-data.ts'
import { MailboxMailer } from './mailbox-mailer.ts'
import { mountMailboxRoutes } from './mailbox-routes.ts'
import { Mailer, MailTransport } from './mailer.ts'
import { SmtpMailer } from './smtp-mailer.ts'

/** SMTP when `SMTP_URL` is set, the mailbox in PostgreSQL otherwise. */
export const mailModule = new ContainerModule(({ bind }) => {
  singleton(bind, MailboxMailer, Database, Clock, Ids)
  singleton(bind, MailBudgets, Database, Clock, Keys)
  singleton(bind, Mailer, MailTransport, MailBudgets, Config, Settings)
  bind(MailTransport)
    .toResolvedValue(
      (config, mailbox, telemetry): MailTransport =>
        config.mail.kind === 'smtp' ? new SmtpMailer(config.mail, config.publicUrl, telemetry) : mailbox,
      [Config, MailboxMailer, Telemetry],
    )
    .inSingletonScope()
  singletonAs(bind, PersonalData, MailboxData, Database)
  bind(Routes)
    .toResolvedValue(
      (config, mailbox): Routes => ({
        mount: (api) => {
          if (config.mail.kind === 'mailbox') mountMailboxRoutes(api, mailbox, config.publicUrl)
        },
      }),
      [Config, MailboxMailer],
    )
    .inSingletonScope()
})
