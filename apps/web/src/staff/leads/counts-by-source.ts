import type { Lead, LeadList } from './inbox-view.ts'

export type CountRow = { source: string; total: number } & Record<Lead['leadType'], number>

/** One row per source, the largest first; leads without one came directly. */
export function countsBySource(counts: LeadList['counts']): CountRow[] {
  const rows = new Map<string, CountRow>()
  for (const { source, leadType, count } of counts) {
    const name = source ?? 'direct'
    const row = rows.get(name) ?? {
      source: name,
      total: 0,
      normal_lead: 0,
      whitepaper_download: 0,
      pre_order_book: 0,
    }
    row[leadType] += count
    row.total += count
    rows.set(name, row)
  }
  return [...rows.values()].toSorted((a, b) => b.total - a.total)
}
