import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { EnrollmentStandings } from '../program/seats/seat-standings.ts'
import { followPayment } from '../program/standing-job.ts'
import type { CredentialChanges } from './credential-changes.ts'

/** Credentials follow the payments of their orders, those of seats too: within seconds of what is heard of them. */
export class FollowingPayments extends JobHandlers {
  readonly #changes: CredentialChanges

  readonly #standings: EnrollmentStandings

  constructor(changes: CredentialChanges, standings: EnrollmentStandings) {
    super()
    this.#changes = changes
    this.#standings = standings
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(followPayment, async ({ data: { orderId } }) => {
      for (const id of await this.#standings.enrollmentsOf(orderId))
        await this.#changes.followOrder(id, { actor: 'system:program' })
    })
  }
}
