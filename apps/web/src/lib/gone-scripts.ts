import { isAnythingEntered } from './early-input.ts'

/**
 * Called when a script of the page cannot be had. A document that was open while another version was deployed names
 * scripts that are gone: it is loaded again where the server itself says so and nothing typed would be lost. Never
 * twice: what a reload does not bring is not there.
 */
export async function reloadIfGone(): Promise<void> {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // The document's own script has another name in every version.
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  if (!own || arrival?.type === 'reload') return
  const answer = await fetch(own, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.status === 404 && !isAnythingEntered()) window.location.reload()
}
