import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { Database } from '#platform/database/database.ts'
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import type { Caller } from '../../apps/world/caller.ts'
import { productId } from '../../apps/world/purchase.ts'
import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { day, minute } from '../../apps/world/world.ts'
import { Sessions } from '../../src/modules/identity/sessions.ts'
import { Staff } from '../../src/server/services.ts'
import { type Checkpoint, expectInvariants } from '../commerce/invariants.ts'
import { createTestDatabase } from '../support/database.ts'
import { openSteppedSite, worldStart } from '../world/support/stepped.ts'
import { type Action, lineOf } from './actions.ts'
import { expectSettled } from './settled.ts'

const password = 'Simulation-2026'

export interface Outcome {
  /** One line per event: stream, version, type and hash of the chain. */
  trace: string
  events: number
  /** What does not hold, and on which day it was seen; null when all of it holds. */
  failure: { day: number; error: Error } | null
}

interface Order {
  id: string
  intentId: string
  secret: string
  buyer: { id: string; email: string }
}

/**
 * Lives a history on a database of its own, with the invariants after each day, and once more after all trouble has
 * ended and the product has had three days to catch up.
 * @param prepare changes the product, to plant a defect; called again for each process that starts
 */
export async function live(
  seed: number,
  actions: readonly Action[],
  days: number,
  prepare: (site: SteppedSite['site']) => void = () => undefined,
): Promise<Outcome> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-simulation-'))
  const stepped = await openSteppedSite({ seed: `simulation ${seed}`, database, dataDir })
  prepare(stepped.site)
  const run = new History(stepped, prepare)
  let failure: Outcome['failure'] = null
  try {
    await run.begin()
    for (let today = 0; today < days && failure === null; today += 1) {
      failure = await run
        .liveDay(
          today,
          actions.filter((each) => Math.floor(each.minute / 1_440) === today),
        )
        .then(
          () => null,
          (error: Error) => ({ day: today, error }),
        )
    }
    failure ??= await run.settle(days).then(
      () => null,
      (error: Error) => ({ day: days, error }),
    )
    return { ...(await run.trace()), failure }
  } finally {
    await stepped.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

class History {
  readonly #stepped: SteppedSite
  readonly #prepare: (site: SteppedSite['site']) => void
  readonly #stripe: Stripe
  #orders: Order[] = []
  #buyers = 0
  #webhooks: object[] = []
  #requests: object[] = []
  #checkpoint: Checkpoint | undefined

  constructor(stepped: SteppedSite, prepare: (site: SteppedSite['site']) => void) {
    this.#stepped = stepped
    this.#prepare = prepare
    const { hostname, port } = new URL(stepped.labUrl)
    this.#stripe = new Stripe(paymentLabKeys.secretKey, {
      host: hostname,
      port: Number(port),
      protocol: 'http',
    })
  }

  async begin(): Promise<void> {
    const { container } = this.#stepped.site
    await container.get(Staff).create({ username: 'felix', password, role: 'finance' })
  }

  async liveDay(today: number, actions: readonly Action[]): Promise<void> {
    const { clock } = this.#stepped
    for (const action of actions) {
      await this.#moveTo(worldStart.getTime() + action.minute * minute)
      await this.#run(action)
      await this.#stepped.work()
    }
    await this.#moveTo(Math.max(clock.now().getTime(), worldStart.getTime() + (today + 1) * day))
    await this.#stepped.reconcile()
    await this.#check(true)
  }

  /** All trouble ends, and finance is at work. What the product promises within a day is asked for after three. */
  async settle(days: number): Promise<void> {
    await this.#trouble({ webhooks: [], requests: [] })
    for (let later = 1; later <= 3; later += 1) {
      await this.#moveTo(
        Math.max(this.#stepped.clock.now().getTime(), worldStart.getTime() + (days + later) * day),
      )
      await this.#stepped.workThrough()
      await this.#stepped.reconcile()
      await this.#recordDifferences()
    }
    await this.#check(false)
    const { container } = this.#stepped.site
    await expectSettled({
      log: container.get(EventLog),
      sql: container.get(Database).sql,
      stripe: this.#stripe,
    })
  }

  async trace(): Promise<{ trace: string; events: number }> {
    const events: RecordedEvent[] = []
    for await (const event of this.#stepped.site.container.get(EventLog).scan()) events.push(event)
    const lines = events.map(({ stream, version, type, hash }) => `${stream} ${version} ${type} ${hash}`)
    return { trace: createHash('sha256').update(lines.join('\n')).digest('hex'), events: events.length }
  }

  async #moveTo(at: number): Promise<void> {
    // In hours, as the product would live through them: a lease or a retry comes due between two actions, too.
    for (
      let next = this.#stepped.clock.now().getTime() + 6 * 60 * minute;
      next < at;
      next += 6 * 60 * minute
    ) {
      await this.#stepped.moveTo(next)
      await this.#stepped.reconcile()
    }
    await this.#stepped.moveTo(at)
  }

  async #check(unsettled: boolean): Promise<void> {
    const { container } = this.#stepped.site
    const ledger = { sql: container.get(Database).sql, log: container.get(EventLog), stripe: this.#stripe }
    const checkpoint = this.#checkpoint
    // The account is asked without trouble in between: what it says is the measure.
    await this.#stepped.labCall('/lab/chaos', { concurrency: 1, webhooks: this.#webhooks })
    this.#checkpoint = await expectInvariants(ledger, {
      unsettled,
      mayBuyTwice: true,
      ...(checkpoint === undefined ? {} : { checkpoint }),
    })
    await this.#trouble({})
  }

  #trouble(plan: { webhooks?: object[]; requests?: object[] }): Promise<void> {
    this.#webhooks = plan.webhooks ?? this.#webhooks
    this.#requests = plan.requests ?? this.#requests
    return this.#stepped.labCall('/lab/chaos', {
      concurrency: 1,
      seed: 'simulation',
      webhooks: this.#webhooks,
      requests: this.#requests,
    })
  }

  async #run(action: Action): Promise<void> {
    const { kind, which, how, share } = action
    const order = this.#orders.length === 0 ? undefined : this.#orders[which % this.#orders.length]
    const webhook = (fault: string, more: object = {}) =>
      this.#trouble({ webhooks: [...this.#webhooks, { fault, rate: 0.5, ...more }].slice(-3) })
    switch (kind) {
      case 'buy':
        return this.#buy(how)
      case 'pay again':
        return order && this.#pay(order, how)
      case 'pays a second time':
        return order && this.#payTwice(order)
      case 'refund':
        return order && this.#refund(order, share)
      case 'dispute':
        return order && this.#atProvider(order.intentId, 'dispute')
      case 'note':
        return order && this.#staff('POST', `/api/finance/orders/${order.id}/notes`, { text: lineOf(action) })
      case 'webhooks lost':
        return webhook('drop')
      case 'webhooks twice':
        return webhook('duplicate', { copies: 3 })
      case 'webhooks late':
        return webhook('delay', { ms: 2 * day })
      case 'webhooks out of order':
        return webhook('reorder', { ms: day / 4 })
      case 'never announced':
        return webhook('suppress')
      case 'provider fails':
        return this.#trouble({
          requests: [
            how === 'cut' ? { fault: 'cut', times: 2 } : { fault: 'answer', status: Number(how), times: 2 },
          ],
        })
      case 'answer lost':
        return this.#trouble({
          requests: [{ fault: 'cut', when: 'after', match: { method: 'POST' }, times: 1 }],
        })
      case 'provider well':
        return this.#trouble({ webhooks: [], requests: [] })
      case 'process dies':
        return this.#die()
      case 'dies in an append':
        return this.#dieInAppend(how === 'none' ? 'before' : 'after', share % 4)
      case 'database away':
        return this.#loseDatabase()
      case 'mail away':
        return this.#loseMail()
      case 'clock jumps':
        return this.#stepped.moveTo(this.#stepped.clock.now().getTime() + share * 60 * minute)
    }
  }

  async #buy(how: string): Promise<void> {
    const { stepped, buyer } = { stepped: this.#stepped, buyer: await this.#newBuyer() }
    const answer = await (await this.#sessionOf(buyer)).post('/api/checkout/create-payment-intent', {
      items: [{ productId, quantity: 1 }],
      metadata: {
        source: 'embedded_payment_page',
        userEmail: buyer.email,
        productType: 'certification_program',
      },
    })
    if (answer.status !== 200) return
    const { order, paymentIntent } = answer.body
    const placed = { id: order.id, intentId: paymentIntent.id, secret: paymentIntent.clientSecret, buyer }
    this.#orders.push(placed)
    await stepped.moveTo(stepped.clock.now().getTime() + minute)
    await this.#pay(placed, how)
  }

  /** As the browser does: confirms, and comes back to the page of success. */
  async #pay({ intentId, secret, buyer }: Order, how: string): Promise<void> {
    if (how === 'none') return
    const fields = { payment_method: how, client_secret: secret, return_url: 'https://veralead.example/' }
    await this.#stepped
      .stripe(`/v1/payment_intents/${intentId}/confirm`, fields, paymentLabKeys.publishableKey)
      .catch(() => undefined) // the provider may be away
    await (await this.#sessionOf(buyer)).get(`/api/checkout/verify-payment-intent/${intentId}`)
  }

  /** By another payment that names the order, as only the provider's dashboard makes one. */
  async #payTwice({ id }: Order): Promise<void> {
    await this.#stepped
      .stripe('/v1/payment_intents', {
        amount: '250000',
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: 'true',
        return_url: 'https://veralead.example/',
        'metadata[app]': 'veralead',
        'metadata[order_id]': id,
      })
      .catch(() => undefined) // the provider may be away
  }

  /** Asked for in the dashboard of the provider when it is all of the rest, else by staff. */
  async #refund(order: Order, share: number): Promise<void> {
    if (share === 10) return this.#atProvider(order.intentId, 'refund')
    const amount = `${share * 100}.00`
    const requestId = this.#stepped.ids.uuid()
    await this.#staff('POST', `/api/finance/orders/${order.id}/refunds`, {
      amount,
      reason: 'Asked for on the telephone',
      requestId,
    })
  }

  async #atProvider(intentId: string, action: string): Promise<void> {
    // Refused where there is nothing to refund or dispute.
    await this.#stepped.labCall(`/lab/objects/${intentId}/${action}`, {}).catch(() => undefined)
  }

  /** What the product leaves to a person: a payment that nobody here asked for, and that was never announced. */
  async #recordDifferences(): Promise<void> {
    const felix = await this.#finance()
    const { open } = await felix.demand('GET', '/api/finance/reconciliation')
    for (const { id, action } of open)
      await felix.demand('POST', `/api/finance/reconciliation/differences/${id}/settle`, { action })
  }

  async #finance(): Promise<Caller> {
    const felix = this.#stepped.caller('198.51.100.7', 'simulation')
    await felix.demand('POST', '/api/auth/login', { username: 'felix', password })
    return felix
  }

  async #staff(method: string, path: string, body: object): Promise<void> {
    const felix = await this.#finance()
    const { status, body: said } = await felix.send(method, path, body)
    // A refusal of the state is part of a history; one of the call itself would leave the histories without it.
    if ([400, 401, 403, 404].includes(status))
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(said)}`)
  }

  async #die(): Promise<void> {
    await this.#stepped.crash()
    this.#prepare(this.#stepped.site)
  }

  /** An append is the last thing that this process does, before its commit or after it, unanswered. */
  async #dieInAppend(when: 'before' | 'after', earlier: number): Promise<void> {
    const log = this.#stepped.site.container.get(EventLog)
    const append = log.append.bind(log)
    let [left, died] = [earlier, false]
    log.append = async (item) => {
      if (left > 0) {
        left -= 1
        return append(item)
      }
      if (!died && when === 'after') await append(item)
      died = true
      throw new Error('The process died')
    }
    await this.#buy('pm_card_visa')
    await this.#die()
  }

  /** Whatever asks the database meanwhile fails; afterwards it answers again. */
  async #loseDatabase(): Promise<void> {
    const { container } = this.#stepped.site
    const log = container.get(EventLog)
    const { append, factsOf } = log
    const away = () => Promise.reject(new Error('The database is away'))
    Object.assign(log, { append: away, factsOf: away })
    await this.#buy('pm_card_visa')
    await this.#stepped.settle()
    Object.assign(log, { append, factsOf })
  }

  async #loseMail(): Promise<void> {
    const mailer = this.#stepped.site.container.get(Mailer)
    const { send } = mailer
    mailer.send = () => Promise.reject(new Error('No mail server answers'))
    await this.#buy('pm_card_visa')
    await this.#stepped.work()
    mailer.send = send
  }

  async #newBuyer(): Promise<Order['buyer']> {
    const { ids, clock, site } = this.#stepped
    const buyer = { id: ids.uuid(), email: `buyer${this.#buyers++}@simulation.example` }
    await site.container.get(Database).sql.query(
      `insert into identity_customer (id, email, first_name, last_name, password_hash, is_email_verified, created_at, updated_at)
       values ($1, $2, 'Ada', 'Simulated', 'none', true, $3, $3)`,
      [buyer.id, buyer.email, clock.now()],
    )
    return buyer
  }

  async #sessionOf({ id }: Order['buyer']): Promise<Caller> {
    const { container } = this.#stepped.site
    const caller = this.#stepped.caller('198.51.100.8', 'simulation')
    const visitor = { address: '198.51.100.8', agent: 'simulation' }
    caller.keep('session', await container.get(Sessions).open(container.get(Database).sql, id, visitor))
    return caller
  }
}
