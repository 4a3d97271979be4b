/** How many more times a video that failed is asked for. */
export const VIDEO_RETRIES = 2

/** Milliseconds before retry `attempt` (0 is the first): 1 s, doubling, at most 5 s. */
export function videoRetryDelay(attempt: number): number {
  return Math.min(5000, 1000 * 2 ** attempt)
}

export interface LazyRule {
  rootMargin: string
  threshold: number
}

/** How early a video below the fold is loaded, by the connection's speed (effectiveType of the browser). */
export function lazyRule(effectiveType: string | undefined): LazyRule {
  if (effectiveType === 'slow-2g' || effectiveType === '2g') return { rootMargin: '50px', threshold: 0.5 }
  if (effectiveType === '3g') return { rootMargin: '100px', threshold: 0.2 }
  return { rootMargin: '200px', threshold: 0.1 }
}

/** Where a media name is on this site; an https address stays as it is. */
export function localSource(name: string): string {
  return name.startsWith('https://') ? name : `/assets/${name.replace(/^\/+/, '')}`
}

/** Where a media name is in the storage: its path always ends in the assets folder. */
export function storageSource(base: string, name: string): string {
  if (name.startsWith('https://')) return name
  const root = base.replace(/\/+$/, '')
  const folder = root === '' ? '' : root.endsWith('/assets') ? root : `${root}/assets`
  return folder === '' ? localSource(name) : `${folder}/${name.replace(/^\/+/, '')}`
}
