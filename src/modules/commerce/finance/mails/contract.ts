import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'
import { mailKindNames, mailStates } from './contract-mail-kinds.ts'

const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const

/** A mail to the buyer of an order, sent or not. It has no address. */
export const OrderMail = z.object({
  key: z.string(),
  orderId: z.uuid(),
  kind: z.enum(mailKindNames),
  state: z.enum(mailStates),
  owedAt: Moment,
  /** When it is to be sent at the earliest; moved when a person sends it again. */
  dueAt: Moment,
  tries: z.number().int(),
  /** Why the last attempt failed, in words; null once it was sent. */
  lastError: z.string().nullable(),
  /** Why it was not needed. */
  reason: z.string().nullable(),
  /** When it was sent, failed for good or was dropped. */
  doneAt: Moment.nullable(),
  /** Whether it failed or is late: then it can be sent again. */
  late: z.boolean(),
})

const Unsent = answer({
  /** Failed or late, oldest first, at most 200. */
  mails: z.array(OrderMail),
  /** Mails that failed for good after days of attempts. */
  failed: z.number().int(),
  /** Mails that are retried and were not sent within ten minutes of their time. */
  late: z.number().int(),
})

export const unsentMails = endpoint({
  method: 'GET',
  path: '/api/finance/mails',
  summary: 'Mails to buyers that failed or are late',
  access: lists,
  response: Unsent,
})

export const sendMailsAgain = endpoint({
  method: 'POST',
  path: '/api/finance/mails/again',
  summary: 'Send mails again that failed or are late; a repeat does nothing while they are owed',
  access: finance,
  body: z.strictObject({
    /** Keys of mails; absent: all that failed or are late. */
    keys: z.array(z.string().min(1).max(300)).min(1).max(200).optional(),
  }),
  response: Unsent.extend({
    /** How many were queued again. */
    owed: z.number().int(),
  }),
})
