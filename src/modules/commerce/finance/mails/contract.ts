import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { mailKinds, mailStates } from '../../domain/mail-kinds.ts'

const success = z.literal(true)
const Moment = z.iso.datetime()
const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const

/** A mail that an order owes or owed its buyer. It names no address. */
export const OrderMail = z.object({
  key: z.string(),
  orderId: z.uuid(),
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  owedAt: Moment,
  /** Not before then; when it was last asked for again. */
  dueAt: Moment,
  tries: z.number().int(),
  /** Why the last try failed, in words; null once it was sent. */
  lastError: z.string().nullable(),
  /** Why it was not needed. */
  reason: z.string().nullable(),
  /** When it was sent, given up or dropped. */
  doneAt: Moment.nullable(),
  /** It failed or is late: "Send again" does something. */
  late: z.boolean(),
})

const Unsent = z.object({
  success,
  /** Failed or late, oldest first, at most 200. */
  mails: z.array(OrderMail),
  /** Given up after days. */
  failed: z.number().int(),
  /** Tried again, and not sent ten minutes after their time. */
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
    /** How many are owed anew. */
    owed: z.number().int(),
  }),
})
