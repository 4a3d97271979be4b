import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
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
export async function mailedCode(email: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(site(`/api/dev/mail?to=${encodeURIComponent(email)}`))
    const { mails } = (await answer.json()) as { mails: { subject: string; text: string }[] }
    const code = mails
      .map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
      .findLast((found) => found !== undefined)
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No code was mailed to ${email}`)
}

/** WCAG 2.2 A and AA on what is on the screen now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    what,
  ).toEqual([])
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
