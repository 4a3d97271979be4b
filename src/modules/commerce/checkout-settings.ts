import { z } from 'zod'
import type { SettingSection } from '#platform/settings/settings.ts'

const line = z.string().trim().min(1).max(200)

/** What an admin decides about open and finished checkouts while the product runs. */
export const checkoutSettings = {
  key: 'checkout',
  schema: z.object({
    /** One mail to whoever left an open payment behind. */
    reminders: z.boolean().default(true),
    /** Printed in the schedule mail as given; "announced by e-mail" when empty. */
    nextCohort: z.string().trim().max(120).default(''),
    schedule: z
      .array(z.object({ when: line, what: line }))
      .max(24)
      .default([
        { when: 'Today', what: 'Onboarding opens: your profile, your peer cohort group, the community' },
        { when: 'Weeks 1 to 3', what: 'Blueprint-based curriculum, one live lab a week' },
        { when: 'Week 4', what: 'First private coaching session' },
        { when: 'Weeks 5 to 8', what: 'Leadership Labs and peer cohort groups' },
        { when: 'Week 9', what: 'Second private coaching session' },
        { when: 'Weeks 10 to 12', what: 'Final project, credential and badge' },
      ]),
    /** Invoices, receipts, credit and debit notes are deleted after so many years; 0 keeps them for ever. */
    documentYears: z.number().int().min(0).max(30).default(10),
  }),
} satisfies SettingSection
