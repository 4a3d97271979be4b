import { EventLog } from '#platform/event-log/event-log.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { day } from '../../apps/world/world.ts'

type Fault =
  | 'webhooks lost'
  | 'webhooks twice'
  | 'webhooks late'
  | 'webhooks out of order'
  | 'never announced'
  | 'provider fails'
  | 'answer lost'
  | 'provider well'
  | 'process dies'
  | 'dies in an append'
  | 'database away'
  | 'mail away'

/** Faults around the site: at the provider, in its processes, in the database and in the mail. */
export class Faults {
  readonly #stepped: SteppedSite
  readonly #buy: () => Promise<void>
  readonly #prepare: (site: SteppedSite['site']) => void
  #webhooks: object[] = []
  #requests: object[] = []

  /**
   * @param buy makes a purchase, during which the fault occurs
   * @param prepare called for each process that starts
   */
  constructor(stepped: SteppedSite, buy: () => Promise<void>, prepare: (site: SteppedSite['site']) => void) {
    this.#stepped = stepped
    this.#buy = buy
    this.#prepare = prepare
  }

  /** Sets the provider's faults from now on. */
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

  /** Ends all faults. */
  calm(): Promise<void> {
    return this.#trouble({ webhooks: [], requests: [] })
  }

  /** Does `work` without faults of the provider, whose answers are the reference. */
  async withoutFaults<T>(work: () => Promise<T>): Promise<T> {
    await this.#stepped.labCall('/lab/chaos', { concurrency: 1, webhooks: this.#webhooks })
    const done = await work()
    await this.#trouble({})
    return done
  }

  /** @param how the payment method or the provider's kind of fault  @param share in tenths */
  async run(kind: Fault, how: string, share: number): Promise<void> {
    switch (kind) {
      case 'webhooks lost':
        return this.#webhook('drop')
      case 'webhooks twice':
        return this.#webhook('duplicate', { copies: 3 })
      case 'webhooks late':
        return this.#webhook('delay', { ms: 2 * day })
      case 'webhooks out of order':
        return this.#webhook('reorder', { ms: day / 4 })
      case 'never announced':
        return this.#webhook('suppress')
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
        return this.calm()
      case 'process dies':
        return this.#die()
      case 'dies in an append':
        return this.#dieInAppend(how === 'none' ? 'before' : 'after', share % 4)
      case 'database away':
        return this.#loseDatabase()
      case 'mail away':
        return this.#loseMail()
    }
  }

  #webhook(fault: string, more: object = {}): Promise<void> {
    return this.#trouble({ webhooks: [...this.#webhooks, { fault, rate: 0.5, ...more }].slice(-3) })
  }

  async #die(): Promise<void> {
    await this.#stepped.crash()
    this.#prepare(this.#stepped.site)
  }

  /** The process dies during an append, before its commit or after it, so that the append gets no answer. */
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
    await this.#buy()
    await this.#die()
  }

  /** All queries fail for a while; afterwards the database answers again. */
  async #loseDatabase(): Promise<void> {
    const { container } = this.#stepped.site
    const log = container.get(EventLog)
    const { append, factsOf } = log
    const away = () => Promise.reject(new Error('The database is away'))
    Object.assign(log, { append: away, factsOf: away })
    await this.#buy()
    await this.#stepped.settle()
    Object.assign(log, { append, factsOf })
  }

  async #loseMail(): Promise<void> {
    const mailer = this.#stepped.site.container.get(Mailer)
    const { send } = mailer
    mailer.send = () => Promise.reject(new Error('No mail server answers'))
    await this.#buy()
    await this.#stepped.work()
    mailer.send = send
  }
}
