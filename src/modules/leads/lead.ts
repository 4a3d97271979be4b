import { defineEntity, type InferEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { ReportRequest } from '#modules/leadership/index.ts'
import type { Attribution } from '#platform/contract/attribution.ts'
import { columnsOf, kyselyOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { leadStatuses } from './contract-inbox.ts'
import type { SavedQuery } from './contract-saved-filters.ts'
import type { LeadType } from './rules.ts'

export type LeadStatus = (typeof leadStatuses)[number]

export const Lead = defineEntity({
  name: 'Lead',
  tableName: 'leads_lead',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    email: p.text(),
    phone: p.text(),
    company: p.text(),
    message: p.text(),
    leadType: p.text().$type<LeadType>(),
    status: p.text().$type<LeadStatus>(),
    quarantineReason: p.text().nullable(),
    /** The source of the last touch, for filters and counts. */
    source: p.text().nullable(),
    /** As orders have them: a slug or a host, by the first and by the last touch. */
    firstSource: p.text().nullable(),
    lastSource: p.text().nullable(),
    attribution: p.json<z.output<typeof Attribution>>(),
    /** The username of the member of staff who handles the lead. */
    owner: p.text().nullable(),
    /** A keyed digest of the sender's network address: enough to count by, useless without the key. */
    addressDigest: p.blob().lazy(),
    /** The inputs of the cost report that is mailed to the sender. */
    report: p.json<ReportRequest>().nullable(),
    createdAt: p.datetime(),
    /** Made by the database, for searches: of the lead, and of its address and telephone number. */
    searchForm: p.text().nullable().lazy(),
    contactForm: p.text().nullable().lazy(),
  },
})
export type Lead = InferEntity<typeof Lead>

/** A note of a member of staff. Never changed; deleted with its lead. */
export const LeadNote = defineEntity({
  name: 'LeadNote',
  tableName: 'leads_note',
  properties: {
    id: p.uuid().primary(),
    leadId: p.uuid(),
    /** A username. */
    author: p.text(),
    at: p.datetime(),
    text: p.text(),
  },
})

/** A filter of the inbox that a member of staff named. */
export const SavedFilter = defineEntity({
  name: 'SavedFilter',
  tableName: 'leads_saved_filter',
  properties: {
    id: p.uuid().primary(),
    username: p.text(),
    name: p.text(),
    query: p.json<SavedQuery>(),
  },
})

/** Used by SQL statements only; MikroORM does not load these entities. */
export const leadsStatementEntities = [LeadNote, SavedFilter]

export type LeadTables = InferKyselyDB<typeof Lead | typeof LeadNote | typeof SavedFilter>
/** A row of leads_lead, by column names. */
export type LeadColumns = Omit<LeadTables['leads_lead'], (typeof searchColumns)[number]>
const searchColumns = ['search_form', 'contact_form'] as const
/** The columns that are stored; the others are made of them by the database. */
export const leadColumns = columnsOf(Lead).filter(
  (column): column is keyof LeadColumns & string => !(searchColumns as readonly string[]).includes(column),
)

export const leadTables = (sql: Sql) => kyselyOn<LeadTables>(sql)
