import { z } from 'zod'
import type { SettingForm } from '#platform/settings/settings.ts'

const Step = z.object({
  from: z.number().int().min(2).max(500).meta({ title: 'Seats, at least' }),
  percent: z.number().int().min(1).max(100).meta({ title: 'Discount in percent' }),
})

/** The owner's settings for discounts by number of seats and for quotes to companies. */
export const priceSettings = {
  key: 'prices',
  title: 'Prices for companies',
  description: 'Discounts for several seats, and how long a quote holds.',
  schema: z.object({
    volumeSteps: z
      .array(Step)
      .max(10)
      .default([])
      .meta({
        title: 'Volume steps',
        entry: 'volume step',
        description:
          'An order of at least this many seats gets the discount on all its seats. Of several steps the highest one that is reached counts. Existing quotes and orders keep their price.',
      })
      .refine(
        (steps) => new Set(steps.map(({ from }) => from)).size === steps.length,
        'must not have two steps from the same number of seats',
      ),
    quoteDays: z.number().int().min(1).max(365).default(30).meta({
      title: 'Days for which a quote holds',
      description: 'Its price is fixed for so long. Existing quotes keep their last day.',
    }),
  }),
} satisfies SettingForm
