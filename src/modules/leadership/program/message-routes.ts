import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { CohortMessages } from './cohort-messages.ts'
import { cohortMessages, sendMessage } from './contract-messages.ts'

export interface MessageParts {
  messages: CohortMessages
  reads: AuditedReads
}

export function mountMessageRoutes(api: ApiRouter, { messages, reads }: MessageParts): void {
  api.serve(sendMessage, async ({ params: { id }, body }, { actor }) => ({
    recipients: await messages.send(id, body, actor),
  }))

  api.serve(cohortMessages, async ({ params: { id } }, call) => {
    const sent = await messages.ofCohort(id)
    const seesPeople = await reads.seesPeople(call, 'Read mails to a cohort', `Cohort ${id}`, sent.length)
    return {
      messages: seesPeople ? sent : sent.map((message) => ({ ...message, subject: null, text: null })),
    }
  })
}
