import { z } from 'zod'
import { TimeZone } from '#platform/contract/dates.ts'
import type { SettingForm } from '#platform/settings/settings.ts'

/** How the books count days and months; edited by an admin while the product runs. */
export const bookSettings = {
  key: 'books',
  title: 'Books',
  description: 'How the books of the finance screen and the exports count days and months.',
  schema: z.object({
    timeZone: TimeZone.default('UTC').meta({
      title: 'Time zone of the books',
      description:
        'Its IANA name, such as Europe/Berlin or America/New_York. Days and months begin and end there. A change counts all periods anew.',
    }),
  }),
} satisfies SettingForm
