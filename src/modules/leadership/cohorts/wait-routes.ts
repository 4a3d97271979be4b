import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import { type Challenge, challengeSentences } from '#platform/challenge/turnstile.ts'
import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import {
  cohortWaitList,
  joinWaitList,
  leaveWaitList,
  removeFromWaitList,
  waitListEntry,
} from './contract-wait.ts'
import { dayInWords } from './domain/cohort-plan.ts'
import { waitConsent } from './domain/wait-consent.ts'
import type { WaitLinks } from './wait-links.ts'
import { unknownWait, type WaitList } from './wait-list.ts'

export interface WaitParts {
  waits: WaitList
  links: WaitLinks
  challenge: Challenge
  audit: AuditLog
  database: Database
  reads: AuditedReads
}

export function mountWaitRoutes(
  api: ApiRouter,
  { waits, links, challenge, audit, database, reads }: WaitParts,
): void {
  api.serve(joinWaitList, async ({ params, body }, call) => {
    const verdict = await challenge.verify(body.turnstileToken, call.address)
    if (verdict !== 'passed') throw new AppError('invalid', 'CHALLENGE_FAILED', challengeSentences[verdict])
    // A program that fills the hidden field gets the same response as a person.
    if (body.website === undefined || body.website === '')
      await waits.join({ cohortId: params.id, email: body.email, name: body.name, consent: waitConsent })
  })

  const waitOf = (token: string): string => {
    const id = links.waitOf(token)
    if (id === null) throw unknownWait()
    return id
  }

  api.serve(waitListEntry, async ({ body }) => ({ entry: await waits.get(waitOf(body.token)) }))

  api.serve(leaveWaitList, ({ body }) => waits.leave(waitOf(body.token), 'left', 'system:program'))

  api.serve(cohortWaitList, async ({ params }, call) => {
    const waiting = await waits.ofCohort(params.id)
    const subject = `Cohort ${params.id}`
    const seesPeople = await reads.seesPeople(call, 'Read a wait list', subject, waiting.length)
    return {
      waiting: seesPeople ? waiting : waiting.map((entry) => ({ ...entry, name: null, email: null })),
    }
  })

  api.serve(removeFromWaitList, async ({ params }, call) => {
    const { startsOn } = await waits.get(params.id)
    await waits.leave(params.id, 'removed', `staff:${call.actor.staffId}`)
    await audit.record(database.sql, {
      by: call.actor.username,
      action: 'Removed from wait list',
      subject: `Cohort of ${dayInWords(startsOn)}`,
      changes: [],
    })
  })
}
