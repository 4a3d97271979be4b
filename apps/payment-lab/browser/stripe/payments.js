import { callApi, intentIdOf } from './api.js'
import { askForAuthentication } from './challenge.js'

/** Pays with the input of the payment element; shows 3-D Secure in the page if the card requires it. */
export async function confirmPayment(stripe, options) {
  const { elements, confirmParams = {}, redirect = 'always' } = options ?? {}
  const group = elements ? stripe.groups.get(elements) : undefined
  const clientSecret = options?.clientSecret ?? group?.options.clientSecret
  if (!clientSecret) throw new Error('confirmPayment() needs a clientSecret.')
  if (redirect === 'always' && !confirmParams.return_url) {
    throw new Error('confirmPayment() needs confirmParams.return_url unless redirect is "if_required".')
  }
  const view = await group?.elements.get('payment')?.ready
  const invalid = view?.validate()
  if (invalid) return { error: invalid }
  view?.setBusy(true)
  const result = await confirm(stripe, clientSecret, {
    ...(view ? { payment_method_data: view.paymentMethodData(confirmParams.payment_method_data) } : {}),
    ...(confirmParams.payment_method ? { payment_method: confirmParams.payment_method } : {}),
    ...(confirmParams.receipt_email ? { receipt_email: confirmParams.receipt_email } : {}),
    ...(confirmParams.return_url ? { return_url: confirmParams.return_url } : {}),
  })
  view?.setBusy(false)
  if (result.error || redirect === 'if_required') return result
  return leaveFor(confirmParams.return_url, result.paymentIntent)
}

/** The older call: a payment method's id, or the payment element, with a client secret. */
export async function confirmCardPayment(stripe, clientSecret, data) {
  const method = data?.payment_method
  if (typeof method !== 'string') throw new Error('The payment lab takes the id of a payment method here.')
  return confirm(stripe, clientSecret, { payment_method: method })
}

/** Continues a payment that requires an action of the customer. */
export async function handleNextAction(stripe, { clientSecret }) {
  const found = await retrievePaymentIntent(stripe, clientSecret)
  return found.error ? found : afterAction(stripe, found.paymentIntent)
}

export async function retrievePaymentIntent(stripe, clientSecret) {
  const id = intentIdOf(clientSecret)
  const answer = await callApi(stripe, 'GET', `v1/payment_intents/${id}`, { client_secret: clientSecret })
  return answer.error ? { error: answer.error } : { paymentIntent: answer }
}

export async function createPaymentMethod(stripe, { elements, params }) {
  const view = await stripe.groups.get(elements)?.elements.get('payment')?.ready
  if (!view) throw new Error('createPaymentMethod() needs elements with a mounted payment element.')
  const invalid = view.validate()
  if (invalid) return { error: invalid }
  const answer = await callApi(stripe, 'POST', 'v1/payment_methods', view.paymentMethodData(params))
  return answer.error ? { error: answer.error } : { paymentMethod: answer }
}

export async function createToken() {
  throw new Error('The payment lab makes payment methods, not tokens.')
}

async function confirm(stripe, clientSecret, parameters) {
  const path = `v1/payment_intents/${intentIdOf(clientSecret)}/confirm`
  const answer = await callApi(stripe, 'POST', path, {
    ...parameters,
    client_secret: clientSecret,
    use_stripe_sdk: true,
  })
  return answer.error ? { error: answer.error } : afterAction(stripe, answer)
}

async function afterAction(stripe, intent) {
  if (intent.status !== 'requires_action') return { paymentIntent: intent }
  // No action in the page: the deposits take days.
  if (intent.next_action?.type === 'verify_with_microdeposits') return { paymentIntent: intent }
  const outcome = await askForAuthentication(intent)
  const path = `3ds/${intent.id}`
  const answer = await callApi(stripe, 'POST', path, { client_secret: intent.client_secret, outcome })
  if (answer.error?.type === 'api_connection_error') return { error: answer.error }
  const after = await retrievePaymentIntent(stripe, intent.client_secret)
  if (after.error) return after
  const failure = after.paymentIntent.last_payment_error
  if (after.paymentIntent.status === 'requires_payment_method' && failure) {
    return { error: { ...failure, payment_intent: after.paymentIntent } }
  }
  return after
}

/** Opens the return URL with Stripe's parameters; never resolves, because the page is left. */
function leaveFor(returnUrl, intent) {
  const url = new URL(returnUrl, window.location.href)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', intent.status === 'processing' ? 'pending' : 'succeeded')
  window.location.assign(url.href)
  return new Promise(() => undefined)
}
