import { gauge, labelled, type MetricFamily } from '#platform/telemetry/metric-family.ts'
import { StoredFigures } from '#platform/telemetry/stored-figures.ts'
import type { Differences } from './finance/reconciliation/differences.ts'
import type { Reconciliations } from './finance/reconciliation/reconciliations.ts'
import type { Inbox } from './orders/inbox.ts'
import type { MailLedger } from './orders/mail-ledger.ts'

/** What of orders waits for a person or goes wrong: webhooks, differences from Stripe, mails. */
export class CommerceFigures extends StoredFigures {
  readonly #inbox: Inbox
  readonly #differences: Differences
  readonly #reconciliations: Reconciliations
  readonly #mails: MailLedger

  constructor(inbox: Inbox, differences: Differences, reconciliations: Reconciliations, mails: MailLedger) {
    super()
    this.#inbox = inbox
    this.#differences = differences
    this.#reconciliations = reconciliations
    this.#mails = mails
  }

  override async read(): Promise<MetricFamily[]> {
    const [inbox, open, last, mails] = await Promise.all([
      this.#inbox.countUnfinished(),
      this.#differences.countOpen(),
      this.#reconciliations.last(),
      this.#mails.countUnsent(),
    ])
    const finished = last?.finishedAt
    return [
      gauge('inbox_unfinished', 'Webhooks received and not applied yet', labelled('status', { ...inbox })),
      gauge(
        'reconciliation_open_differences',
        'Differences from Stripe that wait for a person',
        labelled('kind', open),
      ),
      gauge(
        'reconciliation_finished_timestamp_seconds',
        'When the last comparison with Stripe ended, in seconds since 1970',
        finished ? [{ value: finished.getTime() / 1000, labels: {} }] : [],
      ),
      gauge('order_mails_failed', 'Mails to buyers that were given up', mails.failed),
      gauge('order_mails_late', 'Mails to buyers that are not sent ten minutes after their time', mails.late),
    ]
  }
}
