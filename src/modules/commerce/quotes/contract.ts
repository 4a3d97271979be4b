import { z } from 'zod'
import { Day } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { Line, NumberLine } from '#platform/contract/line.ts'
import { Amount, answer, Done, Moment, priced } from '#platform/contract/wire.ts'
import { guessedCodes } from '../contract.ts'
import { CouponCode, PriceView, Seats } from '../pricing/contract.ts'

const status = z.enum(['open', 'accepted', 'expired'])
const Token = z.object({ token: z.string().max(64) })

const Sign = z.object({ by: z.string(), at: Moment }).nullable()

/** A quote, for a reader who has its link. */
export const QuoteView = priced(
  z.object({
    /** Its order has the same one: null for a reader who neither asked for it nor manages its organization. */
    id: z.uuid().nullable(),
    /** `Q-000001` */
    number: z.string(),
    status,
    issuedAt: Moment,
    validUntil: Moment,
    seller: z.object({ name: z.string(), lines: z.array(z.string()) }),
    /** Company, person and address, a line each. */
    recipient: z.array(z.string()),
    productName: z.string(),
    /** The first day of the date that was asked for; null for none. */
    startsOn: z.string().nullable(),
    /** Whether the date is of a cohort for this organization only. */
    isPrivate: z.boolean(),
    /** What becomes of places, as a sentence. */
    placesNote: z.string(),
    price: PriceView,
    /** Contained in the total; null where no tax is charged. */
    tax: z.object({ label: z.string(), percent: z.string(), amount: Amount }).nullable(),
    /** Where the recipient accounts for the tax: the sentence with both tax ids. */
    taxNote: z.string().nullable(),
    /** The purchase order number with which it was asked for, or accepted. */
    reference: z.string().nullable(),
    /** Who handed it on to the person who signs, the last time, and who accepted it; null for nobody. */
    forwarded: Sign,
    accepted: Sign,
    /** The signed-in reader asked for it: may renew it once it has ended. */
    isOwn: z.boolean(),
  }),
)
export type QuoteView = z.output<typeof QuoteView>

export const issueQuote = endpoint({
  method: 'POST',
  path: '/api/quotes',
  summary:
    'A quote for an organization, at the price of now; a repeat with the same id answers the same quote',
  access: 'customer',
  limit: { points: 20, seconds: 60, ...guessedCodes },
  body: z.object({
    id: InputId,
    organizationId: InputId,
    productId: InputId,
    seats: Seats,
    cohortId: InputId.nullable().default(null),
    /** The first day of a cohort for the organization only, instead of `cohortId`. */
    privateStart: Day.nullable().default(null),
    couponCode: CouponCode.nullable().default(null),
    /** The purchase order number. */
    reference: NumberLine.max(60, 'must be at most 60 characters').nullable().default(null),
    termsVersion: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a version')
      .nullable()
      .default(null),
  }),
  response: answer({ token: z.string(), number: z.string() }),
})

export const readQuote = endpoint({
  method: 'GET',
  path: '/api/quotes/:token',
  summary: 'A quote by its link, without an account',
  access: 'public',
  limit: { points: 120, seconds: 60 },
  params: Token,
  response: answer({ quote: QuoteView }),
})

export const quotePdf = endpoint({
  method: 'GET',
  path: '/api/quotes/:token/pdf',
  summary: 'The same as a file to print',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  params: Token,
  response: 'stream',
})

export const acceptQuote = endpoint({
  method: 'POST',
  path: '/api/quotes/:token/accept',
  summary:
    'Accept a quote by its link, without an account: the invoice order of its owner; accepted twice is one order',
  access: 'public',
  limit: { points: 20, seconds: 60, perDay: 300 },
  params: Token,
  body: z.object({
    name: Line.min(1, 'is needed'),
    /** The purchase order number of the company; '' for the one that it always uses, if there is one. */
    reference: NumberLine.max(60, 'must be at most 60 characters').default(''),
  }),
  response: answer({ orderId: z.uuid() }),
})

export const forwardQuote = endpoint({
  method: 'POST',
  path: '/api/quotes/:token/forward',
  summary: 'Mail the link to the person who signs; the purchase order number that was typed is kept for them',
  access: 'public',
  limit: { points: 5, seconds: 60, perDay: 50 },
  params: Token,
  body: z.object({
    name: Line.min(1, 'is needed'),
    email: z.email('must be an email address').max(254, 'must be at most 254 characters'),
    reference: NumberLine.max(60, 'must be at most 60 characters').default(''),
  }),
  response: Done,
})

export const renewQuote = endpoint({
  method: 'POST',
  path: '/api/quotes/:token/renew',
  summary: 'Another quote for the same, at the price of now, in place of one that has ended; for its owner',
  access: 'customer',
  limit: { points: 20, seconds: 60, perDay: 300 },
  params: Token,
  body: z.object({ id: InputId }),
  response: answer({ token: z.string(), number: z.string() }),
})

const OwnQuote = priced(
  z.object({
    /** An accepted one's order has the same. */
    id: z.uuid(),
    number: z.string(),
    /** Of its address on the site; null once the person who asked for it is erased. */
    token: z.string().nullable(),
    organizationId: z.uuid(),
    productName: z.string(),
    issuedAt: Moment,
    /** As token. */
    askedBy: z.string().nullable(),
    /** The caller asked for it. */
    isOwn: z.boolean(),
    status,
    seats: z.number().int(),
    total: Amount,
    currency: z.string(),
    validUntil: Moment,
  }),
)

export const myQuotes = endpoint({
  method: 'GET',
  path: '/api/quotes',
  summary:
    'The quotes that the caller asked for, and those of the organizations that the caller manages, newest first, at most 200',
  access: 'customer',
  response: answer({ quotes: z.array(OwnQuote) }),
})

const ListedQuote = priced(
  z.object({
    id: z.uuid(),
    number: z.string(),
    status,
    /** Null for a viewer, and once its owner is erased. */
    company: z.string().nullable(),
    /** Its address on the site; as company. */
    path: z.string().nullable(),
    productName: z.string(),
    seats: z.number().int(),
    total: Amount,
    currency: z.string(),
    issuedAt: Moment,
    validUntil: Moment,
    /** The first day of the cohort for the organization only; null when none is asked for. */
    privateStart: z.string().nullable(),
    /** Whether staff has opened that cohort. */
    privateOpen: z.boolean(),
  }),
)

export const openQuoteCohort = endpoint({
  method: 'POST',
  path: '/api/finance/quotes/:id/cohort',
  summary:
    'Open the private cohort that a quote asks for, with a place for each seat; a repeated call changes nothing',
  access: { staff: ['finance'] },
  params: z.object({ id: InputId }),
  response: Done,
})

export const listQuotes = endpoint({
  method: 'GET',
  path: '/api/finance/quotes',
  summary: 'The quotes, newest first; found by number, id, company, name or email of who asked',
  access: { staff: ['finance', 'viewer'] },
  query: z.object({
    q: z.string().trim().max(254).optional(),
    status: status.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: answer({
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    quotes: z.array(ListedQuote),
  }),
})
