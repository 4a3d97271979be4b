import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { hookTables } from './tables.ts'

interface HookMailParts {
  database: Database
  settings: Settings
  config: Config
}

/** To ALERT_EMAIL, or where questions go: accounts of staff have no address. */
export const pausedMail = defineMail({
  queue: 'hooks-paused',
  data: z.object({ endpointId: z.uuid() }),
  async compose({ id, data: { endpointId } }, { database, settings, config }: HookMailParts) {
    const endpoint = await hookTables(database.sql)
      .selectFrom('hooks_endpoint')
      .select(['url', 'pausedBecause'])
      .where('id', '=', endpointId)
      .where('pausedAt', 'is not', null)
      .executeTakeFirst()
    if (endpoint === undefined) return null
    const { host } = new URL(endpoint.url)
    return {
      to: config.alerts.email ?? (await supportEmail(settings, config)),
      subject: `Webhooks to ${host} are paused`,
      key: `hooks-paused-${id}`,
      reason: 'staff',
      preheader: endpoint.pausedBecause ?? '',
      paragraphs: [
        `${host} gets no events any more. ${endpoint.pausedBecause ?? ''}`,
        'New events wait. When the receiver works again, an owner presses Resume and sends what was given up again.',
      ],
      button: { label: 'Open webhooks', url: `${config.publicUrl}/admin/operations/endpoints/${endpointId}` },
    }
  },
})
