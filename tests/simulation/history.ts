import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { Database } from '#platform/database/database.ts'
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import type { SteppedSite } from '../../apps/world/stepped-site.ts'
import { day, minute } from '../../apps/world/world.ts'
import { type Checkpoint, expectInvariants } from '../commerce/invariants.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openSteppedSite, worldStart } from '../world/support/stepped.ts'
import { ActionRunner } from './action-runner.ts'
import type { Action } from './actions.ts'
import { createFinance, People } from './people.ts'
import { expectSettled } from './settled.ts'
import { demandEnd, Standstill, withEnd } from './standstill.ts'

export interface Outcome {
  /** One line per event: stream, version, type and hash of the chain. */
  trace: string
  events: number
  /** The types of the events, each once: the coverage of the history. */
  reached: string[]
  /** The broken invariant, and the day on which it was found; null when all hold. */
  failure: { day: number; error: Error } | null
}

let template: Promise<TestDatabase> | undefined

/** A database on which the product has started once, with a member of staff: every history begins with a clone of it. */
function prepared(): Promise<TestDatabase> {
  template ??= (async () => {
    const database = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'veralead-simulation-'))
    const stepped = await openSteppedSite({ seed: 'simulation', database, dataDir })
    await createFinance(stepped.site)
    await stepped.stop()
    await rm(dataDir, { recursive: true, force: true })
    return database
  })()
  return template
}

/** Releases what all histories of this process share. */
export async function end(): Promise<void> {
  const made = await template
  template = undefined
  await made?.drop()
}

/**
 * Runs a history on its own database. The invariants are checked after each day, and once more after all faults have
 * ended and the product has had three days to catch up.
 * @param prepare changes the product to plant a defect; called again for each process that starts
 * @throws Standstill
 */
export async function runHistory(
  seed: number,
  actions: readonly Action[],
  days: number,
  prepare: (site: SteppedSite['site']) => void = () => undefined,
): Promise<Outcome> {
  const database = await createTestDatabase({ template: (await prepared()).name })
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-simulation-'))
  const stepped = await openSteppedSite({ seed: `simulation ${seed}`, database, dataDir })
  prepare(stepped.site)
  const run = new History(stepped, prepare)
  const failureOf = (today: number, lived: Promise<void>): Promise<Outcome['failure']> =>
    demandEnd(`Day ${today} of seed ${seed}`, lived).then(
      () => null,
      (error: Error) => {
        if (error instanceof Standstill) throw error
        return { day: today, error }
      },
    )
  return withEnd(
    async () => {
      let failure: Outcome['failure'] = null
      for (let today = 0; today < days && failure === null; today += 1) {
        const ofToday = actions.filter((each) => Math.floor(each.minute / 1_440) === today)
        failure = await failureOf(today, run.runDay(today, ofToday))
      }
      failure ??= await failureOf(days, run.settle(days))
      return { ...(await run.trace()), failure }
    },
    async () => {
      await demandEnd(`The end of seed ${seed}`, stepped.stop())
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  )
}

class History {
  readonly #stepped: SteppedSite
  readonly #people: People
  readonly #runner: ActionRunner
  readonly #stripe: Stripe
  #checkpoint: Checkpoint | undefined

  constructor(stepped: SteppedSite, prepare: (site: SteppedSite['site']) => void) {
    this.#stepped = stepped
    this.#people = new People(stepped)
    this.#runner = new ActionRunner(stepped, this.#people, prepare)
    const { hostname, port } = new URL(stepped.labUrl)
    this.#stripe = new Stripe(paymentLabKeys.secretKey, {
      host: hostname,
      port: Number(port),
      protocol: 'http',
      httpClient: stepped.lab.client,
    })
  }

  async runDay(today: number, actions: readonly Action[]): Promise<void> {
    const { clock } = this.#stepped
    for (const action of actions) {
      await this.#moveTo(worldStart.getTime() + action.minute * minute)
      await this.#runner.run(action)
      await this.#stepped.work()
    }
    await this.#moveTo(Math.max(clock.now().getTime(), worldStart.getTime() + (today + 1) * day))
    await this.#stepped.reconcile()
    await this.#check(true)
  }

  /** Ends all faults; finance works. What the product promises within a day is checked after three. */
  async settle(days: number): Promise<void> {
    await this.#runner.faults.calm()
    for (let later = 1; later <= 3; later += 1) {
      await this.#moveTo(
        Math.max(this.#stepped.clock.now().getTime(), worldStart.getTime() + (days + later) * day),
      )
      await this.#stepped.workThrough()
      await this.#stepped.reconcile()
      await this.#people.recordDifferences()
    }
    await this.#check(false)
    const { container } = this.#stepped.site
    await expectSettled({
      log: container.get(EventLog),
      sql: container.get(Database).sql,
      stripe: this.#stripe,
    })
  }

  async trace(): Promise<Omit<Outcome, 'failure'>> {
    const events: RecordedEvent[] = []
    for await (const event of this.#stepped.site.container.get(EventLog).scan()) events.push(event)
    const lines = events.map(({ stream, version, type, hash }) => `${stream} ${version} ${type} ${hash}`)
    return {
      trace: createHash('sha256').update(lines.join('\n')).digest('hex'),
      events: events.length,
      reached: [...new Set(events.map(({ type }) => type))],
    }
  }

  async #moveTo(at: number): Promise<void> {
    // In steps of six hours: leases and retries become due between two actions, too.
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
    this.#checkpoint = await this.#runner.faults.withoutFaults(() =>
      expectInvariants(ledger, {
        unsettled,
        mayBuyTwice: true,
        ...(checkpoint === undefined ? {} : { checkpoint }),
      }),
    )
  }
}
