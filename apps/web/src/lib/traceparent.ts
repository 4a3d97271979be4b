let wanted = false
let page: string | undefined
let traceId = ''

/** From now on calls say which trace they belong to. */
export function traceCalls(): void {
  wanted = true
}

/** W3C Trace Context: the calls of one page belong to one trace. Nothing where no collector is told. */
export function traceHeaders(): Record<string, string> {
  if (!wanted) return {}
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
