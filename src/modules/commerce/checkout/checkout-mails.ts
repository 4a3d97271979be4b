import type { Database } from '#platform/database/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { price } from '../documents/document-names.ts'
import type { OrderLetters } from '../documents/order-letters.ts'
import { isPayable, statusOf } from '../domain/status.ts'
import { paymentFailedMailQueue, reminderQueue, scheduleMailQueue } from '../orders/effects.ts'
import type { Orders } from '../orders/orders.ts'
import { checkoutSettings } from './checkout-settings.ts'
import type { OpenCheckouts } from './open-checkouts.ts'

/**
 * Mails around a checkout that carry no documents: the schedule after it, a payment that failed after the buyer had
 * left, and one reminder of an open payment. Each looks at the order as it is when the mail is due.
 */
export class CheckoutMails extends Lifecycle {
  readonly #jobs: Jobs
  readonly #orders: Orders
  readonly #database: Database
  readonly #settings: Settings
  readonly #letters: OrderLetters
  readonly #open: OpenCheckouts

  constructor(
    jobs: Jobs,
    orders: Orders,
    database: Database,
    settings: Settings,
    letters: OrderLetters,
    open: OpenCheckouts,
  ) {
    super()
    this.#jobs = jobs
    this.#orders = orders
    this.#database = database
    this.#settings = settings
    this.#letters = letters
    this.#open = open
  }

  override async start(): Promise<void> {
    const options = { retryLimit: 12 }
    this.#jobs.handle(scheduleMailQueue, options, ({ data }) => this.#schedule(String(data.orderId)))
    this.#jobs.handle(paymentFailedMailQueue, options, ({ data }) =>
      this.#paymentFailed(String(data.orderId), String(data.try)),
    )
    this.#jobs.handle(reminderQueue, options, ({ data }) => this.#remind(String(data.orderId)))
  }

  override async stop(): Promise<void> {}

  async #schedule(orderId: string): Promise<void> {
    const { order } = await this.#orders.load(orderId)
    const to = await this.#letters.addressOf(orderId)
    if (to === null || statusOf(order) !== 'completed') return
    const { nextCohort, schedule } = await this.#settings.read(checkoutSettings)
    const start = nextCohort === '' ? 'Announced by email as soon as the date is fixed' : nextCohort
    await this.#letters.send(to, {
      subject: 'Your training schedule',
      key: `order-schedule-${orderId}`,
      preheader: 'Twelve weeks at a glance.',
      heading: 'Your training schedule',
      paragraphs: [
        'This is how the twelve weeks run. Live labs are held at two times of day and recorded; plan about three hours a week.',
      ],
      rows: [
        { label: 'Your cohort starts', value: start },
        ...schedule.map(({ when, what }) => ({ label: when, value: what })),
      ],
      button: { label: 'Open your enrollment', url: this.#letters.enrollmentUrl(orderId) },
    })
  }

  async #paymentFailed(orderId: string, failed: string): Promise<void> {
    const { order } = await this.#orders.load(orderId)
    const to = await this.#letters.addressOf(orderId)
    if (to === null || order.placed === null || !isPayable(order)) return
    const { productName, total, currency } = order.placed
    await this.#letters.send(to, {
      subject: 'Your payment did not go through',
      key: `order-payment-failed-${failed}`,
      preheader: 'Nothing was charged. You can try again.',
      heading: 'Your payment did not go through',
      paragraphs: [
        `Your bank did not complete the payment of ${price(total, currency)} for ${productName}. Nothing was charged.`,
        'Your place is kept open. You can try again, with the same or another payment method.',
      ],
      button: { label: 'Try again', url: this.#open.resumeUrl(orderId) },
    })
  }

  async #remind(orderId: string): Promise<void> {
    const { order } = await this.#orders.load(orderId)
    if (order.placed === null || !isPayable(order)) return
    const { buyerId, productId, productName, total, currency } = order.placed
    const { reminders } = await this.#settings.read(checkoutSettings)
    if (!reminders || (await this.#open.isUnwelcome(buyerId, productId))) return
    const to = await this.#letters.addressOf(orderId)
    if (to === null || !(await this.#claim(orderId))) return
    try {
      await this.#letters.send(to, {
        subject: 'Your enrollment is waiting for you',
        key: `order-reminder-${orderId}`,
        preheader: 'Nothing was charged. Pick up where you left off.',
        heading: 'Pick up where you left off',
        paragraphs: [
          `You started to enroll in ${productName} and have not paid yet. Nothing was charged.`,
          'Your answers are kept. The button takes you back to the payment; whoever has this mail still has to sign in.',
        ],
        rows: [
          { label: 'Program', value: productName },
          { label: 'Total', value: price(total, currency) },
        ],
        button: { label: 'Continue to the payment', url: this.#open.resumeUrl(orderId) },
        footer: ['This is the only reminder for this order.'],
        quietLink: {
          label: 'I want no reminders of open payments',
          url: this.#open.refuseUrl(buyerId),
        },
      })
    } catch (error) {
      // It was refused, so it was not sent: the next try may claim it again.
      await this.#database.sql.query('delete from commerce_reminder where order_id = $1', [orderId])
      throw error
    }
  }

  /** True once per order: after a crash between the claim and the mail there is none, rather than two. */
  async #claim(orderId: string): Promise<boolean> {
    const claimed = await this.#database.sql.query(
      'insert into commerce_reminder (order_id) values ($1) on conflict do nothing returning order_id',
      [orderId],
    )
    return claimed.length > 0
  }
}
