import { sees, type WaitingItem, WaitingWork, type Worker } from '#platform/kernel/waiting-work.ts'
import type { LeadInbox } from './lead-inbox.ts'
import { ownedByMe, ownedByNobody } from './rules.ts'

/** The filters of the inbox whose leads wait for a person. */
const waiting = [
  { title: 'Your new leads', status: 'new', owner: ownedByMe },
  { title: 'New leads without an owner', status: 'new', owner: ownedByNobody },
  { title: 'New leads in all', status: 'new' },
  { title: 'Leads in quarantine', status: 'quarantined' },
] as const

/** New leads and those in quarantine. */
export class WaitingLeads extends WaitingWork {
  readonly #inbox: LeadInbox

  constructor(inbox: LeadInbox) {
    super()
    this.#inbox = inbox
  }

  override of({ username, role }: Worker): Promise<WaitingItem[]> {
    if (!sees(role, 'editor', 'viewer')) return Promise.resolve([])
    const owns = sees(role, 'editor')
    return Promise.all(
      waiting
        .filter((each) => owns || !('owner' in each) || each.owner !== ownedByMe)
        .map(async ({ title, ...filter }) => ({
          area: 'Leads' as const,
          title,
          count: await this.#inbox.count(filter, { username, withContacts: false }),
          address: `/leads?${new URLSearchParams(filter)}`,
        })),
    )
  }
}
