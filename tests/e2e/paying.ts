import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { newPerson, type Person, signUp, site } from './person.ts'

/** What is on the screen is accessible, its contrast in both colour schemes, and it fits 320 px without scrolling sideways.
 * `within` leaves the rest of the page to its own test. */
export async function expectSound(page: Page, what: string, within?: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `${what}, ${colorScheme}`, {
      ...(within === undefined ? {} : { within }),
      contrastOnly: colorScheme === 'dark',
    })
  }
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  await page.setViewportSize({ width: 320, height: 800 })
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(width, `${what} at 320 px`).toBeLessThan(321)
  await page.setViewportSize(before)
}

/** What is bought, line by line (M-301). */
export const included = [
  '12-week cohort experience',
  '2 private coaching sessions',
  'Blueprint-based curriculum',
  'Leadership Labs and peer cohort groups',
  'Digital credential and badge',
  'Lifetime updates and 2-year certificate validity',
  'Eligible for SHRM and PMI CEUs',
  'Immediate onboarding access after payment',
]

/** Signs somebody up and opens the payment with its card form ready. */
export async function openPayment(page: Page, person: Person = newPerson()): Promise<Person> {
  await signUp(page, person)
  await page.goto(site('/payment'))
  await cardForm(page)
  return person
}

export async function cardForm(page: Page): Promise<void> {
  await expect(page.getByLabel(/card number/i)).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
}

export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay $2,500.00', exact: true })

/** Pays by a US bank debit of the lab; the account number says how it ends. */
export async function payByDebit(page: Page, account: string): Promise<void> {
  await page.getByRole('tab', { name: /bank debit/i }).click()
  await page.getByLabel(/routing number/i).fill('110000000')
  await page.getByLabel(/account number/i).fill(account)
  await payButton(page).click()
}

export const confirmed = (page: Page) =>
  page.getByRole('heading', { name: 'Enrollment Confirmed!', exact: true })

/** What the browser remembers of the payment it made last. */
export async function lastPayment(
  page: Page,
): Promise<Record<string, unknown> & { id: string; orderId: string }> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('lastPaymentIntent'))) ?? '{}')
}

export interface OrderSeen {
  id: string
  status: string
  answers?: Record<string, string>
  termsVersion?: string | null
}

/** The orders of the account that is signed in. */
export async function ordersOf(page: Page): Promise<OrderSeen[]> {
  return (await (await page.request.get(site('/api/orders'))).json()).orders
}

/** Something happens at the payment provider; answers the object that it happened to, or made. */
export async function atProvider(
  page: Page,
  id: string,
  action: string,
  data: object = {},
): Promise<{ id: string }> {
  const answer = await page.request.post(site(`/lab/objects/${id}/${action}`), { data })
  expect(answer.ok(), `the lab answered ${answer.status()}`).toBe(true)
  return answer.json()
}

/** An answer of the server, with another body. */
export const answering =
  (body: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: body })

/** The message at the bottom of the window; of that kind alone, where one is named. */
export const toast = (page: Page, text: string | RegExp, kind?: 'success' | 'error' | 'info') =>
  page
    .locator(kind === undefined ? '.Toastify' : `.Toastify__toast--${kind}`)
    .getByText(text, { exact: true })

/** The content of the site with `change` made to one section of one page. */
export async function withContent(
  page: Page,
  route: string,
  change: (fields: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.route('**/api/cms', async (call) => {
    // Asked by itself: an answer to the page is gone when the page moves on meanwhile.
    const tree = await (await page.request.get(call.request().url())).json()
    const sections = tree.pages.find((each: { route: string }) => each.route === route)?.sections ?? []
    if (sections[0]) sections[0].fields = change(sections[0].fields)
    await call.fulfill({ json: tree })
  })
}

/** Goes to a page inside the application, as a link of it does: no new document is loaded. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    history.pushState({ usr: null, key: 'walked', idx: history.length }, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  `)
}

/** What a navigation inside the application brought along. */
export function travelled<T>(page: Page): Promise<T | null> {
  return page.evaluate<T | null>('history.state?.usr ?? null')
}

/** The first link of that kind that was mailed to somebody. */
export async function mailedLink(email: string, part: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(site(`/api/dev/mail?to=${encodeURIComponent(email)}`))
        const { mails } = (await answer.json()) as { mails: { text: string }[] }
        const words = mails.flatMap(({ text }) => text.split(/\s+/))
        link = words.find((word) => word.startsWith('http') && word.includes(part))
        return link
      },
      { timeout: 30_000 },
    )
    .toBeDefined()
  return link ?? ''
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  const submit = page.getByRole('button', { name: /^(sign|log) in$/i })
  // The sign-up form has the same labels, and is shown until the code of the sign-in page has arrived.
  await submit.waitFor()
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel(/^password/i).fill(password)
  await submit.click()
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element.matches(':focus'))) return
  }
  throw new Error('Forty presses of Tab did not reach it')
}
