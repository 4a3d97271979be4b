import type Stripe from 'stripe'
import type { LabClock } from './lab-clock.ts'
import type { Parameters } from './parameters.ts'
import type { Records } from './records.ts'
import { badParameter, noSuch, StripeFault } from './stripe-error.ts'
import { bankTransfer, type TestMethod, testMethodNamed, testMethodNumbered } from './test-methods.ts'

/** The details of a card, parsed from the browser's form or the SDK. */
interface CardDetails {
  number: string
  expMonth: number
  expYear: number
}

/** Cards and bank accounts that customers pay with. */
export class PaymentMethods {
  readonly #records: Records
  readonly #clock: LabClock

  constructor(records: Records, clock: LabClock) {
    this.#records = records
    this.#clock = clock
  }

  /** Creates a method from `type` and `card[...]` or `us_bank_account[...]`; validates the card as Stripe does. */
  create(input: Parameters): Stripe.PaymentMethod {
    input.only(
      'type',
      'card',
      'us_bank_account',
      'customer_balance',
      'billing_details',
      'metadata',
      'allow_redisplay',
      'client_attribution_metadata',
    )
    const type = input.oneOf('type', ['card', 'us_bank_account', 'customer_balance'])
    if (!type) throw badParameter('parameter_missing', 'type', 'Missing required param: type.')
    if (type === 'card') {
      const { method, details } = this.#readCard(input.map('card'))
      return this.#add(method, input, details)
    }
    if (type === 'customer_balance') return this.#add(bankTransfer, input)
    const account = input.map('us_bank_account').requiredText('account_number')
    const method = testMethodNumbered('us_bank_account', account)
    if (method) return this.#add(method, input)
    throw badParameter(
      'account_number_invalid',
      'us_bank_account[account_number]',
      'You must use a test bank account number in test mode.',
    )
  }

  /** A method by id, or a new one for a test name of Stripe such as `pm_card_visa`. */
  resolve(name: string): Stripe.PaymentMethod {
    const known = testMethodNamed(name)
    if (known) return this.#add(known)
    const found = this.#records.find(name)
    if (found?.object === 'payment_method') return found
    throw noSuch('PaymentMethod', name, 'payment_method')
  }

  attach(method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
    method.customer = this.#records.get('customer', customer, 'customer').id
    return method
  }

  #add(method: TestMethod, input?: Parameters, details?: CardDetails): Stripe.PaymentMethod {
    const year = new Date(this.#clock.millis()).getUTCFullYear()
    const billing = input?.map('billing_details')
    const created = this.#records.add('payment_method', {
      id: this.#records.newId('pm_1'),
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: {
        address: null,
        email: billing?.text('email') ?? null,
        name: billing?.text('name') ?? null,
        phone: billing?.text('phone') ?? null,
        tax_id: null,
      },
      created: this.#clock.seconds(),
      customer: null,
      customer_account: null,
      livemode: false,
      metadata: input?.metadata() ?? {},
      type: method.type,
      ...detailsOf(method, details ?? { number: method.number, expMonth: 12, expYear: year + 3 }),
    })
    this.#records.remember(created.id, method)
    return created
  }

  #readCard(input: Parameters): { method: TestMethod; details: CardDetails } {
    const number = input.requiredText('number').replaceAll(' ', '')
    const details = {
      number,
      expMonth: input.requiredInteger('exp_month'),
      expYear: fullYear(input.requiredInteger('exp_year')),
    }
    if (!luhn(number)) throw cardError('incorrect_number', 'number', 'Your card number is incorrect.')
    if (details.expMonth < 1 || details.expMonth > 12) {
      throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
    }
    if (this.#clock.millis() >= Date.UTC(details.expYear, details.expMonth)) {
      throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
    }
    const cvc = input.text('cvc')
    if (cvc !== null && !/^\d{3,4}$/.test(cvc)) {
      throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.")
    }
    return { method: testMethodNumbered('card', number) ?? liveCard(number), details }
  }
}

/** A real card, which is refused in test mode. */
function liveCard(number: string): TestMethod {
  const method = testMethodNamed('lab_live_card')
  if (!method) throw new Error('The table of test methods has no row for real cards')
  return { ...method, number }
}

function cardError(code: string, param: string, message: string): StripeFault {
  return new StripeFault(402, { type: 'card_error', code, param, message }, true)
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

/** The checksum of card numbers. */
function luhn(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function detailsOf(
  method: TestMethod,
  details: CardDetails,
): Pick<Stripe.PaymentMethod, 'card' | 'us_bank_account' | 'customer_balance'> {
  if (method.type === 'card') return { card: cardOf(method, details) }
  if (method.type === 'customer_balance') return { customer_balance: {} }
  return { us_bank_account: accountOf(method) }
}

function cardOf(method: TestMethod, details: CardDetails): Stripe.PaymentMethod.Card {
  const brand = method.brand ?? 'visa'
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country: method.country ?? 'US',
    display_brand: brand,
    exp_month: details.expMonth,
    exp_year: details.expYear,
    fingerprint: `lab${details.number.slice(-4)}${brand}`,
    funding: 'credit',
    generated_from: null,
    last4: details.number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function accountOf(method: TestMethod): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: `lab${method.number.slice(-4)}bank`,
    last4: method.number.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: '110000000',
    status_details: {},
  }
}
