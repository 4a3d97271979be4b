import { z } from 'zod'
import type { SettingForm } from '#platform/settings/settings.ts'

/** Whether the law of the EU gives buyers a right to withdraw. */
export const withdrawalSettings = {
  key: 'withdrawal',
  title: 'Withdrawal',
  description: 'The right of consumers in the EU to withdraw within 14 days.',
  schema: z.object({
    euConsumers: z.boolean().default(false).meta({
      title: 'We sell to consumers in the EU',
      description:
        'Every page links to the form for withdrawing, and the payment page asks for the agreement to an early start. A buyer without a billing address counts as one in the EU.',
    }),
  }),
} satisfies SettingForm
