import { Customers, Organizations } from '#modules/identity/index.ts'
import { Places } from '#modules/leadership/index.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { Observations } from '../orders/observations.ts'
import { Orders } from '../orders/orders.ts'
import { Products } from '../orders/products.ts'
import { Prices } from '../prices/prices.ts'
import { StripeBankTransfers } from '../stripe/bank-transfers.ts'
import { StripeAccount } from '../stripe/stripe.ts'
import { BankPayments } from '../transfers/bank-payments.ts'
import { TransferInstructions } from '../transfers/transfer-instructions.ts'
import { CompanyOrders } from './company-orders.ts'
import { CompanyPayments } from './company-payments.ts'
import { mountCompanyRoutes } from './company-routes.ts'
import { companySettings } from './company-settings.ts'

/** Orders that an organization pays. */
export function bindCompanyOrders(bind: Bind): void {
  bind(SettingForm).toConstantValue(companySettings)
  singleton(bind, CompanyOrders, {
    database: Database,
    orders: Orders,
    products: Products,
    prices: Prices,
    customers: Customers,
    organizations: Organizations,
    places: Places,
    settings: Settings,
    clock: Clock,
    ids: Ids,
    bankPayments: BankPayments,
    instructions: TransferInstructions,
    log: Log,
  })
  singleton(
    bind,
    CompanyPayments,
    Orders,
    Observations,
    Organizations,
    StripeAccount,
    StripeBankTransfers,
    Clock,
    Ids,
  )
  bindRoutes(bind, mountCompanyRoutes, {
    companyOrders: CompanyOrders,
    companyPayments: CompanyPayments,
    stripe: StripeAccount,
    clock: Clock,
  })
}
