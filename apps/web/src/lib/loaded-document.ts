/**
 * The address that this document was loaded from. Its security policy is that address's and stays, however far the
 * visitor walks inside the application. Read at start, so `main.tsx` imports this file before anything navigates.
 */
export const loadedFrom = typeof window === 'undefined' ? 'http://localhost/' : window.location.href

/** Where neither statistics nor advertising nor calendars may look on; the server's policy says the same. */
const quietPaths = /^\/(?:payment|checkout|admin)(?:\/|$)/

/** True for a path whose document admits no third party beside the payment's. */
export function isQuiet(pathname: string): boolean {
  return quietPaths.test(pathname)
}

/** True while this document, wherever the visitor has walked since, admits no third party. */
export function inQuietDocument(): boolean {
  return isQuiet(new URL(loadedFrom).pathname)
}
