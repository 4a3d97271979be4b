import { z } from 'zod'
import { plain } from '#platform/kernel/plain.ts'
import { settingLine } from '#platform/settings/setting-line.ts'
import type { SettingForm } from '#platform/settings/settings.ts'
import { compactNumber, isIban } from '../../domain/iban.ts'

const line = z.string().overwrite(plain).trim().max(120)

/** Where companies send money; edited by an admin while the product runs. */
export const bankAccountSettings = {
  key: 'bank-account',
  title: 'Bank account',
  description:
    'Where companies send money: printed on new invoices with the reference of the order, and compared with the bank statements that finance imports.',
  isPrinted: true,
  schema: z.object({
    holder: settingLine().default('').meta({
      title: 'Account holder',
      description: 'Empty: the name of the brand.',
    }),
    iban: line
      .default('')
      .meta({ title: 'IBAN', description: 'Empty for an account without one.' })
      .refine((text) => text === '' || isIban(text), 'is not an IBAN: check each character'),
    bic: line
      .default('')
      .meta({ title: 'BIC', description: 'Such as DEUTDEFF. Also called SWIFT code.' })
      .refine(
        (text) => text === '' || /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/.test(compactNumber(text)),
        'must be a BIC: 8 or 11 letters and digits, such as DEUTDEFF',
      ),
    accountNumber: line.default('').meta({
      title: 'Account number',
      description: 'For an account without an IBAN, such as one in the United States.',
    }),
    routingNumber: line.default('').meta({
      title: 'Routing number',
      description: 'ABA number or sort code, with the account number.',
    }),
    currency: line
      .default('')
      .meta({
        title: 'Currency',
        description: 'Three letters such as EUR. Preset when a statement (CSV) is imported.',
      })
      .refine((text) => /^([A-Za-z]{3})?$/.test(text), 'must be three letters such as EUR'),
    bank: settingLine().default('').meta({ title: 'Bank', description: 'Its name, as on your statements.' }),
  }),
} satisfies SettingForm

export type BankAccount = z.infer<typeof bankAccountSettings.schema>

/** The number that statements call the account by; null when none is set. */
export function accountOf({ iban, accountNumber }: BankAccount): string | null {
  return compactNumber(iban || accountNumber) || null
}
