import type { Customer, Organization } from '#modules/identity/index.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { seatsOf, totalOf } from '../domain/order-lines.ts'
import type { QuoteTerms } from '../domain/quote.ts'
import { quoteTables } from './tables.ts'

/** The row by which lists find a quote that is issued now. */
export const rowWrite = (id: string, terms: QuoteTerms, now: Date): Write =>
  writeOf(
    quoteTables()
      .insertInto('commerce_quote')
      .values({ id, ...issuedColumns(terms, now), status: 'open' }),
  )

/** What the row of a quote says from the moment it is issued. @param now when it was issued */
export const issuedColumns = (terms: QuoteTerms, now: Date) => ({
  number: terms.number,
  ownerId: terms.ownerId,
  organizationId: terms.organizationId,
  productName: terms.lines[0]?.productName ?? '',
  seats: seatsOf(terms.lines),
  totalMinor: totalOf(terms.lines),
  currency: terms.currency,
  issuedAt: now,
  validUntil: new Date(terms.validUntil),
})

/** The owner and the organization as of now: a quote that is printed does not change. */
export function personWrite(id: string, token: string, owner: Customer, organization: Organization): Write {
  const { name: company, addressLine1, addressLine2, postalCode, city, region, country, taxId } = organization
  return writeOf(
    quoteTables().insertInto('commerce_quote_person').values({
      quoteId: id,
      ownerId: owner.id,
      token,
      firstName: owner.firstName,
      lastName: owner.lastName,
      email: owner.email,
      company,
      addressLine1,
      addressLine2,
      postalCode,
      city,
      region,
      country,
      taxId,
    }),
  )
}
