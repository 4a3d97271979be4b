/** What is the same at its source has the same id, so that it can be recorded only once. A UUID of version 8: made of a digest (hex). */
export function transferIdOf(digest: string): string {
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
