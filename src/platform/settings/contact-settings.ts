import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { settingLine } from './setting-line.ts'
import type { SettingForm, Settings } from './settings.ts'

/** How visitors contact the company. Empty fields mean the configuration's values. */
export const contactSettings = {
  key: 'contact',
  title: 'Support contact',
  description: 'Where people are told to ask, on every page and in every email.',
  schema: z.object({
    supportEmail: z
      .union([z.literal(''), z.email('must be an email address').max(254)])
      .default('')
      .meta({ title: 'Support email', description: 'Empty: the address of the configuration.' }),
    supportPhone: z
      .string()
      .regex(/^[\d +()-]{0,40}$/, 'must be a phone number')
      .default('')
      .meta({ title: 'Support phone', description: 'Empty: the number of the configuration.' }),
    postalAddress: settingLine(200).default('').meta({
      title: 'Postal address',
      description:
        'In one line, with the name of the company, at the foot of emails to customers and inquirers.',
    }),
  }),
} satisfies SettingForm

/** The address for questions, and the company's postal address; that one is empty until the owner has entered it. */
export interface Contact {
  support: string
  postalAddress: string
}

/** The owner's current settings, with the configuration's support address where the owner has entered none. */
export async function contactOf(
  settings: Pick<Settings, 'read'>,
  config: Pick<Config, 'supportEmail'>,
): Promise<Contact> {
  const { supportEmail, postalAddress } = await settings.read(contactSettings)
  return { support: supportEmail || config.supportEmail, postalAddress }
}

/** The current address for questions. */
export const supportEmail = async (...from: Parameters<typeof contactOf>): Promise<string> =>
  (await contactOf(...from)).support

/** The last lines of a mail to people outside: where to ask, and the sender's postal address if the owner entered one. */
export function contactLines({ support, postalAddress }: Contact): string[] {
  const ask = `Questions? Write to ${support}. We answer within one business day.`
  return postalAddress === '' ? [ask] : [ask, postalAddress]
}
