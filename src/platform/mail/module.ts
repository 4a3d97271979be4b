import type { Response } from 'express'
import { ContainerModule } from 'inversify'
import { Config } from '../config/config.ts'
import { Database } from '../database/database.ts'
import { type ApiRouter, Routes } from '../http/routes.ts'
import { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/error.ts'
import { Ids } from '../kernel/ids.ts'
import { Keys } from '../kernel/keys.ts'
import { singleton, singletonAs } from '../kernel/singleton.ts'
import { PersonalData } from '../privacy/personal-data.ts'
import { Settings } from '../settings/settings.ts'
import { Telemetry } from '../telemetry/telemetry.ts'
import { devMailHtml, devMailPage, listDevMail } from './contract.ts'
import { MailBudgets } from './mail-budgets.ts'
import { MailboxData } from './mailbox-data.ts'
import { MailboxMailer } from './mailbox-mailer.ts'
import { mailboxPage, mailPolicy, pagePolicy, withLinksHere } from './mailbox-page.ts'
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

/** The mailbox of development: as JSON for tests, as a page for people. Not mounted in production. */
function mountMailboxRoutes(api: ApiRouter, mailbox: MailboxMailer, publicUrl: string): void {
  api.serve(listDevMail, async ({ query }) => ({ mails: await mailbox.list(query.to) }))

  api.serve(devMailPage, async ({ query }, { res }) => {
    sendHtml(res, mailboxPage(await mailbox.list(query.to), query), pagePolicy, 'DENY')
    return undefined
  })

  api.serve(devMailHtml, async ({ params }, { res }) => {
    const mail = await mailbox.get(params.id)
    if (!mail) throw new AppError('not-found', 'MAIL_NOT_FOUND', 'This email is not in the mailbox.')
    sendHtml(res, withLinksHere(mail.html, publicUrl), mailPolicy, 'SAMEORIGIN')
    return undefined
  })
}

function sendHtml(res: Response, html: string, policy: string, framing: 'DENY' | 'SAMEORIGIN'): void {
  res
    .set({ 'Content-Security-Policy': policy, 'X-Frame-Options': framing, 'Cache-Control': 'no-store' })
    .type('html')
    .send(html)
}
