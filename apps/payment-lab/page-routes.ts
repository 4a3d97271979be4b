import { Router } from 'express'
import type Stripe from 'stripe'
import { price } from '#platform/kernel/money.ts'
import type { Account } from './api-route.ts'
import { escaped, sendPage } from './html.ts'
import { noSuch, StripeFault } from './stripe-error.ts'
import { testMethods } from './test-methods.ts'
import { transferPages } from './transfer-pages.ts'

/** The pages that Stripe hosts (receipts, 3-D Secure, checkout), and an overview of the lab. */
export function pageRoutes(account: Account): Router {
  const { records } = account
  const router = Router()
  router.use(transferPages(account))

  router.get('/', (_request, response) => sendPage(response, 'Overview', overview(account)))

  router.get('/receipts/:id', (request, response) => {
    const charge = records.get('charge', request.params.id)
    if (charge.status !== 'succeeded') throw noSuch('receipt', request.params.id)
    sendPage(response, 'Receipt', receipt(charge))
  })

  router.get('/3ds/:id', (request, response) => {
    const intent = guarded(account, request.params.id, request.query.client_secret)
    sendPage(response, 'Confirm it is you', challenge(intent))
  })

  router.post('/3ds/:id', (request, response) => {
    const { client_secret, outcome } = (request.body ?? {}) as Record<string, unknown>
    const intent = guarded(account, request.params.id, client_secret)
    const returnUrl = intent.next_action?.redirect_to_url?.return_url
    let failure: StripeFault | undefined
    try {
      account.confirmations.authenticate(intent, outcome === 'complete' ? 'complete' : 'fail')
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      failure = error
    }
    account.sessions.follow(intent)
    if (request.accepts(['html', 'json']) === 'json') {
      if (failure) throw failure
      response.json({ id: intent.id, status: intent.status })
    } else if (returnUrl) response.redirect(303, withResult(returnUrl, intent))
    else sendPage(response, 'Done', '<h1>Done</h1><p>You can close this page.</p>')
  })

  router.get('/microdeposits/:id', (request, response) => {
    const intent = guarded(account, request.params.id, request.query.client_secret)
    sendPage(response, 'Verify your bank account', verification(intent))
  })

  router.post('/microdeposits/:id', (request, response) => {
    const { client_secret, descriptor_code: code } = (request.body ?? {}) as Record<string, unknown>
    const intent = guarded(account, request.params.id, client_secret)
    try {
      account.confirmations.verifyDeposits(intent, String(code ?? ''))
      sendPage(response, 'Done', '<h1>Your bank account is verified</h1><p>You can close this page.</p>')
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      response.status(error.status)
      sendPage(response, 'Verify your bank account', verification(intent, error.message))
    }
  })

  router.get('/checkout/:id', (request, response) => {
    const session = records.get('checkout.session', request.params.id)
    const done = session.status === 'complete' ? session.success_url : null
    if (done) response.redirect(303, done.replaceAll('{CHECKOUT_SESSION_ID}', session.id))
    else sendPage(response, 'Checkout', checkout(account, session))
  })

  router.post('/checkout/:id', (request, response) => {
    const session = records.get('checkout.session', request.params.id)
    const { payment_method: method } = (request.body ?? {}) as Record<string, unknown>
    try {
      const intent = account.sessions.pay(session, typeof method === 'string' ? method : 'pm_card_visa')
      response.redirect(303, intent.next_action?.redirect_to_url?.url ?? `/lab/checkout/${session.id}`)
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      response.status(402)
      sendPage(response, 'Checkout', checkout(account, session, error.message))
    }
  })
  return router
}

/** The intent, if the client secret is right. */
function guarded({ records }: Account, id: string, secret: unknown): Stripe.PaymentIntent {
  const intent = records.get('payment_intent', id, 'intent')
  if (secret !== intent.client_secret) throw noSuch('payment_intent', id, 'intent')
  return intent
}

/** The return URL with the parameters that Stripe appends. */
function withResult(returnUrl: string, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  const status =
    intent.status === 'processing' ? 'pending' : intent.status === 'succeeded' ? 'succeeded' : 'failed'
  url.searchParams.set('redirect_status', status)
  return url.href
}

