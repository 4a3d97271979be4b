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
