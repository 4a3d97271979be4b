import type Stripe from 'stripe'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import type { Parameters } from './parameters.ts'
import type { Records } from './records.ts'
import { missingParameter } from './stripe-error.ts'

/** Customers, products and prices, which payments refer to. */
export class Catalogue {
  readonly #records: Records
  readonly #clock: LabClock
  readonly #events: EventRecorder

  constructor(records: Records, clock: LabClock, events: EventRecorder) {
    this.#records = records
    this.#clock = clock
    this.#events = events
  }

  createCustomer(input: Parameters): Stripe.Customer {
    input.only('email', 'name', 'phone', 'description', 'metadata', 'address', 'preferred_locales')
    const customer = this.#records.add('customer', {
      id: this.#records.newId('cus_', 14),
      object: 'customer',
      address: null,
      balance: 0,
      created: this.#clock.seconds(),
      currency: null,
      default_source: null,
      delinquent: false,
      description: input.text('description'),
      discount: null,
      email: input.text('email'),
      invoice_prefix: this.#records.newId('', 8).toUpperCase(),
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: input.metadata(),
      name: input.text('name'),
      phone: input.text('phone'),
      preferred_locales: input.texts('preferred_locales'),
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    })
    this.#events.record('customer.created', customer)
    return customer
  }

  updateCustomer(customer: Stripe.Customer, input: Parameters): Stripe.Customer {
    input.only('email', 'name', 'phone', 'description', 'metadata')
    for (const name of ['email', 'name', 'phone', 'description'] as const) {
      if (input.has(name)) customer[name] = input.text(name)
    }
    customer.metadata = input.metadata(customer.metadata)
    this.#events.record('customer.updated', customer)
    return customer
  }

  createProduct(input: Parameters): Stripe.Product {
    input.only(
      'id',
      'name',
      'description',
      'active',
      'metadata',
      'images',
      'default_price_data',
      'shippable',
      'url',
    )
    const created = this.#clock.seconds()
    const product = this.#records.add('product', {
      id: input.text('id') ?? this.#records.newId('prod_', 14),
      object: 'product',
      active: input.has('active') ? input.flag('active') : true,
      created,
      default_price: null,
      description: input.text('description'),
      images: input.texts('images'),
      livemode: false,
      marketing_features: [],
      metadata: input.metadata(),
      name: input.requiredText('name'),
      package_dimensions: null,
      shippable: null,
      statement_descriptor: null,
      tax_code: null,
      tax_details: null,
      type: 'service',
      unit_label: null,
      updated: created,
      url: input.text('url'),
    })
    if (input.has('default_price_data')) {
      product.default_price = this.#addPrice(product.id, input.map('default_price_data')).id
    }
    this.#events.record('product.created', product)
    return product
  }

  createPrice(input: Parameters): Stripe.Price {
    input.only(
      'product',
      'product_data',
      'currency',
      'unit_amount',
      'nickname',
      'metadata',
      'lookup_key',
      'active',
      'tax_behavior',
    )
    const named = input.text('product')
    if (named === null && !input.has('product_data')) throw missingParameter('product')
    const product = named
      ? this.#records.get('product', named, 'product')
      : this.createProduct(input.map('product_data'))
    const price = this.#addPrice(product.id, input)
    this.#events.record('price.created', price)
    return price
  }

  #addPrice(product: string, input: Parameters): Stripe.Price {
    const amount = input.requiredInteger('unit_amount')
    return this.#records.add('price', {
      id: this.#records.newId('price_1'),
      object: 'price',
      active: true,
      billing_scheme: 'per_unit',
      created: this.#clock.seconds(),
      currency: input.requiredText('currency').toLowerCase(),
      custom_unit_amount: null,
      livemode: false,
      lookup_key: input.text('lookup_key'),
      metadata: input.metadata(),
      nickname: input.text('nickname'),
      product,
      recurring: null,
      tax_behavior: input.oneOf('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: amount,
      unit_amount_decimal: String(amount) as unknown as Stripe.Price['unit_amount_decimal'],
    })
  }
}
