import { Customers, Organizations } from '#modules/identity/index.ts'
import { CohortDates } from '#modules/leadership/index.ts'
import { AuditedReads } from '#platform/audit/audited-reads.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { CompanyOrders } from '../checkout/company-orders.ts'
import { Products } from '../orders/products.ts'
import { Prices } from '../prices/prices.ts'
import { AcceptedQuotes } from './accepted-quotes.ts'
import { ExpiredQuotes } from './expired-quotes.ts'
import { QuotePersonalData } from './personal-data.ts'
import { QuoteList } from './quote-list.ts'
import { quoteLink } from './quote-mails.ts'
import { QuoteReader } from './quote-reader.ts'
import { Quotes } from './quotes.ts'
import { mountQuoteRoutes } from './routes.ts'

/** Prices that are promised to companies for some days. */
export function bindQuotes(bind: Bind): void {
  singleton(bind, Quotes, {
    streams: Streams,
    database: Database,
    clock: Clock,
    ids: Ids,
    settings: Settings,
    prices: Prices,
    products: Products,
    customers: Customers,
    organizations: Organizations,
    dates: CohortDates,
  })
  singleton(bind, QuoteReader, {
    database: Database,
    clock: Clock,
    settings: Settings,
    config: Config,
    streams: Streams,
    prices: Prices,
    dates: CohortDates,
  })
  singleton(bind, QuoteList, Database, Clock)
  singleton(bind, AcceptedQuotes, {
    streams: Streams,
    database: Database,
    reader: QuoteReader,
    orders: CompanyOrders,
    organizations: Organizations,
  })
  singletonAs(bind, JobHandlers, ExpiredQuotes, Database, Clock)
  bindMailKinds(bind, [quoteLink], { reader: QuoteReader, customers: Customers, config: Config })
  singletonAs(bind, PersonalData, QuotePersonalData, Database)
  bindRoutes(bind, mountQuoteRoutes, {
    quotes: Quotes,
    reader: QuoteReader,
    list: QuoteList,
    accepted: AcceptedQuotes,
    organizations: Organizations,
    config: Config,
    reads: AuditedReads,
  })
}
