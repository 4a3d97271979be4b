import { flagWords } from '#modules/commerce/finance/search/contract-flags.ts'
import { money } from '../../lib/format.ts'
import { withMoney } from '../parts/amounts.ts'
import { plain } from './event-text.ts'
import type { OrderState } from './order-answers.ts'
import { statusLabel } from './words.ts'

/** One line of the order at a version. */
export interface Line {
  /** Stays the same from version to version. */
  key: string
  label: string
  value: string
  /** Amounts are right-aligned. */
  amount?: boolean
  /** Ids and numbers, in a monospaced font. */
  code?: boolean
}

export interface Change extends Omit<Line, 'value'> {
  /** Null when the line was not there. */
  before: string | null
  after: string | null
}

/** The order of a version as lines in a fixed order. */
export function linesOf(order: OrderState): Line[] {
  const { currency } = order
  return [
    { key: 'status', label: 'Status', value: statusLabel(order.status) },
    { key: 'total', label: 'Total', value: money(order.totalAmount, currency), amount: true },
    { key: 'received', label: 'Received', value: money(order.receivedAmount, currency), amount: true },
    { key: 'refunded', label: 'Refunded', value: money(order.refundedAmount, currency), amount: true },
    { key: 'invoice', label: 'Invoice', value: order.invoiceNumber ?? 'none yet', code: true },
    ...order.intents.flatMap((intent) => [
      {
        key: `intent-${intent.id}`,
        label: `Payment ${intent.id}`,
        value: intent.failureCode
          ? `${plain(intent.state)}, ${plain(intent.failureCode)}`
          : plain(intent.state),
      },
      {
        key: `intent-${intent.id}-received`,
        label: `Received with ${intent.id}`,
        value: money(intent.receivedAmount, intent.currency),
        amount: true,
      },
    ]),
    ...order.refundRequests.map((request) => ({
      key: `request-${request.key}`,
      label: `Refund requested: ${request.reason}`,
      value: `${money(request.amount, request.currency)}, ${plain(request.state)}${
        request.refusal === null ? '' : `: ${request.refusal.message}`
      }`,
    })),
    ...order.refunds.map((refund) => ({
      key: `refund-${refund.id}`,
      label: `Refund ${refund.id}`,
      value: `${money(refund.amount, refund.currency)}, ${plain(refund.state)}`,
    })),
    ...order.disputes.map((dispute) => ({
      key: `dispute-${dispute.id}`,
      label: `Dispute ${dispute.id}`,
      value: `${money(dispute.amount, dispute.currency)}, ${plain(dispute.state)}`,
    })),
    ...order.creditNotes.map((note) => ({
      key: `credit-${note.number}`,
      label: `Credit note ${note.number}`,
      value: money(note.amount, currency),
      amount: true,
    })),
    ...order.debitNotes.map((note) => ({
      key: `debit-${note.number}`,
      label: `Debit note ${note.number}`,
      value: money(note.amount, currency),
      amount: true,
    })),
    ...order.surplusReturns.map(({ refundId, amount }) => ({
      key: `surplus-${refundId}`,
      label: `Surplus returned with ${refundId}`,
      value: money(amount, currency),
      amount: true,
    })),
    ...order.flags.map((flag) => ({
      key: `flag-${flag.reason}-${flag.subject}`,
      label: 'Flag',
      value: flagWords(flag.reason),
    })),
    ...order.notes.map((note, index) => ({
      key: `note-${index}`,
      label: 'Remark',
      value: withMoney(note.text),
    })),
  ]
}

/** What differs from one version to the next; every line is new when there was no version before. */
export function changesBetween(before: OrderState | undefined, after: OrderState): Change[] {
  const old = new Map((before ? linesOf(before) : []).map((line) => [line.key, line]))
  const now = linesOf(after)
  const kept = new Set(now.map(({ key }) => key))
  const added = now
    .filter(({ key, value }) => old.get(key)?.value !== value)
    .map(({ value, ...line }) => ({ ...line, before: old.get(line.key)?.value ?? null, after: value }))
  const removed = [...old.values()]
    .filter(({ key }) => !kept.has(key))
    .map(({ value, ...line }) => ({ ...line, before: value, after: null }))
  return [...added, ...removed]
}
