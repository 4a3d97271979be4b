import { sql } from 'kysely'
import { z } from 'zod'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { defineJob, type JobRequest } from '#platform/jobs/job-definition.ts'
import { openTransferKey, renewTransfer } from '../domain/bank-payments.ts'
import { isOpenDispute } from '../domain/disputes.ts'
import { isCancellation } from '../domain/documents-due.ts'
import { paysLater } from '../domain/dues.ts'
import type { OrderEvent } from '../domain/events.ts'
import { isOpenIntent, isOpenRefund, isUnderWay, type KnownIntent } from '../domain/lattice.ts'
import { intentIds, type Order } from '../domain/order.ts'
import { openRefundRequests } from '../domain/payments.ts'
import { isOpen, isPaid, statusOf } from '../domain/status.ts'
import type { MailKind } from '../finance/mails/contract-mail-kinds.ts'
import { jobOf, ledgerWrite, type OrderMail } from './order-mail.ts'
import { orderTables } from './tables.ts'

/** Handled by `second-orders.ts`. */
export const secondOrderCheck = defineJob({
  queue: 'commerce-second-order',
  data: z.object({ orderId: z.string() }),
  retryLimit: 12,
})

/** Milliseconds after the last change at which an order is looked at; then hourly for a week, then daily. */
const checkAfter = [20_000, 45_000, 120_000, 300_000, 900_000]
const hour = 3_600_000
const day = 24 * hour
const hourlyForMs = 7 * day
/** After the confirmation, and well within the day that it promises. */
const scheduleAfterMs = hour
/** An open payment is remembered once it has been left alone for so long. */
const reminderAfterMs = 3 * hour

/** Days after the due date of an invoice at which it is remembered, as long as it is not paid. */
const dueReminderDays = [1, 14, 30]

/** When to look next at an order that changed at `changedAt`, strictly after `now`. */
export function nextCheck(changedAt: Date, now: Date): Date {
  const waited = now.getTime() - changedAt.getTime()
  const soon = checkAfter.find((after) => after > waited)
  const step = waited < hourlyForMs ? hour : day
  const after = soon ?? (Math.floor(waited / step) + 1) * step
  return new Date(changedAt.getTime() + after)
}

/**
 * True while something of the order is open at Stripe, however old it is: a payment that may still be made or is under
 * way, a refund that was asked for or is not sent yet, a dispute that is not decided.
 */
export function needsWatching(order: Order): boolean {
  const mayBePaid = isOpen(statusOf(order)) && !paysLater(order)
  if (mayBePaid || openRefundRequests(order).length > 0) return true
  if (openTransferKey(order) !== null || renewTransfer(order).length > 0) return true
  const openPayment = (intentId: string): boolean => {
    const known = order.intents[intentId]
    return known === undefined || isOpenIntent(known)
  }
  return (
    intentIds(order).some(openPayment) ||
    Object.values(order.refunds).some(isOpenRefund) ||
    Object.values(order.disputes).some(isOpenDispute)
  )
}

