import { gauge, labelled, type MetricFamily } from '#platform/telemetry/metric-family.ts'
import { StoredFigures } from '#platform/telemetry/stored-figures.ts'
import type { Differences } from './finance/reconciliation/differences.ts'
import type { Reconciliations } from './finance/reconciliation/reconciliations.ts'
import type { SignedHeads } from './finance/verification/signed-heads.ts'
import type { Inbox } from './orders/inbox.ts'
import type { MailLedger } from './orders/mail-ledger.ts'
import type { OrderLists } from './orders/order-lists.ts'

/** What of orders waits for a person or goes wrong: webhooks, differences from Stripe, mails, flags. */
export class CommerceFigures extends StoredFigures {
  readonly #inbox: Inbox
  readonly #differences: Differences
  readonly #reconciliations: Reconciliations
  readonly #mails: MailLedger
  readonly #orders: OrderLists
  readonly #heads: SignedHeads

  constructor(
    inbox: Inbox,
    differences: Differences,
    reconciliations: Reconciliations,
    mails: MailLedger,
    orders: OrderLists,
    heads: SignedHeads,
  ) {
    super()
    this.#inbox = inbox
    this.#differences = differences
    this.#reconciliations = reconciliations
    this.#mails = mails
    this.#orders = orders
    this.#heads = heads
  }

  override async read(): Promise<MetricFamily[]> {
    const [inbox, open, complete, mails, flags, proved] = await Promise.all([
      this.#inbox.countUnfinished(),
      this.#differences.countOpen(),
      this.#reconciliations.completeUntil(),
      this.#mails.countUnsent(),
      this.#orders.countFlags(),
      this.#heads.provedAt(),
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
      gauge('order_mails_failed', 'Mails to buyers that were given up', mails.failed),
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
