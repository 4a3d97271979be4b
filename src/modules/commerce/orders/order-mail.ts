import { z } from 'zod'
import type { Write } from '#platform/event-log/event-log.ts'
import { defineJob, type JobRequest, triesOverDays } from '#platform/jobs/job-definition.ts'
import type { RunningJob } from '#platform/jobs/jobs.ts'
import { type MailKind, mailKindNames, mailKinds } from '../finance/mails/contract-mail-kinds.ts'

/** One mail to the buyer of an order. */
export interface OrderMail {
  kind: MailKind
  orderId: string
  /** Which refund, payment try or request it is about; null where an order has one mail of the kind at most. */
  subject: string | null
}

const MailData = z.object({
  orderId: z.string(),
  subject: z.string().nullable(),
  /** How often a person has had it sent again. */
  round: z.number().default(0),
})
export type MailJob = RunningJob<z.output<typeof MailData>>

const mailJob = (kind: MailKind) =>
  defineJob({ queue: mailKinds[kind].queue, data: MailData, retryLimit: triesOverDays })

/** The kind of job that sends a kind of mail. */
export const mailJobs = Object.fromEntries(mailKindNames.map((kind) => [kind, mailJob(kind)])) as Record<
  MailKind,
  ReturnType<typeof mailJob>
>

/** Names the mail permanently: in the ledger, in the record outside the database, and in its Message-ID. */
export function keyOf({ kind, orderId, subject }: OrderMail): string {
  return `order-${kind}-${subject ?? orderId}`
}

/** @param round how often a person has had it sent again; a job of an earlier round does nothing. */
export function jobOf(mail: OrderMail, round: number, dueAt: Date): JobRequest {
  const { kind, orderId, subject } = mail
  const key = round === 0 ? keyOf(mail) : `${keyOf(mail)}#${round}`
  return mailJobs[kind].request({ orderId, subject, round }, { key, startAfter: dueAt })
}

const columns = 'key, order_id, kind, subject, owed_at, due_at, state'

/** Inserts the mail's row, in the job's transaction. An existing row is left unchanged. */
export function ledgerWrite(mail: OrderMail, owedAt: Date, dueAt: Date): Write {
  return {
    text: `insert into commerce_order_mail (${columns}) values ($1, $2, $3, $4, $5, $6, 'owed') on conflict do nothing`,
    many: `insert into commerce_order_mail (${columns})
select key, order_id, kind, subject, owed_at, due_at, 'owed'
from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
  as x(key, order_id, kind, subject, owed_at, due_at)
on conflict do nothing`,
    values: [keyOf(mail), mail.orderId, mail.kind, mail.subject, owedAt, dueAt],
  }
}
