import { AuditLog } from '#platform/audit/audit-log.ts'
import { Database } from '#platform/database/database.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { SettingForm } from '#platform/settings/settings.ts'
import { CouponUses } from '../orders/coupon-uses.ts'
import { Products } from '../orders/products.ts'
import { Coupons } from './coupons.ts'
import { DiscountUses } from './discount-uses.ts'
import { Letters } from './letters.ts'
import { priceSettings } from './price-settings.ts'
import { Prices } from './prices.ts'
import { mountPriceRoutes } from './routes.ts'

/** What seats cost. */
export function bindPrices(bind: Bind): void {
  bind(SettingForm).toConstantValue(priceSettings)
  bindAll(bind, Prices, Letters)
  singletonAs(bind, CouponUses, DiscountUses, Clock)
  singleton(bind, Coupons, Streams, Database, AuditLog)
  const parts = { prices: Prices, coupons: Coupons, products: Products, letters: Letters }
  bindRoutes(bind, mountPriceRoutes, parts)
}
