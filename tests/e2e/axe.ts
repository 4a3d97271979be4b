import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Waits until nothing fades or slides: colours on their way have a contrast that nobody chose. */
export async function settled(page: Page): Promise<void> {
  // What turns for ever, as a sign of waiting does, never settles and fades nothing; so does the clock of a toast.
  await expect
    .poll(() =>
      page.evaluate<boolean>(
        `document.getAnimations().every((each) => each.playState !== 'running' || each.animationName === 'Toastify__trackProgress' || each.effect.getComputedTiming().endTime === Infinity)`,
      ),
    )
    .toBe(true)
}

/** Runs `look` while nothing can begin to fade: a button that just got free would otherwise be caught half way. */
async function still<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await settled(page)
  // A constructed sheet: the policy of the pages forbids every other style that they did not bring along.
  await page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets.push(globalThis.still = sheet)
  }`)
  try {
    return await look()
  } finally {
    await page.evaluate(`{
      const at = document.adoptedStyleSheets.indexOf(globalThis.still)
      if (at >= 0) document.adoptedStyleSheets.splice(at, 1)
    }`)
  }
}

export interface Look {
  /** A selector: the rest of the page is left to its own test. */
  within?: string
  /** Contrast alone: nothing else depends on the colour scheme. */
  contrastOnly?: boolean
}

/** Loads axe into the document and its frames of the same origin, where it is not yet: loading takes longer than a check. */
async function load(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  for (const frame of page.frames()) {
    if (!frame.url().startsWith('about:') && new URL(frame.url()).origin !== origin) continue
    if (await frame.evaluate<boolean>('globalThis.axe?.run === undefined')) await frame.evaluate(axeScript)
  }
}

/** WCAG 2.2 A and AA on what is on the screen now, once its colours are there. */
export async function expectAccessible(page: Page, what: string, look: Look = {}): Promise<void> {
  const options: RunOptions = {
    runOnly: look.contrastOnly ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: wcag },
    // What passes is not described: on a long page that takes more than the rules do.
    resultTypes: ['violations'],
  }
  const context = look.within === undefined ? 'document' : JSON.stringify(look.within)
  const violations = await still(page, async () => {
    await load(page)
    return page.evaluate<string[]>(
      `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
    )
  })
  expect(violations, what).toEqual([])
}
