import { price } from '#platform/kernel/money.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { creditNoteName } from '../domain/document-names.ts'
import { settledWith } from '../domain/documents-due.ts'
import type { Order } from '../domain/order.ts'
import { holdsPlace } from '../domain/place.ts'
import { isWithdrawn } from '../domain/refund-decisions.ts'
import { statusOf } from '../domain/status.ts'

type RefundWords = Pick<Mail, 'subject' | 'preheader' | 'heading' | 'paragraphs'>

/** A refund that went through, whole: surplus, a part of the order, or both. */
export function refundedWords(order: Order, refundId: string): RefundWords {
  const { amount, surplus, credited } = partsOf(order, refundId)
  const banks = 'Banks take up to ten days to show it.'
  const refunded = `We have refunded ${amount} to the payment method you used. ${banks}`
  if (surplus === null) {
    return {
      ...refundHead(amount),
      paragraphs: [refunded, `The credit note is attached.${placeAfter(order)}`],
    }
  }
  if (credited === null) {
    return {
      subject: `You paid too much: we returned ${amount}`,
      preheader: `We have returned the ${amount} that you overpaid.`,
      heading: 'We returned your overpayment',
      paragraphs: [
        `We received more than the price of your order, and have returned ${amount} to the payment method you used. ${banks}`,
        `Your order is not affected: your invoice stays the same.${placeAfter(order)}`,
      ],
    }
  }
  return {
    ...refundHead(amount),
    paragraphs: [
      refunded,
      `${surplus} of it had been paid beyond the price of your order. The attached credit note is for the other ${credited}.${placeAfter(order)}`,
    ],
  }
}

/** A refund that came back to us after it had gone through. */
export function refundFailedWords(order: Order, refundId: string): RefundWords {
  const { amount } = partsOf(order, refundId)
  const credit = order.creditNotes[refundId]
  const unchanged =
    credit === undefined
      ? 'It had been paid beyond the price of your order: your invoice stays the same.'
      : `The attached document withdraws credit note ${creditNoteName(credit)}.`
  return {
    subject: `Your refund of ${amount} did not reach you`,
    preheader: `The bank sent ${amount} back to us.`,
    heading: 'Your refund did not reach you',
    paragraphs: [
      `The bank behind the payment method you used did not accept our refund of ${amount} and sent it back to us. You have not received the money, and it is not lost.`,
      statusOf(order) === 'refunded'
        ? `${unchanged} We have since refunded you in another way; a separate email has the details.`
        : `${unchanged} We will arrange another way to pay you back: please reply to this email.`,
    ],
  }
}

function refundHead(amount: string): Omit<RefundWords, 'paragraphs'> {
  return {
    subject: `Your refund of ${amount}`,
    preheader: `We have refunded ${amount}.`,
    heading: 'Your refund is on its way',
  }
}

/** The refund's whole amount and its parts, as people read them; null where there is no such part. */
function partsOf(order: Order, refundId: string) {
  const surplus = order.surplusReturns[refundId]
  const credit = order.creditNotes[refundId]
  const currency = (surplus ?? credit)?.currency ?? order.placed?.currency ?? ''
  return {
    amount: price(settledWith(order, refundId), currency),
    surplus: surplus === undefined ? null : price(surplus.amount, currency),
    credited: credit === undefined ? null : price(credit.amount, currency),
  }
}

/** What a refund means for the place; nothing where there was none. */
function placeAfter(order: Order): string {
  if (statusOf(order) === 'refunded' || isWithdrawn(order)) return ' Your enrollment has ended.'
  return holdsPlace(order) ? ' Your enrollment stays active.' : ''
}
