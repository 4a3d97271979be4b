import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { LeadFilter, listLeads } from './contract-inbox.ts'
import { leadTables } from './lead.ts'

export type LeadCounts = Pick<OutputOf<typeof listLeads>, 'counts' | 'total' | 'quarantined'>

/** Whether the counts of `countLeads` are right for a filter: they ignore search, owner and dates. */
export const isCounted = ({ search, owner, from, to }: LeadFilter): boolean =>
  !search?.trim() && !owner && !from && !to

/** Counts leads in one pass over the index of status, type and source, grouped in its order: no hash, no sort. */
export async function countLeads(
  sql: Sql,
  { type, status, source, quarantine }: LeadFilter,
): Promise<LeadCounts> {
  const rows = await leadTables(sql)
    .selectFrom((lead) =>
      lead
        .selectFrom('leads_lead')
        .select(({ fn }) => ['status', 'lead_type', 'source', fn.countAll<number>().as('leads')])
        .groupBy(['status', 'lead_type', 'source'])
        .as('groups'),
    )
    .select(({ fn, eb }) => {
      const leads = fn.sum<number | null>('leads')
      const matching = eb.and([
        ...(type ? [eb('lead_type', '=', type)] : []),
        ...(source ? [eb('source', '=', source)] : []),
      ])
      const inTotal = eb.and([
        matching,
        ...(status ? [eb('status', '=', status)] : []),
        ...(quarantine === 'without' ? [eb('status', '<>', 'quarantined')] : []),
      ])
      const inQuarantine = eb.and([matching, eb('status', '=', 'quarantined')])
      return [
        'lead_type as leadType',
        'source',
        leads.filterWhere('status', '<>', 'quarantined').as('count'),
        fn.sum<number | null>(leads.filterWhere(inTotal)).over().as('total'),
        fn.sum<number | null>(leads.filterWhere(inQuarantine)).over().as('quarantined'),
      ]
    })
    .groupBy(['lead_type', 'source'])
    .orderBy('count', (order) => order.desc().nullsLast())
    .limit(200)
    .execute()
  return {
    counts: rows.flatMap(({ leadType, source: leadSource, count }) =>
      count === null ? [] : [{ leadType, source: leadSource, count: Number(count) }],
    ),
    total: Number(rows[0]?.total ?? 0),
    quarantined: Number(rows[0]?.quarantined ?? 0),
  }
}
