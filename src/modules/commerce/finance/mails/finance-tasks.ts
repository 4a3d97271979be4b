import type { Places } from '#modules/leadership/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { LedgerMail, MailLedger } from '../../orders/mail-ledger.ts'
import type { Difference, Differences } from '../reconciliation/differences.ts'
import type { Reconciliations } from '../reconciliation/reconciliations.ts'

/** A flag that was raised since the last report. */
export interface NewFlag {
  orderId: string
  reason: string
}

/** The tasks of finance that the daily mail lists. */
export interface FinanceTasks {
  differences: { total: number; first: Difference[]; fresh: number }
  flags: NewFlag[]
  mails: { failed: number; late: number; first: LedgerMail[] }
  /** Ids of paid orders without a place in a cohort, whose buyers asked for a refund. */
  refundsAsked: string[]
  /** Why the last comparison with Stripe failed; null when it did not. */
  comparison: string | null
  /** The position up to which the log was read for flags. */
  position: number
}

/** How many tasks of each kind a mail lists. */
export const listed = 20

/** Reads the tasks of finance: open differences, new flags, unsent mails, and requested refunds. */
export class FinanceTaskList {
  readonly #database: Database
  readonly #differences: Differences
  readonly #reconciliations: Reconciliations
  readonly #ledger: MailLedger
  readonly #places: Places

  constructor(
    database: Database,
    differences: Differences,
    reconciliations: Reconciliations,
    ledger: MailLedger,
    places: Places,
  ) {
    this.#database = database
    this.#differences = differences
    this.#reconciliations = reconciliations
    this.#ledger = ledger
    this.#places = places
  }

  /** @param since date of the last report, and the position up to which it had read the log */
  async read(since: { at: Date; position: number }): Promise<FinanceTasks> {
    const [head] = await this.#database.sql.query<{ position: string }>(
      'select coalesce(max(position), 0) as position from es.events',
    )
    const position = Number(head?.position ?? 0)
    const [flags, open, counts, run, mails, unsent, refundsAsked] = await Promise.all([
      this.#flags(since.position, position),
      this.#differences.open(500),
      this.#differences.counts(),
      this.#reconciliations.last(),
      this.#ledger.unsent(listed),
      this.#ledger.countUnsent(),
      this.#places.requestedRefunds(),
    ])
    return {
      differences: {
        total: counts.open,
        first: open.slice(0, listed),
        fresh: open.filter(({ foundAt }) => foundAt > since.at).length,
      },
      flags,
      mails: { ...unsent, first: mails },
      refundsAsked,
      comparison: run?.error ?? null,
      position,
    }
  }

  #flags(after: number, upTo: number): Promise<NewFlag[]> {
    return this.#database.sql.query<NewFlag>(
      `select substr(stream_id, 7) as "orderId", data->>'reason' as reason from es.events
       where position > $1 and position <= $2 and type = 'OrderFlagged' order by position`,
      [after, upTo],
    )
  }
}
