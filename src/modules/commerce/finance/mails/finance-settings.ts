import { z } from 'zod'
import type { SettingForm } from '#platform/settings/settings.ts'

/** The address of the daily mail to finance. */
export const financeSettings = {
  key: 'finance',
  title: 'Finance',
  description: 'Who is told once a day what finance has to look at.',
  schema: z.object({
    financeEmail: z
      .union([z.literal(''), z.email('must be an email address').max(254)])
      .default('')
      .meta({ title: 'Finance email', description: 'Empty: the support address.' }),
  }),
} satisfies SettingForm
