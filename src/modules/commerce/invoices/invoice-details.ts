import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { checkoutSettings } from '../checkout/checkout-settings.ts'
import { buyerOf, type InvoiceDetails, invoiceDetailsOf, saveInvoiceDetails } from '../orders/buyers.ts'
import type { OrderSummary } from '../orders/order-row.ts'
import { assertSameTax } from '../tax/shown-tax.ts'
import { taxedBuyer } from '../tax/tax-ids.ts'
import { taxRules } from '../tax/tax-settings.ts'
import type { InvoiceDetailsBody, InvoiceDetailsState } from './contract-invoice-details.ts'

type Entry<V> = [keyof InvoiceDetails, V]

/** What buyers add for the invoice. It can be changed until the invoice is issued. */
export class InvoiceDetailsOfOrders {
  readonly #database: Database
  readonly #settings: Settings
  readonly #clock: Clock

  constructor(database: Database, settings: Settings, clock: Clock) {
    this.#database = database
    this.#settings = settings
    this.#clock = clock
  }

  /** @param known the buyer, of an order that was placed a moment ago */
  async state(orderId: string, known?: Partial<InvoiceDetails>): Promise<InvoiceDetailsState> {
    const [{ invoiceDetails: asked }, stored] = await Promise.all([
      this.#settings.read(checkoutSettings),
      known === undefined ? buyerOf(this.#database.sql, orderId) : { buyer: known },
    ])
    const said = Object.entries(invoiceDetailsOf(stored?.buyer ?? null)) as Entry<string | null>[]
    const details = Object.fromEntries(said.map(([field, text]) => [field, text ?? '']))
    return { asked, details: details as InvoiceDetailsBody }
  }

  /**
   * The caller must have checked that the order is the buyer's.
   * @throws AppError invalid `LETTERS_NOT_PRINTED` or `INVOICE_DETAILS_NEEDED` with each field, or conflict `TAX_CHANGED` or `INVOICE_ISSUED`.
   */
  async save(
    { id: orderId, totalMinor: total, currency, organizationId }: OrderSummary,
    { shownTax, ...body }: InvoiceDetailsBody & { shownTax?: string | undefined },
  ): Promise<void> {
    await assertPrintable(body)
    const taxed = { buyer: taxedBuyer(body, organizationId !== null), total, currency, at: this.#clock.now() }
    assertSameTax(shownTax, await taxRules(this.#settings), taxed)
    const { invoiceDetails: asked } = await this.#settings.read(checkoutSettings)
    if (asked === 'required' && body.addressLine1 === '') {
      const fields = ['addressLine1', 'city', 'country'].map((path) => ({ path, message: 'is needed.' }))
      const errors = fields.map(({ path, message }) => `${path}: ${message}`)
      throw new AppError('invalid', 'INVOICE_DETAILS_NEEDED', 'The invoice needs an address.', {
        errors,
        fields,
      })
    }
    const entries = Object.entries(body) as Entry<string>[]
    const details = Object.fromEntries(entries.map(([field, text]) => [field, text === '' ? null : text]))
    if (await saveInvoiceDetails(this.#database.sql, orderId, details as unknown as InvoiceDetails)) return
    throw new AppError(
      'conflict',
      'INVOICE_ISSUED',
      'The invoice of this order is issued already and cannot be changed. Please write to us.',
    )
  }
}
