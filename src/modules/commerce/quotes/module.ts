import { Customers, Organizations } from '#modules/identity/index.ts'
import { PrivateCohorts } from '#modules/leadership/index.ts'
import { AuditedReads } from '#platform/audit/audited-reads.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { PaperKeys } from '../vendor-pack/vendor-papers.ts'
import { AcceptedQuotes } from './accepted-quotes.ts'
import { ExpiredQuotes } from './expired-quotes.ts'
import { ForwardedQuotes } from './forwarded-quotes.ts'
import { QuotePersonalData } from './personal-data.ts'
import { QuoteList } from './quote-list.ts'
import { forwardMail, quoteCohortMail, quoteLink } from './quote-mails.ts'
import { QuoteReader } from './quote-reader.ts'
import { Quotes } from './quotes.ts'
import { mountQuoteRoutes } from './routes.ts'

/** Prices that are promised to companies for some days. */
export function bindQuotes(bind: Bind): void {
  bindAll(bind, Quotes, QuoteReader)
  bind(PaperKeys).toService(QuoteReader)
  singleton(bind, QuoteList, Database, Clock)
  bindAll(bind, AcceptedQuotes, ForwardedQuotes)
  singletonAs(bind, JobHandlers, ExpiredQuotes, Database, Clock)
  bindMailKinds(bind, [quoteLink, quoteCohortMail, forwardMail], {
    reader: QuoteReader,
    customers: Customers,
    config: Config,
  })
  singletonAs(bind, PersonalData, QuotePersonalData, Database)
  bindRoutes(bind, mountQuoteRoutes, {
    quotes: Quotes,
    reader: QuoteReader,
    list: QuoteList,
    accepted: AcceptedQuotes,
    forwarded: ForwardedQuotes,
    organizations: Organizations,
    cohorts: PrivateCohorts,
    jobs: Jobs,
    database: Database,
    config: Config,
    reads: AuditedReads,
  })
}
