import { expect, type Page } from '@playwright/test'

/** What sticks out of the page, or of the box that holds it. */
const sticksOut = `(() => {
  const root = document.documentElement
  const boxes = [...document.querySelectorAll('[role=tabpanel] :is(input, select, button, dl, table, p, li)')]
  const out = boxes.filter((each) => {
    const around = each.parentElement
    const width = each.getBoundingClientRect().width
    if (width === 0 || getComputedStyle(around).overflowX !== 'visible') return false
    if (getComputedStyle(each).position !== 'static') return false
    return each.getBoundingClientRect().right > around.getBoundingClientRect().right + 1
  })
  const page = root.scrollWidth > root.clientWidth ? ['the page'] : []
  return [...page, ...out.map((each) => each.tagName + ' ' + each.textContent.slice(0, 40))]
})()`

/** At every width that the staff screen is made for. */
export async function expectNothingSticksOut(page: Page, what: string): Promise<void> {
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate<string[]>(sticksOut), `${what} at ${width}`).toEqual([])
  }
}
