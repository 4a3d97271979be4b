import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import type { ReconciliationReport } from './contract-finance.ts'
import type { Observations } from './observations.ts'
import type { Author } from './orders.ts'
import type { StripeAccount } from './stripe.ts'

type Difference = ReconciliationReport['differences'][number]
type Findings = Pick<ReconciliationReport, 'intents' | 'orders' | 'foreign' | 'differences'>

const day = 24 * 3_600_000
const windowMs = 35 * day
/** A run that failed or was killed is tried again this much later. */
const retryMs = 3_600_000
const nothing: Findings = { intents: 0, orders: 0, foreign: 0, differences: [] }

/** The whole Stripe account against the log, both ways. What differs is reported, and observed so that it is recorded. */
export class Reconciliations {
  readonly #database: Database
  readonly #observations: Observations
  readonly #stripe: StripeAccount
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(database: Database, observations: Observations, stripe: StripeAccount, clock: Clock, ids: Ids) {
    this.#database = database
    this.#observations = observations
    this.#stripe = stripe
    this.#clock = clock
    this.#ids = ids
  }

  /** The report of the last finished run; null before the first. */
  async last(): Promise<ReconciliationReport | null> {
    const [row] = await this.#database.sql.query<Row>(
      `select ${columns} from commerce_reconciliation where finished_at is not null order by started_at desc limit 1`,
    )
    return row === undefined ? null : reportOf(row)
  }

  /**
   * Runs when the last run began a day ago; the process that inserts the row is the one that runs. True if it ran.
   * @param stopped asked between payments: a process that shuts down leaves an unfinished report behind.
   */
  async runDaily(stopped: () => boolean): Promise<boolean> {
    const now = this.#clock.now()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const id = this.#ids.uuid()
    const claimed = await this.#database.rawTransaction(async (sql) => {
      await sql.query("select pg_advisory_xact_lock(hashtext('commerce_reconciliation'))")
      return sql.query(
        `insert into commerce_reconciliation (id, started_at, since)
         select $1::uuid, $2::timestamptz, $3::timestamptz
         where not exists (select from commerce_reconciliation where started_at > $4
           or (started_at > $5 and finished_at is not null and error is null)) returning id`,
        [id, now, before(windowMs), before(retryMs), before(day)],
      )
    })
    if (claimed.length === 0) return false
    await this.#finish(id, new Date(now.getTime() - windowMs), stopped)
    return true
  }

  /** Compares now and answers the report. */
  async run(): Promise<ReconciliationReport> {
    const now = this.#clock.now()
    const since = new Date(now.getTime() - windowMs)
    const id = this.#ids.uuid()
    await this.#database.sql.query(
      'insert into commerce_reconciliation (id, started_at, since) values ($1, $2, $3)',
      [id, now, since],
    )
    await this.#finish(id, since, () => false)
    const [row] = await this.#database.sql.query<Row>(
      `select ${columns} from commerce_reconciliation where id = $1`,
      [id],
    )
    if (row === undefined) throw new Error('The report of this run is gone')
    return reportOf(row)
  }

  async #finish(id: string, since: Date, stopped: () => boolean): Promise<void> {
    let findings = nothing
    let failure: string | null = null
    try {
      findings = await this.#compare(since, stopped)
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    await this.#database.sql.query(
      'update commerce_reconciliation set finished_at = $2, report = $3::jsonb, error = $4 where id = $1',
      [id, this.#clock.now(), JSON.stringify(findings), failure],
    )
  }

  async #compare(since: Date, stopped: () => boolean): Promise<Findings> {
    const author: Author = { actor: { kind: 'system', name: 'reconciliation' } }
    const atStripe = await this.#stripe.intentsSince(since)
    const differences: Difference[] = []
    let foreign = 0
    for (const [intentId, named] of atStripe) {
      if (stopped()) throw new Error('The process was stopped')
      const known = await this.#observations.orderOf(intentId)
      if (named === null && known === null) {
        foreign += 1
        continue
      }
      const seen = await this.#observations.observe(intentId, author)
      if (seen.outcome === 'unknown-order') {
        differences.push({
          intentId,
          orderId: seen.orderId,
          kind: 'unknown-order',
          detail: 'Stripe names an order that is not in the log',
        })
      } else if (seen.outcome === 'applied' && known === null) {
        differences.push({
          intentId,
          orderId: seen.loaded.order.id,
          kind: 'missing-in-log',
          detail: 'The order did not know this payment',
        })
      } else if (seen.outcome === 'applied' && seen.news > 0) {
        differences.push({
          intentId,
          orderId: seen.loaded.order.id,
          kind: 'behind-stripe',
          detail: `${seen.news} facts were not recorded`,
        })
      }
    }
    const inLog = await this.#database.sql.query<{ orderId: string; intentId: string }>(
      `select id as "orderId", unnest(intent_ids) as "intentId" from commerce_order where created_at >= $1`,
      [since],
    )
    for (const { orderId, intentId } of inLog) {
      if (atStripe.has(intentId)) continue
      if (stopped()) throw new Error('The process was stopped')
      const seen = await this.#observations.observe(intentId, author)
      if (seen.outcome === 'unknown-intent') {
        differences.push({
          intentId,
          orderId,
          kind: 'missing-at-stripe',
          detail: 'Stripe does not know this payment',
        })
      }
    }
    const orders = new Set(inLog.map((row) => row.orderId)).size
    return { intents: atStripe.size - foreign, orders, foreign, differences }
  }
}

interface Row {
  id: string
  startedAt: Date
  finishedAt: Date | null
  since: Date
  report: Findings | null
  error: string | null
}

const columns = 'id, started_at as "startedAt", finished_at as "finishedAt", since, report, error'

function reportOf(row: Row): ReconciliationReport {
  return {
    ...(row.report ?? nothing),
    id: row.id,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    since: row.since.toISOString(),
    error: row.error,
  }
}
