import { expect, type Page } from '@playwright/test'

/** What sticks out of the page, or of the box that holds it, is cut off by its own box, or touches the line below it. */
const sticksOut = `(() => {
  const root = document.documentElement
  const textOf = (each) => each.tagName + ' ' + each.textContent.slice(0, 40)
  const boxes = [...document.querySelectorAll('[role=tabpanel] :is(input, select, button, dl, table, p, li)')]
  const out = boxes.filter((each) => {
    const around = each.parentElement
    const width = each.getBoundingClientRect().width
    if (width === 0 || getComputedStyle(around).overflowX !== 'visible') return false
    if (getComputedStyle(each).position !== 'static') return false
    return each.getBoundingClientRect().right > around.getBoundingClientRect().right + 1
  })
  const page = root.scrollWidth > root.clientWidth ? ['the page'] : []
  const cut = [...document.querySelectorAll('[role=tab] > span, [aria-label^="Table: "]')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => 'cut: ' + (each.ariaLabel ?? textOf(each)))
  const ruler = document.createElement('canvas').getContext('2d')
  const wider = (each, text) => {
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(each)
    // The shorthand is empty where the figures of the font are chosen.
    ruler.font = [fontWeight, fontSize, fontFamily].join(' ')
    const room = each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return each.clientWidth > 0 && ruler.measureText(text).width > room + 1
  }
  const hints = [...document.querySelectorAll('input[placeholder]:placeholder-shown')]
    .filter((each) => getComputedStyle(each, '::placeholder').color !== 'rgba(0, 0, 0, 0)')
    .map((each) => [each, each.placeholder])
  const choices = [...document.querySelectorAll('[role=tabpanel] select')]
    .map((each) => [each, each.selectedOptions[0]?.textContent ?? ''])
  const words = [...hints, ...choices].filter(([each, text]) => wider(each, text))
  const touching = [...document.querySelectorAll('[role=tabpanel] :is(p, dt)')].filter((each) => {
    let below = each.nextElementSibling
    while (below && parseFloat(getComputedStyle(below).borderTopWidth) === 0) below = below.firstElementChild
    const range = document.createRange()
    range.selectNodeContents(each)
    const { bottom, height } = range.getBoundingClientRect()
    const gap = below ? below.getBoundingClientRect().top - bottom : Infinity
    return height > 0 && gap > -3 && gap < 4
  })
  return [
    ...page,
    ...out.map(textOf),
    ...cut,
    ...words.map(([, text]) => 'cut: ' + text),
    ...touching.map((each) => 'touches a line: ' + textOf(each)),
  ]
})()`

/** At every width that the staff screen is made for. */
export async function expectNothingSticksOut(page: Page, what: string): Promise<void> {
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate<string[]>(sticksOut), `${what} at ${width}`).toEqual([])
  }
}
