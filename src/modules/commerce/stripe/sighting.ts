import type Stripe from 'stripe'
import type { Question, Sighting } from '../domain/facts.ts'
import type { OrderSignatures } from './order-signatures.ts'
import { withFailures } from './refund-failures.ts'
import { unknownAsNull } from './stripe-connection.ts'
import { attemptsAsOf, idOf, isUntouched } from './stripe-objects.ts'

/** A payment as it was at one moment, with its charges, newest first; those are not older than the payment. */
interface Charged {
  intent: Stripe.PaymentIntent
  latest: Stripe.Charge
  charges: readonly Stripe.Charge[]
}

/** What Stripe knows about one payment now; null when it knows no such intent. */
export async function sightingOf(
  stripe: Stripe,
  signatures: OrderSignatures,
  intentId: string,
  { subject = 'everything', charged: expected = false }: Question,
): Promise<Sighting | null> {
  const of = { payment_intent: intentId, limit: 100 }
  let seen = expected ? await withItsCharges(stripe, intentId) : null
  if (seen === null) {
    const intent = await unknownAsNull(
      stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
    )
    if (intent === null) return null
    const latest = intent.latest_charge as Stripe.Charge | null
    if (latest === null) {
      const signedOrder = signatures.read(intent)
      return { intent, signedOrder, attempts: 0, refunds: [], disputes: [] }
    }
    seen = { intent, latest, charges: await stripe.charges.list(of).autoPagingToArray({ limit: 1000 }) }
  }
  const { intent, latest, charges } = seen
  const more = intent.amount_received > 0 && (subject === 'everything' || !isUntouched(latest))
  const [refunds, disputes] = await Promise.all([
    more ? stripe.refunds.list(of).autoPagingToArray({ limit: 1000 }) : [],
    more ? stripe.disputes.list(of).autoPagingToArray({ limit: 1000 }) : [],
  ])
  return {
    intent,
    signedOrder: signatures.read(intent),
    attempts: attemptsAsOf(latest, charges),
    refunds: await withFailures(stripe, refunds),
    disputes,
  }
}

/** The charges of a payment with the payment itself, in one request; null where it has none or their list lags behind it. */
async function withItsCharges(stripe: Stripe, intentId: string): Promise<Charged | null> {
  const charges = await unknownAsNull(
    stripe.charges
      .list({ payment_intent: intentId, limit: 100, expand: ['data.payment_intent'] })
      .autoPagingToArray({ limit: 1000 }),
  )
  const intent = charges?.[0]?.payment_intent
  if (!charges || !intent || typeof intent === 'string') return null
  const latest = charges.find(({ id }) => id === idOf(intent.latest_charge))
  return latest === undefined ? null : { intent: { ...intent, latest_charge: latest }, latest, charges }
}
