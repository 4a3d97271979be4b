/** How often the loading of a video is retried. */
export const videoRetries = 2

/** Milliseconds before retry `attempt` (0 is the first): 1 s, doubling, at most 5 s. */
export function videoRetryDelay(attempt: number): number {
  return Math.min(5_000, 1_000 * 2 ** attempt)
}

/** The message for a video that could not be loaded; `remote`: the remote storage was tried first. */
export const videoFailure = (remote: boolean): string =>
  remote ? 'S3 video failed to load and fallback also failed' : 'Video failed to load'

export interface LazyRule {
  rootMargin: string
  threshold: number
}

/** How early a video's poster below the fold is loaded, by the connection's speed (effectiveType of the browser). */
export function lazyRule(effectiveType: string | undefined): LazyRule {
  if (effectiveType === 'slow-2g' || effectiveType === '2g') return { rootMargin: '50px', threshold: 0.5 }
  if (effectiveType === '3g') return { rootMargin: '100px', threshold: 0.2 }
  return { rootMargin: '200px', threshold: 0.1 }
}