/** What commits together with the events: the reconciler's next check, released webhooks, and queued jobs. */
export function effectsOf(
  before: { order: Order },
  after: { order: Order; version: number },
  news: readonly OrderEvent[],
  now: Date,
): { writes: Write[]; jobs: JobRequest[] } {
  const { order } = after
  const writes = [appointment(order, now)]
  const jobs: JobRequest[] = []
  // Also an order that becomes paid again, as when its refund failed.
  if (statusOf(before.order) !== 'completed' && statusOf(order) === 'completed') {
    const key = `${order.id}:${after.version}`
    jobs.push(secondOrderCheck.request({ orderId: order.id }, { key }))
  }
  const mail = (kind: MailKind, subject: string | null = null, afterMs = 0): void => {
    const mail: OrderMail = { kind, orderId: order.id, subject }
    const dueAt = new Date(now.getTime() + afterMs)
    writes.push(ledgerWrite(mail, now, dueAt))
    jobs.push(jobOf(mail, 0, dueAt))
  }
  if (!isPaid(statusOf(before.order)) && isPaid(statusOf(order))) {
    mail('confirmation')
    // Seats are claimed by others, each with a cohort of their own.
    if (order.placed?.organizationId === null) mail('schedule', null, scheduleAfterMs)
  }
  const noteMail = (type: 'CreditNoteIssued' | 'DebitNoteIssued', id: string): void => {
    const issued = type === 'CreditNoteIssued'
    if (order.replacements[id] !== undefined) mail('invoice-corrected', `${order.id}:${id}`)
    else if (isCancellation(id)) mail(issued ? 'invoice-cancelled' : 'invoice-restored', `${order.id}:${id}`)
    else mail(issued ? 'refund' : 'refund-failed', id)
  }
  for (const event of news) {
    if (event.type === 'OrderPlaced' || event.type === 'PaymentIntentCreated')
      writes.push(release(order, now))
    if (event.type === 'OrderPlaced' && event.data.organizationId === null && isOpen(statusOf(order)))
      mail('reminder', null, reminderAfterMs)
    if (event.type === 'PaymentIntentObserved') {
      const was = before.order.intents[event.data.intentId]
      if (event.data.state === 'succeeded' && !intentIds(before.order).includes(event.data.intentId))
        writes.push(collectFeesAgain(event.data.paidAt, now))
      const failed =
        was !== undefined && isUnderWay(was) ? failedLater(order.intents[was.intentId] ?? was) : null
      if (failed !== null) mail('payment-failed', failed)
    }
    if (event.type === 'InvoiceIssued' && event.data.payment !== null && !event.data.correctionId) {
      mail('invoice')
      const due = new Date(event.data.payment.dueAt).getTime() - now.getTime()
      for (const days of dueReminderDays) mail('payment-due', `${order.id}:${days}`, due + days * day)
    }
    if (event.type === 'CreditNoteIssued' || event.type === 'DebitNoteIssued')
      noteMail(event.type, event.data.refundId)
    // A refund of nothing but surplus has no credit note whose mails would be queued.
    const hasNote = (refundId: string): boolean => order.creditNotes[refundId] !== undefined
    if (event.type === 'SurplusReturned' && !hasNote(event.data.refundId)) mail('refund', event.data.refundId)
    if (
      event.type === 'OrderFlagged' &&
      event.data.reason === 'refund-failed' &&
      !hasNote(event.data.subject)
    )
      mail('refund-failed', event.data.subject)
  }
  return { writes, jobs }
}

/**
 * The try of a charge that was under way and has failed: its buyer is not on the page any more, unlike after a card that
 * is declined. Null when it has not failed.
 */
function failedLater(intent: KnownIntent): string | null {
  const failed = intent.state === 'requires_payment_method' && intent.failureCode !== null
  return failed ? `${intent.intentId}:${intent.attempts}` : null
}

function appointment(order: Order, now: Date): Write {
  const tables = orderTables()
  if (!needsWatching(order))
    return writeOf(tables.deleteFrom('commerce_order_check').where('order_id', '=', order.id))
  const times = { changed_at: now, next_check_at: nextCheck(now, now) }
  return writeOf(
    tables
      .insertInto('commerce_order_check')
      .values({ order_id: order.id, ...times })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(times)),
  )
}

/** The channel that is notified when webhooks wait no longer for their order. */
export const webhookReleased = 'commerce_webhook_released'

/** Webhooks that arrived before the order are applied as soon as it exists. */
function release(order: Order, now: Date): Write {
  return writeOf(
    orderTables()
      .with('released', (tables) =>
        tables
          .updateTable('commerce_stripe_inbox')
          .set({ next_try: now })
          // In the text, not among the values: the index of unfinished webhooks is a partial one.
          .where('status', '=', sql.lit('parked'))
          .where(({ eb, fn, or, val }) =>
            or([eb('order_id', '=', order.id), eb('intent_id', '=', fn.any(val(intentIds(order))))]),
          )
          .returning('event_id'),
      )
      .selectFrom('released')
      .select(({ fn, val }) => fn('pg_notify', [val(webhookReleased), val('')]).as('notified')),
  )
}

/** Fees were passed by while no order knew this payment; how far back when Stripe did not say when it was paid. */
function collectFeesAgain(paidAt: string | null, now: Date): Write {
  const since = paidAt === null ? new Date(now.getTime() - 35 * day) : new Date(paidAt)
  return writeOf(
    orderTables()
      .updateTable('commerce_fee_mark')
      .set(({ fn, ref, val }) => ({
        collected_until: fn<Date>('least', [ref('collected_until'), val(since)]),
      }))
      .where('id', '=', 1),
  )
}
