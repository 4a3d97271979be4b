import { csvHead, csvLine } from '#platform/export/csv.ts'
import type { Lead } from './lead.ts'
import type { Note } from './lead-notes.ts'

export const csvHeader = csvHead([
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
export const csvOf = (lead: Lead, notes: readonly Note[]): string =>
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
