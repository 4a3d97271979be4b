import type { Config } from '#platform/config/config.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { StandingClock } from '#platform/kernel/clock.ts'
import { sequentially } from '#platform/kernel/concurrency.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { createLogger } from '#platform/telemetry/create-logger.ts'
import { HistoryRecorder } from '#platform/telemetry/history-recorder.ts'
import { LogKey } from '../../src/modules/commerce/finance/log/log-key.ts'
import { Reconciler } from '../../src/modules/commerce/finance/reconciliation/reconciler.ts'
import { IntegrityChecks } from '../../src/modules/commerce/finance/verification/integrity-checks.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'
import { Inbox } from '../../src/modules/commerce/orders/inbox.ts'
import { Passwords } from '../../src/modules/identity/accounts/passwords.ts'
import type { AppParts } from '../../src/server/app.ts'
import { openSite, type Site } from '../../src/server/site.ts'
import { createPaymentLab, type PaymentLab } from '../payment-lab/lab.ts'
import { Caller } from './caller.ts'
import { KeptSnapshots } from './kept-snapshots.ts'
import { KnownPasswords } from './known-passwords.ts'
import { RecordedTime } from './recorded-time.ts'
import { SeededIds } from './seeded-ids.ts'

const day = 86_400_000

export interface SteppedSiteOptions {
  seed: string
  /** When the clock begins. It moves only by `moveTo`. */
  start: Date
  config: Config
  /** With `adminUrl`. */
  database: AppParts['database'] & { adminUrl: string }
  sessionSecret: string
  /** Keeps the payment lab's objects for a later start of the product. */
  labStateFile?: string
}

/**
 * The whole product and its payment lab in this process, in which nothing happens by itself: the clock stops until it
 * is moved, and jobs, webhooks and the reconciler run when a call asks for it. So the order of all that is recorded
 * depends on the calls alone.
 */
export class SteppedSite {
  readonly clock: StandingClock
  readonly ids: SeededIds
  readonly lab: PaymentLab
  readonly labUrl: string
  readonly #open: () => Promise<Site>
  /** The processes that are alive, and the one whose turn it is. */
  readonly #sites: Site[]
  #turn = 0
  /** Processes that died: what they hold is let go at the end. */
  readonly #dead: Site[] = []
  readonly #recorded: RecordedTime
  readonly #snapshots: KeptSnapshots
  #scheduledUntil: Date

  private constructor(parts: {
    clock: StandingClock
    ids: SeededIds
    lab: PaymentLab
    labUrl: string
    site: Site
    open: () => Promise<Site>
    recorded: RecordedTime
    snapshots: KeptSnapshots
  }) {
    this.clock = parts.clock
    this.ids = parts.ids
    this.lab = parts.lab
    this.labUrl = parts.labUrl
    this.#sites = [parts.site]
    this.#open = parts.open
    this.#recorded = parts.recorded
    this.#snapshots = parts.snapshots
    this.#scheduledUntil = parts.clock.now()
  }

  static async open(options: SteppedSiteOptions): Promise<SteppedSite> {
    const { seed, start, database, sessionSecret } = options
    const clock = new StandingClock(start)
    const ids = new SeededIds(seed, clock)
    const lab = createPaymentLab({
      ...paymentLabKeys,
      seed,
      now: () => clock.now(),
      stepped: true,
      publicUrl: options.config.publicUrl,
      // As long as banks take, not as short as somebody who tries things out wants to wait.
      pauses: { settle: 4 * day, dispute: 12 * day, refund: 5 * day },
      ...(options.labStateFile === undefined ? {} : { stateFile: options.labStateFile }),
    })
    const labUrl = await lab.listen(0, '127.0.0.1')
    const config: Config = {
      ...options.config,
      host: '127.0.0.1',
      port: 0,
      stripe: { kind: 'lab', url: labUrl, port: undefined, client: lab.client },
      // Everybody calls from one machine, and nobody is to get a mail.
      rateLimits: 'relaxed',
      trustProxyHops: 1,
      turnstile: undefined,
      mail: { kind: 'mailbox', from: options.config.mail.from },
      publish: { targetUrl: undefined, secret: undefined },
    }
    // Failures are part of a world: the tables have what becomes of them.
    const logger = createLogger('fatal')
    const parts = {
      config,
      logger,
      clock,
      ids,
      stepped: true,
      database,
      sessionSecret,
      client: { kind: 'none' as const },
    }
    const known = new KnownPasswords()
    const snapshots = new KeptSnapshots(database.url)
    const open = async (): Promise<Site> => {
      // The requests that it answers are handled where it was opened: what they cause runs in turn, too.
      const site = await sequentially(() => openSite(parts))
      known.replace(site.container.get(Passwords))
      checkInThisThread(site)
      snapshots.replace(site.container.get(EventLog))
      applyBeforeAnswering(site.container.get(Inbox))
      return site
    }
    const site = await open()
    const recorded = await RecordedTime.begin(database.adminUrl, seed)
    await recorded.set(clock.now())
    const stepped = new SteppedSite({ clock, ids, lab, labUrl, site, open, recorded, snapshots })
    await stepped.turnTo(0)
    // Webhooks one after the other, so that they arrive in one order.
    await stepped.labCall('/lab/chaos', { concurrency: 1 })
    return stepped
  }

