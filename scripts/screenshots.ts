/** `npm run screenshots`: takes every screen, of customers and staff, too, in both schemes, into docs/screenshots/. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { readArguments } from '../src/platform/kernel/arguments.ts'
import { confirmed, openPayment } from '../tests/e2e/paying.ts'
import { payWith, site } from '../tests/e2e/person.ts'
import { findBrowser } from '../tests/support/browser.ts'
import { demoStaff, spawnDemoApp } from '../tests/support/demo-app.ts'
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
  'admin-login': '/admin',
}
/** The tools of the staff screen, by the name of the picture. */
const tools: Record<string, string> = {
  advanced: 'content/advanced',
  publishing: 'content/publishing',
  versions: 'content/versions',
  leads: 'leads',
  orders: 'orders',
  finance: 'finance/books',
  documents: 'finance/documents',
  transfers: 'finance/transfers',
  cohorts: 'operations/cohorts',
  certificates: 'operations/certificates',
  performance: 'operations/performance',
  'audit-log': 'operations/audit',
  settings: 'operations/settings',
}
const groups = [...Object.keys(screens), 'customer', 'staff']
const { words: wanted, refuse } = readArguments(
  `Takes the screens of the product into docs/screenshots/, in both schemes.

  npm run screenshots
  npm run screenshots -- home staff     some of them

Screens: ${groups.join(', ')}.`,
  {},
  groups.length,
)
const unknown = wanted.find((name) => !groups.includes(name))
if (unknown !== undefined) refuse(`There is no screen "${unknown}"`)
const wants = (name: string): boolean => wanted.length === 0 || wanted.includes(name)

mkdirSync(out, { recursive: true })
const given = process.env.E2E_URL
const app = given === undefined ? await spawnApp() : undefined
process.env.E2E_URL = given ?? app!.url
// The staff screen is shown with a year of business in its lists.
const demo = wants('staff') ? await spawnDemoApp() : undefined
const browser = await chromium.launch(await findBrowser())
for (const scheme of ['light', 'dark'] as const) {
  for (const width of [390, 768, 1440]) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      // For the style below, which the policy would refuse.
      bypassCSP: true,
    })
    const page = await context.newPage()
    const take = (name: string): Promise<void> => picture(page, `${name}-${width}-${scheme}`)
    for (const [name, path] of Object.entries(screens)) {
      if (!wants(name)) continue
      await page.goto(site(path), { waitUntil: 'networkidle' })
      await take(name)
    }
    if (wants('customer')) await customer(page, take)
    // The admin screen requires at least 1024 px.
    if (width >= 1024 && wants('staff')) await staffScreen(page, take)
    await context.close()
  }
}
await browser.close()
for (const each of [app, demo]) {
  await each?.stop()
  await each?.clean()
}

async function picture(page: Page, name: string): Promise<void> {
  // Content far from the window is not painted by default; a screenshot of the whole page needs all of it.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  // Lazy sections load when they come into view.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  for (let y = 0; y < height; y += 700) {
    await page.mouse.wheel(0, 700)
    await page.waitForTimeout(60)
  }
  await page.evaluate('scrollTo(0, 0)')
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: 72, fullPage: true })
}

/** A customer signs up, pays, and looks at the account. */
async function customer(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await openPayment(page)
  await take('payment')
  await payWith(page, '4242 4242 4242 4242')
  await confirmed(page).waitFor()
  await page.waitForLoadState('networkidle')
  await take('enrollment')
  await page.goto(site('/profile'), { waitUntil: 'networkidle' })
  await take('profile')
}

/** Every tool of the staff screen and one order, with a year of business in its lists. */
async function staffScreen(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.request.post(`${demo!.url}/api/auth/login`, { data: demoStaff('olivia.owner') })
  await page.goto(`${demo!.url}/admin`, { waitUntil: 'networkidle' })
  await take('admin-content')
  for (const [name, path] of Object.entries(tools)) {
    await page.goto(`${demo!.url}/admin/${path}`, { waitUntil: 'networkidle' })
    // Charts are drawn after their figures, and messages disappear by themselves.
    await page.waitForFunction("!document.querySelector('[class*=skeleton], .Toastify__toast')")
    await take(`admin-${name}`)
  }
  await page.goto(`${demo!.url}/admin/orders`, { waitUntil: 'networkidle' })
  await page.locator('tbody a[href^="/admin/orders/"]').first().click()
  await page.waitForLoadState('networkidle')
  await take('finance-order')
}
