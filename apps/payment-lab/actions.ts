import type Stripe from 'stripe'
import { z } from 'zod'
import type { Account } from './api-route.ts'
import { Parameters } from './parameters.ts'
import type { Kinds } from './records.ts'
import { noSuch, StripeFault } from './stripe-error.ts'
import { sendTransfer, transferOutcomes } from './transfer-actions.ts'

const Body = z.strictObject({
  amount: z.int().optional(),
  reason: z.string().optional(),
  outcome: z.string().optional(),
  payment_method: z.string().optional(),
  events: z.int().min(1).max(1_000_000).optional(),
  copies: z.int().min(1).max(1000).optional(),
  currency: z.string().optional(),
  /** The reference of a bank transfer; the correct one when absent. */
  reference: z.string().nullable().optional(),
})
type Body = z.infer<typeof Body>

type Act = (account: Account, object: never, body: Body) => object

/** Actions of Stripe's dashboard, by kind of object and name. */
const actions: Record<string, Record<string, Act>> = {
  payment_intent: {
    refund: ({ refunds }, intent: Stripe.PaymentIntent, body) =>
      refunds.create(refundOf('payment_intent', intent, body)),
    dispute: (account, intent: Stripe.PaymentIntent, body) =>
      dispute(account, String(intent.latest_charge), body),
    settle: ({ attempts, sessions }, intent: Stripe.PaymentIntent, { outcome }) => {
      attempts.settle(intent, choice('outcome', outcome, ['succeed', 'fail']))
      sessions.follow(intent)
      return intent
    },
    authenticate: ({ confirmations, sessions }, intent: Stripe.PaymentIntent, { outcome }) => {
      confirmations.authenticate(intent, choice('outcome', outcome, ['complete', 'fail']) ?? 'complete')
      sessions.follow(intent)
      return intent
    },
    pay: ({ confirmations }, intent: Stripe.PaymentIntent, body) =>
      confirmations.confirm(
        intent,
        new Parameters({ payment_method: body.payment_method ?? 'pm_card_visa' }),
      ),
    'allow-deposits': (_, intent: Stripe.PaymentIntent) => {
      intent.payment_method_options = { us_bank_account: { verification_method: 'automatic' } }
      return intent
    },
    'keep-waiting': ({ timetable }, intent: Stripe.PaymentIntent) => {
      timetable.drop('end-deposits', intent.id)
      return intent
    },
    transfer: (account, intent: Stripe.PaymentIntent, body) =>
      sendTransfer(account, intent, { ...body, outcome: choice('outcome', body.outcome, transferOutcomes) }),
    cancel: ({ intents }, intent: Stripe.PaymentIntent) => intents.cancel(intent, new Parameters({})),
  },
  customer: {
    transfer: ({ balances }, customer: Stripe.Customer, { amount, currency, reference }) =>
      balances.fund(customer.id, {
        amount: amount ?? 0,
        currency: currency ?? 'usd',
        reference: reference ?? null,
      }),
  },
  customer_cash_balance_transaction: {
    reverse: ({ balances }, funded: Stripe.CustomerCashBalanceTransaction) => balances.reverse(funded),
  },
  charge: {
    refund: ({ refunds }, charge: Stripe.Charge, body) => refunds.create(refundOf('charge', charge, body)),
    dispute: (account, charge: Stripe.Charge, body) => dispute(account, charge.id, body),
  },
  refund: {
    settle: ({ refunds }, refund: Stripe.Refund) => {
      refunds.succeed(refund)
      return refund
    },
    fail: ({ refunds }, refund: Stripe.Refund, { reason }) => {
      refunds.fail(refund, reason)
      return refund
    },
  },
  dispute: {
    win: ({ disputes }, each: Stripe.Dispute) => disputes.close(each, 'won'),
    lose: ({ disputes }, each: Stripe.Dispute) => disputes.close(each, 'lost'),
  },
  payout: {
    reconcile: ({ payouts }, payout: Stripe.Payout) => payouts.reconcile(payout),
    arrive: ({ payouts }, payout: Stripe.Payout) => payouts.arrive(payout),
    fail: ({ payouts }, payout: Stripe.Payout, { reason }) => payouts.fail(payout, reason),
  },
  'checkout.session': {
    pay: ({ sessions }, session: Stripe.Checkout.Session, body) =>
      sessions.pay(session, body.payment_method ?? 'pm_card_visa'),
    expire: ({ sessions }, session: Stripe.Checkout.Session) => sessions.expire(session),
  },
  event: {
    resend: ({ events }, event: Stripe.Event, { copies }) => {
      events.resend(event, copies ?? 1)
      return event
    },
  },
}

/**
 * Runs an action on an object. `silence` works on every object: its next `events` events (all when
 * absent) are never generated.
 */
export function act(account: Account, id: string, action: string, given: unknown): object {
  const parsed = Body.safeParse(given)
  if (!parsed.success) throw invalidRequest(parsed.error.issues.map((issue) => issue.message).join('; '))
  const object = account.records.find(id)
  if (!object) throw noSuch('object', id)
  if (action === 'silence') {
    account.records.silence(id, parsed.data.events ?? 1_000_000)
    return object
  }
  const available = actions[object.object] ?? {}
  const act = available[action]
  if (!act)
    throw invalidRequest(
      `A ${object.object} has no action "${action}"; it has ${[...Object.keys(available), 'silence'].join(', ')}.`,
    )
  return act(account, object as Kinds[keyof Kinds] as never, parsed.data)
}

function dispute({ disputes, records }: Account, chargeId: string, { reason }: Body): object {
  return disputes.open(records.get('charge', chargeId), reason ?? 'fraudulent')
}

function refundOf(name: string, object: { id: string }, { amount, reason }: Body): Parameters {
  return new Parameters({
    [name]: object.id,
    ...(amount === undefined ? {} : { amount: String(amount) }),
    ...(reason === undefined ? {} : { reason }),
  })
}

function choice<const Choice extends string>(
  name: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (given === undefined) return undefined
  const found = choices.find((each) => each === given)
  if (!found) throw invalidRequest(`${name} must be one of ${choices.join(', ')}`)
  return found
}

function invalidRequest(message: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message })
}
