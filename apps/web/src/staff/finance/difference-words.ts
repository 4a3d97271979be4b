import type { financeReconciliation } from '#modules/commerce/finance/reconciliation/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import type { Tone } from '../../ui/surface.tsx'
import { actorWords } from './event-texts.ts'

export type Reconciliation = AnswerOf<typeof financeReconciliation>
export type Difference = Reconciliation['open'][number]

/** The answers that a settled difference may alter. */
export const settledAnswers = [
  '/api/finance/reconciliation',
  '/api/finance/orders',
  '/api/finance/books',
] as const

interface KindWords {
  label: string
  tone: Tone
  /** The label of the button that settles the difference. */
  action: string
  /** The consequences, shown in the second step. */
  consequences: string
}

const kinds: Record<Difference['kind'], KindWords> = {
  'behind-stripe': {
    label: 'The log is behind Stripe',
    tone: 'warn',
    action: 'Record the status at Stripe',
    consequences:
      'The payment is read from Stripe again, and its status is appended to the order under your name, with the invoice, credit note and emails that result.',
  },
  'missing-in-log': {
    label: 'The payment is missing from the order',
    tone: 'warn',
    action: 'Record the status at Stripe',
    consequences:
      'The payment is read from Stripe again and appended to the order whose id it carries, under your name, with the invoice and emails that result.',
  },
  'ahead-of-stripe': {
    label: 'The log shows more than Stripe',
    tone: 'bad',
    action: 'Add a note to the order',
    consequences: 'A note with both records is appended to the order under your name. No amount changes.',
  },
  'missing-at-stripe': {
    label: 'The payment does not exist at Stripe',
    tone: 'bad',
    action: 'Record that it is missing',
    consequences:
      'An event under your name records that the payment does not exist at Stripe. Amounts in the log stay, with a note.',
  },
  'lost-order': {
    label: 'The order is missing from the log',
    tone: 'bad',
    action: 'Restore the order',
    consequences:
      'The payment is read from Stripe again, and the order is restored under your name from the data that the payment carries: id, account, program and amount. It gets the invoice number that was printed for it, or a new one. The answers to the questionnaire are lost. If the order is not paid and its buyer has started another order since, the payment is cancelled at Stripe and the order is restored as cancelled.',
  },
  'unknown-order': {
    label: 'The payment names an unknown order',
    tone: 'warn',
    action: 'Mark as not ours',
    consequences:
      'An event under your name records that this payment belongs to no order here. It is not reported again unless Stripe reports a change to it.',
  },
}

export const kindWords = (kind: Difference['kind']): KindWords => kinds[kind]

const states: Record<Difference['state'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'warn' },
  recorded: { label: 'Recorded', tone: 'good' },
  foreign: { label: 'Marked as not ours', tone: 'info' },
  automatic: { label: 'Recorded automatically', tone: 'info' },
}

export const stateWords = (state: Difference['state']) => states[state]

/** Who started a comparison or settled a difference; usernames are shown unchanged. */
export const whoWords = (who: string | null): string =>
  who === null ? 'no one yet' : who.includes(':') ? actorWords(who) : who
