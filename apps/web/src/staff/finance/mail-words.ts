import type { unsentMails } from '#modules/commerce/finance/mails/contract.ts'
import { mailKinds } from '#modules/commerce/finance/mails/contract-mail-kinds.ts'
import type { AnswerOf } from '../../lib/call.ts'
import type { Tone } from '../../ui/surface.tsx'
import { ledgerMoment } from './moments.ts'

export type UnsentMails = AnswerOf<typeof unsentMails>
export type OrderMail = UnsentMails['mails'][number]

export const mailKind = (mail: OrderMail): string => mailKinds[mail.kind].label

/** The state of a mail, as a label. */
export function mailState({ state, late }: OrderMail): { label: string; tone: Tone } {
  if (state === 'failed') return { label: 'Failed', tone: 'bad' }
  if (state === 'sent') return { label: 'Sent', tone: 'good' }
  if (state === 'not-needed') return { label: 'Not needed', tone: 'info' }
  return late ? { label: 'Late', tone: 'warn' } : { label: 'Scheduled', tone: 'info' }
}

/** When it was sent or is due, and why: one or two sentences. */
export function mailDetails({ state, dueAt, doneAt, tries, lastError, reason }: OrderMail): string {
  const tried = tries === 1 ? 'Tried once' : `Tried ${tries} times`
  switch (state) {
    case 'sent':
      return doneAt === null ? (reason ?? 'Sent.') : `${ledgerMoment(doneAt)}.`
    case 'not-needed':
      return `${reason ?? ''}${doneAt === null ? '' : ` ${ledgerMoment(doneAt)}.`}`
    case 'failed':
      return `${lastError ?? ''} ${tries === 0 ? 'Given up' : `${tried}, given up`}${doneAt === null ? '' : ` ${ledgerMoment(doneAt)}`}.`
    case 'owed':
      return lastError === null
        ? `Due ${ledgerMoment(dueAt)}.`
        : `${lastError} ${tried} since ${ledgerMoment(dueAt)}; the next attempt is within the hour.`
  }
}
