/**
 * The address that this document was loaded from. Its content security policy belongs to that address and stays when the
 * client navigates. Read at start, so `main.tsx` imports this file before any navigation.
 */
export const loadedFrom = typeof window === 'undefined' ? 'http://localhost/' : window.location.href

/** Pages without statistics, advertising and calendars; the server's content security policy forbids them there, too. */
const restrictedPaths = /^\/(?:payment|checkout|admin)(?:\/|$)/

/** Whether the page at this path loads no third party except the payment provider. */
export function isRestricted(pathname: string): boolean {
  return restrictedPaths.test(pathname)
}

/** Whether this document's policy forbids third parties, whichever page it shows now. */
export function isRestrictedDocument(): boolean {
  return isRestricted(new URL(loadedFrom).pathname)
}
