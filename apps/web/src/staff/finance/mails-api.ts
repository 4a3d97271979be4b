import type { sendMailsAgain, unsentMails } from '#modules/commerce/finance/mails/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type UnsentMails = AnswerOf<typeof unsentMails>
export type OrderMail = UnsentMails['mails'][number]

export const loadUnsentMails = () => call<typeof unsentMails>('GET', '/api/finance/mails')

/** @param keys of mails; absent: all that failed or are late. */
export const sendAgain = (keys?: readonly string[]) =>
  call<typeof sendMailsAgain>('POST', '/api/finance/mails/again', {
    body: keys === undefined ? {} : { keys: [...keys] },
  })
