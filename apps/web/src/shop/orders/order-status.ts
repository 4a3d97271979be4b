/** The five states an order can be in; whatever else a server says reads as `unknown`. */
export type OrderStatus = 'completed' | 'pending' | 'processing' | 'cancelled' | 'refunded' | 'unknown'

export type StatusTone = 'good' | 'warn' | 'bad' | 'info'

export interface StatusWords {
  /** The page's heading. */
  title: string
  /** One sentence under it. */
  message: string
  /** The word on a badge. */
  label: string
  tone: StatusTone
}

const WORDS: Record<OrderStatus, StatusWords> = {
  completed: {
    title: 'Enrollment Confirmed!',
    message: 'Payment confirmed! Your enrollment is active.',
    label: 'Completed',
    tone: 'good',
  },
  pending: {
    title: 'Payment Processing',
    message: 'Payment is being processed. Please wait for confirmation.',
    label: 'Pending',
    tone: 'warn',
  },
  processing: {
    title: 'Payment Processing',
    message: 'Payment is being processed. This may take a few minutes.',
    label: 'Processing',
    tone: 'warn',
  },
  cancelled: {
    title: 'Payment Issue',
    message: 'Payment was cancelled. Please contact support if you need assistance.',
    label: 'Cancelled',
    tone: 'bad',
  },
  refunded: {
    title: 'Payment Issue',
    message: 'Payment was refunded. Please contact support if you need assistance.',
    label: 'Refunded',
    tone: 'info',
  },
  unknown: {
    title: 'Payment Issue',
    message: 'Payment status is unknown. Please contact support.',
    label: 'Unknown',
    tone: 'bad',
  },
}

/** Reads a status as the server wrote it. */
export function readStatus(text: unknown): OrderStatus {
  return typeof text === 'string' && text !== 'unknown' && Object.hasOwn(WORDS, text)
    ? (text as OrderStatus)
    : 'unknown'
}

/** Heading, sentence, badge word and tone of a status. */
export function statusWords(status: OrderStatus): StatusWords {
  return WORDS[status]
}

/** True while the money is on its way and the page should keep looking. */
export function isInFlight(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

/**
 * Milliseconds to wait before the next look at an order in flight: 2 s at first, half as much again
 * each time, never more than 30 s.
 */
export function pollDelay(attempt: number): number {
  return Math.min(30_000, Math.round(2000 * 1.5 ** Math.max(0, attempt)))
}
