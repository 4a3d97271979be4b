import { eachByItself } from '#platform/jobs/each-by-itself.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { followPayment } from '../program/follow-payment.ts'
import type { EnrollmentStandings } from '../program/seats/enrollment-standings.ts'
import type { CredentialChanges } from './credential-changes.ts'

/** Suspends, resumes and withdraws credentials, also of seats, when the payments of their orders change. */
export class CredentialPaymentJobs extends JobHandlers {
  readonly #changes: CredentialChanges

  readonly #standings: EnrollmentStandings

  constructor(changes: CredentialChanges, standings: EnrollmentStandings) {
    super()
    this.#changes = changes
    this.#standings = standings
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(followPayment, async ({ data: { orderId } }) => {
      await eachByItself(await this.#standings.enrollmentsOf(orderId), (id) =>
        this.#changes.followOrder(id, { actor: 'system:program' }),
      )
    })
  }
}
