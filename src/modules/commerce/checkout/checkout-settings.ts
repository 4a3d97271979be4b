import { z } from 'zod'
import { settingLine } from '#platform/settings/setting-line.ts'
import type { SettingForm } from '#platform/settings/settings.ts'
import { invoiceDetailsAsked } from '../documents/contract-invoice-details.ts'

const line = settingLine(200).min(1)

/** What an admin decides about open and finished checkouts while the product runs. */
export const checkoutSettings = {
  key: 'checkout',
  title: 'Checkout and program mails',
  description: 'Reminders, the schedule that buyers are sent, and how long documents are kept.',
  schema: z.object({
    /** One mail to whoever left an open payment behind. */
    reminders: z.boolean().default(true).meta({
      title: 'Remind of an open payment',
      description: 'One mail to whoever left an open payment behind.',
    }),
    /** Company, billing address and tax number, for the invoice. */
    invoiceDetails: z
      .enum(invoiceDetailsAsked)
      .default('optional')
      .meta({
        title: 'Ask for a billing address',
        description: 'On the payment page, with company and tax number. They are printed on the invoice.',
        choices: { off: 'No', optional: 'Optional', required: 'Required before the payment' },
      }),
    /** Shown and printed as given; "announced by e-mail" in mails when empty. */
    nextCohort: settingLine().default('').meta({
      title: 'Next cohort',
      description:
        'As given, such as 1 March, on the home and program pages, after the payment and in the schedule mail. It wins over the one in the content. With a year, such as 1 March 2027, the mail gives each week its days. Empty: mails say that it is announced by email. While a cohort is open for booking, its date is shown instead.',
    }),
    schedule: z
      .array(z.object({ when: line.meta({ title: 'When' }), what: line.meta({ title: 'What' }) }))
      .max(24)
      .default([
        {
          when: 'Today',
          what: 'Your place is confirmed. Complete your profile, so that your coach can prepare',
        },
        { when: 'Weeks 1 to 3', what: 'Blueprint-based curriculum, one live lab a week' },
        { when: 'Week 4', what: 'First private coaching session' },
        { when: 'Weeks 5 to 8', what: 'Leadership Labs and peer cohort groups' },
        { when: 'Week 9', what: 'Second private coaching session' },
        { when: 'Weeks 10 to 12', what: 'Final project, credential and badge' },
      ])
      .meta({ title: 'Schedule', description: 'The steps of the program, in the order of the mail.' }),
    /** Invoices, receipts, credit and debit notes are deleted after so many years; 0 keeps them for ever. */
    documentYears: z.number().int().min(0).max(30).default(10).meta({
      title: 'Keep documents for so many years',
      description: 'Invoices, receipts and notes are deleted after that. 0 keeps them for ever.',
    }),
  }),
} satisfies SettingForm
