import type { Given } from '#platform/kernel/needs.ts'
import { gauge, labelled, type MetricFamily } from '#platform/telemetry/metric-family.ts'
import { StoredFigures } from '#platform/telemetry/stored-figures.ts'
import { Differences } from './finance/reconciliation/differences.ts'
import { Reconciliations } from './finance/reconciliation/reconciliations.ts'
import { SignedHeads } from './finance/verification/signed-heads.ts'
import { Inbox } from './orders/inbox.ts'
import { MailLedger } from './orders/mail-ledger.ts'
import { OrderLists } from './orders/order-lists.ts'

/** What of orders waits for a person or goes wrong: webhooks, differences from Stripe, mails, flags. */
export class CommerceFigures extends StoredFigures {
  static readonly needs = {
    inbox: Inbox,
    differences: Differences,
    reconciliations: Reconciliations,
    mails: MailLedger,
    orders: OrderLists,
    heads: SignedHeads,
  }
  readonly #parts: Given<typeof CommerceFigures.needs>

  constructor(parts: Given<typeof CommerceFigures.needs>) {
    super()
    this.#parts = parts
  }

  override async read(): Promise<MetricFamily[]> {
    const [inbox, open, complete, mails, flags, proved] = await Promise.all([
      this.#parts.inbox.countUnfinished(),
      this.#parts.differences.countOpen(),
      this.#parts.reconciliations.completeUntil(),
      this.#parts.mails.countUnsent(),
      this.#parts.orders.countFlags(),
      this.#parts.heads.provedAt(),
    ])
    return [
      gauge('inbox_unfinished', 'Webhooks received and not applied yet', labelled('status', { ...inbox })),
      gauge(
        'reconciliation_open_differences',
        'Differences from Stripe that wait for a person',
        labelled('kind', open),
      ),
      gauge(
        'reconciliation_finished_timestamp_seconds',
        'When the last comparison with Stripe ended that did not break off, in seconds since 1970',
        timestamp(complete),
      ),
      gauge(
        'log_proved_timestamp_seconds',
        'When the daily check last found the order log and the books without a fault, in seconds since 1970',
        timestamp(proved),
      ),
      gauge('order_mails_failed', 'Mails to buyers that failed at their last try', mails.failed),
      gauge('order_mails_late', 'Mails to buyers that are not sent ten minutes after their time', mails.late),
      gauge(
        'order_flags',
        'Flags that were raised at orders, since the first order',
        labelled('reason', flags),
      ),
    ]
  }
}

const timestamp = (moment: Date | null) => (moment ? [{ value: moment.getTime() / 1000, labels: {} }] : [])
