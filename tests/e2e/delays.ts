import type { Page } from '@playwright/test'

/**
 * Notes for how many milliseconds the page asks to wait, each time it does. A wait that the specification names is
 * checked by what was asked for: how long it took says more of the machine. Call before the page is opened.
 */
export async function noteDelays(page: Page): Promise<void> {
  await page.addInitScript(`{
    const { setTimeout } = window
    window.delays = []
    window.setTimeout = (run, ms = 0, ...given) => {
      window.delays.push(ms)
      return setTimeout(run, ms, ...given)
    }
  }`)
}

/** The waits of this document that were asked for since the last call. */
export const takeDelays = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>('window.delays.splice(0)')

/** Notes how near to the window each element has to come before the page answers. Call before the page is opened. */
export async function noteObservers(page: Page): Promise<void> {
  await page.addInitScript(`{
    const { IntersectionObserver } = window
    window.observed = []
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(run, options = {}) {
        super(run, options)
        window.observed.push([options.rootMargin ?? '0px', options.threshold ?? 0])
      }
    }
  }`)
}

/** The margins and thresholds that this document has asked for. */
export const observers = (page: Page): Promise<[margin: string, threshold: number][]> =>
  page.evaluate<[string, number][]>('window.observed')
