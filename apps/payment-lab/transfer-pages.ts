import { Router } from 'express'
import type Stripe from 'stripe'
import { price } from '#platform/kernel/money.ts'
import type { Account } from './api-route.ts'
import { escaped, sendPage } from './html.ts'
import { noSuch } from './stripe-error.ts'
import { sendTransfer, transferOutcomes } from './transfer-actions.ts'

const words: Record<(typeof transferOutcomes)[number], string> = {
  exact: 'Send exactly the open amount',
  short: 'Send half of it',
  over: 'Send 50.00 too much',
  twice: 'Send it twice',
  'wrong-reference': 'Send it with another reference',
}

/** The page with the bank details of a payment, and buttons that send the customer's money. */
export function transferPages(account: Account): Router {
  const router = Router()

  router.get('/transfers/:id', (request, response) => {
    const intent = guarded(account, request.params.id, request.query.client_secret)
    sendPage(response, 'Bank transfer', instructions(account, intent))
  })

  router.post('/transfers/:id', (request, response) => {
    const { client_secret, outcome, amount, reference } = (request.body ?? {}) as Record<string, unknown>
    const intent = guarded(account, request.params.id, client_secret)
    const written = typeof reference === 'string' && reference !== '' ? reference : undefined
    const typed = Math.round(Number(amount || 0) * 100)
    sendTransfer(account, intent, {
      outcome: transferOutcomes.find((each) => each === outcome),
      amount: typed > 0 ? typed : undefined,
      reference: written,
    })
    response.redirect(303, `/lab/transfers/${intent.id}?client_secret=${intent.client_secret}`)
  })
  return router
}

function guarded({ records }: Account, id: string, secret: unknown): Stripe.PaymentIntent {
  const intent = records.get('payment_intent', id, 'intent')
  if (secret !== intent.client_secret) throw noSuch('payment_intent', id, 'intent')
  return intent
}

function instructions({ balances, records }: Account, intent: Stripe.PaymentIntent): string {
  const shown = intent.next_action?.display_bank_transfer_instructions
  const customer = String(intent.customer)
  const rows = (shown?.financial_addresses ?? []).flatMap(({ aba, iban, sort_code, swift }) =>
    Object.entries({ ...aba, ...iban, ...sort_code, ...swift })
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => row(name.replaceAll('_', ' '), String(value))),
  )
  const buttons = transferOutcomes.map(
    (each) => `<button name="outcome" value="${each}">${words[each]}</button>`,
  )
  const past = records
    .all('customer_cash_balance_transaction')
    .filter((each) => each.customer === customer)
    .map((each) => row(each.type.replaceAll('_', ' '), price(each.net_amount, each.currency)))
  return `<h1>Pay ${price(intent.amount, intent.currency)} by bank transfer</h1>
<p>This payment is ${escaped(intent.status)}.</p>
<dl>
${shown ? row('Open', price(shown.amount_remaining ?? 0, intent.currency)) : ''}
${shown ? row('Reference', shown.reference ?? '') : ''}
${rows.join('\n')}
${row('Cash balance', price(balances.available(customer, intent.currency), intent.currency))}
</dl>
<form method="post" action="/lab/transfers/${intent.id}">
<input type="hidden" name="client_secret" value="${escaped(intent.client_secret ?? '')}">
<label for="amount">Amount (leave empty to use the button’s)</label>
<input id="amount" name="amount" inputmode="decimal">
<label for="reference">Reference (leave empty to use the button’s)</label>
<input id="reference" name="reference">
${buttons.join('\n')}
</form>
<h2>Transactions</h2>
<dl>${past.join('\n')}</dl>`
}

function row(name: string, value: string): string {
  return `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`
}
