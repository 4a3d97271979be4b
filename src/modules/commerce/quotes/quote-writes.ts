import type { Customer, Organization } from '#modules/identity/index.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { Projection } from '#platform/event-log/projection.ts'
import type { StreamKind } from '#platform/event-log/streams.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { seatsOf, totalOf } from '../domain/order-lines.ts'
import { evolveQuote, type Quote, type QuoteEvent, type QuoteStatus, unknownQuote } from '../domain/quote.ts'
import { QuoteRow, quoteTables } from './tables.ts'

export const quoteStream: StreamKind<Quote, QuoteEvent> = {
  prefix: 'quote-',
  empty: unknownQuote,
  evolve: evolveQuote,
}

/** The list of quotes. Who asked, who accepted and the link are beside the log, and cannot be derived from it. */
export const quoteRows = new Projection(
  quoteStream,
  QuoteRow,
  ({ id, terms, issuedAt, acceptedAt, expiredAt }) => {
    if (terms === null || issuedAt === null) return null
    const ending = expiredAt !== null ? 'expired' : 'open'
    const status: QuoteStatus = acceptedAt !== null ? 'accepted' : ending
    return {
      id,
      number: terms.number,
      ownerId: terms.ownerId,
      organizationId: terms.organizationId,
      productName: terms.lines[0]?.productName ?? '',
      seats: seatsOf(terms.lines),
      totalMinor: totalOf(terms.lines),
      currency: terms.currency,
      status,
      privateStart: terms.privateStart ?? null,
      issuedAt,
      validUntil: new Date(terms.validUntil),
      endedAt: acceptedAt ?? expiredAt,
    }
  },
)

/** The owner and the organization as of now: a quote that is printed does not change. */
export function personWrite(
  { id, reference }: { id: string; reference: string | null },
  token: string,
  owner: Customer,
  organization: Organization,
): Write {
  const { name: company, addressLine1, addressLine2, postalCode, city, region, country, taxId } = organization
  const { id: ownerId, firstName, lastName, email } = owner
  const address = { addressLine1, addressLine2, postalCode, city, region, country, taxId }
  const person = { quoteId: id, ownerId, token, firstName, lastName, email, company, reference, ...address }
  return writeOf(quoteTables().insertInto('commerce_quote_person').values(person))
}
