import type { Organizations } from '#modules/identity/index.ts'
import type { PrivateCohorts } from '#modules/leadership/index.ts'
import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { AppError } from '#platform/kernel/error.ts'
import { seatsOf } from '../domain/order-lines.ts'
import { quoteName } from '../domain/quote.ts'
import { renderPdf } from '../invoices/pdf.ts'
import type { AcceptedQuotes } from './accepted-quotes.ts'
import {
  acceptQuote,
  forwardQuote,
  issueQuote,
  listQuotes,
  myQuotes,
  openQuoteCohort,
  quotePdf,
  readQuote,
  renewQuote,
} from './contract.ts'
import type { ForwardedQuotes } from './forwarded-quotes.ts'
import type { QuoteList } from './quote-list.ts'
import { quoteCohortMail } from './quote-mails.ts'
import type { QuoteReader } from './quote-reader.ts'
import { quoteContent, quoteView } from './quote-views.ts'
import { type Quotes, quoteNotFound } from './quotes.ts'

export interface QuoteRouteParts {
  quotes: Quotes
  reader: QuoteReader
  list: QuoteList
  accepted: AcceptedQuotes
  forwarded: ForwardedQuotes
  organizations: Organizations
  cohorts: PrivateCohorts
  jobs: Jobs
  database: Database
  config: Config
  reads: AuditedReads
}

/** The page of a quote, for a reader who has its link. */
const pathOf = (token: string): string => `/quotes/${token}`

export function mountQuoteRoutes(
  api: ApiRouter,
  {
    quotes,
    reader,
    list,
    accepted,
    forwarded,
    organizations,
    cohorts,
    jobs,
    database,
    config,
    reads,
  }: QuoteRouteParts,
): void {
  api.serve(issueQuote, ({ body }, call) => quotes.issue(call.actor, call.requestId, body))

  api.serve(readQuote, async ({ params }, call) => {
    const read = await reader.byToken(params.token)
    const readerId = (await call.customer())?.userId ?? null
    const manages = readerId !== null && (await organizations.mayManage(readerId, read.terms.organizationId))
    return { quote: quoteView(read, readerId, manages) }
  })

  api.serve(quotePdf, async ({ params }, { res }) => {
    const read = await reader.byToken(params.token)
    const bytes = await renderPdf(quoteContent(read, `${config.publicUrl}${pathOf(params.token)}`))
    return sendPdf(res, { bytes, filename: `${quoteName(read.terms.number)}.pdf`, disposition: 'inline' })
  })

  api.serve(acceptQuote, async ({ params, body }, call) => ({
    orderId: await accepted.accept(params.token, body, call.requestId),
  }))

  api.serve(forwardQuote, ({ params, body }) => forwarded.forward(params.token, body))

  api.serve(renewQuote, async ({ params, body }, call) => {
    const { quote, terms, status, person } = await reader.byToken(params.token)
    if (terms.ownerId !== call.actor.userId) throw quoteNotFound()
    if (status !== 'expired')
      throw new AppError('conflict', 'QUOTE_NOT_EXPIRED', 'This quote has not ended: it needs no other one.')
    const { productId, quantity: seats, cohortId } = terms.lines[0]!
    const { organizationId, termsVersion, privateStart = null } = terms
    const { reference } = person
    // At the price of now, and without the coupon, which may have ended: its owner enters it again where it still counts.
    const same = { organizationId, productId, seats, cohortId, privateStart, reference, termsVersion }
    return quotes.issue(call.actor, call.requestId, { id: body.id, ...same, couponCode: null }, quote.id)
  })

  api.serve(myQuotes, async (_, { actor: { userId } }) => {
    const managed = await organizations.managedBy(userId)
    const listed = await reader.list({ ownerId: userId, organizationIds: managed.map(({ id }) => id) })
    return { quotes: listed.map((quote) => ({ ...quote, isOwn: quote.ownerId === userId })) }
  })

  api.serve(openQuoteCohort, async ({ params: { id } }, call) => {
    const read = await reader.byId(id)
    const startsOn = read?.terms.privateStart
    if (read === null || startsOn === undefined) throw quoteNotFound()
    const { organizationId, lines } = read.terms
    await cohorts.open({ id, organizationId, startsOn, capacity: seatsOf(lines) }, call)
    await jobs.enqueue(database.sql, quoteCohortMail.request({ quoteId: id }, { key: id }))
  })

  api.serve(listQuotes, async ({ query }, call) => {
    const seesPeople = await reads.seesPeople(call, 'Read quotes', 'Quotes')
    const { quotes: found, total } = await list.find(query, seesPeople)
    const opened = await cohorts.opened(found.map(({ id }) => id))
    return {
      total,
      page: query.page,
      pageSize: query.pageSize,
      quotes: found.map((quote) => ({
        ...quote,
        privateOpen: opened.has(quote.id),
        company: seesPeople ? quote.company : null,
        path: seesPeople && quote.token !== null ? pathOf(quote.token) : null,
      })),
    }
  })
}
