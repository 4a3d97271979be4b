import type { Tone } from '../../ui/surface.tsx'
import type { Difference } from './reconciliation-api.ts'
import { actorWords } from './sentences.ts'

interface KindWords {
  label: string
  tone: Tone
  /** On the button that settles it. */
  action: string
  /** What happens then, in the second step. */
  promise: string
}

const kinds: Record<Difference['kind'], KindWords> = {
  'behind-stripe': {
    label: 'The log is behind Stripe',
    tone: 'warn',
    action: 'Record what Stripe says',
    promise:
      'Stripe is asked once more, and what it says then is appended to the order under your name, with the invoice, credit note and mails that follow from it.',
  },
  'missing-in-log': {
    label: 'The order never heard of this payment',
    tone: 'warn',
    action: 'Record what Stripe says',
    promise:
      'Stripe is asked once more, and the payment is appended to the order whose id it carries, under your name, with the invoice and mails that follow from it.',
  },
  'ahead-of-stripe': {
    label: 'The log holds more than Stripe',
    tone: 'bad',
    action: 'Note it at the order',
    promise: 'A note with both accounts is appended to the order under your name. No amount changes.',
  },
  'missing-at-stripe': {
    label: 'Stripe does not know this payment',
    tone: 'bad',
    action: 'Record that it is missing',
    promise:
      'The order learns under your name that Stripe does not know this payment. Money that the log holds stays, with a note.',
  },
  'lost-order': {
    label: 'The log has lost this order',
    tone: 'bad',
    action: 'Take the order over',
    promise:
      'Stripe is asked once more, and the order is told again under your name from what its payment carries: id, account, program and amount. It gets the invoice number that was printed for it, or a new one. What the questionnaire was answered is gone. If it is not paid and its buyer has begun another order since, its payment is cancelled at Stripe, and the order is told again as cancelled.',
  },
  'unknown-order': {
    label: 'The payment names an unknown order',
    tone: 'warn',
    action: 'Note as not ours',
    promise:
      'An event in the log says under your name that this payment belongs to no order here. It is not raised again unless Stripe says something new about it.',
  },
}

export const kindWords = (kind: Difference['kind']): KindWords => kinds[kind]

const states: Record<Difference['state'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'warn' },
  recorded: { label: 'Recorded', tone: 'good' },
  foreign: { label: 'Noted as not ours', tone: 'info' },
  automatic: { label: 'Recorded automatically', tone: 'info' },
}

export const stateWords = (state: Difference['state']) => states[state]

/** Who started a comparison or settled a difference: usernames stand as they are. */
export const whoWords = (who: string | null): string =>
  who === null ? 'nobody yet' : who.includes(':') ? actorWords(who) : who
