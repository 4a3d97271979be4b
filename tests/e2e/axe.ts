import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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

/** WCAG 2.2 A and AA on what is on the screen now, once its colours are there. */
export async function expectAccessible(page: Page, what: string, look: Look = {}): Promise<void> {
  // One page without foreign frames: no second window is needed to put results together.
  const whole = new AxeBuilder({ page }).setLegacyMode(true)
  const axe = look.within === undefined ? whole : whole.include(look.within)
  const ruled = look.contrastOnly ? axe.withRules(['color-contrast']) : axe.withTags(wcag)
  const { violations } = await still(page, () => ruled.analyze())
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    what,
  ).toEqual([])
}
