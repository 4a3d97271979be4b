import { type CohortDates, dayInWords, type Places } from '#modules/leadership/index.ts'
import { price } from '#platform/kernel/money.ts'
import { datedLabel } from '#platform/kernel/week-days.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { checkoutSettings } from '../checkout/checkout-settings.ts'
import type { OpenCheckouts } from '../checkout/open-checkouts.ts'
import { holdsPlace } from '../domain/place.ts'
import { isPayable, statusOf } from '../domain/status.ts'
import type { OrderMail } from '../orders/order-mail.ts'
import type { Orders } from '../orders/orders.ts'
import type { BuyerMailer } from './buyer-mailer.ts'
import type { Composed } from './mail-delivery.ts'

export interface CheckoutMailParts {
  orders: Orders
  settings: Settings
  mailer: BuyerMailer
  open: OpenCheckouts
  places: Places
  dates: CohortDates
}

/**
 * The contents of mails about a checkout without documents: the schedule after it, a payment that failed after the buyer
 * had left, and one reminder of an open payment. Each is composed from the order as it is when the mail is sent.
 */
export class CheckoutMails {
  readonly #parts: CheckoutMailParts

  constructor(parts: CheckoutMailParts) {
    this.#parts = parts
  }

  async schedule({ orderId }: OrderMail): Promise<Composed> {
    const { order } = await this.#parts.orders.load(orderId)
    if (!holdsPlace(order)) {
      const status = statusOf(order)
      const why = status === 'completed' ? 'The bank took the payment back' : `The order is ${status}`
      return { notNeeded: `${why}: there is no enrollment to schedule.` }
    }
    const { schedule } = await this.#parts.settings.read(checkoutSettings)
    const { start, words } = await this.#startOf(orderId)
    return {
      subject: 'Your training schedule',
      preheader: 'Twelve weeks at a glance.',
      heading: 'Your training schedule',
      paragraphs: [
        'This is how the twelve weeks run. Live labs are held at two times of day and recorded; plan about three hours a week.',
      ],
      rows: [
        { label: 'Your cohort starts', value: words },
        ...schedule.map(({ when, what }) => ({ label: datedLabel(when, start), value: what })),
        this.#parts.mailer.programRow(orderId),
      ],
      button: { label: 'Open your enrollment', url: this.#parts.mailer.enrollmentUrl(orderId) },
    }
  }

  /** The first day of the order's cohort, if it is known, and the mail's sentence about it. */
  async #startOf(orderId: string): Promise<{ start: string; words: string }> {
    const { places, dates, settings } = this.#parts
    const cohort = await places.ofOrder(orderId)
    if (cohort?.place === 'taken') {
      const start = dayInWords(cohort.startsOn)
      return { start, words: start }
    }
    // A buyer without a place must choose one; the date of the next cohort in the settings is not theirs.
    if (cohort !== null || (await dates.upcoming()).length > 0)
      return { start: '', words: 'You choose the date on your enrollment page' }
    const { nextCohort: start } = await settings.read(checkoutSettings)
    return { start, words: start === '' ? 'Announced by email as soon as the date is fixed' : start }
  }

  async paymentFailed({ orderId }: OrderMail): Promise<Composed> {
    const { order } = await this.#parts.orders.load(orderId)
    if (order.placed === null || !isPayable(order))
      return { notNeeded: `The order is ${statusOf(order)} by now: nobody has to pay again.` }
    const { productName, total, currency } = order.placed
    return {
      subject: 'Your payment did not go through',
      preheader: 'Nothing was charged. You can try again.',
      heading: 'Your payment did not go through',
      paragraphs: [
        `Your bank did not complete the payment of ${price(total, currency)} for ${productName}. Nothing was charged.`,
        'Your order is kept open. You can try again, with the same or another payment method.',
      ],
      button: { label: 'Try again', url: this.#parts.open.resumeUrl(orderId) },
    }
  }

  async reminder({ orderId }: OrderMail): Promise<Composed> {
    const { order } = await this.#parts.orders.load(orderId)
    if (order.placed === null || !isPayable(order))
      return { notNeeded: `The order is ${statusOf(order)}: there is nothing to remind of.` }
    const { answers, buyerId, productId, productName, total, currency } = order.placed
    const { reminders } = await this.#parts.settings.read(checkoutSettings)
    if (!reminders) return { notNeeded: 'Reminders are switched off in the settings.' }
    if (await this.#parts.open.isUnwelcome(buyerId, productId))
      return { notNeeded: 'The buyer wants no reminders, or has a place already.' }
    return {
      subject: 'Your enrollment is waiting for you',
      preheader: 'Nothing was charged. Pick up where you left off.',
      heading: 'Pick up where you left off',
      paragraphs: [
        `You started to enroll in ${productName} and have not paid yet. Nothing was charged.`,
        `${Object.keys(answers).length > 0 ? 'Your answers are kept. ' : ''}The button takes you back to the payment, after you have signed in.`,
      ],
      rows: [
        { label: 'Program', value: productName },
        { label: 'Total', value: price(total, currency) },
      ],
      button: { label: 'Continue to the payment', url: this.#parts.open.resumeUrl(orderId) },
      footer: ['This is the only reminder for this order.'],
      unsubscribeUrl: this.#parts.open.refuseUrl(buyerId),
      quietLink: {
        label: 'I want no reminders of open payments',
        url: this.#parts.open.refuseUrl(buyerId),
      },
    }
  }
}
