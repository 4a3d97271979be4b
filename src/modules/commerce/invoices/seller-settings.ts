import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { unprintable } from '#platform/pdf/printable.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import { settingEmail, settingLine } from '#platform/settings/setting-line.ts'
import type { SettingForm, Settings } from '#platform/settings/settings.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { SellerTerms } from '../domain/printed.ts'
import { type TaxedBuyer, taxOf } from '../domain/tax.ts'
import { sellerTax, taxRules } from '../tax/tax-settings.ts'

const line = settingLine()

/** What invoices say about the seller and about tax; edited by an admin while the product runs. */
export const sellerSettings = {
  key: 'seller',
  title: 'Seller and tax',
  description: 'What new invoices and receipts say about the seller. Documents that exist stay as they are.',
  isPrinted: true,
  schema: z.object({
    /** The brand's name when empty. */
    name: line.default('').meta({
      title: 'Name of the seller',
      description: 'The company as it is registered. Empty: the name of the brand.',
    }),
    addressLines: z.array(line).max(6).default([]).meta({
      title: 'Address',
      description: 'One line each, at most six.',
    }),
    email: settingEmail.default('').meta({
      title: 'Email on documents',
      description: 'Empty: the support address.',
    }),
    /** Printed as given: "VAT no. DE123456789". */
    taxId: line.default('').meta({
      title: 'Tax number',
      description: 'Printed as given, such as VAT no. DE123456789.',
    }),
    ...sellerTax,
    /** One sentence under the total, such as an exemption. */
    note: settingLine(300).default('').meta({
      control: 'area',
      title: 'Sentence under the total',
      description: 'Such as the reason of an exemption.',
    }),
    /** `yearly`: INV-2026-000001, beginning at 1 each year (UTC). Numbers that were given out stay as they are. */
    numbering: z
      .enum(['plain', 'yearly'])
      .default('plain')
      .meta({
        title: 'Numbers of documents',
        description: 'Numbers that were given out stay as they are. A year begins at midnight UTC.',
        choices: { plain: 'INV-000001, going on for ever', yearly: 'INV-2026-000001, from 1 each year' },
      }),
  }),
} satisfies SettingForm

/** The seller, and the tax that documents issued at a moment print for a buyer. */
export type TermsFor = (buyer: TaxedBuyer, at: Date) => SellerTerms

/** As the settings are now. */
export async function currentTerms(
  settings: Settings,
  config: Pick<Config, 'brandName' | 'supportEmail'>,
): Promise<TermsFor> {
  const [seller, support, rules] = await Promise.all([
    settings.read(sellerSettings),
    supportEmail(settings, config),
    taxRules(settings),
  ])
  const { addressLines, taxId, note } = seller
  const printed = {
    name: seller.name || config.brandName,
    addressLines,
    email: seller.email || support,
    taxId,
    note,
  }
  return (buyer, at) => ({ seller: printed, ...taxOf(rules, buyer, at.toISOString().slice(0, 10)) })
}

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
