export type LeadType = 'normal_lead' | 'whitepaper_download' | 'pre_order_book'

const leadTypes: readonly string[] = ['normal_lead', 'whitepaper_download', 'pre_order_book']

export function isLeadType(value: unknown): value is LeadType {
  return typeof value === 'string' && leadTypes.includes(value)
}

/** Adds `success=true` and the lead type to the address; removes a trailing slash, except that of "/". */
export function markedAddress(address: URL, leadType: LeadType): string {
  const marked = new URL(address)
  marked.searchParams.set('success', 'true')
  marked.searchParams.set('lead_type', leadType)
  return relative(marked)
}

/** The address without the two parameters of `markedAddress`. */
export function clearedAddress(address: URL): string {
  const cleared = new URL(address)
  cleared.searchParams.delete('success')
  cleared.searchParams.delete('lead_type')
  return relative(cleared)
}

/** The lead type in the query, if `success` is "true" and there is a lead type. */
export function readMarker(search: string): { success: true; leadType: string } | undefined {
  const query = new URLSearchParams(search)
  const leadType = query.get('lead_type')
  return query.get('success') === 'true' && leadType ? { success: true, leadType } : undefined
}

function relative(address: URL): string {
  const path = address.pathname === '/' ? '/' : address.pathname.replace(/\/+$/, '')
  return `${path}${address.search}${address.hash}`
}

declare global {
  interface Window {
    gtag?: (...words: unknown[]) => void
    lintrk?: (action: string, data: Record<string, unknown>) => void
  }
}

/** Reports the lead to the loaded analytics tools, if any, and adds the marker to the address by history replace. */
export function leadSucceeded(leadType: LeadType): void {
  window.history.replaceState(
    window.history.state,
    '',
    markedAddress(new URL(window.location.href), leadType),
  )
  window.gtag?.('event', 'lead_generation', {
    event_category: 'lead',
    event_label: leadType,
    lead_type: leadType,
  })
  window.lintrk?.('track', { lead_type: leadType, event_category: 'lead_generation' })
}

/** Removes the marker from the address. */
export function clearLeadMarker(): void {
  window.history.replaceState(window.history.state, '', clearedAddress(new URL(window.location.href)))
}
