import { Router } from 'express'
import { z } from 'zod'
import type { Account, ApiRoute } from './api-route.ts'
import { page, pageParameters } from './listing.ts'
import { list, retrieve } from './routes-money.ts'
import { badParameter } from './stripe-error.ts'

const filters = ['source', 'type', 'currency'] as const

/** Payouts, and the movements of the balance, also those of one payout. */
export const payoutRoutes: ApiRoute[] = [
  retrieve('payout', '/v1/payouts'),
  list('payout', '/v1/payouts', ['status', 'destination']),
  retrieve('balance_transaction', '/v1/balance_transactions'),
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    run: ({ records, payouts }, { input, path }) => {
      input.only(...pageParameters, ...filters, 'payout')
      const asked = input.text('payout')
      if (asked !== null && !records.get('payout', asked, 'payout').automatic)
        throw badParameter(
          '',
          'payout',
          'Balance transaction history can only be filtered on automatic transfers, not manual.',
        )
      const found = records
        .all('balance_transaction')
        .filter((each) => asked === null || payouts.payoutOf(each.id) === asked)
        .filter((each) => filters.every((name) => !input.has(name) || each[name] === input.text(name)))
      return page(path, found, input)
    },
  },
]

const Wanted = z.strictObject({
  currency: z.string().default('usd'),
  automatic: z.boolean().default(true),
  amount: z.int().optional(),
  /** Where it stops by itself; the actions of the payout go on. */
  until: z.enum(['sent', 'reconciled', 'paid', 'returned']).default('paid'),
})
const Moved = z.strictObject({
  type: z.enum([
    ...(['adjustment', 'stripe_fee', 'topup', 'advance', 'reserve_transaction', 'contribution'] as const),
  ]),
  amount: z.int(),
  currency: z.string().default('usd'),
  description: z.string().nullable().default(null),
  reportingCategory: z.string().optional(),
})

/** `POST /lab/payouts`: what the schedule of the account, or its dashboard, would send; `POST /lab/movements`: what Stripe does by itself. */
export function payoutControls({ payouts, charges }: Account): Router {
  const router = Router()
  router.post('/payouts', (request, response) => {
    const { until, ...wanted } = Wanted.parse(request.body ?? {})
    const payout = payouts.send(wanted)
    if (payout !== null && until !== 'sent') {
      if (wanted.automatic) payouts.reconcile(payout)
      if (until !== 'reconciled') payouts.arrive(payout)
      if (until === 'returned') payouts.fail(payout)
    }
    response.json({ payout })
  })
  router.post('/movements', (request, response) => {
    const { reportingCategory, ...moved } = Moved.parse(request.body ?? {})
    const category = reportingCategory === undefined ? {} : { reportingCategory }
    response.json(charges.move({ ...moved, ...category, fee: 0, source: null }))
  })
  return router
}
