import { z } from 'zod'
import type { SettingSection } from '#platform/settings/settings.ts'

const line = z.string().trim().max(120)

/** What invoices say about the seller and about tax; edited by an admin while the product runs. */
export const sellerSettings = {
  key: 'seller',
  schema: z.object({
    /** The brand's name when empty. */
    name: line.default(''),
    addressLines: z.array(line).max(6).default([]),
    email: line.default(''),
    /** Printed as given: "VAT no. DE123456789". */
    taxId: line.default(''),
    taxLabel: line.default('Tax'),
    /** Percent that the price includes; 0 prints "no tax charged". */
    taxPercent: z.number().min(0).max(100).default(0),
    /** One sentence under the total, such as an exemption. */
    note: z.string().trim().max(300).default(''),
  }),
} satisfies SettingSection
export type Seller = z.infer<typeof sellerSettings.schema>
