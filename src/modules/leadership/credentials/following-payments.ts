import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { followPayment } from '../program/standing-job.ts'
import type { CredentialChanges } from './credential-changes.ts'

/** Credentials follow the payments of their orders: within seconds of what is heard of them. */
export class FollowingPayments extends JobHandlers {
  readonly #changes: CredentialChanges

  constructor(changes: CredentialChanges) {
    super()
    this.#changes = changes
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(followPayment, ({ data: { orderId } }) =>
      this.#changes.followOrder(orderId, { actor: 'system:program' }),
    )
  }
}
