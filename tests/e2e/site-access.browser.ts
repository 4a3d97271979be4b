import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

/** Every screen that a visitor reaches without an account. */
const screens: [path: string, ready: string | RegExp, title: string][] = [
  ['/', 'Leadership that holds under load', 'Home'],
  ['/aboutus', /./, 'About us'],
  ['/certification', /./, 'Certification'],
  ['/certification/program-details', 'Authentic Leader Certification', 'Program Details'],
  ['/leadership-cost-calculator', /./, 'Leadership Cost Calculator'],
  ['/signup', /./, 'Sign Up'],
  ['/login', /./, 'Sign In'],
  ['/forgot-password', /./, 'Forgot Password'],
  ['/reset-password', 'Set a new password', 'Reset Password'],
  ['/payment', 'Payment Setup Failed', 'Payment'],
  ['/checkout/success', 'Payment Verification Error', 'Payment Verification'],
  ['/checkout/cancel', /./, 'Checkout Cancelled'],
  ['/terms', /./, 'Terms'],
  ['/privacy', /./, 'Privacy'],
  ['/admin', /./, 'Admin'],
]
const widths = [1280, 768, 320]
const schemes = ['light', 'dark'] as const
/** Every scheme at every width in the long run; in the normal one the schemes take turns. */
const schemesAt = (at: number): readonly ('light' | 'dark')[] =>
  process.env.LONG === '1' ? schemes : schemes.filter((_, index) => index === at % 2)

for (const [path, heading, title] of screens) {
  test(`given ${path}, when read at three widths in both schemes, then axe finds nothing, nothing scrolls sideways, and the page keeps its title (M-001)`, async ({
    page,
  }) => {
    const problems = watchPage(page)
    // Without movement no transition is caught half way.
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await page.goto(site(path))
    await expect(page.locator('h1, h2').filter({ hasText: heading }).first()).toBeVisible()
    const root = page.locator('html')
    // What is far from the window is not laid out; here all of it is judged.
    for (const section of await page.locator('[data-section]').all())
      await section.evaluate((element) => {
        element.style.contentVisibility = 'visible'
      })
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 900 })
      const wide = await root.evaluate((element) => element.scrollWidth)
      expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(width)
      for (const colorScheme of schemesAt(at)) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `${path} at ${width} px, ${colorScheme}`)
      }
    }
    await expect(page).toHaveTitle(new RegExp(`^\\S+ - ${title}$`))
    expect(problems).toEqual([])
  })
}
