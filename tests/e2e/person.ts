import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

/** Somebody who has never been here. */
export interface Person {
  fullName: string
  email: string
  password: string
}

export const newPerson = (): Person => ({
  fullName: 'Grace Brewster Hopper',
  email: `grace-${randomUUID().slice(0, 8)}@example.com`,
  password: 'Compiler1952',
})

/** Where the product runs; set by `setup.ts`. */
export const site = (path = ''): string => `${process.env.E2E_URL ?? ''}${path}`

/** The newest code mailed to `email`, out of the development mailbox. */
export async function mailedCode(email: string, base = site()): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${base}/api/dev/mail?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: { subject: string; text: string }[] }
    const code = mails
      .map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
      .findLast((found) => found !== undefined)
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No code was mailed to ${email}`)
}

/** Touches a page to read, whose script waits for that, without doing anything in it, until the script answers. */
export async function touch(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await expect(page.locator('#root')).toHaveAttribute('data-hydrated', '')
}

/** Fails the test on any violation of the content security policy and on any uncaught error of the page. */
export function watchPage(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text())
  })
  return problems
}

/** Signs `person` up over the API of a site; the page's browser holds the session afterwards. */
export async function signUp(page: Page, person: Person, base = site()): Promise<void> {
  const post = async (path: string, data: unknown): Promise<void> => {
    const answer = await page.request.post(`${base}${path}`, { data })
    expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
  }
  const [firstName = '', ...rest] = person.fullName.split(' ')
  const { email, password } = person
  await post('/api/auth/user/register', {
    firstName,
    lastName: rest.join(' '),
    email,
    password,
    requireEmailVerification: true,
  })
  await post('/api/auth/verify-otp', { email, otpCode: await mailedCode(email, base) })
}

/** Fills the card form and pays. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel(/card number/i).fill(card)
  await page.getByLabel(/expir/i).fill('12 / 34')
  await page.getByLabel(/security code/i).fill('123')
  await page.getByRole('button', { name: 'Pay $2,500.00', exact: true }).click()
}
