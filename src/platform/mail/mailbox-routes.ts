import type { Response } from 'express'
import type { ApiRouter } from '../http/routes.ts'
import { AppError } from '../kernel/error.ts'
import { devMailHtml, devMailPage, listDevMail } from './contract.ts'
import type { MailboxMailer } from './mailbox-mailer.ts'
import { mailboxPage, mailPolicy, pagePolicy, withLinksHere } from './mailbox-page.ts'

/** The mailbox of development: as JSON for tests, as a page for people. Not mounted in production. */
export function mountMailboxRoutes(api: ApiRouter, mailbox: MailboxMailer, publicUrl: string): void {
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
