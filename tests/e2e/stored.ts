import { expect, type Page } from '@playwright/test'
import {
  type StoredCookie,
  storedCookies,
  storedValues,
} from '../../src/platform/contract/browser-storage.ts'

/** What this browser keeps of the site is on the list that the privacy page prints, and no longer than it says. */
export async function expectListed(page: Page): Promise<void> {
  const listed = new Map(
    (storedCookies as readonly StoredCookie[]).map(({ name, seconds }) => [name, seconds]),
  )
  const cookies = await page.context().cookies()
  for (const { name, expires } of cookies) {
    expect([...listed.keys()], 'cookies').toContain(name)
    expect(expires - Date.now() / 1000, `lifetime of ${name}`).toBeLessThanOrEqual(listed.get(name) ?? 0)
    expect(expires - Date.now() / 1000, `lifetime of ${name}`).toBeGreaterThan((listed.get(name) ?? 0) - 600)
  }
  for (const place of ['local', 'session'] as const) {
    const names = await page.evaluate((name) => Object.keys(globalThis[`${name}Storage`]), place)
    const allowed = storedValues.filter((value) => value.place === place).map(({ name }): string => name)
    expect(
      names.filter((name) => !allowed.includes(name)),
      `${place} storage`,
    ).toEqual([])
  }
}
