import type { Places } from '#modules/leadership/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { LedgerMail, MailLedger } from '../../orders/mail-ledger.ts'
import { dayAfter, warningDays } from '../../rules.ts'
import type { VendorPapers } from '../../vendor-pack/vendor-papers.ts'
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
  /** Papers of the vendor pack that began to need replacing since the last report. */
  papers: { id: string; title: string; expiresOn: string }[]
  /** Why the last comparison with Stripe failed; null when it did not. */
  comparison: string | null
  /** The position up to which the log was read for flags. */
  position: number
}

/** How many tasks of each kind a mail lists. */
export const listed = 20

export interface FinanceTaskParts {
  database: Database
  differences: Differences
  reconciliations: Reconciliations
  ledger: MailLedger
  places: Places
  papers: VendorPapers
  clock: Clock
}

/**
 * Reads the tasks of finance: open differences, new flags, unsent mails, requested refunds, and papers that expire.
 * @param since date of the last report, and the position up to which it had read the log
 */
export async function readTasks(
  { database: { sql }, differences, reconciliations, ledger, places, papers, clock }: FinanceTaskParts,
  since: { at: Date; position: number },
): Promise<FinanceTasks> {
  const [head] = await sql.query<{ position: string }>(
    'select coalesce(max(position), 0) as position from es.events',
  )
  const position = Number(head?.position ?? 0)
  const [flags, open, counts, run, first, unsent, refundsAsked, allPapers] = await Promise.all([
    sql.query<NewFlag>(
      `select substr(stream_id, 7) as "orderId", data->>'reason' as reason from es.events
       where position > $1 and position <= $2 and type = 'OrderFlagged' order by position`,
      [since.position, position],
    ),
    differences.open(500),
    differences.counts(),
    reconciliations.last(),
    ledger.unsent(listed),
    ledger.countUnsent(),
    places.requestedRefunds(),
    papers.all(),
  ])
  return {
    differences: {
      total: counts.open,
      first: open.slice(0, listed),
      fresh: open.filter(({ foundAt }) => foundAt > since.at).length,
    },
    flags,
    mails: { ...unsent, first },
    refundsAsked,
    papers: allPapers.flatMap(({ id, title, expiresOn }) =>
      expiresOn !== null &&
      dayAfter(since.at, warningDays) < expiresOn &&
      expiresOn <= dayAfter(clock.now(), warningDays)
        ? [{ id, title, expiresOn }]
        : [],
    ),
    comparison: run?.error ?? null,
    position,
  }
}
