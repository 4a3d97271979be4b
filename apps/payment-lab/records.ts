import type Stripe from 'stripe'
import { type RandomState, SeededRandom } from './random.ts'
import { noSuch } from './stripe-error.ts'
import { type TestMethod, testMethodNamed } from './test-methods.ts'

/** The kinds of objects, with the types of the SDK. */
export interface Kinds {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  refund: Stripe.Refund
  payout: Stripe.Payout
  dispute: Stripe.Dispute
  customer: Stripe.Customer
  product: Stripe.Product
  price: Stripe.Price
  'checkout.session': Stripe.Checkout.Session
  customer_cash_balance_transaction: Stripe.CustomerCashBalanceTransaction
  event: Stripe.Event
}
export type Kind = keyof Kinds

const kinds: readonly Kind[] = [
  'payment_intent',
  'payment_method',
  'charge',
  'balance_transaction',
  'refund',
  'payout',
  'dispute',
  'customer',
  'product',
  'price',
  'checkout.session',
  'customer_cash_balance_transaction',
  'event',
]

/** The data that `save` returns and `load` reads. */
export interface RecordsSnapshot {
  random: RandomState
  objects: Record<string, object[]>
  behaviours: [string, string][]
  silences: [string, number][]
  notes: [string, object][]
}

/** All objects of the simulated Stripe account in order of creation, with internal data about them. */
export class Records {
  #objects = emptyTables()
  /** The test method of a payment method or charge, which the API does not show. */
  #behaviours = new Map<string, string>()
  /** The number of next events to suppress, by object id. */
  #silences = new Map<string, number>()
  /** Internal data of an object, such as the lines of a checkout session. */
  #notes = new Map<string, object>()
  #random: SeededRandom

  constructor(seed: string) {
    this.#random = new SeededRandom(seed)
  }

  /** A new id such as `pi_3…`, unique by 142 bits from the seeded generator. */
  newId(prefix: string, length = 24): string {
    return `${prefix}${this.#random.text(length)}`
  }

  add<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
    this.#table(kind).set(object.id, object)
    return object
  }

  /** The object, or Stripe's "No such …" answer (404). */
  get<K extends Kind>(kind: K, id: string, param = 'id'): Kinds[K] {
    const object = this.#table(kind).get(id)
    if (!object) throw noSuch(kind, id, param)
    return object
  }

  /** All objects of a kind, oldest first. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.#table(kind).values()]
  }

  /** Any object by its id, for `expand[]` and the lab's own actions. */
  find(id: string): Kinds[Kind] | undefined {
    for (const kind of kinds) {
      const object = this.#table(kind).get(id)
      if (object) return object
    }
    return undefined
  }

  remember(id: string, method: TestMethod): void {
    this.#behaviours.set(id, method.name)
  }

  /** The test method of a payment method or charge; by default one that succeeds. */
  behaviour(id: string): TestMethod {
    const name = this.#behaviours.get(id) ?? 'pm_card_visa'
    const method = testMethodNamed(name)
    if (!method) throw new Error(`No test method is called ${name}`)
    return method
  }

  note(id: string, fact: object): void {
    this.#notes.set(id, fact)
  }

  noted(id: string): object | undefined {
    return this.#notes.get(id)
  }

  silence(id: string, events: number): void {
    this.#silences.set(id, events)
  }

  /** Whether the next event of this object is suppressed; decrements the count. */
  takeSilence(id: string): boolean {
    const left = this.#silences.get(id) ?? 0
    if (left > 0) this.#silences.set(id, left - 1)
    return left > 0
  }

  clear(seed: string): void {
    this.#objects = emptyTables()
    this.#behaviours.clear()
    this.#silences.clear()
    this.#notes.clear()
    this.#random = new SeededRandom(seed)
  }

  save(): RecordsSnapshot {
    return {
      random: this.#random.state,
      objects: Object.fromEntries(kinds.map((kind) => [kind, this.all(kind)])),
      behaviours: [...this.#behaviours],
      silences: [...this.#silences],
      notes: [...this.#notes],
    }
  }

  load(snapshot: RecordsSnapshot): void {
    this.#random = new SeededRandom(snapshot.random)
    this.#behaviours = new Map(snapshot.behaviours)
    this.#silences = new Map(snapshot.silences)
    this.#notes = new Map(snapshot.notes)
    this.#objects = emptyTables()
    for (const kind of kinds) {
      for (const object of (snapshot.objects[kind] ?? []) as Kinds[Kind][])
        this.#objects[kind].set(object.id, object)
    }
  }

  #table<K extends Kind>(kind: K): Map<string, Kinds[K]> {
    return this.#objects[kind] as unknown as Map<string, Kinds[K]>
  }
}

function emptyTables(): Record<Kind, Map<string, Kinds[Kind]>> {
  return Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as Record<Kind, Map<string, Kinds[Kind]>>
}
