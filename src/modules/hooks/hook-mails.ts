import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'

/** To ALERT_EMAIL, or where questions go: accounts of staff have no address. */
export const pausedMail = defineMail({
  queue: 'hooks-paused',
  data: z.object({ endpointId: z.uuid() }),
  async compose(
    { id, data: { endpointId } },
    { database, settings, config }: { database: Database; settings: Settings; config: Config },
  ) {
    const [endpoint] = await database.sql.query<{ url: string; because: string }>(
      'select url, paused_because as because from hooks_endpoint where id = $1 and paused_at is not null',
      [endpointId],
    )
    if (endpoint === undefined) return null
    const { host } = new URL(endpoint.url)
    return {
      to: config.alerts.email ?? (await supportEmail(settings, config)),
      subject: `Webhooks to ${host} are paused`,
      key: `hooks-paused-${id}`,
      reason: 'staff',
      preheader: endpoint.because,
      paragraphs: [
        `${host} gets no events any more. ${endpoint.because}`,
        'New events wait. When the receiver works again, an owner resumes it, and sends again what was given up.',
      ],
      button: { label: 'Open webhooks', url: `${config.publicUrl}/admin/operations/endpoints/${endpointId}` },
    }
  },
})
