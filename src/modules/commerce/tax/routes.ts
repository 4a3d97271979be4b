import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { refusedField } from '#platform/kernel/error.ts'
import { fromDecimal } from '#platform/kernel/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { previewTax } from './contract.ts'
import { shownTax, taxIdHint } from './shown-tax.ts'
import { taxedBuyer } from './tax-ids.ts'
import { taxRules } from './tax-settings.ts'

export function mountTaxRoutes(
  api: ApiRouter,
  { settings, clock }: { settings: Settings; clock: Clock },
): void {
  api.serve(previewTax, async ({ body: { amount, currency, isOrganization, ...said } }) => {
    const rules = await taxRules(settings)
    const buyer = taxedBuyer(said, isOrganization)
    const total = amountOf(amount, currency)
    return {
      tax: shownTax(rules, { buyer, total, currency, at: clock.now() }),
      hint: taxIdHint(rules, buyer, said.taxId),
    }
  })
}

function amountOf(text: string, currency: string): number {
  try {
    const amount = fromDecimal(text, currency)
    if (amount >= 0) return amount
  } catch {
    // Refused below, with the field.
  }
  throw refusedField('BAD_AMOUNT', 'amount', `must be an amount of ${currency.toUpperCase()}`)
}
