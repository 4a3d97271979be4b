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
  }),
} satisfies SettingForm

/** Where people are told to ask now: the address of the owner's setting, else that of the configuration. */
export async function supportEmail(
  settings: Settings,
  config: Pick<Config, 'supportEmail'>,
): Promise<string> {
  return (await settings.read(contactSettings)).supportEmail || config.supportEmail
}
