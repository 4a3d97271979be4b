import type Stripe from 'stripe'
import type { Question, Sighting, StripeRefund } from '../../domain/facts.ts'
import type { OrderSignatures } from './order-signatures.ts'
import { unknownAsNull } from './stripe-connection.ts'
import { attemptsAsOf, idOf, isUntouched } from './stripe-objects.ts'
import { stripeSdk } from './stripe-sdk.ts'

/** A payment with its charges, newest first, which are not older than the payment. */
interface Charged {
  intent: Stripe.PaymentIntent
  /** The payment's latest charge: an id where the key may not read it, null where there is none. */
  latest: Stripe.Charge | string | null
  charges: readonly Stripe.Charge[]
}

/** What Stripe knows about one payment now; null when it knows no such intent. */
export async function sightingOf(
  stripe: Stripe,
  signatures: OrderSignatures,
  intentId: string,
  { subject = 'everything', charged = false }: Question,
): Promise<Sighting | null> {
  const seen = (charged ? await inOneRequest(stripe, intentId) : null) ?? (await inTwo(stripe, intentId))
  if (seen === null) return null
  const { intent, latest, charges } = seen
  const isMoved = latest !== null && intent.amount_received > 0
  const more = isMoved && (subject === 'everything' || !isUntouched(latest))
  const [refunds, disputes] = await Promise.all([
    more ? stripe.refunds.list(allOf(intentId)).autoPagingToArray(most) : [],
    more ? stripe.disputes.list(allOf(intentId)).autoPagingToArray(most) : [],
  ])
  return {
    intent,
    signedOrder: signatures.read(intent),
    attempts: attemptsAsOf(latest, charges),
    refunds: await withFailures(stripe, refunds),
    disputes,
  }
}

const most = { limit: 1000 }
const allOf = (intentId: string) => ({ payment_intent: intentId, limit: 100 })

/** The charges, each with its payment; null where there is none yet, or their list lags behind the payment. */
async function inOneRequest(stripe: Stripe, intentId: string): Promise<Charged | null> {
  const charges = await unknownAsNull(
    stripe.charges.list({ ...allOf(intentId), expand: ['data.payment_intent'] }).autoPagingToArray(most),
  )
  const intent = charges?.[0]?.payment_intent
  if (!charges || !intent || typeof intent === 'string') return null
  const latest = charges.find(({ id }) => id === idOf(intent.latest_charge))
  return latest === undefined ? null : { intent: { ...intent, latest_charge: latest }, latest, charges }
}

/** The payment, then its charges where it has any; null when Stripe knows no such payment. */
async function inTwo(stripe: Stripe, intentId: string): Promise<Charged | null> {
  const intent = await unknownAsNull(stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
  if (intent === null) return null
  const latest = intent.latest_charge
  const charges = latest === null ? [] : await stripe.charges.list(allOf(intentId)).autoPagingToArray(most)
  return { intent, latest, charges }
}

/**
 * Refunds with the movements that brought the money of failed ones back. Expanding them in the list would make a key
 * that may not read balance transactions fail for every order; here such a movement stays an id.
 */
function withFailures(stripe: Stripe, refunds: readonly Stripe.Refund[]): Promise<StripeRefund[]> {
  return Promise.all(
    refunds.map(async (refund) => {
      const id = refund.failure_balance_transaction
      if (typeof id !== 'string') return refund as StripeRefund
      return { ...refund, failure_balance_transaction: (await movement(stripe, id)) ?? id }
    }),
  )
}

async function movement(stripe: Stripe, id: string): Promise<Stripe.BalanceTransaction | null> {
  try {
    return await unknownAsNull(stripe.balanceTransactions.retrieve(id))
  } catch (error) {
    if (error instanceof stripeSdk().errors.StripePermissionError) return null
    throw error
  }
}