function challenge(intent: Stripe.PaymentIntent): string {
  if (intent.status !== 'requires_action')
    return `<h1>Nothing to confirm</h1><p>This payment is ${intent.status}.</p>`
  return `<h1>Confirm it is you</h1>
<p>Your bank asks whether you want to pay <strong>${price(intent.amount, intent.currency)}</strong>.</p>
<form method="post" action="/lab/3ds/${intent.id}">
<input type="hidden" name="client_secret" value="${escaped(intent.client_secret ?? '')}">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail" class="quiet">Fail</button>
</form>`
}

function verification(intent: Stripe.PaymentIntent, problem?: string): string {
  if (intent.next_action?.type !== 'verify_with_microdeposits')
    return `<h1>Nothing to verify</h1><p>This payment is ${intent.status}.</p>`
  return `<h1>Verify your bank account</h1>
<p>We sent $0.01 to your account. Its line on the statement begins with a code of six characters: <strong>SM11AA</strong> in the payment lab.</p>
${problem ? `<p role="alert">${escaped(problem)}</p>` : ''}
<form method="post" action="/lab/microdeposits/${intent.id}">
<input type="hidden" name="client_secret" value="${escaped(intent.client_secret ?? '')}">
<label for="code">Code</label>
<input id="code" name="descriptor_code" autocomplete="off" maxlength="6">
<button>Verify</button>
</form>`
}

function receipt(charge: Stripe.Charge): string {
  const refunded =
    charge.amount_refunded > 0 ? row('Refunded', price(charge.amount_refunded, charge.currency)) : ''
  return `<h1>Receipt</h1>
<dl>
${row('Amount paid', price(charge.amount, charge.currency))}
${row('Date paid', new Date(charge.created * 1000).toISOString().slice(0, 10))}
${row('Payment method', `${charge.payment_method_details?.card?.brand ?? 'bank'} •••• ${charge.payment_method_details?.card?.last4 ?? ''}`)}
${row('Charge', charge.id)}
${refunded}
</dl>`
}

function row(name: string, value: string): string {
  return `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`
}

function checkout(account: Account, session: Stripe.Checkout.Session, problem?: string): string {
  if (session.status !== 'open') return `<h1>This checkout is ${escaped(session.status ?? 'closed')}</h1>`
  const lines = account.sessions
    .lineItems(session)
    .map((line) =>
      row(`${line.description ?? 'Item'} × ${line.quantity ?? 1}`, price(line.amount_total, line.currency)),
    )
  const options = testMethods
    .filter((method) => method.number !== '')
    .map((method) => `<option value="${method.name}">${method.number} ${escaped(method.meaning)}</option>`)
  const back = session.cancel_url ? `<p><a href="${escaped(session.cancel_url)}">Back</a></p>` : ''
  return `<h1>Pay ${price(session.amount_total ?? 0, session.currency ?? 'usd')}</h1>
<dl>${lines.join('\n')}</dl>
${problem ? `<p role="alert">${escaped(problem)}</p>` : ''}
<form method="post" action="/lab/checkout/${session.id}">
<label for="method">Test card or account</label>
<select id="method" name="payment_method">${options.join('')}</select>
<button>Pay</button>
</form>
${back}`
}

function overview({ records, deliveries }: Account): string {
  const cells = (texts: string[]): string =>
    `<tr>${texts.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`
  const intents = records.all('payment_intent').slice(-20).reverse()
  const cards = testMethods.filter((method) => method.number !== '')
  const posts = deliveries.all.slice(-20).reverse()
  return `<h1>Payment lab</h1>
<p>A replacement for Stripe. <a href="/lab/state">The whole state</a> as JSON.</p>
<h2>Payments</h2>
<table><thead><tr><th>Id</th><th>Amount</th><th>Status</th></tr></thead>
<tbody>${intents.map((each) => cells([each.id, price(each.amount, each.currency), each.status])).join('\n')}</tbody></table>
<h2>Webhooks</h2>
<table><thead><tr><th>Event</th><th>Type</th><th>State</th><th>Attempts</th></tr></thead>
<tbody>${posts.map((each) => cells([each.eventId, each.type, each.state, String(each.attempts.length)])).join('\n')}</tbody></table>
<h2>Test cards and accounts</h2>
<table><thead><tr><th>Number</th><th>What happens</th><th>Name for the API</th></tr></thead>
<tbody>${cards.map((method) => cells([method.number, method.meaning, method.name])).join('\n')}</tbody></table>`
}
