/**
 * The path to return to after signing in, if it is a path of this site; else `fallback`.
 * Absolute and protocol-relative addresses, backslashes and control characters are refused.
 */
export function safeReturnTo(value: string | null | undefined, fallback = '/profile'): string {
  if (!value?.startsWith('/') || value.startsWith('//') || value.includes('\\')) return fallback
  for (const character of value) if (character.charCodeAt(0) < 0x20) return fallback
  const base = 'http://site.invalid'
  try {
    const address = new URL(value, base)
    if (address.origin !== base || address.pathname.startsWith('//')) return fallback
    return `${address.pathname}${address.search}${address.hash}`
  } catch {
    return fallback
  }
}
