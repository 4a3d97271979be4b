import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ReportRequest } from '#modules/leadership/index.ts'
import type { leadStatuses } from './contract.ts'
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
    /** Last touch's source, for filters and counts. */
    source: p.text().nullable(),
    attribution: p.json<Record<string, unknown>>(),
    notes: p.text(),
    /** What the mailed report of the cost calculator is made from. */
    report: p.json<ReportRequest>().nullable(),
    createdAt: p.datetime(),
  },
})
export type Lead = InferEntity<typeof Lead>
