import {
  coachingInWeek,
  cohortRows,
  dayInWords,
  labTimesWords,
  type ProgramOfOrder,
} from '#modules/leadership/index.ts'
import { price } from '#platform/kernel/money.ts'
import { datedLabel } from '#platform/kernel/week-days.ts'
import { checkoutSettings } from '../checkout/checkout-settings.ts'
import { holdsPlace } from '../domain/place.ts'
import { isPayable, statusOf } from '../domain/status.ts'
import { type Composers, type MailedOrder, openPage, programRow } from './mail-content.ts'

/** Mails about a checkout, without documents: the schedule after it, a payment that failed after the buyer had left, and one reminder of an open payment. */
export const checkoutMails: Composers<'schedule' | 'payment-failed' | 'reminder'> = {
  async schedule(mailed) {
    const { order } = mailed
    if (!holdsPlace(order)) {
      const status = statusOf(order)
      const why = status === 'completed' ? 'The bank took the payment back' : `The order is ${status}`
      return { notNeeded: `${why}: there is no enrollment to schedule.` }
    }
    const program = await mailed.programs.ofOrder(order.id)
    const { start, rows } = await startOf(mailed, program)
    const often = labTimesWords(program === null ? [] : [program.plan])
    return {
      subject: 'Your training schedule',
      preheader: 'Twelve weeks at a glance.',
      paragraphs: [
        `This is how the twelve weeks run. The live labs are held ${often}, and each is recorded. Plan about three hours a week.`,
        ...(program === null
          ? []
          : ['The attached file puts the live labs into your calendar, in your own time zone.']),
      ],
      rows: [
        ...rows,
        ...weekRows(program?.themes ?? mailed.programs.themes(), start, program?.plan.coachingWeeks ?? []),
        programRow(mailed),
        {
          label: 'Your profile',
          value: 'Complete it, so that your coach can prepare',
          url: `${mailed.config.publicUrl}/profile?tab=profile`,
        },
      ],
      attachments: program === null ? [] : [program.calendar],
      button: openPage(mailed, 'enrollment'),
    }
  },

  'payment-failed'({ order, placed, open }) {
    if (!isPayable(order))
      return { notNeeded: `The order is ${statusOf(order)} by now: nobody has to pay again.` }
    return {
      subject: 'Your payment did not go through',
      preheader: 'Nothing was charged. You can try again.',
      paragraphs: [
        `Your bank did not complete the payment of ${price(placed.total, placed.currency)} for ${placed.productName}. Nothing was charged.`,
        'Your order is still open. You can try again with the same or another payment method.',
      ],
      button: { label: 'Try again', url: open.resumeUrl(order.id) },
    }
  },

  async reminder({ order, placed, open, settings }) {
    if (!isPayable(order))
      return { notNeeded: `The order is ${statusOf(order)}: there is nothing to remind of.` }
    const { answers, buyerId, productId, productName, total, currency } = placed
    const { reminders } = await settings.read(checkoutSettings)
    if (!reminders) return { notNeeded: 'Reminders are switched off in the settings.' }
    if (await open.isUnwelcome(buyerId, productId))
      return { notNeeded: 'The buyer wants no reminders, or has a place already.' }
    const refuseUrl = open.refuseUrl(buyerId)
    return {
      subject: 'Your enrollment is waiting for you',
      preheader: 'Nothing was charged. Pick up where you left off.',
      heading: 'Pick up where you left off',
      paragraphs: [
        `You started to enroll in ${productName} and have not paid yet. Nothing was charged.`,
        `${Object.keys(answers).length > 0 ? 'Your answers are kept. ' : ''}The button takes you back to the payment once you have signed in.`,
      ],
      rows: [
        { label: 'Program', value: productName },
        { label: 'Total', value: price(total, currency) },
      ],
      button: { label: 'Continue to the payment', url: open.resumeUrl(order.id) },
      footer: ['This is the only reminder for this order.'],
      unsubscribeUrl: refuseUrl,
      quietLink: { label: 'Do not remind me of open payments', url: refuseUrl },
    }
  },
}

/** The themes week by week, with their days where the start is known. */
function weekRows(themes: readonly string[], start: string, coachingWeeks: readonly number[]) {
  return themes.flatMap((theme, at) => {
    const session = coachingInWeek(at + 1, coachingWeeks).toLowerCase()
    const coaching = session && `, and your ${session}`
    return theme === '' ? [] : [{ label: datedLabel(`Week ${at + 1}`, start), value: `${theme}${coaching}` }]
  })
}

/** The first day of the order's cohort in words, if it is known, and the rows of the mail about its dates. */
async function startOf(
  { order, places, dates, settings }: MailedOrder,
  program: ProgramOfOrder | null,
): Promise<{ start: string; rows: { label: string; value: string }[] }> {
  if (program !== null) return { start: dayInWords(program.plan.startsOn), rows: cohortRows(program.plan) }
  const row = (value: string) => [{ label: 'Your cohort starts', value }]
  // A buyer without a place must choose one; the date of the next cohort in the settings is not theirs.
  if ((await places.ofOrder(order.id)) !== null || (await dates.upcoming()).length > 0)
    return { start: '', rows: row('You choose the date on your enrollment page') }
  const { nextCohort: start } = await settings.read(checkoutSettings)
  return { start, rows: row(start === '' ? 'Announced by email as soon as the date is fixed' : start) }
}
