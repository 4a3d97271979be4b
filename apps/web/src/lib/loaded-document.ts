/**
 * The address that this document was loaded from. Its security policy is that address's and stays, however far the
 * visitor walks inside the application. Read at start, so `main.tsx` imports this file before anything navigates.
 */
export const loadedFrom = typeof window === 'undefined' ? 'http://localhost/' : window.location.href
