import { z } from 'zod'
import type { SettingSection } from '#platform/settings/settings.ts'

/** What an admin decides about leads while the product runs. */
export const leadSettings = {
  key: 'leads',
  schema: z.object({
    /** Leads from these mail domains go to quarantine. */
    blockedDomains: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .regex(/^[\p{L}\d.-]{3,253}$/u),
      )
      .max(500)
      .default([]),
    /** Whether the forms admit "+" in addresses. */
    allowPlusAddresses: z.boolean().default(false),
    /** Leads older than this are erased; 0 keeps them. */
    retentionDays: z.number().int().min(0).max(3650).default(730),
  }),
} satisfies SettingSection
