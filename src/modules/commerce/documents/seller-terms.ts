import type { Config } from '#platform/config/config.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { SellerTerms } from '../domain/printed.ts'
import { sellerSettings } from './seller-settings.ts'

/** The seller and the tax that documents issued now print. */
export async function currentTerms(
  settings: Settings,
  config: Pick<Config, 'brandName' | 'supportEmail'>,
): Promise<SellerTerms> {
  const [{ taxLabel, taxPercent, ...seller }, support] = await Promise.all([
    settings.read(sellerSettings),
    supportEmail(settings, config),
  ])
  const { addressLines, taxId, note } = seller
  return {
    seller: {
      name: seller.name || config.brandName,
      addressLines,
      email: seller.email || support,
      taxId,
      note,
    },
    tax: { label: taxLabel, percent: decimal(taxPercent) },
  }
}

/** Without an exponent, which `String` gives small numbers, and without zeros at the end. */
function decimal(number: number): string {
  return number.toFixed(10).replace(/\.?0+$/, '')
}
