import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { newPerson, signUp, site, watchPage } from './person.ts'

/** What may run before the first touch of a page to read, in bytes of source. */
const limit = 15_000

test.use({ viewport: { width: 412, height: 823 }, hasTouch: true })

/** Counts the source of every script that ran, whole, however little of it did. */
async function countScripts(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Profiler.enable')
  await devtools.send('Debugger.enable')
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const lengths = new Map<string, number>()
  devtools.on('Debugger.scriptParsed', ({ scriptId, length }) => lengths.set(scriptId, length ?? 0))
  return async () => {
    const { result } = await devtools.send('Profiler.takePreciseCoverage')
    const ran = result.filter(
      ({ url, functions }) =>
        url.startsWith(site('/')) && functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    )
    return ran.reduce((sum, { scriptId }) => sum + (lengths.get(scriptId) ?? 0), 0)
  }
}

test('given the home page that nobody touches, then 15 kB of script run, and the first touch of carousel and form counts', async ({
  page,
}) => {
  const problems = watchPage(page)
  const executed = await countScripts(page)
  const hinted = page.waitForResponse(/\/core-[\w-]+\.js$/)
  const asked = page.waitForResponse('**/api/auth/user/session')
  await page.goto(site('/'))
  await test.step('an idle browser has the scripts, and runs none of them', async () => {
    await (await hinted).finished()
    await asked
    expect(await page.locator('#root').getAttribute('data-hydrated')).toBeNull()
    const bytes = await executed()
    expect(bytes).toBeGreaterThan(1_000)
    expect(bytes).toBeLessThanOrEqual(limit)
    const signIn = page.getByRole('link', { name: 'Sign in', exact: true, includeHidden: true }).first()
    await expect(signIn).toHaveCSS('opacity', '1')
  })
  await test.step('the first touch turns the carousel', async () => {
    const dot = page.getByRole('button', { name: /^Show slide 3 of 4/ })
    await dot.tap()
    await expect(dot).toHaveAttribute('aria-current', 'true')
  })
  await test.step('of another visit, the first key is in the form', async () => {
    await page.goto(site('/'))
    const name = page.locator('#lead-gen-form').getByLabel('Name', { exact: true })
    await name.focus()
    await page.keyboard.type('Ada')
    await expect(page.locator('[data-section="lead"]')).toHaveAttribute('data-hydrated', '')
    await expect(name).toHaveValue('Ada')
  })
  await test.step('from then on the script fetches the code of a page whose link is pointed at', async () => {
    await expect(page.locator('script[type=speculationrules]')).toHaveCount(0)
    const code = page.waitForResponse(/\/terms-[\w-]+\.js$/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).focus()
    await (await code).finished()
    expect(new URL(page.url()).pathname).toBe('/')
  })
  await test.step('a pointer that comes to rest on a link first starts the script, and the code of that page and all content are fetched', async () => {
    await page.goto(site('/terms'))
    const code = page.waitForResponse(/\/about-[\w-]+\.js$/)
    const content = page.waitForResponse('**/api/cms')
    await page.getByRole('contentinfo').getByRole('link', { name: 'About us', exact: true }).hover()
    await Promise.all([(await code).finished(), (await content).finished()])
    expect(new URL(page.url()).pathname).toBe('/terms')
  })
  expect(problems).toEqual([])
})

test('given a session that this browser does not remember, then the page shows it without a touch', async ({
  page,
}) => {
  await signUp(page, newPerson())
  await page.goto(site('/terms'))
  await expect(
    page
      .locator('header')
      .first()
      .getByRole('link', { name: /^GB, profile/ }),
  ).toBeVisible()
})

test('given a campaign link and a first press that leads to another page, then the campaign is remembered only by who agreed to it', async ({
  page,
}) => {
  const remembered = async (): Promise<string | null> => {
    await page.route(/\/assets\/(?!index-|loader-|rolldown-)[\w-]+\.js$/, (route) => route.abort())
    await page.goto(site('/aboutus?utm_source=paper&lead_type=whitepaper_download'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expect(page).toHaveURL(site('/terms'))
    // Its first script has looked at what is allowed now, before that changes.
    await page.waitForLoadState()
    expect(await page.evaluate(`sessionStorage.getItem('lead_type')`)).toBe('whitepaper_download')
    return page.evaluate<string | null>(`sessionStorage.getItem('veralead_first_touch')`)
  }
  expect(await remembered()).toBeNull()
  await page.evaluate(`localStorage.setItem('veralead_consent', '{"measuring":true,"advertising":false}')`)
  expect(await remembered()).toContain('paper')
})
