import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { SettingForm, Settings } from './settings.ts'

/** How visitors reach a person. Empty fields leave it to the configuration. */
export const contactSettings = {
  key: 'contact',
  title: 'Support contact',
  description: 'Where people are told to ask, on every page and in every mail.',
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
    postalAddress: z
      .string()
      .trim()
      .max(200)
      .regex(/^[^\r\n]*$/, 'must be one line')
      .default('')
      .meta({
        title: 'Postal address',
        description:
          'In one line, with the name of the company, at the foot of mails to customers and inquirers.',
      }),
  }),
} satisfies SettingForm

/** How to ask a person, and where the company is; the address is empty until the owner has given one. */
export interface Contact {
  support: string
  postalAddress: string
}

/** The owner's settings now; the configuration's address of support where the owner has set none. */
export async function contactOf(settings: Settings, config: Pick<Config, 'supportEmail'>): Promise<Contact> {
  const { supportEmail, postalAddress } = await settings.read(contactSettings)
  return { support: supportEmail || config.supportEmail, postalAddress }
}

/** Where people are told to ask now. */
export async function supportEmail(
  settings: Settings,
  config: Pick<Config, 'supportEmail'>,
): Promise<string> {
  return (await contactOf(settings, config)).support
}

/** The last lines of a mail to people outside: how to ask a person, and who writes, once the owner has said where they are. */
export async function contactLines(
  settings: Settings,
  config: Pick<Config, 'supportEmail'>,
): Promise<string[]> {
  const { support, postalAddress } = await contactOf(settings, config)
  const ask = `Questions? Write to ${support}. We answer within one business day.`
  return postalAddress === '' ? [ask] : [ask, postalAddress]
}
