import { z } from 'zod'
import type { SettingForm } from '#platform/settings/settings.ts'

const Step = z.object({
  from: z.number().int().min(2).max(500).meta({ title: 'From so many seats' }),
  percent: z.number().int().min(1).max(100).meta({ title: 'Percent less' }),
})

/** What the owner decides about the price of several seats, and of what is offered to companies. */
export const priceSettings = {
  key: 'prices',
  title: 'Prices for companies',
  description: 'What several seats cost less, and how long a quote holds.',
  schema: z.object({
    volumeSteps: z
      .array(Step)
      .max(10)
      .default([])
      .meta({
        title: 'Volume steps',
        description:
          'From so many seats on, all seats of an order cost so much less. Of several steps the highest one that is reached counts. Quotes and orders that are there already keep their price.',
      })
      .refine(
        (steps) => new Set(steps.map(({ from }) => from)).size === steps.length,
        'must not have two steps from the same number of seats',
      ),
    quoteDays: z.number().int().min(1).max(365).default(30).meta({
      title: 'Days for which a quote holds',
      description: 'Its price is fixed for so long. Quotes that are there already keep their day.',
    }),
  }),
} satisfies SettingForm
