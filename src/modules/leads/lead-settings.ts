import { z } from 'zod'
import { plain } from '#platform/kernel/plain.ts'
import type { SettingForm } from '#platform/settings/settings.ts'

/** Settings of leads that an admin changes while the product runs. */
export const leadSettings = {
  key: 'leads',
  title: 'Leads',
  description: 'Who is told of new leads, which addresses the forms take, and how long leads are kept.',
  schema: z.object({
    /** The address that gets a mail for every new lead; empty means the address of the configuration. */
    notifyEmail: z
      .union([z.literal(''), z.email('must be an email address').max(254)])
      .default('')
      .meta({
        title: 'Tell this address of new leads',
        description: 'Empty: the address of the configuration (LEADS_NOTIFY_EMAIL), if there is one.',
      }),
    /** Leads from these mail domains go to quarantine. */
    blockedDomains: z
      .array(
        z
          .string()
          .overwrite(plain)
          .trim()
          .toLowerCase()
          .regex(/^[\p{L}\p{M}\d.-]{3,253}$/u, 'must be an email domain such as example.com'),
      )
      .max(500)
      .default([])
      .meta({
        title: 'Blocked email domains',
        description: 'One a line, such as example.com. Leads from there wait in quarantine.',
      }),
    /** Whether the forms admit "+" in addresses. */
    allowPlusAddresses: z.boolean().default(false).meta({
      title: 'Take addresses with a plus sign',
      description: 'Off: name+tag@example.com is refused.',
    }),
    /** Thank-you mails of all leads together within an hour. */
    mailsPerHour: z.number().int().min(1).max(100_000).default(500).meta({
      title: 'Thank-you emails in one hour at most',
      description: 'Further ones wait for the next hour. One mailbox gets at most two a day in any case.',
    }),
    /** Leads older than this are erased; 0 keeps them. */
    retentionDays: z.number().int().min(0).max(3650).default(730).meta({
      title: 'Keep leads for so many days',
      description: 'Older ones are erased at night. 0 keeps them for ever.',
    }),
  }),
} satisfies SettingForm
