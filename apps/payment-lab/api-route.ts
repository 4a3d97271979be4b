import type { CashBalances } from './cash-balances.ts'
import type { Catalogue } from './catalogue.ts'
import type { Chaos } from './chaos.ts'
import type { Charges } from './charges.ts'
import type { CheckoutSessions } from './checkout-sessions.ts'
import type { Confirmations } from './confirmations.ts'
import type { Deliveries } from './deliveries.ts'
import type { Disputes } from './disputes.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import type { Parameters } from './parameters.ts'
import type { Pauses, PaymentAttempts } from './payment-attempts.ts'
import type { PaymentIntents } from './payment-intents.ts'
import type { PaymentMethods } from './payment-methods.ts'
import type { Payouts } from './payouts.ts'
import type { Records } from './records.ts'
import type { Refunds } from './refunds.ts'
import type { Timetable } from './timetable.ts'

/** The parts of the simulated Stripe account. */
export interface Account {
  records: Records
  clock: LabClock
  timetable: Timetable
  chaos: Chaos
  deliveries: Deliveries
  events: EventRecorder
  methods: PaymentMethods
  charges: Charges
  balances: CashBalances
  intents: PaymentIntents
  attempts: PaymentAttempts
  confirmations: Confirmations
  refunds: Refunds
  disputes: Disputes
  payouts: Payouts
  catalogue: Catalogue
  sessions: CheckoutSessions
  pauses: Pauses
  /** Resources (as named in paths) that the secret key may not use, as with a restricted key. */
  withheld: Set<string>
}

/** One call of the API after authentication and parsing. */
export interface ApiCall {
  /** The value of `:id` in the path, empty when the path has none. */
  id: string
  /** The value of `:child` in the path, empty when the path has none. */
  child: string
  /** The path, for the `url` of lists. */
  path: string
  input: Parameters
  /** True for a call with the publishable key, whose response has fewer fields. */
  publishable: boolean
}

export interface ApiRoute {
  method: 'GET' | 'POST' | 'DELETE'
  /** As in Stripe's reference, with `:id`, and `:child` for a sub-resource. */
  path: string
  /** Whether the publishable key with the object's client secret is enough. */
  publishable?: true
  run(account: Account, call: ApiCall): object
}
