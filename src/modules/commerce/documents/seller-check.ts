import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { sellerSettings } from './seller-settings.ts'

/** Says at the start of production when invoices would not name who sells. */
export class SellerCheck extends Lifecycle {
  readonly #settings: Settings
  readonly #log: Log
  readonly #isProduction: boolean

  constructor(settings: Settings, log: Log, isProduction: boolean) {
    super()
    this.#settings = settings
    this.#log = log
    this.#isProduction = isProduction
  }

  override async start(): Promise<void> {
    if (!this.#isProduction) return
    const { name, addressLines } = await this.#settings.read(sellerSettings)
    const missing = [...(name === '' ? ['name'] : []), ...(addressLines.length === 0 ? ['address'] : [])]
    if (missing.length === 0) return
    this.#log.logger.warn(
      `Invoices are issued without the ${missing.join(' and the ')} of the seller: set it in the admin screen, Settings, Seller and tax.`,
    )
  }
}
