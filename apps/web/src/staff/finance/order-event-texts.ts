import { amountOf, type EventTexts, plain, text } from './event-text.ts'
import { ledgerDay } from './moments.ts'

/** The texts of the events of placing an order, its due date and its bank transfers. */
export const orderEventTexts = {
  OrderPlaced: (data) => ({ sentence: orderedSentence(data), short: 'Ordered', tone: 'info' }),
  DueSet: (data) => ({
    sentence: `${amountOf(data)} is due on ${dayOf(text(data.dueAt))}.`,
    short: 'Due date',
    tone: 'info',
  }),
  InvoiceRequested: ({ netDays }) => ({
    sentence: `The buyer asked for an invoice, payable within ${typeof netDays === 'number' ? netDays : 'some'} days.`,
    short: 'Invoice requested',
    tone: 'info',
  }),
  TransferApplied: (data) => ({
    sentence: `A bank transfer of ${amountOf(data)} was applied to this order.`,
    short: 'Transfer',
    tone: 'good',
  }),
  TransferWithdrawn: (data) => ({
    sentence: `A bank transfer of ${amountOf(data)} no longer counts: ${plain(text(data.reason))}. The amount is open again.`,
    short: 'Transfer withdrawn',
    tone: 'bad',
  }),
  TransferRefunded: (data) => ({
    sentence:
      data.reason === null
        ? `${amountOf(data)} of a bank transfer was returned.`
        : `${amountOf(data)} of a bank transfer was returned: ${plain(text(data.reason))}.`,
    short: 'Returned',
    tone: 'warn',
  }),
  AccessReleased: ({ reason }) => ({
    sentence: `Finance granted access before payment: ${text(reason)}.`,
    short: 'Access granted',
    tone: 'warn',
  }),
} satisfies EventTexts

/** The day of a moment; as it is written if it is none. */
const dayOf = (moment: string): string => (Number.isNaN(Date.parse(moment)) ? moment : ledgerDay(moment))

/** A line as the event's version 2 stores it. */
interface Line {
  productName: string
  quantity: number
  unitPrice: number
  discounts: { amount: number }[]
}

/** Version 1 of the event has one price of one product, version 2 has lines. */
function orderedSentence({
  productName,
  unitPrice,
  lines,
  organizationId,
  currency,
}: Record<string, unknown>) {
  const known = Array.isArray(lines) ? (lines as Line[]) : []
  const [first] = known
  if (first === undefined)
    return `The buyer ordered ${text(productName)} for ${amountOf({ amount: unitPrice, currency })}.`
  const amount = known.reduce((sum, line) => sum + totalOf(line), 0)
  const price = amountOf({ amount, currency })
  if (typeof organizationId !== 'string') return `The buyer ordered ${first.productName} for ${price}.`
  const seats = known.reduce((sum, { quantity }) => sum + quantity, 0)
  return `A company ordered ${seats} ${seats === 1 ? 'seat' : 'seats'} of ${first.productName} for ${price}.`
}

const totalOf = ({ quantity, unitPrice, discounts }: Line): number =>
  discounts.reduce((left, { amount }) => Math.max(0, left - amount), quantity * unitPrice)
