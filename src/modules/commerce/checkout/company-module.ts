import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import type { Bind } from '#platform/kernel/singleton.ts'
import { SettingForm } from '#platform/settings/settings.ts'
import { StripeAccount } from '../payments/stripe/stripe.ts'
import { CompanyOrders } from './company-orders.ts'
import { CompanyPayments } from './company-payments.ts'
import { mountCompanyRoutes } from './company-routes.ts'
import { companySettings } from './company-settings.ts'

/** Orders that an organization pays. */
export function bindCompanyOrders(bind: Bind): void {
  bind(SettingForm).toConstantValue(companySettings)
  bindAll(bind, CompanyOrders, CompanyPayments)
  bindRoutes(bind, mountCompanyRoutes, {
    companyOrders: CompanyOrders,
    companyPayments: CompanyPayments,
    stripe: StripeAccount,
    clock: Clock,
  })
}
