let enabled = false
let page: string | undefined
let traceId = ''

/** From now on, requests have a `traceparent` header. */
export function traceCalls(): void {
  enabled = true
}

/** The W3C Trace Context header; all requests of one page belong to one trace. Empty if tracing is disabled. */
export function traceHeaders(): Record<string, string> {
  if (!enabled) return {}
  if (page !== location.pathname) {
    page = location.pathname
    traceId = randomHex(16)
  }
  return { traceparent: `00-${traceId}-${randomHex(8)}-01` }
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
