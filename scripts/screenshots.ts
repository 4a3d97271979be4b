/** `npm run screenshots`: every public screen at three widths in both schemes, into docs/screenshots/. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findBrowser } from '../tests/support/browser.ts'
import { spawnApp } from '../tests/support/spawn-app.ts'

const out = join(import.meta.dirname, '../docs/screenshots')
const screens: Record<string, string> = {
  home: '/',
  about: '/aboutus',
  questionnaire: '/certification',
  program: '/certification/program-details',
  signup: '/signup',
  login: '/login',
  calculator: '/leadership-cost-calculator',
  terms: '/terms',
  cancel: '/checkout/cancel',
  admin: '/admin',
}
const widths = [390, 768, 1440]
const wanted = process.argv.slice(2)

mkdirSync(out, { recursive: true })
const given = process.env.E2E_URL
const app = given === undefined ? await spawnApp() : undefined
const url = given ?? app!.url
const browser = await chromium.launch(await findBrowser())
for (const scheme of ['light', 'dark'] as const) {
  for (const width of widths) {
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      // For the one style below, which the policy would refuse.
      bypassCSP: true,
    })
    for (const [name, path] of Object.entries(screens)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      await page.goto(url + path, { waitUntil: 'networkidle' })
      // What is far from the window is not painted; a picture of the whole page wants all of it.
      await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
      // Lazy sections load when they are seen.
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      for (let y = 0; y < height; y += 700) {
        await page.mouse.wheel(0, 700)
        await page.waitForTimeout(60)
      }
      await page.evaluate('scrollTo(0, 0)')
      await page.waitForTimeout(400)
      await page.screenshot({
        path: join(out, `${name}-${width}-${scheme}.jpg`),
        type: 'jpeg',
        quality: 72,
        fullPage: true,
      })
    }
    await page.close()
  }
}
await browser.close()
await app?.stop()
await app?.clean()