  /** The process whose turn it is: calls, webhooks, jobs and the reconciler are its. */
  get site(): Site {
    return this.#sites[this.#turn]!
  }

  /**
   * From now on it is the turn of this process, counted from 0, on the one database; one that was not there yet starts.
   * @returns the process, where it started just now
   */
  async turnTo(process: number): Promise<Site | undefined> {
    const started = process < this.#sites.length ? undefined : await this.#open()
    if (started !== undefined) this.#sites.push(started)
    this.#turn = Math.min(process, this.#sites.length - 1)
    this.#toThisSite()
    return started
  }

  /** The process whose turn it is dies where it is and another one starts: what was not stored is gone. */
  async crash(): Promise<void> {
    this.#dead.push(this.site)
    this.#sites[this.#turn] = await this.#open()
    this.#toThisSite()
  }

  #toThisSite(): void {
    this.lab.connect({ webhookUrl: `http://127.0.0.1:${this.site.port}/api/webhooks/stripe` })
  }

  caller(address: string, agent: string): Caller {
    return new Caller(`http://127.0.0.1:${this.site.port}`, this.ids, address, agent)
  }

  /** Moves the clock forward to `at`, milliseconds since 1970; a moment that is past already leaves it. */
  async moveTo(at: number): Promise<void> {
    const ms = at - this.clock.now().getTime()
    if (ms <= 0) return
    this.clock.advance(ms)
    await this.#recorded.set(this.clock.now())
  }

  /** What is due at the payment provider happens, and its webhooks are applied. */
  async settle(): Promise<void> {
    await this.lab.runDue()
    await this.site.container.get(Inbox).idle()
  }

  /** Webhooks, then the jobs that are due; not those of a schedule. */
  async work(): Promise<void> {
    await this.settle()
    await this.#runJobs()
  }

  /** The same, and what the reconciler does at its next look. */
  async reconcile(): Promise<void> {
    await this.settle()
    await this.look()
    await this.work()
  }

  /** What the reconciler does at its next look, by itself. */
  look(): Promise<void> {
    return sequentially(() => this.site.container.get(Reconciler).tick())
  }

  /** The same, and each job of a schedule that had a moment since the last call. Keeps the figures of the requests. */
  async workThrough(): Promise<void> {
    await this.reconcile()
    await this.site.jobs.oweScheduled(this.#scheduledUntil)
    this.#scheduledUntil = this.clock.now()
    await this.#runJobs()
    await this.keepFigures()
  }

  keepFigures(): Promise<void> {
    return this.site.container.get(HistoryRecorder).write()
  }

  #runJobs(): Promise<number> {
    return sequentially(() => this.site.jobs.runDue())
  }

  /** A call of the lab's own: chaos, or what a person would do in Stripe's dashboard. */
  async labCall(path: string, body: object = {}): Promise<void> {
    const answer = await fetch(new URL(path, this.labUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`The payment lab answered ${answer.status}: ${await answer.text()}`)
  }

  /** A call of Stripe's API, a POST with `fields`; answers what it says, refusals included. */
  async stripe(
    path: string,
    fields?: Record<string, string>,
    key: string = paymentLabKeys.secretKey,
    // biome-ignore lint/suspicious/noExplicitAny: what the lab answers is read field by field
  ): Promise<any> {
    const answer = await fetch(new URL(path, this.labUrl), {
      headers: { authorization: `Bearer ${key}` },
      ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
    })
    return answer.json()
  }

  async stop(): Promise<void> {
    await this.#recorded.end()
    await this.#snapshots.end()
    for (const each of [...this.#sites, ...this.#dead]) await each.stop(0)
    await this.lab.close()
  }
}

/** The same check as every night. A thread of its own takes a second to start, and nobody waits for an answer here. */
function checkInThisThread({ container }: Site): void {
  container.get(IntegrityChecks).run = () => verifyOrders(container.get(EventLog), container.get(LogKey))
}

/** The next webhook is sent when this one has been applied: two that are applied at once are recorded in either order. */
function applyBeforeAnswering(inbox: Inbox): void {
  const receive = inbox.receive.bind(inbox)
  inbox.receive = async (raw, signature) => {
    await receive(raw, signature)
    await inbox.idle()
  }
}
