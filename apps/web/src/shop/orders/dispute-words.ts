import type { OrderPage } from '../api.ts'

export type DisputeStanding = NonNullable<OrderPage['dispute']>

export interface DisputeWords {
  /** On a badge among the details. */
  label: string
  tone: 'info' | 'warn' | 'bad'
  title: string
  text: string
  /** Whether the place is gone, and there is something that only a person can settle. */
  support: boolean
}

const WORDS: Record<DisputeStanding, DisputeWords> = {
  inquiry: {
    label: 'Question',
    tone: 'info',
    title: 'Your bank has a question about this payment',
    text: 'We answer it. No money has moved.',
    support: false,
  },
  open: {
    label: 'Open',
    tone: 'warn',
    title: 'This payment is being disputed',
    text: 'Your bank holds the amount back while it looks at our answer.',
    support: false,
  },
  won: {
    label: 'Payment stands',
    tone: 'info',
    title: 'The dispute is over: your payment stands',
    text: 'Your bank has decided that the payment was right, and has closed the matter.',
    support: false,
  },
  lost: {
    label: 'Paid back',
    tone: 'bad',
    title: 'The dispute is over: your bank took the payment back',
    text: 'Your bank has given you the amount back: this order is no longer paid for and gives no access.',
    support: true,
  },
  closed: {
    label: 'Settled',
    tone: 'info',
    title: 'The question of your bank is settled',
    text: 'Your bank has closed its question about this payment. Nothing has changed.',
    support: false,
  },
}

/** What a contested payment means for the customer; undefined when nobody contests it. */
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
  inquiry: 'Your access stays as it is.',
  open: 'Your access stays as it is until the bank has decided.',
  won: 'Your enrollment stays active.',
}
