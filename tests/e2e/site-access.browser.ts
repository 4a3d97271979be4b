import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './journey.ts'
import { site, watchPage } from './person.ts'

/** Every screen that a visitor reaches without an account, at its address, with its own heading and title. */
const screens: [path: string, heading: string, title: string, lines: string][] = [
  ['/', 'Leadership that holds under load', 'Home', 'M-014'],
  ['/aboutus', 'We teach the part of leadership that cannot be delegated', 'About us', 'M-015'],
  ['/certification', 'Level Up Your Leadership', 'Certification', 'M-016'],
  ['/certification/program-details', 'Authentic Leader Certification', 'Program Details', 'M-018'],
  ['/certification/enrollment/0193', 'Sign in to see your enrollment', 'Enrollment', 'M-020'],
  [
    '/leadership-cost-calculator',
    "What's the Real Cost of Leadership Gaps in Your Team?",
    'Leadership Cost Calculator',
    'M-021',
  ],
  ['/signup', 'Create your account', 'Sign Up', 'M-023'],
  ['/login', 'Welcome Back', 'Sign In', 'M-024'],
  ['/forgot-password', 'Set a new password', 'Forgot Password', 'M-003'],
  ['/reset-password', 'Set a new password', 'Reset Password', 'M-003'],
  ['/payment', 'Payment Setup Failed', 'Payment', 'M-025'],
  ['/checkout/success', 'Payment Verification Error', 'Payment Verification', 'M-027'],
  ['/checkout/cancel', 'Checkout Cancelled', 'Checkout Cancelled', 'M-028'],
  ['/terms', 'Terms', 'Terms', 'M-031'],
  ['/privacy', 'Privacy', 'Privacy', 'M-031'],
  ['/admin', 'Admin Login', 'Admin', 'M-030'],
]
const widths = [1280, 768, 320]
const schemes = ['light', 'dark'] as const
/** Every scheme at every width in the long run; in the normal one the schemes take turns. */
const schemesAt = (at: number): readonly ('light' | 'dark')[] =>
  process.env.LONG === '1' ? schemes : schemes.filter((_, index) => index === at % 2)

for (const [path, heading, title, line] of screens) {
  test(`given ${path}, when a visitor reads it at three widths in both schemes, then axe finds nothing, nothing scrolls sideways, and the page has its heading and title (${line}, M-001, M-002, M-003, M-033)`, async ({
    page,
  }) => {
    const problems = watchPage(page)
    // Without movement no transition is caught half way.
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await page.goto(site(path))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveURL(site(path))
    const join = page.getByRole('banner').getByRole('button', { name: 'Join the Movement', exact: true })
    // A buyer who pays has one thing to press; the screen of the staff has no frame.
    const without = ['/payment', '/checkout/success', '/admin']
    await expect(join.filter({ visible: true })).toHaveCount(without.includes(path) ? 0 : 1)
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
    await expect(page).toHaveTitle(`Veralead - ${title}`)
    expect(problems).toEqual([])
  })
}
