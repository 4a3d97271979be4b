import type { ApiRouter } from '#platform/http/routes.ts'
import { listPayouts, payoutItems } from './contract.ts'
import type { Payouts } from './payouts.ts'

/** Payouts, for everyone who reads the lists of finance: they name no people. */
export function mountPayoutRoutes(api: ApiRouter, { payouts }: { payouts: Payouts }): void {
  api.serve(listPayouts, ({ query }) => payouts.find(query))
  api.serve(payoutItems, async ({ params }) => ({ items: await payouts.items(params.id) }))
}
