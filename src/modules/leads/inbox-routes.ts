import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StaffNames } from '#modules/identity/index.ts'
import type { Reader } from '#platform/audit/audited-reads.ts'
import { csvHead, csvLine } from '#platform/export/csv.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { changeLead, changeLeads, exportLeads, leadPerson, listLeads } from './contract-inbox.ts'
import { deleteSavedFilter, listSavedFilters, saveFilter } from './contract-saved-filters.ts'
import type { Lead } from './lead.ts'
import type { LeadAudit } from './lead-audit.ts'
import type { LeadChanges } from './lead-changes.ts'
import type { LeadInbox } from './lead-inbox.ts'
import type { LeadNotes, Note } from './lead-notes.ts'
import type { LeadPersons } from './lead-persons.ts'
import type { Leads } from './leads.ts'
import type { SavedFilters } from './saved-filters.ts'

const view = (lead: Lead, withContacts: boolean) => ({
  ...lead,
  email: withContacts ? lead.email : null,
  phone: withContacts ? lead.phone : null,
  quarantineReason: lead.quarantineReason ?? null,
  source: lead.source ?? null,
  owner: lead.owner ?? null,
})

const readerOf = ({ actor, address }: { actor: { username: string }; address: string }): Reader => ({
  by: actor.username,
  address,
})

export interface InboxRoutes {
  leads: Leads
  inbox: LeadInbox
  changes: LeadChanges
  notes: LeadNotes
  persons: LeadPersons
  audit: LeadAudit
  staff: StaffNames
}

/** The staff's endpoints for leads. */
export function mountInboxRoutes(
  api: ApiRouter,
  { leads, inbox, changes, notes, persons, audit, staff }: InboxRoutes,
): void {
  api.serve(listLeads, async ({ query: { sort, page, ...filter } }, call) => {
    const { username, role } = call.actor
    const withContacts = role !== 'viewer'
    await audit.read(readerOf(call), withContacts ? 'The inbox' : 'The inbox without addresses')
    const [{ leads: found, ...counted }, members] = await Promise.all([
      inbox.page(filter, { sort, page }, { username, withContacts }),
      staff.members(),
    ])
    return {
      leads: found.map((lead) => view(lead, withContacts)),
      ...counted,
      staff: members.map(({ username, role, disabled }) => ({
        username,
        mayOwn: !disabled && (role === 'owner' || role === 'editor'),
      })),
    }
  })

  api.serve(leadPerson, async ({ params }, call) => {
    await audit.read(readerOf(call), `The person behind lead ${params.id}`)
    const lead = await leads.get(params.id)
    const [{ leads: others, customerSince, orders }, notesByLead] = await Promise.all([
      persons.of(lead),
      notes.of([lead.id]),
    ])
    return {
      lead: view(lead, call.actor.role !== 'viewer'),
      notes: notesByLead.get(lead.id) ?? [],
      leads: others,
      customerSince,
      orders,
    }
  })

  api.serve(exportLeads, async ({ query: filter }, call) => {
    await audit.exported(readerOf(call), filter)
    call.res.type('text/csv').set('content-disposition', 'attachment; filename="leads.csv"')
    async function* lines() {
      yield csvHeader
      for await (const batch of inbox.export(filter, call.actor.username)) {
        const notesByLead = await notes.of(batch.map(({ id }) => id))
        yield batch.map((lead) => csvOf(lead, notesByLead.get(lead.id) ?? [])).join('')
      }
    }
    await pipeline(Readable.from(lines()), call.res)
    return undefined
  })

  api.serve(changeLead, async ({ params, body }, call) => ({
    lead: view(await changes.change({ id: params.id, ...body }, readerOf(call)), true),
  }))

  api.serve(changeLeads, async ({ body }, call) => ({
    results: await changes.changeAll(body.changes, readerOf(call)),
  }))
}

/** The endpoints for saved filters; members of staff see only their own. */
export function mountSavedFilterRoutes(api: ApiRouter, filters: SavedFilters): void {
  api.serve(listSavedFilters, async (_input, { actor }) => ({
    filters: await filters.of(actor.username),
  }))

  api.serve(saveFilter, ({ params, body }, { actor }) => filters.save(actor.username, { ...params, ...body }))

  api.serve(deleteSavedFilter, ({ params }, { actor }) => filters.delete(actor.username, params.id))
}

const csvHeader = csvHead([
  'id',
  'created_at',
  'type',
  'status',
  'name',
  'email',
  'phone',
  'company',
  'message',
  'source',
  'owner',
  'notes',
])

/** A lead as one line of the export. */
const csvOf = (lead: Lead, notes: readonly Note[]): string =>
  csvLine([
    lead.id,
    lead.createdAt.toISOString(),
    lead.leadType,
    lead.status,
    lead.name,
    lead.email,
    phoneCell(lead.phone),
    lead.company,
    lead.message,
    lead.source,
    lead.owner,
    notes.map(noteLine).join('\n'),
  ])

/** With spaces for hyphens: a spreadsheet reads +1-555-0100 as a formula. */
const phoneCell = (phone: string): string => phone.replaceAll('-', ' ')

const noteLine = ({ author, at, text }: Note): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')} ${author}: ${text}`
