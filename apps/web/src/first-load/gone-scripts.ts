import { isAnythingEntered } from './early-input.ts'

/**
 * Called when a script of the page cannot be loaded. A document from before a deployment links to scripts that no longer
 * exist: it is reloaded if the server answers 404 for its own script and no input would be lost. Not after a reload,
 * which would have brought the new scripts.
 */
export async function reloadIfGone(): Promise<void> {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // The name of the document's own script is different in every version.
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  if (!own || arrival?.type === 'reload') return
  const answer = await fetch(own, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.status === 404 && !isAnythingEntered()) window.location.reload()
}
