import { whenActive } from './start-later.ts'

interface PageLoad {
  route: string
  firstContentfulPaint?: number
  largestContentfulPaint?: number
  domContentLoaded?: number
  load?: number
  cumulativeLayoutShift?: number
}

/** A layout shift as the browser reports it; not yet in TypeScript's types. */
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/**
 * Sends the timings of this page load, once, when the visitor leaves or hides the page: only then are the largest paint
 * and the layout shifts final. It sends the route and five figures, no address and no identity.
 */
export function reportPageLoad(route: string): void {
  const sample: PageLoad = { route }
  watch('largest-contentful-paint', (entry) => {
    sample.largestContentfulPaint = sinceSeen(entry.startTime)
  })
  watch('layout-shift', (entry) => {
    const shift = entry as LayoutShift
    if (!shift.hadRecentInput)
      sample.cumulativeLayoutShift = (sample.cumulativeLayoutShift ?? 0) + shift.value
  })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') sample.firstContentfulPaint = sinceSeen(entry.startTime)
  })
  let sent = false
  // A prerendered page that is never shown is not a page load.
  whenActive(() => document.addEventListener('visibilitychange', send))
  function send(): void {
    if (sent || document.visibilityState !== 'hidden') return
    sent = true
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigation) {
      sample.domContentLoaded = sinceSeen(navigation.domContentLoadedEventEnd)
      sample.load = sinceSeen(navigation.loadEventEnd)
    }
    navigator.sendBeacon(
      '/api/performance/load',
      new Blob([JSON.stringify(sample)], { type: 'application/json' }),
    )
  }
}

/** Milliseconds since the visitor opened the page, which the browser may have prerendered earlier. */
function sinceSeen(time: number): number {
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number
  })[]
  return Math.max(0, Math.round(time - (navigation?.activationStart ?? 0)))
}

function watch(type: string, take: (entry: PerformanceEntry) => void): void {
  try {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  } catch {
    // A browser without this type of entry reports fewer figures.
  }
}
