import { sees, type WaitingItem, WaitingWork, type Worker } from '#platform/kernel/waiting-work.ts'
import type { PublishSchedule } from './publish-schedule.ts'

/** Publishes that run by themselves at their moment. */
export class WaitingContent extends WaitingWork {
  readonly #schedule: PublishSchedule

  constructor(schedule: PublishSchedule) {
    super()
    this.#schedule = schedule
  }

  override async of({ role }: Worker): Promise<WaitingItem[]> {
    if (!sees(role, 'editor', 'viewer')) return []
    const { length: count } = await this.#schedule.waiting()
    return [{ area: 'Content', title: 'Scheduled publishes', count, address: '/content/publishing' }]
  }
}
