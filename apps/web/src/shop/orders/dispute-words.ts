import type { OrderPage } from '../api.ts'

export type DisputeStanding = NonNullable<OrderPage['dispute']>

export interface DisputeWords {
  /** The text of the badge among the order's details. */
  label: string
  tone: 'info' | 'warn' | 'bad'
  title: string
  text: string
  /** Whether the place is lost, so that the page shows the address of support. */
  support: boolean
}

const WORDS: Record<DisputeStanding, DisputeWords> = {
  inquiry: {
    label: 'Question',
    tone: 'info',
    title: 'Your bank has a question about this payment',
    text: 'We will answer it. No money has moved.',
    support: false,
  },
  open: {
    label: 'Open',
    tone: 'warn',
    title: 'This payment is being disputed',
    text: 'Your bank holds the amount back while it reviews our answer.',
    support: false,
  },
  won: {
    label: 'Payment confirmed',
    tone: 'info',
    title: 'The dispute is over: your payment is confirmed',
    text: 'Your bank has decided that the payment was valid and has closed the dispute.',
    support: false,
  },
  lost: {
    label: 'Paid back',
    tone: 'bad',
    title: 'The dispute is over: your bank took the payment back',
    text: 'Your bank has returned the amount to you. This order is no longer paid and gives no access.',
    support: true,
  },
  closed: {
    label: 'Settled',
    tone: 'info',
    title: 'Your bank’s question is settled',
    text: 'Your bank has closed its question about this payment. Nothing has changed.',
    support: false,
  },
}

/** The texts about a disputed payment for the customer; undefined without a dispute. */
export function disputeWords({
  dispute: standing,
  holdsPlace,
}: Pick<OrderPage, 'dispute' | 'holdsPlace'>): DisputeWords | undefined {
  if (!standing || !Object.hasOwn(WORDS, standing)) return undefined
  const words = WORDS[standing]
  const keeps = holdsPlace && standing !== 'lost' && standing !== 'closed'
  return keeps ? { ...words, text: `${words.text} ${KEPT[standing]}` } : words
}

const KEPT: Record<Exclude<DisputeStanding, 'lost' | 'closed'>, string> = {
  inquiry: 'Your access does not change.',
  open: 'Your access does not change until the bank has decided.',
  won: 'Your enrollment stays active.',
}
