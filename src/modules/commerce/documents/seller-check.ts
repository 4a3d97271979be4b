import type { Config } from '#platform/config/config.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { unprintable } from '#platform/pdf/printable.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { sellerSettings } from './seller-settings.ts'

/** Says at the start of production when documents would not name who sells. */
export class SellerCheck extends Lifecycle {
  readonly #settings: Settings
  readonly #log: Log
  readonly #config: Pick<Config, 'env' | 'brandName'>

  constructor(settings: Settings, log: Log, config: Pick<Config, 'env' | 'brandName'>) {
    super()
    this.#settings = settings
    this.#log = log
    this.#config = config
  }

  override async start(): Promise<void> {
    if (this.#config.env !== 'production') return
    const letters = await unprintable(this.#config.brandName)
    if (letters.length > 0)
      this.#log.logger.warn(`BRAND_NAME has letters that documents cannot show: ${letters.join(' ')}.`)
    const { name, addressLines } = await this.#settings.read(sellerSettings)
    const missing = [...(name === '' ? ['name'] : []), ...(addressLines.length === 0 ? ['address'] : [])]
    if (missing.length === 0) return
    this.#log.logger.warn(
      `Invoices are issued without the ${missing.join(' and the ')} of the seller: set it in the admin screen, Settings, Seller and tax.`,
    )
  }
}
