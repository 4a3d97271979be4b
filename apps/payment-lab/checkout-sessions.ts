import type Stripe from 'stripe'
import { blankSession } from './blank-objects.ts'
import type { Confirmations } from './confirmations.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import { type FormValue, Parameters } from './parameters.ts'
import type { PaymentIntents } from './payment-intents.ts'
import type { Records } from './records.ts'
import { badParameter, missingParameter, refused } from './stripe-error.ts'
import type { Timetable } from './timetable.ts'

type Session = Stripe.Checkout.Session
const day = 86_400

/** Data of a session that the API does not show. */
interface SessionNote {
  lineItems: Stripe.LineItem[]
  intent: Record<string, FormValue>
}

/** Hosted checkout: sessions, and the intents that paying creates. */
export class CheckoutSessions {
  readonly #records: Records
  readonly #clock: LabClock
  readonly #events: EventRecorder
  readonly #timetable: Timetable
  readonly #intents: PaymentIntents
  readonly #confirmations: Confirmations
  readonly #publicUrl: () => string

  constructor(parts: {
    records: Records
    clock: LabClock
    events: EventRecorder
    timetable: Timetable
    intents: PaymentIntents
    confirmations: Confirmations
    publicUrl: () => string
  }) {
    this.#records = parts.records
    this.#clock = parts.clock
    this.#events = parts.events
    this.#timetable = parts.timetable
    this.#intents = parts.intents
    this.#confirmations = parts.confirmations
    this.#publicUrl = parts.publicUrl
  }

  create(input: Parameters): Session {
    input.only(
      'mode',
      'line_items',
      'success_url',
      'cancel_url',
      'customer',
      'customer_email',
      'client_reference_id',
      'metadata',
      'payment_intent_data',
      'payment_method_types',
      'expires_at',
      'locale',
      'submit_type',
      'billing_address_collection',
    )
    if (input.oneOf('mode', ['payment', 'setup', 'subscription']) !== 'payment') {
      throw badParameter('', 'mode', 'The payment lab knows checkout sessions in payment mode only.')
    }
    const id = this.#records.newId('cs_test_a1', 58)
    const items = input.maps('line_items').map((item) => this.#lineItem(item))
    const first = items[0]
    if (!first) throw missingParameter('line_items')
    const total = items.reduce((sum, item) => sum + item.amount_total, 0)
    const created = this.#clock.seconds()
    const data = input.map('payment_intent_data')
    const types = input.texts('payment_method_types')
    const session: Session = {
      ...blankSession(id, created),
      amount_subtotal: total,
      amount_total: total,
      cancel_url: input.text('cancel_url'),
      client_reference_id: input.text('client_reference_id'),
      currency: first.currency,
      customer: input.text('customer'),
      customer_email: input.text('customer_email'),
      expires_at: input.integer('expires_at') ?? created + day,
      metadata: input.metadata(),
      payment_method_types: types.length > 0 ? types : ['card', 'us_bank_account'],
      success_url: input.requiredText('success_url'),
      url: `${this.#publicUrl()}/lab/checkout/${id}`,
    }
    this.#records.add('checkout.session', session)
    this.#timetable.plan('expire-session', id, session.expires_at * 1000 - this.#clock.millis())
    this.#records.note(id, {
      lineItems: items,
      intent: {
        amount: String(total),
        currency: first.currency,
        metadata: data.metadata(),
        ...(session.customer ? { customer: String(session.customer) } : {}),
        ...(data.text('description') ? { description: data.text('description') ?? '' } : {}),
        payment_method_types: session.payment_method_types,
      },
    } satisfies SessionNote)
    return session
  }

  /** Pays with a test method's name. A declined card leaves the session open and throws the card error. */
  pay(session: Session, method: string): Stripe.PaymentIntent {
    if (session.status !== 'open')
      throw refused('checkout_session_not_open', `This session is ${session.status}.`)
    const returnUrl = `${this.#publicUrl()}/lab/checkout/${session.id}`
    const intent = this.#confirmations.confirm(
      this.#intentOf(session),
      new Parameters({ payment_method: method, return_url: returnUrl }),
    )
    this.follow(intent)
    return intent
  }

  /** Updates the session of an intent to the intent's status. */
  follow(intent: Stripe.PaymentIntent): void {
    const session = this.#records.all('checkout.session').find((each) => each.payment_intent === intent.id)
    if (!session) return
    const settled = intent.status === 'succeeded'
    if (session.status === 'open' && (settled || intent.status === 'processing')) {
      session.status = 'complete'
      session.url = null
      session.payment_status = settled ? 'paid' : 'unpaid'
      this.#timetable.drop('expire-session', session.id)
      this.#events.record('checkout.session.completed', session)
    } else if (session.status === 'complete' && session.payment_status === 'unpaid') {
      if (settled) session.payment_status = 'paid'
      if (settled) this.#events.record('checkout.session.async_payment_succeeded', session)
      if (intent.status === 'requires_payment_method') {
        this.#events.record('checkout.session.async_payment_failed', session)
      }
    }
  }

  expire(session: Session): Session {
    if (session.status !== 'open') {
      throw refused(
        'checkout_session_not_open',
        'Only Checkout Sessions with a status of open can be expired.',
      )
    }
    session.status = 'expired'
    session.url = null
    this.#timetable.drop('expire-session', session.id)
    const id = session.payment_intent
    if (typeof id === 'string') this.#intents.close(this.#records.get('payment_intent', id), null)
    this.#events.record('checkout.session.expired', session)
    return session
  }

  lineItems(session: Session): Stripe.LineItem[] {
    return (this.#records.noted(session.id) as SessionNote).lineItems
  }

  /** The session's intent, created at the first attempt to pay. */
  #intentOf(session: Session): Stripe.PaymentIntent {
    if (typeof session.payment_intent === 'string') {
      return this.#records.get('payment_intent', session.payment_intent)
    }
    const note = this.#records.noted(session.id) as SessionNote
    const intent = this.#intents.create(new Parameters(note.intent))
    session.payment_intent = intent.id
    return intent
  }

  #lineItem(input: Parameters): Stripe.LineItem {
    const quantity = input.integer('quantity') ?? 1
    const data = input.map('price_data')
    const known = input.text('price')
    const price = known ? this.#records.get('price', known, 'line_items') : undefined
    const unit = price?.unit_amount ?? data.requiredInteger('unit_amount')
    const product =
      price && typeof price.product === 'string' ? this.#records.get('product', price.product) : undefined
    return {
      id: this.#records.newId('li_1'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: unit * quantity,
      amount_tax: 0,
      amount_total: unit * quantity,
      currency: (price?.currency ?? data.requiredText('currency')).toLowerCase(),
      description: product?.name ?? data.map('product_data').text('name'),
      metadata: {},
      price: price ?? null,
      quantity,
    }
  }
}
