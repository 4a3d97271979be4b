import type { Account } from './api-route.ts'
import { CashBalances } from './cash-balances.ts'
import { Catalogue } from './catalogue.ts'
import { Chaos } from './chaos.ts'
import { Charges } from './charges.ts'
import { CheckoutSessions } from './checkout-sessions.ts'
import { Confirmations } from './confirmations.ts'
import { Deliveries, type WebhookEndpoint } from './deliveries.ts'
import { Disputes } from './disputes.ts'
import { EventRecorder } from './event-recorder.ts'
import type { LabClock } from './lab-clock.ts'
import { type Pauses, PaymentAttempts } from './payment-attempts.ts'
import { PaymentIntents } from './payment-intents.ts'
import { PaymentMethods } from './payment-methods.ts'
import { Payouts } from './payouts.ts'
import { Records } from './records.ts'
import { Refunds } from './refunds.ts'
import { Timetable } from './timetable.ts'

/** Builds an empty account. */
export function openAccount(needs: {
  seed: string
  clock: LabClock
  endpoint: WebhookEndpoint
  pauses: Pauses
  publicUrl: () => string
}): Account {
  const { clock, pauses, publicUrl } = needs
  const records = new Records(needs.seed)
  const timetable = new Timetable(clock)
  const chaos = new Chaos()
  const deliveries = new Deliveries(needs.endpoint, clock, chaos, (id) => {
    const found = records.find(id)
    return found?.object === 'event' ? found : undefined
  })
  const events = new EventRecorder(records, clock, chaos, deliveries)
  const methods = new PaymentMethods(records, clock)
  const charges = new Charges(records, clock, events, publicUrl)
  const attempts = new PaymentAttempts({ records, events, charges, timetable, pauses })
  const balances = new CashBalances({ records, clock, events, attempts, publicUrl })
  const intents = new PaymentIntents(records, clock, events, methods, balances)
  const confirmations = new Confirmations({
    records,
    events,
    methods,
    attempts,
    timetable,
    publicUrl,
    clock,
    balances,
  })
  return {
    records,
    clock,
    timetable,
    chaos,
    deliveries,
    events,
    methods,
    charges,
    balances,
    intents,
    attempts,
    confirmations,
    refunds: new Refunds({ records, clock, events, charges, balances, timetable, pauses }),
    payouts: new Payouts(records, clock, events, charges),
    disputes: new Disputes(records, clock, events, charges),
    catalogue: new Catalogue(records, clock, events),
    sessions: new CheckoutSessions({ records, clock, events, timetable, intents, confirmations, publicUrl }),
    pauses,
    withheld: new Set(),
  }
}
