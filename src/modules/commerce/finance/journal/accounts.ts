import { z } from 'zod'
import { settingLine } from '#platform/settings/setting-line.ts'
import type { SettingForm } from '#platform/settings/settings.ts'

const account = (title: string, code: string, description = '') =>
  settingLine(60).default(code).meta({ title, description })

/** The chart of accounts: one account for each side of a movement. */
export const accountSettings = {
  key: 'accounts',
  title: 'Chart of accounts',
  description:
    'The accounts of the journal, as your accountant numbers or names them. The journal is not made while an account that it needs is empty.',
  editors: ['finance'],
  schema: z.object({
    stripe: account('Cash at Stripe', '1010'),
    bank: account('Bank', '1020'),
    receivables: account('Receivables', '1100'),
    disputes: account('Disputed payments', '1150', 'What the bank holds until a dispute is decided.'),
    unassigned: account('Unassigned payments', '2050', 'Money received that counts for no order.'),
    deferred: account('Deferred income', '2100'),
    tax: account('Tax payable', '2200'),
    credits: account('Refunds and credits', '2300', 'Credit notes until their money is paid out.'),
    income: account('Income', '4000'),
    fees: account('Stripe fees', '6100'),
    writeOffs: account('Write-offs', '6200', 'Disputes that were lost.'),
  }),
} satisfies SettingForm
export type Accounts = z.output<typeof accountSettings.schema>
export type AccountName = keyof Accounts
