/** The five states of an order; any other text is read as `unknown`. */
export type OrderStatus = 'completed' | 'pending' | 'processing' | 'cancelled' | 'refunded' | 'unknown'

export type StatusTone = 'good' | 'warn' | 'bad' | 'info'

export interface StatusWords {
  /** The page's heading. */
  title: string
  /** One sentence below the heading. */
  message: string
  /** The text of a badge. */
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

/** Parses a status of the server. */
export function readStatus(text: unknown): OrderStatus {
  return typeof text === 'string' && text !== 'unknown' && Object.hasOwn(WORDS, text)
    ? (text as OrderStatus)
    : 'unknown'
}

/** Heading, sentence, badge text and tone of a status. */
export function statusWords(status: OrderStatus): StatusWords {
  return WORDS[status]
}

/** True while the payment is pending or processing: then the page polls. */
export function isInFlight(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

/**
 * Milliseconds before the next poll of an order in flight: 2 s at first, 1.5 times as long each time, at most
 * 30 s.
 */
export function pollDelay(attempt: number): number {
  return Math.min(30_000, Math.round(2000 * 1.5 ** Math.max(0, attempt)))
}
