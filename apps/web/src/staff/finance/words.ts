import type { financeInbox } from '#modules/commerce/finance/inbox/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import type { Tone } from '../../ui/surface.tsx'
import type { FinanceOrder } from './order-answers.ts'

export type Status = FinanceOrder['status']
export type InboxEvent = AnswerOf<typeof financeInbox>['events'][number]
export type InboxStatus = InboxEvent['status']

interface Word {
  label: string
  tone: Tone
}

const statusWords: Record<Status, Word> = {
  pending: { label: 'Pending', tone: 'warn' },
  processing: { label: 'Processing', tone: 'warn' },
  completed: { label: 'Completed', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'bad' },
  refunded: { label: 'Refunded', tone: 'info' },
}

export const statuses = Object.keys(statusWords) as Status[]
export const statusLabel = (status: Status): string => statusWords[status].label
export const statusTone = (status: Status): Tone => statusWords[status].tone

const brands: Record<string, string> = {
  amex: 'American Express',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  jcb: 'JCB',
}

/** A card as people know theirs: "Visa •••• 4242". */
export const cardWords = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)} •••• ${last4}`

const inboxWords: Record<InboxStatus, Word & { meaning: string }> = {
  new: { label: 'New', tone: 'info', meaning: 'Received, about to be applied' },
  applied: { label: 'Applied', tone: 'good', meaning: 'Recorded in its order' },
  ignored: { label: 'Not needed', tone: 'info', meaning: 'Does not concern an order' },
  foreign: { label: 'Not ours', tone: 'info', meaning: 'About a payment of another site' },
  parked: { label: 'Waiting', tone: 'warn', meaning: 'Its order is not known yet' },
  failed: { label: 'Failed', tone: 'bad', meaning: 'Could not be applied' },
}

export const inboxStatuses = Object.keys(inboxWords) as InboxStatus[]
export const inboxWord = (status: InboxStatus) => inboxWords[status]
