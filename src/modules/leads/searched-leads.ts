import { mostHits, SearchedList, type Searcher } from '#platform/http/searched-list.ts'
import type { LeadAudit } from './lead-audit.ts'
import type { LeadInbox } from './lead-inbox.ts'

/** Leads, for the search of staff. */
export class SearchedLeads extends SearchedList {
  readonly group = 'leads'
  readonly roles = ['editor', 'viewer'] as const
  readonly #inbox: LeadInbox
  readonly #audit: LeadAudit

  constructor(inbox: LeadInbox, audit: LeadAudit) {
    super()
    this.#inbox = inbox
    this.#audit = audit
  }

  override async find(q: string, { actor: { username, role }, address }: Searcher) {
    const withContacts = role !== 'viewer'
    const subject = withContacts ? 'The inbox' : 'The inbox without addresses'
    await this.#audit.read({ by: username, address }, subject)
    const [leads, total] = await this.#inbox.newest(q, mostHits, { username, withContacts })
    const hits = leads.map(({ id, name, company, email }) => ({
      id,
      title: name,
      details: [company, withContacts ? email : ''].filter((detail) => detail !== ''),
      amount: null,
      currency: null,
    }))
    return { total, hits }
  }
}
