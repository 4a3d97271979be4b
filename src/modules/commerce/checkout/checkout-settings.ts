import { z } from 'zod'
import { settingLine } from '#platform/settings/setting-line.ts'
import type { SettingForm } from '#platform/settings/settings.ts'
import { invoiceDetailsAsked } from '../invoices/contract-invoice-details.ts'

/** What an admin decides about open and finished checkouts while the product runs. */
export const checkoutSettings = {
  key: 'checkout',
  title: 'Checkout and program emails',
  description: 'Reminders, the next start, and how long documents are kept.',
  schema: z.object({
    /** One email to a buyer who left without paying. */
    reminders: z.boolean().default(true).meta({
      title: 'Remind of an open payment',
      description: 'One email to a buyer who left without paying.',
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
        'As given, such as 1 March, on the home and program pages, after the payment and in the schedule email. It wins over the one in the content. With a year, such as 1 March 2027, the email gives each week its days. Empty: emails say that it is announced by email. While a cohort is open for booking, its date is shown instead.',
    }),
    /** Invoices, receipts, credit and debit notes are deleted after so many years; 0 keeps them for ever. */
    documentYears: z.number().int().min(0).max(30).default(10).meta({
      title: 'Keep documents for so many years',
      description: 'Invoices, receipts and notes are deleted after that. 0 keeps them for ever.',
    }),
  }),
} satisfies SettingForm
