import type { Write } from '#platform/event-log/event-log.ts'
import { type OwedJob, type RunningJob, triesOverDays } from '#platform/jobs/jobs.ts'
import type { MailKind } from '../domain/mail-kinds.ts'

/** One mail to the buyer of an order. */
export interface OwedMail {
  kind: MailKind
  orderId: string
  /** Which refund, payment try or request it is about; null where an order owes one mail of the kind at most. */
  subject: string | null
}

const queues: Record<MailKind, string> = {
  confirmation: 'commerce-order-confirmation',
  schedule: 'commerce-schedule-mail',
  documents: 'commerce-document-mail',
  refund: 'commerce-refund-mail',
  'refund-failed': 'commerce-refund-failed-mail',
  'payment-failed': 'commerce-payment-failed-mail',
  reminder: 'commerce-reminder',
}

export const queueOf = (kind: MailKind): string => queues[kind]
export const mailQueueOptions = { retryLimit: triesOverDays }

/** Names the mail for good: in the ledger, in the mark outside the database, and in its Message-ID. */
export function keyOf({ kind, orderId, subject }: OwedMail): string {
  return `order-${kind}-${subject ?? orderId}`
}

/** @param round how often a person has had it sent again; a job of an earlier round does nothing. */
export function jobOf(mail: OwedMail, round: number, dueAt: Date): OwedJob {
  const { kind, orderId, subject } = mail
  const key = round === 0 ? keyOf(mail) : `${keyOf(mail)}#${round}`
  return { queue: queueOf(kind), key, data: { orderId, subject, round }, startAfter: dueAt }
}

/** The mail of a job. Jobs of earlier versions name the subject by what it is, or have none but their own id. */
export function mailOf(kind: MailKind, { id, data }: RunningJob): OwedMail {
  const named = data.subject ?? data.refundId ?? data.try ?? (kind === 'documents' ? id : null)
  return { kind, orderId: String(data.orderId), subject: named === null ? null : String(named) }
}

export const roundOf = ({ data }: RunningJob): number => Number(data.round ?? 0)

const columns = 'key, order_id, kind, subject, owed_at, due_at, state'

/** The line in the ledger of owed mails; commits with the job. A mail that was owed before stays as it is. */
export function ledgerWrite(mail: OwedMail, owedAt: Date, dueAt: Date): Write {
  return {
    text: `insert into commerce_order_mail (${columns}) values ($1, $2, $3, $4, $5, $6, 'owed') on conflict do nothing`,
    many: `insert into commerce_order_mail (${columns})
select x.*, 'owed' from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[]) x
on conflict do nothing`,
    values: [keyOf(mail), mail.orderId, mail.kind, mail.subject, owedAt, dueAt],
  }
}
