/** The limits of what `pages.ts` measures: the same pages and the same menu, shown by the browser without the site's scripts. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright'

const scripts = /\.js$/

/** Runs in the page: rules as a sheet that the content security policy of the page does not forbid. */
const addRules = `(rules) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets.push(sheet)
}`

/** Runs in the page: the rules of all its sheets. */
const allRules = `[...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('')`

/**
 * Runs in the page: the first click puts `main` of another page, made before, in the place of this one's. The rules of both
 * and the late font faces are there by then, as they are on the site.
 */
const swapMain = `async (path) => {
  const text = await (await fetch(path)).text()
  const next = new DOMParser().parseFromString(text, 'text/html')
  const main = document.importNode(next.querySelector('main'), true)
  const faces = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: /href="([^"]*faces-[^"]*)"/.exec(text)[1],
  })
  document.head.append(faces)
  await new Promise((resolve) => (faces.onload = resolve))
  ;(${addRules})(next.querySelector('style[data-sheets]').textContent)
  addEventListener('click', (event) => {
    event.preventDefault()
    document.querySelector('main').replaceWith(main)
    scrollTo(0, 0)
  }, { capture: true, once: true })
}`

/** Runs in the page: the button shows a menu that was taken from the page with its scripts. */
const showMenu = `(html) => {
  const button = document.querySelector('[aria-label="Open menu"]')
  button.addEventListener('click', () => document.body.insertAdjacentHTML('beforeend', html))
}`

/** A browser to which the scripts of the site do not come. */
export async function withoutScripts(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.route(scripts, (route) => route.abort())
  return context
}

/** The next click on `page` shows the page `to`, which is there already. */
export const showAtClick = (page: Page, to: string): Promise<unknown> =>
  page.evaluate(`(${swapMain})(${JSON.stringify(to)})`)

/** Milliseconds between two touches: the page has settled, as when a finger comes back to the screen. */
const betweenTouchesMs = 300

/** Touches the middle of an element. The browser is not asked where it is, nor scrolls to it, within the touch: that would be measured, too. */
export async function touch(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  const page = element.page()
  await page.waitForTimeout(betweenTouchesMs)
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element cannot be touched: it is not shown')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/**
 * Milliseconds that the menu of the home page takes from the touch to its paint, processor slowed `slowdown` times.
 * @param watch runs in the page before the touch, and leaves the longest answer as `longest`
 */
export async function bareMenu(
  browser: Browser,
  url: string,
  phone: BrowserContextOptions,
  slowdown: number,
  watch: string,
): Promise<number> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const menu = await page.getByRole('dialog').evaluate((element) => element.outerHTML)
  const rules = await page.evaluate<string>(allRules)
  await context.route(scripts, (route) => route.abort())
  await page.goto(url, { waitUntil: 'networkidle' })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(watch)
  await page.evaluate(`(${addRules})(${JSON.stringify(rules)})`)
  await page.evaluate(`(${showMenu})(${JSON.stringify(menu)})`)
  await touch(page.getByRole('button', { name: 'Open menu' }))
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(500)
  const longest = await page.evaluate<number>('longest')
  await context.close()
  return longest
}
