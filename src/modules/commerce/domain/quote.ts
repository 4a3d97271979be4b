import type { OrderLine } from './order-lines.ts'

/** What a quote says, without anybody's name. Its price is fixed until `validUntil`. */
export interface QuoteTerms {
  /** Without a gap, from 1. */
  number: number
  /** The account that asked for it; its order is that account's. */
  ownerId: string
  organizationId: string
  /** At least one. With `privateStart`, their cohort has the id of the quote. */
  lines: OrderLine[]
  currency: string
  /** The moment at which it ends. */
  validUntil: string
  /** Of the terms of sale that were shown when it was asked for. */
  termsVersion: string | null
  /** The first day of a cohort for this organization only, `2027-03-01`; absent when none is asked for. */
  privateStart?: string
  /** The quote that ended, and in whose place this one was asked for; null for a first one. */
  renews: string | null
}

/**
 * Everything that can happen to a quote. The order that comes of it has the quote's id: accepted twice is one order. Who
 * accepted it, and the purchase order number, lie beside the log.
 */
export type QuoteEvent =
  | { type: 'QuoteIssued'; data: QuoteTerms }
  | { type: 'QuoteAccepted'; data: Record<string, never> }
  | { type: 'QuoteExpired'; data: Record<string, never> }

/** What becomes of places, said on the quote's page, in its file and in its mail. */
export function placesSentence({ lines, privateStart }: Pick<QuoteTerms, 'lines' | 'privateStart'>): string {
  if (privateStart !== undefined)
    return 'We open this cohort for your organization only, with a place for each seat. Nobody else can book it.'
  return `A quote does not reserve places: ${
    lines[0]?.cohortId == null
      ? 'each seat gets its place with the date that is chosen for it later.'
      : 'they are reserved when it is accepted, if the date still has enough.'
  }`
}

export type QuoteStatus = 'open' | 'accepted' | 'expired'

/** A quote, folded from its events. */
export interface Quote {
  id: string
  terms: QuoteTerms | null
  issuedAt: Date | null
  acceptedAt: Date | null
  expiredAt: Date | null
}

export const unknownQuote = (id: string): Quote => ({
  id,
  terms: null,
  issuedAt: null,
  acceptedAt: null,
  expiredAt: null,
})

/** The quote after one more event. Total and silent. */
export function evolveQuote(quote: Quote, event: QuoteEvent, at: Date): Quote {
  switch (event.type) {
    case 'QuoteIssued':
      return { ...quote, terms: event.data, issuedAt: at }
    case 'QuoteAccepted':
      return { ...quote, acceptedAt: at }
    case 'QuoteExpired':
      return { ...quote, expiredAt: at }
    default:
      event satisfies never
      return quote
  }
}

/** Once its time is over it is expired, whether or not that is recorded yet; what was accepted stays so. */
export function quoteStatus({ terms, acceptedAt, expiredAt }: Quote, now: Date): QuoteStatus {
  if (acceptedAt !== null) return 'accepted'
  return expiredAt !== null || terms === null || Date.parse(terms.validUntil) <= now.getTime()
    ? 'expired'
    : 'open'
}

/** The printed form of a number: `Q-000001`. */
export const quoteName = (number: number): string => `Q-${String(number).padStart(6, '0')}`

/** The number that a person typed as it is printed, with or without the hyphen and leading zeros; null when it is none. */
export function quoteNumberOf(text: string): number | null {
  const digits = /^Q[- ]?0*(\d{1,9})$/i.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}
