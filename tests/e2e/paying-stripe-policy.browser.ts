import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { parseConfig } from '#platform/config/parse-config.ts'
import { clientApp } from '#platform/http/client-app.ts'
import { DocumentTable } from '#platform/http/document-table.ts'
import { securityHeaders } from '#platform/http/headers.ts'
import { staticAssets } from '#platform/http/static-assets.ts'
import type { PublicConfig } from '../../src/server/pages/contract.ts'
import { loadRenderEntry, readPageShell, SiteDocuments } from '../../src/server/pages/site-documents.ts'
import { type TinySite, tinySite } from '../platform/http/tiny-site.ts'
import { test } from './journey.ts'
import { walkTo } from './paying.ts'

/** What the pages are rendered with. The browser does not get it and takes its own defaults: Stripe's own script. */
const settings: PublicConfig = {
  brandName: 'Veralead',
  env: 'production',
  publicUrl: 'https://veralead.example',
  supportEmail: 'hello@veralead.example',
  supportPhone: '',
  loadAssetsFromS3: false,
  s3AssetsPath: '',
  turnstileSiteKey: '',
  enableSeoTesting: false,
  enableLinkedInInsights: false,
  linkedInPartnerId: '',
  gaMeasurementId: '',
  schedulerUrl: '',
  stripeScriptUrl: '',
  stripePublishableKey: 'pk_test_abc',
  allowPlusAddresses: false,
  tracing: false,
  nextCohort: '',
  cohorts: [],
  social: { x: '', instagram: '', linkedin: '' },
}

test.use({ admitted: ['https://js.stripe.com'] })

/** Pages and headers as with Stripe's keys, and nothing behind them: Stripe itself is never asked. */
let site: TinySite
test.beforeAll(async () => {
  const dist = join(import.meta.dirname, '../../dist')
  const config = parseConfig({
    STRIPE_SECRET_KEY: 'sk_test_abc',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
  })
  const headers = securityHeaders(config)
  const [entry, shell] = await Promise.all([loadRenderEntry(dist), readPageShell(dist)])
  const documents = new SiteDocuments(
    new DocumentTable(),
    headers,
    async () => entry,
    shell,
    async () => settings,
  )
  await documents.refill()
  site = await tinySite({
    mount: () => undefined,
    config,
    assets: staticAssets(join(dist, 'client'), headers.plain),
    pages: clientApp({ shell, headers, routes: ['/*'], render: async (path) => documents.page(path) }),
  })
})
test.afterAll(() => site?.stop())

/** Styles what it adds to the page in both ways that Stripe's script does. */
const styling = `
  const box = document.createElement('div')
  box.id = 'styled'
  box.setAttribute('style', 'position: fixed')
  const sheet = document.createElement('style')
  sheet.textContent = '#styled { display: flex }'
  document.body.append(box, sheet)`

async function styledBy(page: Page, script: string): Promise<string> {
  await page.evaluate(script)
  return page.evaluate<string>(`(() => {
    const { position, display } = getComputedStyle(document.getElementById('styled'))
    return position + ' ' + display
  })()`)
}

test('with Stripe itself, its script may style the payment page, and who walks there loads it as a document', async ({
  page,
}) => {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.stripeWasLoaded = true' }),
  )
  const scriptOf = (address: string) =>
    page.addScriptTag({ url: address }).then(
      () => true,
      () => false,
    )
  const provider = 'https://js.stripe.com/endive/stripe.js'
  await page.goto(`${site.url}/certification/program-details`)
  await expect(page.getByRole('button', { name: /enroll/i }).first()).toBeVisible()
  expect(await scriptOf(provider)).toBe(false)
  expect(await styledBy(page, styling)).toBe('static block')

  // A walk before React has taken the page over would only change the address. It leaves its keys on what it took over.
  await expect
    .poll(() =>
      page.evaluate(`Object.keys(document.querySelector('main h1')).some((key) => /^__react/.test(key))`),
    )
    .toBe(true)
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
  // A walk replaces the document, and with it the mark.
  await page.evaluate('window.sameDocument = true')
  await walkTo(page, '/payment')
  // Not `waitForFunction`: it evaluates text within the page, which the page's policy refuses.
  await expect.poll(() => page.evaluate('window.sameDocument').catch(() => true)).toBe(undefined)
  await page.waitForURL(`${site.url}/payment`)
  expect(await scriptOf(provider)).toBe(true)
  expect(await styledBy(page, styling)).toBe('fixed flex')
})
